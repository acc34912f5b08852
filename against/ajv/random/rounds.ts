/** Random questions: each round has schemas of four kinds, the same for a seed. */
import fc from 'fast-check'
import { fitting } from '../../../fuzz/schema/fitting.ts'
import * as arbitrary from '../../../property-tests/arbitraries/schemas.ts'
import { DEEP, Drawing, type Reach } from '../../inputs/drawing.ts'
import { Draws } from '../../inputs/draws.ts'
import { byId, SHARED } from '../../inputs/entry.ts'
import { valuesFor } from '../../inputs/values-for.ts'
import type { Question } from '../ask/compare.ts'
import { DEFAULTS, type Options, type Part } from '../ask/oracle.ts'
import { FLAT_SHARED, flatOf } from './flat.ts'
import { WILD_SHARED, wildOf } from './wild.ts'

export interface Round {
  readonly shared: readonly unknown[]
  readonly options: Options
  readonly questions: Iterable<Question>
}

/** How many schemas of each kind a round has. */
const EACH = 40

/** The options of Fastify four times as often as others. */
const OPTIONS: readonly Options[] = [
  ...[DEFAULTS, DEFAULTS, DEFAULTS, DEFAULTS],
  { ...DEFAULTS, coerceTypes: true },
  { ...DEFAULTS, coerceTypes: false },
  { ...DEFAULTS, useDefaults: false },
  { ...DEFAULTS, removeAdditional: false },
]
/** What query, params and headers can carry. */
const FLAT: Reach = { names: ['a', 'ä', 'b'], depth: 1, shared: true }
const ALL = byId(SHARED)

export function* roundOf(seed: number): Generator<Round> {
  const draws = new Draws(seed)
  const options = (): Options => draws.one(OPTIONS)
  const texts = draws.one<Part>(['querystring', 'params', 'headers'])
  yield { shared: SHARED, options: options(), questions: drawn(draws, 'body', DEEP) }
  yield { shared: SHARED, options: options(), questions: drawn(draws, 'querystring', FLAT) }
  yield {
    shared: WILD_SHARED,
    options: options(),
    questions: made(() => ({ part: 'body', ...wildOf(draws) })),
  }
  yield {
    shared: FLAT_SHARED,
    options: options(),
    questions: made(() => ({ part: texts, ...flatOf(draws) })),
  }
  yield { shared: [], options: options(), questions: ofFuzzer(draws) }
}

function* made(make: () => Question): Generator<Question> {
  for (let at = 0; at < EACH; at++) yield make()
}

function drawn(draws: Draws, part: Part, reach: Reach): Generator<Question> {
  return made(() => {
    const schema = new Drawing(draws, reach).whole()
    return { part, schema, values: valuesFor(schema, ALL, draws, 6) }
  })
}

/** The schemas of the fuzzer, with values that fit. */
function* ofFuzzer(draws: Draws): Generator<Question> {
  const all = fc.oneof(...Object.values(arbitrary.OBJECTS), arbitrary.ANY, arbitrary.combinator)
  const seed = draws.below(2 ** 30)
  for (const [at, schema] of fc.sample(all, { numRuns: EACH, seed }).entries()) {
    const values = fc.sample(arbitrary.value, { numRuns: 8, seed: seed + at })
    yield { part: 'body', schema, values: [...values, ...fittingOf(schema, seed + at)] }
  }
}

/** None where the values of a schema that refers to itself become large. */
function fittingOf(schema: arbitrary.Schema, seed: number): unknown[] {
  if (JSON.stringify(schema).includes('"#')) return []
  try {
    return fc.sample(fitting(schema, { root: schema, shared: {} }), { numRuns: 4, seed })
  } catch {
    return [] // no value fits
  }
}
