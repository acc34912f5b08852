/** Random questions: each round has response schemas of three kinds, the same for a seed. */
import fc from 'fast-check'
import * as arbitrary from '../../../property-tests/arbitraries/schemas.ts'
import { DEEP, Drawing } from '../../inputs/drawing.ts'
import { Draws } from '../../inputs/draws.ts'
import { byId, SHARED } from '../../inputs/entry.ts'
import { valuesFor } from '../../inputs/values-for.ts'
import type { Question } from '../ask/compare.ts'
import { whole } from './schemas.ts'
import { fitting, value } from './values.ts'

/** How many schemas of each kind a round has. */
const EACH = 12
/** How many payloads one schema gets. */
const VALUES = 12
const ALL = byId(SHARED)

export function* roundOf(seed: number): Generator<Question> {
  const draws = new Draws(seed)
  for (const schema of fc.sample(whole, { numRuns: EACH, seed }))
    yield {
      schema,
      values: fc.sample(fitting(schema, schema, 0), { numRuns: VALUES, seed: draws.below(2 ** 30) }),
    }
  for (let at = 0; at < EACH; at++) {
    const schema = new Drawing(draws, DEEP).whole()
    yield { schema, values: valuesFor(schema, ALL, draws, 6) }
  }
  for (const schema of fc.sample(arbitrary.ANY, { numRuns: EACH, seed }))
    yield { schema, values: fc.sample(value, { numRuns: 3, seed: draws.below(2 ** 30) }) }
}
