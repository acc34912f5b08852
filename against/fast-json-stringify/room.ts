/** The room of fast-json-stringify: the written inputs at each of their places, random ones, and what differs by decision. */
import { Ledger } from '../compare/ledger.ts'
import { each, pause, quiet, quietly, type Room, smallest } from '../compare/room.ts'
import { type Entry, type Schema, SHARED } from '../inputs/entry.ts'
import { HOLES, KEYWORDS, type Piece, pairsOf, SOME, TYPES } from '../inputs/pieces.ts'
import { Bench, differs, type Question } from './ask/compare.ts'
import type { Options } from './ask/oracle.ts'
import { PLACES, questionOf, SHARED_PLACES } from './ask/places.ts'
import { MEETING } from './inputs/meeting.ts'
import { NUMBERS, ODD, TEXTS } from './inputs/odd.ts'
import { WRITTEN } from './inputs/written.ts'
import { KNOWN } from './known.ts'
import { roundOf } from './random/rounds.ts'

const TOGETHER = 40
const entryOf = ({ schema, values }: Piece): Entry => [schema, [...values, ...SOME]]

/** What is asked with odd payloads, too: what a value can be, without much around it. */
const SIMPLE: readonly (Schema | boolean)[] = [
  ...TYPES.map(({ schema }) => schema),
  ...['date', 'time', 'date-time'].map((format) => ({ type: 'string', format })),
  ...[
    {},
    true,
    { const: 'a' },
    { enum: ['a', 5] },
    { type: 'object', properties: { a: { type: 'integer' }, b: {} } },
  ],
  { type: 'object', additionalProperties: true },
  { type: 'array', items: {} },
  { type: 'array', items: { type: 'string' } },
]
const ODD_ENTRIES: readonly Entry[] = [
  ...SIMPLE.map((schema): Entry => [schema, [...ODD]]),
  ...['string', ['string', 'null']].map((type): Entry => [{ type }, [...TEXTS]]),
  ...['number', 'integer', ['number', 'null'], ['integer', 'string']].map(
    (type): Entry => [{ type }, [...NUMBERS]],
  ),
]
const ENTRIES: readonly Entry[] = [...WRITTEN, ...ODD_ENTRIES, ...[...TYPES, ...KEYWORDS].map(entryOf)]
const MET: readonly Entry[] = pairsOf(KEYWORDS).map(entryOf)
const ROUNDED: readonly Options[] = [{ rounding: 'ceil' }, { rounding: 'floor' }, { rounding: 'round' }]

function* questions(step: number): Generator<Question> {
  for (const [at, entry] of ENTRIES.entries())
    for (const [place, one] of PLACES.entries())
      if (place === 0 || (at + place) % step === 0) yield questionOf(one, entry)
  const often = Math.max(1, Math.floor(step / 4))
  for (const [at, entry] of [...MEETING, ...MET].entries())
    if (at % often === 0) yield questionOf(PLACES[0]!, entry)
  for (const [at, { schema, values }] of [...TYPES, ...KEYWORDS].entries())
    for (const [place, hole] of HOLES.entries())
      if ((at + place) % (step * 2) === 0)
        yield {
          schema: { type: 'object', properties: { v: hole.around(schema) } },
          values: [...values, ...SOME].flatMap((value) => hole.values(value).map((v) => ({ v }))),
        }
}

function compareAll(ledger: Ledger, all: Iterable<Question>, options: Options): void {
  let bench = new Bench(SHARED, options)
  let count = 0
  for (const question of all) {
    if (++count % TOGETHER === 0) bench = new Bench(SHARED, options)
    bench.compare(ledger, question)
  }
}

function compareShared(ledger: Ledger, step: number): void {
  for (const [at, entry] of ENTRIES.entries()) {
    const [schema] = entry
    if (typeof schema === 'boolean') continue
    const id = [`one${at}`, `http://example.com/s/${at}.json`][at % 2]!
    const bench = new Bench([...SHARED, { $id: id, ...schema }], {})
    for (const [place, placeOf] of SHARED_PLACES.entries())
      if ((at + place) % Math.min(step, 8) === 0) bench.compare(ledger, questionOf(placeOf(id), entry))
  }
}

async function fixed(ledger: Ledger, step: number): Promise<void> {
  compareAll(ledger, questions(step), {})
  await pause()
  compareShared(ledger, step)
  for (const options of ROUNDED) {
    await pause()
    compareAll(ledger, each(questions(step), 6), options)
  }
}

async function random(ledger: Ledger, seed: number): Promise<void> {
  const options = [{}, {}, {}, ...ROUNDED][seed % 6]!
  compareAll(ledger, roundOf(seed), options)
  await pause()
}

export const FAST_JSON_STRINGIFY: Room = {
  oracle: 'fast-json-stringify',
  ledger: () => new Ledger(KNOWN),
  fixed: (ledger, step) => quiet(() => fixed(ledger, step)),
  gone: (ledger) =>
    quietly(() =>
      ledger.gone((own, { shared = [], schema, values }) =>
        new Bench([...SHARED, ...shared], {}).compare(own, { schema, values }),
      ),
    ),
  random: (ledger, seed) => quiet(() => random(ledger, seed)),
  minimal: (answered) =>
    quiet(async () => smallest(answered, (pair) => differs(answered, pair, new Ledger(KNOWN)))),
}
