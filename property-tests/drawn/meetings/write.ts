/**
 * `node dist/property-tests/drawn/meetings/write.js`: pairs of pieces of schemas, which Fastify 4.17.0 and touchstone are asked about. Writes
 * `meetings.json` of two areas of the cases. Where both differ nothing is written, and the difference is shown.
 */
import { fileURLToPath } from 'node:url'
import type { Json } from '../../../spec/case.ts'
import { formatJson } from '../../../spec/format.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { alikeOf, distinct, wholeOf } from '../both.ts'
import { type Schema, SHARED } from '../schemas.ts'
import { HOLES, KEYWORDS, type Piece, SOME, TYPES, typed } from './fragments.ts'

const CASES = fileURLToPath(new URL('../../../../spec/cases/', import.meta.url))

type Where = 'body' | 'response'

/** How many schemas an application has; neighbours are alike, so that what is kept for one must not be taken for the next. */
const TOGETHER = 10
/** How many values of a schema are accepted, and how many are refused. */
const RIGHT = 4
const WRONG = 1

function merged(one: Piece, other: Piece): Piece | null {
  const shared = Object.keys(one.schema).filter((keyword) => keyword in other.schema)
  if (shared.some((keyword) => keyword !== 'type' || one.schema.type !== other.schema.type)) return null
  return { schema: { ...one.schema, ...other.schema }, values: [...one.values, ...other.values] }
}

/** Each type with each keyword, and every second pair of keywords. */
function pairsOf(keywords: readonly Piece[]): Piece[] {
  const some = keywords.flatMap((one, at) =>
    keywords
      .slice(at + 1)
      .filter((_, more) => more % 2 === 0)
      .map((other) => [one, other] as const),
  )
  const types = TYPES.flatMap((one) => keywords.map((other) => [one, other] as const))
  return [...types, ...some].flatMap(([one, other]): Piece[] => {
    const both = merged(one, other)
    return both === null ? [] : [both]
  })
}

const placed = (pieces: readonly Piece[]): Piece[] =>
  HOLES.flatMap((hole) =>
    pieces.map(
      ({ schema, values }): Piece => ({
        schema: hole.around(schema),
        values: [...values, ...SOME].flatMap(hole.values),
      }),
    ),
  )

/** Two holes, with the leaf at which most paths part. */
const DEEP = placed(
  HOLES.map(
    (hole): Piece => ({
      schema: hole.around({ type: 'integer', minimum: 2 }),
      values: [5, '5', 'x', 1, null].flatMap(hole.values),
    }),
  ),
)
/** A body is asked about pieces that ajv compiles without a warning. */
const piecesOf = (where: Where): Piece[] => {
  const keywords = where === 'body' ? KEYWORDS.map(typed) : KEYWORDS
  return [...pairsOf(keywords), ...placed([...TYPES, ...keywords]), ...DEEP]
}

interface Asked {
  readonly schema: Schema
  readonly right: readonly [value: Json, became: Json][]
  readonly wrong: readonly [value: Json, message: string][]
}

/** Of the values of which both say the same, those that become what no other became. */
async function askedOf(where: Where, { schema, values }: Piece): Promise<Asked | null> {
  const pairs = await alikeOf(where, schema, distinct([...values, ...SOME].map((v) => ({ v }))))
  const first = new Map(pairs.toReversed().map((pair) => [JSON.stringify(pair.outcome), pair]))
  const kept = pairs.filter((pair) => first.get(JSON.stringify(pair.outcome)) === pair)
  const right = kept.flatMap(({ value, outcome }): [Json, Json][] =>
    'right' in outcome ? [[value, outcome.right]] : [],
  )
  const wrong = kept.flatMap(({ value, outcome }): [Json, string][] =>
    'wrong' in outcome ? [[value, outcome.wrong]] : [],
  )
  return right.length === 0 ? null : { schema, right: spread(right, RIGHT), wrong: spread(wrong, WRONG) }
}

/** As many as `count` of a list, at equal distances; the last one again where there are not so many. */
function spread<Item>(list: readonly Item[], count: number): Item[] {
  if (list.length === 0) return []
  const step = Math.max(1, list.length / count)
  return Array.from({ length: count }, (_, at) => list[Math.min(Math.floor(at * step), list.length - 1)]!)
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** The columns of a schema, by its number in the application. */
function columnsOf(at: number, kind: Kind): string[] {
  const some = (name: string, count: number) =>
    numbers(count).flatMap((more) => [
      `${name}${at}${'abcd'[more]}`,
      `${name.toUpperCase()}${at}${'abcd'[more]}`,
    ])
  return [`s${at}`, ...some('r', RIGHT), ...(kind === 'both' ? some('w', WRONG) : [])]
}

const cellsOf = ({ schema, right, wrong }: Asked): Json[] => [
  schema as Json,
  ...right.flat(),
  ...wrong.flat(),
]

type Kind = 'both' | 'right'

/** The order of the requests of each schema, one schema after the other: an accepted value before, between and after refusals. */
const ORDER = { both: ['ra', 'wa', 'rb', 'rc', 'rd'], right: ['ra', 'rb', 'rc', 'rd'] }

function caseOf(where: Where, kind: Kind, prose: string, rules: string[]): Json {
  return {
    id: `meetings-${where}-${kind}`,
    rules,
    source: 'interface',
    transports: ['inject'],
    prose,
    matrix: { of: kind },
    app: {
      do: [
        { addSchemas: SHARED as Json },
        ...numbers(TOGETHER).map((at): Json => {
          const schema = wholeOf({ $m: `of.s${at}` }) as Json
          return {
            post: `/${at}`,
            schema: where === 'body' ? { body: schema } : { response: { 200: schema } },
            do: [{ send: { $get: 'request.body' } }],
          }
        }),
      ],
    },
    exchanges: ORDER[kind].flatMap((one, turn) =>
      numbers(TOGETHER).map((at): Json => {
        const [name, which] = one as unknown as [string, string]
        const became: Json = { $m: `of.${name.toUpperCase()}${at}${which}` }
        const right: Json = where === 'response' ? { text: became } : { json: became }
        const wrong: Json = where === 'response' ? {} : { json: { $subset: { message: became } } }
        return {
          id: `${one}${turn}-${at}`,
          polarity: name === 'r' ? 'positive' : 'negative',
          send: { method: 'POST', url: `/${at}`, json: { $m: `of.${name}${at}${which}` } },
          expect:
            name === 'r'
              ? { status: 200, ...(right as object) }
              : { status: where === 'body' ? 400 : 500, ...(wrong as object) },
        }
      }),
    ),
  }
}

function fileOf(where: Where, group: string, prose: string, rules: string[], asked: readonly Asked[]): Json {
  const lists = {
    both: asked.filter(({ wrong }) => wrong.length > 0),
    right: asked.filter(({ wrong }) => wrong.length === 0),
  }
  const kinds = (['both', 'right'] as const).filter((kind) => lists[kind].length > 0)
  const rowsOf = (list: readonly Asked[]): Json[] =>
    numbers(Math.ceil(list.length / TOGETHER)).map(
      (row): Json => [
        `n${row}`,
        ...numbers(TOGETHER).flatMap((at) => cellsOf(list[Math.min(row * TOGETHER + at, list.length - 1)]!)),
      ],
    )
  return {
    format: 1,
    group,
    tables: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          columns: ['id', ...numbers(TOGETHER).flatMap((at) => columnsOf(at, kind))],
          rows: rowsOf(lists[kind]),
        },
      ]),
    ),
    cases: kinds.map((kind) => caseOf(where, kind, prose, rules)),
  }
}

const SHEETS = [
  {
    where: 'body',
    file: 'validation/meetings.json',
    group: 'Pieces of schemas that meet',
    prose: 'What becomes of values under two pieces of a schema, beside nine schemas that are alike.',
    rules: ['VAL-5', 'IF-VAL-9'],
  },
  {
    where: 'response',
    file: 'serialization/meetings.json',
    group: 'Pieces of response schemas that meet',
    prose: 'What two pieces of a response schema write of payloads, beside nine schemas that are alike.',
    rules: ['SER-1', 'STATE-WRITE'],
  },
] as const

for (const { where, file, group, prose, rules } of SHEETS) {
  const asked: Asked[] = []
  const pieces = piecesOf(where)
  for (const piece of pieces) {
    const one = await askedOf(where, piece)
    if (one !== null) asked.push(one)
  }
  process.stdout.write(`${file}: ${asked.length} of ${pieces.length} schemas\n`)
  writeFile(`${CASES}${file}`, formatJson(fileOf(where, group, prose, [...rules], asked)))
}
process.exit() // applications that 4.x cannot close hold the process
