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

/** A serializer of a shape; `build` makes that of the library. Both give the same bytes, or the same error. */
export function writerOf(shape: Shape, round: Round, build: () => Serialize): Serialize {
  const writer = new Writer(shape, round, build)
  const serialize: Serialize = (payload) => writer.text(payload)
  // The library is faster for a text in one piece. A list is faster as bytes, without the texts of its items.
  if (hasList(shape))
    return Object.assign(serialize, { answer: (payload: unknown) => writer.answer(payload) })
  writer.prefersText = true
  return serialize
}

class Writer {
  prefersText = false
  readonly #shape: Shape
  readonly #round: Round
  readonly #build: () => Serialize
  #write: Write
  #library: Serialize | null = null
  /** the library writes all values */
  #isLeft = false
  #calls = 0
  #missed = 0

  constructor(shape: Shape, round: Round, build: () => Serialize) {
    this.#shape = shape
    this.#round = round
    this.#build = build
    this.#write = interpreter(shape, round)
  }

  text(payload: unknown): string {
    if (this.#isLeft) return this.#library!(payload)
    return this.#run(payload, takeText)
  }

  answer(payload: unknown): string | Buffer {
    if (this.#isLeft) return this.#library!(payload)
    return this.#run<string | Buffer>(payload, takeAnswer)
  }

  #run<T>(payload: unknown, take: (out: Output, end: number) => T): T | string {
    if (this.#calls++ === WORTH_GENERATING) this.#generate()
    // A getter or a `toJSON` of the payload may write another answer meanwhile.
    const out = shared ?? new Output()
    shared = null
    try {
      return take(out, this.#write(out, 0, payload))
    } catch {
      return this.#leave(payload)
    } finally {
      out.reset()
      shared = out
    }
  }

  #leave(payload: unknown): string {
    this.#library ??= this.#build()
    if (++this.#missed > TOO_MANY) this.#isLeft = true
    return this.#library(payload)
  }

  // A process may forbid to generate code: then all goes on as before.
  #generate(): void {
    try {
      if (this.prefersText) {
        this.#library ??= this.#build()
        this.#isLeft = true
      } else {
        this.#write = generate(this.#shape, this.#round)
      }
    } catch {}
  }
}

const takeText = (out: Output, end: number): string => out.text(end)
const takeAnswer = (out: Output, end: number): string | Buffer => out.answer(end)

function hasList(shape: Shape): boolean {
  switch (shape.kind) {
    case 'list':
    case 'again':
      return true
    case 'nullable':
      return hasList(shape.of)
    case 'choice':
      return shape.options.some((option) => hasList(option.shape))
    case 'object':
      return (
        shape.members.some((member) => hasList(member.shape)) || (shape.rest !== null && hasList(shape.rest))
      )
    default:
      return false
  }
}
