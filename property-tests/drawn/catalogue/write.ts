/**
 * `node dist/property-tests/drawn/catalogue/write.js`: asks Fastify 4.17.0 and touchstone about the schemas of the catalogue, and writes
 * `catalogue.json` of two areas of the cases. Where both differ nothing is written, and the difference is shown.
 */
import { fileURLToPath } from 'node:url'
import type { Json } from '../../../spec/case.ts'
import { formatJson } from '../../../spec/format.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { appFor, sendable, sendFor, type Where } from '../ask.ts'
import { alikeOf, distinct, type Pair, wholeOf } from '../both.ts'
import type { Schema } from '../schemas.ts'
import { OBJECTS } from './objects.ts'
import { TEXTS } from './texts.ts'
import { type Entry, SCALARS } from './values.ts'
import { WRITTEN } from './written.ts'

const CASES = fileURLToPath(new URL('../../../../spec/cases/', import.meta.url))

interface Row {
  readonly schema: Schema
  readonly right: readonly Pair[]
  readonly wrong: readonly Pair[]
}

const pairsOf = (where: Where, [schema, given]: Entry): Promise<Pair[]> =>
  alikeOf(where, schema, distinct(given.map((value) => sendable(where, { v: value }))))

const isRight = ({ outcome }: Pair): boolean => 'right' in outcome
const isWrong = ({ outcome }: Pair): boolean => 'wrong' in outcome

/** In rows of some values that are accepted and some that are refused. */
async function rowsOf(where: Where, entry: Entry): Promise<Row[]> {
  const alike = await pairsOf(where, entry)
  return packed(wholeOf(entry[0]), alike.filter(isRight), alike.filter(isWrong))
}

/** In a list, of which the writer generates code: all payloads that are written in one answer, and each of the others alone. */
async function busyRowsOf(where: Where, [schema, given]: Entry): Promise<Row[]> {
  const items = { type: 'array', items: schema }
  const alone = await pairsOf(where, [items, given.map((value) => [value])])
  const written = alone.filter(isRight).flatMap(({ value }) => (value as { v: Json[] }).v)
  const all = await pairsOf(where, [items, [written, []]])
  const right = all.filter(isRight)
  return right.length === 0
    ? []
    : packed(wholeOf(items), right, alone.filter(isWrong).slice(0, MOST)).slice(0, 1)
}

/** How many values of a row are accepted, and how many are refused. */
const MOST = 4

function packed(schema: Schema, right: readonly Pair[], wrong: readonly Pair[]): Row[] {
  const count = Math.ceil(Math.max(right.length, wrong.length) / MOST)
  const some = (list: readonly Pair[], at: number): Pair[] =>
    list.length === 0
      ? []
      : Array.from({ length: MOST }, (_, more) => list[Math.min(MOST * at + more, list.length - 1)]!)
  return Array.from({ length: count }, (_, at) => ({
    schema,
    right: some(right, at),
    wrong: some(wrong, at),
  }))
}

const KINDS = ['both', 'right', 'wrong'] as const
const kindOf = ({ right, wrong }: Row): (typeof KINDS)[number] =>
  wrong.length === 0 ? 'right' : right.length === 0 ? 'wrong' : 'both'

/** The order of the requests: each value, and the first one again after a refusal. */
const ORDER = { both: 'awbxcydza', right: 'abcda', wrong: 'wxyz' }

function cellsOf(row: Row): Json[] {
  return [...row.right, ...row.wrong].flatMap(({ value, outcome }) => [
    value,
    'right' in outcome ? outcome.right : outcome.wrong,
  ])
}

const NAMES = { both: 'abcdwxyz', right: 'abcd', wrong: 'wxyz' }

interface Sheet {
  readonly file: string
  readonly name: string
  readonly where: Where
  readonly group: string
  readonly prose: string
  readonly rules: string[]
  readonly entries: readonly Entry[]
  /** the first answer is written so often that code is generated */
  readonly often?: number
}

function caseFile({ name, where, group, prose, rules, often }: Sheet, rows: readonly Row[]): Json {
  const kinds = KINDS.filter((kind) => rows.some((row) => kindOf(row) === kind))
  return {
    format: 1,
    group,
    tables: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          columns: ['id', 'schema', ...[...NAMES[kind]].flatMap((one) => [one, one.toUpperCase()])],
          rows: rows
            .filter((row) => kindOf(row) === kind)
            .map((row, at): Json => [`n${at}`, row.schema as Json, ...cellsOf(row)]),
        },
      ]),
    ),
    cases: kinds.map((kind) => ({
      id: `catalogue-${name}-${kind}`,
      rules,
      source: 'interface',
      transports: ['inject'], // that sockets carry the same is shown by the drawn schemas
      prose,
      matrix: { of: kind },
      app: appFor(where, { $m: 'of.schema' }) as unknown as Json,
      exchanges: [...ORDER[kind]].map((one, at) => exchangeOf(where, one, at, at === 0 ? often : undefined)),
    })),
  }
}

function exchangeOf(where: Where, name: string, at: number, often?: number): Json {
  const isRefused = NAMES.wrong.includes(name)
  const became: Json = { $m: `of.${name.toUpperCase()}` }
  const right: Json = where === 'response' ? { status: 200, text: became } : { status: 200, json: became }
  const wrong: Json =
    where === 'response' ? { status: 500 } : { status: 400, json: { $subset: { message: became } } }
  return {
    id: `${name}${at}`,
    polarity: isRefused ? 'negative' : 'positive',
    ...(often !== undefined && { repeat: often }),
    send: sendFor(where, { $m: `of.${name}` }),
    expect: isRefused ? wrong : right,
  }
}

/** More answers than are written before code is generated. */
const OFTEN = 210

const SHEETS: readonly Sheet[] = [
  {
    file: 'validation/catalogue.json',
    name: 'body',
    where: 'body',
    group: 'The catalogue of keywords',
    prose: 'What becomes of values at the limits of each keyword.',
    rules: ['VAL-5', 'IF-VAL-9'],
    entries: [...SCALARS, ...OBJECTS],
  },
  {
    file: 'validation/catalogue-query.json',
    name: 'query',
    where: 'querystring',
    group: 'The catalogue of texts',
    prose: 'What becomes of texts of the query under each keyword.',
    rules: ['VAL-4', 'VAL-5'],
    entries: TEXTS,
  },
  {
    file: 'serialization/catalogue.json',
    name: 'response',
    where: 'response',
    group: 'The catalogue of response schemas',
    prose: 'What a response schema of the catalogue writes of payloads, and which it refuses.',
    rules: ['SER-1', 'STATE-WRITE'],
    entries: WRITTEN,
  },
  {
    file: 'serialization/catalogue-busy.json',
    name: 'busy',
    where: 'response',
    group: 'The catalogue of response schemas, often',
    prose:
      'What a schema of the catalogue writes once it has written a list of all payloads hundreds of times.',
    rules: ['SER-1', 'STATE-WRITE'],
    entries: WRITTEN,
    often: OFTEN,
  },
]

for (const sheet of SHEETS) {
  const rows: Row[] = []
  const of = sheet.often === undefined ? rowsOf : busyRowsOf
  for (const entry of sheet.entries) rows.push(...(await of(sheet.where, entry)))
  process.stdout.write(`${sheet.file}: ${rows.length} rows of ${sheet.entries.length} schemas\n`)
  writeFile(`${CASES}${sheet.file}`, formatJson(caseFile(sheet, rows)))
}
process.exit() // applications that 4.x cannot close hold the process
