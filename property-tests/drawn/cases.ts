/** The files of cases: a table of schemas and values for each part, and the cases that go through it. */
import type { Json } from '../../spec/case.ts'
import { appFor, type Outcome, sendFor, type Where } from './ask.ts'
import type { Schema } from './schemas.ts'

interface Pair {
  readonly value: Json
  readonly outcome: Outcome
}

export interface Drawn {
  readonly schema: Schema
  readonly right: readonly Pair[]
  readonly wrong: readonly Pair[]
}

type Name = 'a' | 'b' | 'c' | 'd'

/** The tables: which values a row has, of those that are accepted and of those that are refused, and the orders in which they are sent. */
interface Form {
  readonly table: string
  readonly where: Where
  readonly right: readonly Name[]
  readonly wrong: readonly Name[]
  readonly orders: readonly (readonly [id: string, order: string])[]
  /** how many rows, the first ones */
  readonly most?: number
}

const PARTS = ['body', 'querystring', 'headers', 'params'] as const
const FORMS: { readonly [area: string]: readonly Form[] } = {
  validation: PARTS.map((where) => ({
    table: where,
    where,
    right: ['a', 'b'],
    wrong: ['c', 'd'],
    orders: [
      [where, 'abcdabc'],
      [`${where}-refused-first`, 'dcadb'],
    ],
  })),
  serialization: [
    {
      table: 'written',
      where: 'response',
      right: ['a', 'b', 'c'],
      wrong: [],
      orders: [['response', 'abcab']],
    },
    {
      table: 'refused',
      where: 'response',
      right: ['a'],
      wrong: ['d'],
      orders: [['response-refused', 'dada']],
      most: 15,
    },
  ],
}

/** Whether a row has a value of each kind that its table asks for. */
const fits =
  ({ right, wrong }: Form) =>
  (row: Drawn): boolean =>
    row.right.length > 0 && (wrong.length > 0 ? row.wrong.length > 0 : right.length > 1)

export function caseFile(
  area: 'validation' | 'serialization',
  drawn: Partial<Record<Where, readonly Drawn[]>>,
): Json {
  const forms = FORMS[area]!
  return {
    format: 1,
    group: area === 'validation' ? 'Drawn schemas of requests' : 'Drawn schemas of responses',
    tables: Object.fromEntries(forms.map((form) => [form.table, tableOf(form, drawn[form.where] ?? [])])),
    cases: forms.flatMap((form) => form.orders.map(([id, order]) => caseOf(form, id, order))),
  }
}

function tableOf(form: Form, rows: readonly Drawn[]): Json {
  const names = [...form.right, ...form.wrong]
  return {
    columns: ['id', 'schema', ...names.flatMap((name) => [name, name.toUpperCase()])],
    rows: rows
      .filter(fits(form))
      .slice(0, form.most)
      .map(({ schema, right, wrong }, at) => [
        `n${at}`,
        schema as Json,
        ...form.right.flatMap((_, one) => cellsOf(right[one] ?? right[0]!)),
        ...form.wrong.flatMap((_, one) => cellsOf(wrong[one] ?? wrong[0]!)),
      ]),
  }
}

function cellsOf({ value, outcome }: Pair): Json[] {
  return [value, 'right' in outcome ? outcome.right : outcome.wrong]
}

function caseOf({ table, where, wrong }: Form, id: string, order: string): Json {
  const isResponse = where === 'response'
  const part = where === 'querystring' ? 'query' : where
  return {
    id: `drawn-${id}`,
    rules: isResponse ? ['SER-1', 'STATE-WRITE'] : ['VAL-5', 'IF-VAL-9'],
    source: 'interface',
    prose: isResponse
      ? `What a drawn response schema writes ${wrong.length > 0 ? 'and refuses' : 'of three payloads'}, the first time and later.`
      : `What becomes of values of the ${part} under a drawn schema, ${order[0] === 'a' ? 'the first time and later' : 'where the first one is refused'}.`,
    matrix: { of: table },
    app: appFor(where, { $m: 'of.schema' }) as unknown as Json,
    exchanges: [...order].map((name, at) => exchangeOf(where, name, wrong.includes(name as Name), at)),
  }
}

function exchangeOf(where: Where, name: string, isWrong: boolean, at: number): Json {
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
