/**
 * The serializer of a schema whose shape is known. The first answers are written without generated code, since most schemas of
 * an application are rarely asked for, and a function takes half a millisecond to make. What the writer does not know of a
 * value, and every error, is left to fast-json-stringify.
 */
import type { Serialize } from '../../serve/plan.ts'
import { generate } from './generate.ts'
import { interpreter, type Write } from './interpret.ts'
import { Output } from './output.ts'
import type { Round } from './scalars.ts'
import type { Shape } from './shape.ts'

/** The number of answers after which code is generated: by then, it has cost as much as the code will. */
const WORTH_GENERATING = 200
/** The number of values that were not written after which the library writes all of them. */
const TOO_MANY = 20

let shared: Output | null = new Output()

/**
 * A serializer of a shape; `build` makes that of the library. Both give the same bytes, or the same error. `generates`: code is
 * generated when that is worth it. `now`: it is generated now, also that of the library.
 */
export function writerOf(
  shape: Shape,
  round: Round,
  build: () => Serialize,
  generates = true,
  now = false,
): Serialize {
  const own = isGenerated(shape)
  // The library is faster for a text in one piece. A list is faster as bytes, without the texts of its items.
  const generated = own ? () => generate(shape, round) : null
  let write: Write = interpreter(shape, round)
  let library: Serialize | null = null
  /** the library writes all values */
  let left: Serialize | null = null
  let calls = 0
  let missed = 0

  const promote = (): void => {
    try {
      if (generated !== null) write = generated()
      else left = library ??= build()
    } catch {} // a process may forbid to generate code: then all goes on as before
  }
  if (now) {
    library = build()
    promote()
  }
  const leave = (payload: unknown): string => {
    library ??= build()
    if (++missed > TOO_MANY) left = library
    return library(payload)
  }
  const run = <T>(payload: unknown, take: (out: Output, end: number) => T): T | string => {
    if (generates && calls++ === WORTH_GENERATING) promote()
    // A getter or a `toJSON` of the payload may write another answer meanwhile.
    const out = shared ?? new Output()
    shared = null
    try {
      return take(out, write(out, 0, payload))
    } catch {
      return leave(payload)
    } finally {
      out.reset()
      shared = out
    }
  }
  const serialize: Serialize = (payload) => (left === null ? run(payload, takeText) : left(payload))
  if (!own) return serialize
  const answer = (payload: unknown) =>
    left === null ? run<string | Buffer>(payload, takeAnswer) : left(payload)
  return Object.assign(serialize, { answer })
}

const takeText = (out: Output, end: number): string => out.text(end)
const takeAnswer = (out: Output, end: number): string | Buffer => out.answer(end)

/**
 * Whether code of our own is generated, and not that of the library: for lists, and for a required property that is not declared in an
 * object which takes others. The library counts a function there as missing.
 */
function isGenerated(shape: Shape): boolean {
  switch (shape.kind) {
    case 'list':
    case 'tuple':
    case 'again':
    case 'union': // the library takes milliseconds to build it
      return true
    case 'nullable':
    case 'among':
      return isGenerated(shape.of)
    case 'choice':
      return shape.options.some((option) => isGenerated(option.shape))
    case 'object':
      return (
        (shape.needed.length > 0 && (shape.rest !== null || shape.patterns.length > 0)) ||
        [...shape.members, ...shape.patterns].some((one) => isGenerated(one.shape)) ||
        (shape.rest !== null && isGenerated(shape.rest))
      )
    default:
      return false
  }
}
