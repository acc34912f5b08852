/** The content-type parsers of one context: by essence, by RegExp, or for whatever is left. */
import { parse as parseSecurely } from 'secure-json-parse'
import { errorCodes } from '../errors.ts'
import { type MediaType, parseMediaType } from '../serve/media-type.ts'
import type { BodyParser, ParserChoice } from '../serve/plan.ts'
import type { ParserDone, PoisonAction } from '../types/parser.ts'
import { isFunction, shown } from '../values.ts'

interface Named {
  readonly name: string
  /** null: a bare type such as 'multipart', which takes all its subtypes */
  readonly media: MediaType | null
  readonly parser: BodyParser
}
interface Matched {
  readonly pattern: RegExp
  readonly parser: BodyParser
}

/** A parser of whole bodies, as the framework's own are written. */
type TextParser = (request: unknown, body: string, done: ParserDone) => void

/** Parses JSON, refusing keys that would reach a prototype. */
export function jsonParser(proto: PoisonAction, construct: PoisonAction): TextParser {
  const options = { protoAction: proto, constructorAction: construct }
  return (_request, body, done) => {
    if (!body?.length) {
      done(new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY())
      return
    }
    let value: unknown
    try {
      value = isSuspect(body) ? parseSecurely(body, options) : JSON.parse(body)
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 })) // parsers throw errors and nothing else
      return
    }
    done(null, value)
  }
}

// Only a text with one of these words, or with an escape that may spell one, can reach a prototype: the others, nearly all,
// are spared the search. A byte order mark is the library's to take off.
function isSuspect(text: string | Buffer): boolean {
  return (
    typeof text !== 'string' ||
    text.includes('\\') ||
    text.includes('__proto__') ||
    text.includes('constructor') ||
    text.charCodeAt(0) === 0xfeff
  )
}

/** Hands the text over as it is. */
export const textParser: TextParser = (_request, body, done) => done(null, body)

export class ParserTable implements ParserChoice {
  #named: Named[] = []
  #matched: Matched[] = []
  #rest: BodyParser | null = null
  readonly #builtIn = new Set<string>()

  /** The table of the root: JSON and plain text, both open to replacement. */
  static root(limit: number, json: TextParser): ParserTable {
    const table = new ParserTable()
    table.add('text/plain', { parseAs: 'string', bodyLimit: limit }, textParser, true)
    table.add('application/json', { parseAs: 'string', bodyLimit: limit }, json)
    table.#builtIn.add('text/plain').add('application/json')
    return table
  }

  fork(): ParserTable {
    const table = new ParserTable()
    table.#named = [...this.#named]
    table.#matched = [...this.#matched]
    table.#rest = this.#rest
    for (const name of this.#builtIn) table.#builtIn.add(name)
    return table
  }

  add(
    type: unknown,
    options: { parseAs?: unknown; bodyLimit: number },
    parse: unknown,
    builtInText = false,
  ): void {
    if (typeof type !== 'string' && !(type instanceof RegExp)) {
      throw new errorCodes.FST_ERR_CTP_INVALID_TYPE(shown(type))
    }
    const name = typeof type === 'string' ? type.trim().toLowerCase() : String(type)
    if (name === '') throw new errorCodes.FST_ERR_CTP_EMPTY_TYPE()
    if (!isFunction(parse)) throw new errorCodes.FST_ERR_CTP_INVALID_HANDLER(shown(parse), name)
    const as = options.parseAs ?? 'stream'
    if (as !== 'string' && as !== 'buffer' && (as !== 'stream' || options.parseAs !== undefined)) {
      throw new errorCodes.FST_ERR_CTP_INVALID_PARSE_TYPE(options.parseAs)
    }
    if (this.#builtIn.has(name)) this.remove(name)
    else if (this.has(type)) throw new errorCodes.FST_ERR_CTP_ALREADY_PRESENT(name)
    const parser: BodyParser = {
      as,
      limit: options.bodyLimit,
      parse,
      builtInText,
    }
    if (type instanceof RegExp) this.#matched.unshift({ pattern: stateless(type), parser })
    else if (name === '*') this.#rest = parser
    else {
      this.#named.unshift({ name, media: parseMediaType(name), parser })
      this.#named.sort((a, b) => parametersOf(b) - parametersOf(a)) // stable: the newest stays before the oldest
    }
  }

  has(type: unknown): boolean {
    if (type instanceof RegExp)
      return this.#matched.some(({ pattern }) => String(pattern) === String(stateless(type)))
    const name = String(type).trim().toLowerCase()
    return name === '*' || name === ''
      ? this.#rest !== null
      : this.#named.some((entry) => entry.name === name)
  }

  remove(type: unknown): boolean {
    if (typeof type !== 'string' && !(type instanceof RegExp)) {
      throw new errorCodes.FST_ERR_CTP_INVALID_TYPE(shown(type))
    }
    const had = this.has(type)
    if (type instanceof RegExp) {
      const text = String(stateless(type))
      this.#matched = this.#matched.filter(({ pattern }) => String(pattern) !== text)
    } else {
      const name = type.trim().toLowerCase()
      this.#builtIn.delete(name)
      if (name === '*') this.#rest = null
      else this.#named = this.#named.filter((entry) => entry.name !== name)
    }
    return had
  }

  removeAll(): void {
    this.#named = []
    this.#matched = []
    this.#rest = null
    this.#builtIn.clear()
  }

  /** What it takes, as `choose` tries it: types, the texts of RegExps, '*' for the rest. */
  list(): string[] {
    return [
      ...this.#named.map(({ name }) => name),
      ...this.#matched.map(({ pattern }) => String(pattern)),
      ...(this.#rest === null ? [] : ['*']),
    ]
  }

  /** Named ones first: those with most parameters, and of these the newest; then RegExps; then the rest. */
  choose(type: MediaType | null): BodyParser | null {
    if (type !== null) {
      for (const entry of this.#named) if (takes(entry, type)) return entry.parser
      for (const { pattern, parser } of this.#matched) {
        if (pattern.test(pattern.source.includes(';') ? type.canonical : type.essence)) return parser
      }
    }
    return this.#rest
  }
}

function parametersOf({ media }: Named): number {
  return media?.parameters.size ?? 0
}

function takes({ name, media }: Named, type: MediaType): boolean {
  if (media === null) return type.essence.startsWith(`${name}/`)
  if (media.essence !== type.essence) return false
  for (const [key, value] of media.parameters) if (type.parameters.get(key) !== value) return false
  return true
}

// A global or sticky expression remembers where it stopped: the second equal request would get another answer.
function stateless(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
}
