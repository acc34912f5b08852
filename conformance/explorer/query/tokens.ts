// Cuts a query of the search box into tokens with their places, so that what is wrong can be pointed at.

export interface Token {
  kind: 'open' | 'close' | 'or' | 'and' | 'not' | 'text' | 'field'
  from: number
  to: number
  /** Of a text: what it says, without quotes. Of a field: what stands behind the colon. */
  value: string
  /** Of a field: what stands before the colon. */
  field?: string
  /** Where the value begins. */
  valueFrom: number
}

/** What is wrong with a query, at which place, and what would be right. */
export class QueryError extends Error {
  override name = 'QueryError'
  readonly from: number
  readonly to: number
  readonly hint: string

  constructor(message: string, from: number, to: number, hint: string) {
    super(message)
    this.from = from
    this.to = to
    this.hint = hint
  }
}

const WORDS: Record<string, 'or' | 'and' | 'not'> = { OR: 'or', AND: 'and', NOT: 'not' }

/** `fields` are names that may hold a colon themselves, such as `npm:fastify@5`. */
export function tokensOf(query: string, fields: string[] = []): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < query.length; ) {
    const character = query[at] as string
    if (/\s/.test(character)) at++
    else {
      const token = tokenAt(query, at, fields)
      tokens.push(token)
      at = token.to
    }
  }
  return tokens
}

function tokenAt(query: string, at: number, fields: string[]): Token {
  const character = query[at]
  const simple = (kind: Token['kind']): Token => ({ kind, from: at, to: at + 1, value: '', valueFrom: at })
  if (character === '(') return simple('open')
  if (character === ')') return simple('close')
  if (character === '-' && /[^\s]/.test(query[at + 1] ?? ' ')) return simple('not')
  if (character === '"') return quotedAt(query, at)
  return wordAt(query, at, fields)
}

/** "some words", or "a name":value. */
function quotedAt(query: string, at: number): Token {
  const { text, to } = readQuoted(query, at)
  if (query[to] !== ':') return { kind: 'text', from: at, to, value: text, valueFrom: at }
  return fieldToken(query, at, text, to + 1)
}

function wordAt(query: string, at: number, fields: string[]): Token {
  const rest = query.slice(at).toLowerCase()
  const long = fields
    .filter((field) => rest.startsWith(`${field.toLowerCase()}:`))
    .sort((a, b) => b.length - a.length)[0]
  if (long !== undefined)
    return fieldToken(query, at, query.slice(at, at + long.length), at + long.length + 1)
  const to = wordEnd(query, at)
  const word = query.slice(at, to)
  const colon = word.indexOf(':')
  if (colon > 0) return fieldToken(query, at, word.slice(0, colon), at + colon + 1)
  const kind = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
  return { kind: kind ?? 'text', from: at, to, value: word, valueFrom: at }
}

function fieldToken(query: string, from: number, field: string, valueFrom: number): Token {
  if (query[valueFrom] === '"') {
    const { text, to } = readQuoted(query, valueFrom)
    return { kind: 'field', from, to, field, value: text, valueFrom }
  }
  const to = wordEnd(query, valueFrom)
  return { kind: 'field', from, to, field, value: query.slice(valueFrom, to), valueFrom }
}

function wordEnd(query: string, at: number): number {
  let end = at
  while (end < query.length && !/[\s()]/.test(query[end] as string)) end++
  return end
}

function readQuoted(query: string, at: number): { text: string; to: number } {
  let text = ''
  for (let index = at + 1; index < query.length; index++) {
    const character = query[index] as string
    if (character === '"') return { text, to: index + 1 }
    if (character === '\\' && index + 1 < query.length) text += query[++index]
    else text += character
  }
  throw new QueryError('This quotation has no end.', at, query.length, 'Close it with a second ".')
}

/** A value as it is written in a query: quoted where it has to be. */
export function quoteValue(value: string): string {
  return /^[^\s()"\\-][^\s()"\\]*$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}
