// The query language of the explorer: `fastify-5:fail touchstone:pass rule:REF-* -area:codes (level:MUST OR "in quotes")`.

import { QueryError, type Token, tokensOf } from './tokens.ts'

export type Query =
  | { kind: 'and' | 'or'; parts: Query[] }
  | { kind: 'not'; part: Query }
  | { kind: 'text'; text: string }
  | { kind: 'field'; field: string; values: string[] }
  | { kind: 'state'; column: number; values: string[] }

/** What a query can speak of. */
export interface Vocabulary {
  columns: string[]
  /** The values of the fields that have a fixed set of them. */
  values: Record<string, string[]>
}

/** Each field with what it looks at. */
export const FIELDS: Record<string, string> = {
  rule: 'the id of a rule',
  area: 'the area of a rule',
  level: 'MUST or SHOULD',
  source: 'the authority of a case: mission, interface or touchstone',
  section: 'the section of the document that a rule stands in',
  case: 'the id of a case',
  exchange: 'the id of an exchange',
  polarity: 'positive or negative',
  tag: 'a tag of a case',
  ruling: 'the ruling that a case follows',
  file: 'the file of a case',
  transport: 'what carried the request',
  any: 'the state on at least one implementation',
  every: 'the state on all implementations that ran it',
}

/** Values that stand for several states, and the states themselves. */
export const STATE_VALUES: Record<string, string> = {
  pass: 'passes',
  wording: 'behaves as expected, and words a text otherwise',
  fail: 'does not pass, known or not',
  known: 'a known difference',
  unexpected: 'not as expected',
  mismatch: 'another answer than expected',
  'unexpected-pass': 'listed as a known difference, and passes',
  split: 'the transports do not agree',
  error: 'the application could not be built, or did not respond',
  crash: 'the process died',
  timeout: 'no answer in time',
  protocol: 'the adapter broke the protocol',
  skip: 'not tried',
  pending: 'not run yet',
  absent: 'not run on this transport',
}

/** Values of these may hold a comma. */
const WHOLE = new Set(['case', 'section', 'file', 'tag'])
/** Their values are one of a set; a wrong one is a mistake, unless it is a pattern. */
const CLOSED = ['level', 'source', 'transport', 'polarity', 'area']

/** Null for an empty query; throws a QueryError. */
export function parseQuery(text: string, vocabulary: Vocabulary): Query | null {
  const tokens = tokensOf(text, vocabulary.columns)
  if (tokens.length === 0) return null
  const parser = new Parser(tokens, text.length, vocabulary)
  return parser.parse()
}

class Parser {
  readonly #tokens: Token[]
  readonly #end: number
  readonly #vocabulary: Vocabulary
  #at = 0

  constructor(tokens: Token[], end: number, vocabulary: Vocabulary) {
    this.#tokens = tokens
    this.#end = end
    this.#vocabulary = vocabulary
  }

  parse(): Query {
    const query = this.#or()
    const left = this.#tokens[this.#at]
    if (left)
      throw new QueryError(
        'This ) closes nothing.',
        left.from,
        left.to,
        'Take it away, or open a ( before it.',
      )
    return query
  }

  #or(): Query {
    const parts = [this.#and()]
    while (this.#take('or')) parts.push(this.#and())
    return parts.length === 1 ? (parts[0] as Query) : { kind: 'or', parts }
  }

  #and(): Query {
    const parts = [this.#not()]
    for (;;) {
      const next = this.#tokens[this.#at]
      if (!next || next.kind === 'or' || next.kind === 'close') break
      this.#take('and')
      parts.push(this.#not())
    }
    return parts.length === 1 ? (parts[0] as Query) : { kind: 'and', parts }
  }

  #not(): Query {
    return this.#take('not') ? { kind: 'not', part: this.#not() } : this.#term()
  }

  #take(kind: Token['kind']): Token | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== kind) return undefined
    this.#at++
    return token
  }

  #term(): Query {
    const token = this.#tokens[this.#at++]
    const before = this.#tokens[this.#at - 2]
    if (!token || token.kind === 'close' || token.kind === 'or' || token.kind === 'and')
      throw missing(token, before, this.#end)
    if (token.kind === 'open') return this.#group(token)
    if (token.kind === 'text') return { kind: 'text', text: token.value.toLowerCase() }
    return fieldOf(token, this.#vocabulary)
  }

  #group(open: Token): Query {
    const query = this.#or()
    if (this.#take('close')) return query
    throw new QueryError('This ( is not closed.', open.from, open.to, 'Add a ) where the group ends.')
  }
}

function missing(token: Token | undefined, before: Token | undefined, end: number): QueryError {
  const hint = 'Write a word, "words in quotes" or field:value there.'
  if (!before && token) return new QueryError('Something is missing before this.', token.from, token.to, hint)
  const from = before?.from ?? 0
  const name = { or: 'OR', and: 'AND', not: 'the -', open: 'the (' }[before?.kind as 'or'] ?? 'this'
  return new QueryError(`Something is missing after ${name}.`, from, token?.to ?? end, hint)
}

function fieldOf(token: Token, vocabulary: Vocabulary): Query {
  const { field = '', value, from, to, valueFrom } = token
  const name = field.toLowerCase()
  const column = vocabulary.columns.findIndex((one) => one.toLowerCase() === name)
  const isField = Object.hasOwn(FIELDS, name)
  if (column < 0 && !isField) throw unknownField(field, from, vocabulary)
  if (value === '')
    throw new QueryError(`The value after "${field}:" is missing.`, from, to, exampleOf(name, vocabulary))
  const values = (WHOLE.has(name) ? [value] : value.split(',').filter(Boolean)).map((one) =>
    one.toLowerCase(),
  )
  const states = column >= 0 || name === 'any' || name === 'every'
  const allowed = states ? Object.keys(STATE_VALUES) : closedValues(name, vocabulary)
  for (const one of values) checkValue(states ? one.replace(/^=/, '') : one, allowed, field, valueFrom, to)
  if (column >= 0) return { kind: 'state', column, values }
  return { kind: 'field', field: name, values }
}

function closedValues(name: string, vocabulary: Vocabulary): string[] | null {
  return CLOSED.includes(name) ? (vocabulary.values[name] ?? []) : null
}

function checkValue(value: string, allowed: string[] | null, field: string, from: number, to: number): void {
  if (!allowed || value.includes('*') || allowed.some((one) => one.toLowerCase() === value)) return
  const near = nearest(value, allowed)
  const which = near === undefined ? '' : ` Did you mean ${near}?`
  throw new QueryError(
    `"${value}" is not a value of ${field}.${which}`,
    from,
    to,
    `There are ${allowed.join(', ')}.`,
  )
}

function unknownField(field: string, from: number, vocabulary: Vocabulary): QueryError {
  const names = [...vocabulary.columns, ...Object.keys(FIELDS)]
  const near = nearest(field.toLowerCase(), names)
  const which = near === undefined ? '' : ` Did you mean ${near}?`
  return new QueryError(
    `There is no field "${field}".${which}`,
    from,
    from + field.length,
    `There are ${names.join(', ')}. To look for the text itself, put it in quotes.`,
  )
}

function exampleOf(name: string, vocabulary: Vocabulary): string {
  const value = Object.hasOwn(vocabulary.values, name) ? vocabulary.values[name]?.[0] : undefined
  if (Object.hasOwn(FIELDS, name) && name !== 'any' && name !== 'every')
    return `Write ${FIELDS[name]} there${value === undefined ? '; * stands for any characters' : `, such as ${name}:${value}`}.`
  return `Write a state there, such as ${name}:fail; there are ${Object.keys(STATE_VALUES).join(', ')}.`
}

/** The name that is one or two slips of the finger away. */
export function nearest(wrong: string, names: string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(wrong, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return ranked && ranked.distance <= Math.min(3, Math.max(1, Math.floor(wrong.length / 2)))
    ? ranked.name
    : undefined
}

function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
