/**
 * `node dist/property-tests/drawn/catalogue/write.js`: asks Fastify 4.17.0 and touchstone about the schemas of the catalogue, and writes
 * `catalogue.json` of two areas of the cases. Where both differ nothing is written, and the difference is shown.
 */
import { fileURLToPath } from 'node:url'
import { loadBuiltIn } from '../../../conformance/adapters/registry.ts'
import { attribute } from '../../../conformance/contract/faults.ts'
import type { Json } from '../../../spec/case.ts'
import { formatJson } from '../../../spec/format.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { Coverage } from '../../property/coverage.ts'
import type { World } from '../../property/property.ts'
import { appFor, ask, type Outcome, sendFor, type Where } from '../ask.ts'
import type { Schema } from '../schemas.ts'
import { OBJECTS } from './objects.ts'
import { type Entry, SCALARS } from './values.ts'
import { WRITTEN } from './written.ts'

const CASES = fileURLToPath(new URL('../../../../spec/cases/', import.meta.url))

process.on('uncaughtException', attribute)
process.on('unhandledRejection', attribute)
const reference = await loadBuiltIn('fastify-4.17')
const own = await loadBuiltIn('touchstone')
const world: World = { subject: own, requests: 0, coverage: new Coverage() }

interface Pair {
  readonly value: Json
  readonly outcome: Outcome
}
interface Row {
  readonly schema: Schema
  readonly right: readonly Pair[]
  readonly wrong: readonly Pair[]
}

/** What both say of the values of an entry, in rows of some that are accepted and some that are refused. */
async function rowsOf(where: Where, [schema, given]: Entry): Promise<Row[]> {
  const whole = { type: 'object', properties: { v: schema } }
  const texts = [...new Set(given.map((value) => JSON.stringify({ v: value })))]
  const values = texts.map((text) => JSON.parse(text) as Json)
  const [theirs, ours] = [
    await ask(reference, world, where, { schema: whole, values }),
    await ask(own, world, where, { schema: whole, values }),
  ]
  if (theirs === null || ours === null) {
    const who =
      theirs === null && ours === null ? 'nobody' : ours === null ? 'only 4.17.0' : 'only touchstone'
    process.stdout.write(`${where} ${JSON.stringify(schema)}: ${who} takes it\n`)
    return []
  }
  const alike = values.flatMap((value, at): Pair[] => {
    const outcome = theirs[at]!
    if (JSON.stringify(outcome) === JSON.stringify(ours[at])) return [{ value, outcome }]
    process.stdout.write(`${where} ${JSON.stringify({ schema, value, theirs: outcome, ours: ours[at] })}\n`)
    return []
  })
  return packed(
    whole,
    alike.filter(({ outcome }) => 'right' in outcome),
    alike.filter(({ outcome }) => 'wrong' in outcome),
  )
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

function caseFile(where: Where, group: string, rules: string[], rows: readonly Row[]): Json {
  const kinds = KINDS.filter((kind) => rows.some((row) => kindOf(row) === kind))
  return {
    format: 1,
    group,
    tables: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          columns: ['id', 'schema', ...[...NAMES[kind]].flatMap((name) => [name, name.toUpperCase()])],
          rows: rows
            .filter((row) => kindOf(row) === kind)
            .map((row, at): Json => [`n${at}`, row.schema as Json, ...cellsOf(row)]),
        },
      ]),
    ),
    cases: kinds.map((kind) => ({
      id: `catalogue-${where}-${kind}`,
      rules,
      source: 'interface',
      transports: ['inject'], // that sockets carry the same is shown by the drawn schemas
      prose:
        where === 'response'
          ? 'What a response schema of the catalogue writes of payloads, and which it refuses.'
          : 'What becomes of values at the limits of each keyword.',
      matrix: { of: kind },
      app: appFor(where, { $m: 'of.schema' }) as unknown as Json,
      exchanges: [...ORDER[kind]].map((name, at) => exchangeOf(where, name, at)),
    })),
  }
}

function exchangeOf(where: Where, name: string, at: number): Json {
  const isWrong = NAMES.wrong.includes(name)
  const became: Json = { $m: `of.${name.toUpperCase()}` }
  const right: Json = where === 'response' ? { status: 200, text: became } : { status: 200, json: became }
  const wrong: Json =
    where === 'response' ? { status: 500 } : { status: 400, json: { $subset: { message: became } } }
  return {
    id: `${name}${at}`,
    polarity: isWrong ? 'negative' : 'positive',
    send: sendFor(where, { $m: `of.${name}` }),
    expect: isWrong ? wrong : right,
  }
}

async function write(
  file: string,
  where: Where,
  group: string,
  rules: string[],
  entries: readonly Entry[],
): Promise<void> {
  const rows: Row[] = []
  for (const entry of entries) rows.push(...(await rowsOf(where, entry)))
  process.stdout.write(`${file}: ${rows.length} rows of ${entries.length} schemas\n`)
  writeFile(`${CASES}${file}`, formatJson(caseFile(where, group, rules, rows)))
}

await write(
  'validation/catalogue.json',
  'body',
  'The catalogue of keywords',
  ['VAL-5', 'IF-VAL-9'],
  [...SCALARS, ...OBJECTS],
)
await write(
  'serialization/catalogue.json',
  'response',
  'The catalogue of response schemas',
  ['SER-1', 'STATE-WRITE'],
  WRITTEN,
)
process.exit() // applications that 4.x cannot close hold the process
