/** The files of cases: a table of schemas and values for each part, and the cases that go through it. */
import type { Json } from '../../spec/case.ts'
import { appFor, type Outcome, sendFor, TELLING, type Where } from './ask.ts'
import type { Schema } from './schemas.ts'

interface Pair {
  readonly value: Json
  readonly outcome: Outcome
}

export interface Drawn {
  readonly schema: Schema
  /** what is logged where code must not be generated */
  readonly told: readonly string[]
  readonly right: readonly Pair[]
  readonly wrong: readonly Pair[]
}

type Name = 'a' | 'b' | 'c' | 'd'

/**
 * A table: which values its rows have, of those that are accepted and of those that are refused, and the order in which they are sent; a
 * capital letter: often, until code is generated.
 */
interface Form {
  readonly table: string
  readonly where: Where
  readonly right: readonly Name[]
  readonly wrong: readonly Name[]
  readonly id: string
  readonly order: string
  /** how many rows, the first ones */
  readonly most?: number
  readonly transports?: readonly string[]
}

const PARTS = ['body', 'querystring', 'headers', 'params'] as const
const FORMS: { readonly [area: string]: readonly Form[] } = {
  validation: PARTS.map((where) => ({
    table: where,
    where,
    right: ['a', 'b'],
    wrong: ['c', 'd'],
    id: where,
    order: 'abcdabc',
  })),
  serialization: [
    {
      table: 'written',
      where: 'response',
      right: ['a', 'b', 'c'],
      wrong: [],
      id: 'response',
      order: 'abcab',
    },
    {
      table: 'busy',
      where: 'response',
      right: ['a', 'b', 'c'],
      wrong: [],
      id: 'response-busy',
      order: 'abAbca',
      most: 25,
      transports: ['inject'],
    },
    {
      table: 'refused',
      where: 'response',
      right: ['a'],
      wrong: ['d'],
      id: 'response-refused',
      order: 'dada',
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
    cases: [...forms.map(caseOf), ...forms.filter(({ table }) => !LATER.has(table)).map(toldCaseOf)],
  }
}

function tableOf(form: Form, rows: readonly Drawn[]): Json {
  const names = [...form.right, ...form.wrong]
  return {
    columns: ['id', 'schema', 'told', ...names.flatMap((name) => [name, name.toUpperCase()])],
    rows: rows
      .filter(fits(form))
      .slice(0, form.most)
      .map(({ schema, told, right, wrong }, at) => [
        `${told.length > 0 ? 'library' : 'n'}${at}`,
        schema as Json,
        told.map((line) => ({ $subset: { msg: { $contains: line.replace(TOLD, '') } } })),
        ...form.right.flatMap((_, one) => cellsOf(right[one] ?? right[0]!)),
        ...form.wrong.flatMap((_, one) => cellsOf(wrong[one] ?? wrong[0]!)),
      ]),
  }
}

/** Tables whose rows are in another one too. */
const LATER = new Set(['busy', 'refused'])

/** The beginning of every line that is told. */
const TOLD = /^codeGeneration is false, and \S+ generates code for the .+? schema of \S+ because of /

/** The same rows where code must not be generated: what is told at boot, and the same answers. */
function toldCaseOf(form: Form): Json {
  const isResponse = form.where === 'response'
  const { exchanges } = caseOf({ ...form, order: form.wrong.length > 0 ? 'acbd' : 'abc' }) as {
    exchanges: Json[]
  }
  return {
    id: `drawn-told-${form.id}`,
    rules: ['SEC-15-code'],
    source: 'touchstone',
    prose: `Which drawn schemas of the ${isResponse ? 'response' : form.where} need a library is told, and the answers are the same.`,
    matrix: { of: form.table },
    app: appFor(form.where, { $m: 'of.schema' }, TELLING) as unknown as Json,
    exchanges: [
      { id: 'told', polarity: 'positive', operation: 'boot', expect: { log: { $m: 'of.told' } } },
      ...exchanges,
    ],
  }
}

function cellsOf({ value, outcome }: Pair): Json[] {
  return [value, 'right' in outcome ? outcome.right : outcome.wrong]
}

function caseOf({ table, where, wrong, id, order, transports }: Form): Json {
  const isResponse = where === 'response'
  const part = where === 'querystring' ? 'query' : where
  return {
    id: `drawn-${id}`,
    rules: isResponse ? ['SER-1', 'STATE-WRITE'] : ['VAL-5', 'IF-VAL-9'],
    source: 'interface',
    ...(transports && { transports: [...transports] }),
    prose: isResponse
      ? `What a drawn response schema writes ${wrong.length > 0 ? 'and refuses' : `of three payloads${order.includes('A') ? ', and once it has written hundreds' : ''}`}, the first time and later.`
      : `What becomes of values of the ${part} under a drawn schema, the first time and later.`,
    matrix: { of: table },
    app: appFor(where, { $m: 'of.schema' }) as unknown as Json,
    exchanges: [...order].map((name, at) => exchangeOf(where, name, wrong.includes(name as Name), at)),
  }
}

/** More answers than are written before code is generated. */
const OFTEN = 210

function exchangeOf(where: Where, letter: string, isWrong: boolean, at: number): Json {
  const name = letter.toLowerCase()
  const became: Json = { $m: `of.${name.toUpperCase()}` }
  const right: Json = where === 'response' ? { status: 200, text: became } : { status: 200, json: became }
  const wrong: Json =
    where === 'response' ? { status: 500 } : { status: 400, json: { $subset: { message: became } } }
  return {
    id: `${name}${at}`,
    polarity: isWrong ? 'negative' : 'positive',
    ...(letter === name ? {} : { repeat: OFTEN }),
    send: sendFor(where, { $m: `of.${name}` }),
    expect: isWrong ? wrong : right,
  }
}
