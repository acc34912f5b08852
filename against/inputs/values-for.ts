/** Values for a drawn schema: those that were made to fit, and changed ones. */
import fc from 'fast-check'
import { breaking } from '../../fuzz/schema/breaking.ts'
import { fitting } from '../../fuzz/schema/fitting.ts'
import type { Draws } from './draws.ts'
import type { Schema } from './entry.ts'

const ODD: readonly unknown[] = [
  'ä',
  '1',
  'true',
  '',
  0,
  1,
  -1,
  2.5,
  0.3,
  true,
  false,
  null,
  [],
  {},
  ['1'],
  [1, 1],
  { a: 1 },
  '2020-02-30',
  'é😀',
]

/** What is hard to read, and to compress: other characters than those of the schemas, long numbers, escapes. */
const NOISE = /[^ -~äöüé€😀]|\d{6}|[\\`|~^]/u

/** Some values, the same for a seed; JSON alone. */
export function valuesFor(
  schema: Schema,
  shared: { [id: string]: Schema },
  draws: Draws,
  count: number,
): unknown[] {
  const around = { root: schema, shared }
  const seed = draws.below(2 ** 30)
  const made: unknown[] = []
  try {
    const right = fc.sample(fitting(schema, around), { numRuns: count, seed })
    const wrong = fc.sample(breaking(schema, around), { numRuns: count, seed }).map(({ value }) => value)
    made.push(
      ...right,
      ...wrong,
      ...right.map((value) => changed(value, draws)),
      ...right.map((value) => changed(value, draws)),
    )
  } catch {} // nothing can be made for some
  const all = made.map((value) => JSON.stringify(value))
  return [...new Set(all)]
    .filter((text) => text !== undefined && text.length < 70 && !NOISE.test(text))
    .map((text) => JSON.parse(text) as unknown)
}

/** The value with one place changed: another scalar, the same as text, in a list, left out, or with one property more. */
function changed(value: unknown, draws: Draws): unknown {
  if (Array.isArray(value) && value.length > 0 && draws.below(4) > 0) {
    const at = draws.below(value.length)
    return value.with(at, changed(value[at], draws))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value)
    const kind = draws.below(8)
    if (kind === 0) return { ...value, zz: draws.one(ODD) }
    if (names.length === 0) return { ...value, a: draws.one(ODD) }
    const name = draws.one(names)
    if (kind === 1) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
    return { ...value, [name]: changed(Reflect.get(value, name), draws) }
  }
  const kind = draws.below(4)
  if (kind === 0 && value !== null) return String(value)
  if (kind === 1) return [value]
  return draws.one(ODD)
}
