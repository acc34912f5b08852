/** The room of ajv: the written inputs at each of their places, random ones, and what differs by decision. */
import { Ledger } from '../compare/ledger.ts'
import { each, pause, quiet, quietly, type Room, smallest } from '../compare/room.ts'
import { type Entry, type Schema, SHARED } from '../inputs/entry.ts'
import { KEYWORDS, type Piece, pairsOf, SOME, TYPES, typed } from '../inputs/pieces.ts'
import { Bench, differs, type Question } from './ask/compare.ts'
import { DEFAULTS, type Options } from './ask/oracle.ts'
import { BODY, questionOf, SHARED_PLACES, TEXT_PLACES } from './ask/places.ts'
import { FILLED } from './inputs/defaults.ts'
import { OBJECTS } from './inputs/objects.ts'
import { SCALARS } from './inputs/scalars.ts'
import { TEXTS } from './inputs/texts.ts'
import { WRONGS } from './inputs/wrong.ts'
import { KNOWN } from './known.ts'
import { roundOf } from './random/rounds.ts'

/** How many schemas one ajv compiles: it keeps all of them. */
const TOGETHER = 40
const OPTIONS: readonly Options[] = [
  { ...DEFAULTS, coerceTypes: true },
  { ...DEFAULTS, coerceTypes: false },
  { ...DEFAULTS, useDefaults: false },
  { ...DEFAULTS, removeAdditional: false },
]

const entryOf = ({ schema, values }: Piece): Entry => [schema, [...values, ...SOME]]
const PIECES: readonly Entry[] = [...TYPES, ...KEYWORDS.map(typed)].map(entryOf)
const ENTRIES: readonly Entry[] = [...SCALARS, ...OBJECTS, ...FILLED, ...PIECES]
/** Two keywords of one schema. */
const MET: readonly Entry[] = pairsOf(KEYWORDS.map(typed)).map(entryOf)

/** Up to this step each input is compared at its first place at least. */
const EACH_INPUT = 24

/** Of the places of each input, `step` is one of; other ones for the next input. */
function* bodyQuestions(step: number): Generator<Question> {
  const first = Math.ceil(step / EACH_INPUT)
  for (const [at, entry] of ENTRIES.entries())
    for (const [place, one] of BODY.entries())
      if ((place === 0 && at % first === 0) || (at + place) % step === 0) yield questionOf(one, entry)
  for (const [at, entry] of WRONGS.entries())
    for (const [place, one] of BODY.entries())
      if ((at + place) % (step * 2) === 0) yield questionOf(one, entry)
  // Most mistakes show where two keywords meet.
  const often = Math.max(1, Math.floor(step / 4))
  for (const [at, entry] of MET.entries()) if (at % often === 0) yield questionOf(BODY[0]!, entry)
}

function* textQuestions(step: number): Generator<Question> {
  const parts = ['querystring', 'params', 'headers'] as const
  const often = Math.min(step, Math.max(3, step / 8))
  for (const [at, entry] of TEXTS.entries())
    for (const [place, one] of TEXT_PLACES.entries())
      if ((at + place) % often === 0) yield questionOf(one, entry, parts[(at + place) % parts.length]!)
}

function* withIds(
  from: number,
  entries: readonly Entry[],
): Generator<[id: string, schema: Schema, entry: Entry]> {
  for (const [at, entry] of entries.entries()) {
    const [schema] = entry
    if (typeof schema === 'boolean') continue
    // An absolute `$id`, a relative one, and a plain word.
    const id = [`one${from + at}`, `http://example.com/s/${from + at}.json`, `/s${from + at}`][at % 3]!
    yield [id, { $id: id, ...schema }, entry]
  }
}

function compareShared(ledger: Ledger, step: number): void {
  for (let from = 0; from < ENTRIES.length; from += TOGETHER) {
    const all = [...withIds(from, ENTRIES.slice(from, from + TOGETHER))]
    const bench = new Bench([...SHARED, ...all.map(([, schema]) => schema)], DEFAULTS)
    for (const [at, [id, , entry]] of all.entries())
      for (const [place, placeOf] of SHARED_PLACES.entries())
        if ((at + place) % Math.min(step, 3 * SHARED_PLACES.length) === 0)
          bench.compare(ledger, questionOf(placeOf(id), entry), 400)
  }
}

function compareAll(ledger: Ledger, questions: Iterable<Question>, options: Options, rarely?: number): void {
  let bench = new Bench(SHARED, options)
  let count = 0
  for (const question of questions) {
    if (++count % TOGETHER === 0) bench = new Bench(SHARED, options)
    bench.compare(ledger, question, rarely)
  }
}

async function fixed(ledger: Ledger, step: number): Promise<void> {
  compareAll(ledger, bodyQuestions(step), DEFAULTS, 40 * step)
  await pause()
  compareAll(ledger, textQuestions(step), DEFAULTS, 40 * step)
  await pause()
  compareShared(ledger, step)
  for (const options of OPTIONS) {
    await pause()
    compareAll(ledger, each(bodyQuestions(step), 24), options, Number.POSITIVE_INFINITY)
    compareAll(ledger, each(textQuestions(step), 5), options, Number.POSITIVE_INFINITY)
  }
  const bench = new Bench(SHARED, DEFAULTS)
  for (const question of each(bodyQuestions(step), 60)) await bench.compareWaiting(ledger, question)
}

async function random(ledger: Ledger, seed: number): Promise<void> {
  for (const { shared, options, questions } of roundOf(seed)) {
    const bench = new Bench(shared, options)
    for (const question of questions) bench.compare(ledger, question, Number.POSITIVE_INFINITY)
    await pause()
  }
}

export const AJV: Room = {
  oracle: 'ajv',
  ledger: () => new Ledger(KNOWN),
  fixed: (ledger, step) => quiet(() => fixed(ledger, step)),
  gone: (ledger) =>
    quietly(() =>
      ledger.gone((own, { shared = [], schema, values }) =>
        new Bench([...SHARED, ...shared], DEFAULTS).compare(own, { part: 'body', schema, values }),
      ),
    ),
  random: (ledger, seed) => quiet(() => random(ledger, seed)),
  minimal: (answered) =>
    quiet(async () => smallest(answered, (pair) => differs(answered, pair, new Ledger(KNOWN)))),
}
