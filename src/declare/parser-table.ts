/** The content-type parsers of one context: for a media type, for a RegExp, or for all other types. */
import { errorCodes } from '../errors.ts'
import { secureJson } from '../late.ts'
import { type MediaType, parseMediaType } from '../serve/media-type.ts'
import type { BodyParser, ParserChoice } from '../serve/plan.ts'
import type { ParserDone, PoisonAction } from '../types/parser.ts'
import { isFunction, shown, textOf } from '../values.ts'
import { isTooDeep } from './json-depth.ts'
import { stateless } from './stateless.ts'

interface Named {
  readonly name: string
  /** null: a type without a subtype, such as 'multipart', which takes all its subtypes */
  readonly media: MediaType | null
  readonly parser: BodyParser
}
interface Matched {
  readonly pattern: RegExp
  readonly parser: BodyParser
}

/** A built-in parser, which gets the whole body. */
type TextParser = (request: unknown, body: string, done: ParserDone) => void

/** The built-in parsers: they call back before they return. */
const ownParsers = new WeakSet<object>()

function own(parser: TextParser): TextParser {
  ownParsers.add(parser)
  return parser
}

/** Creates a JSON parser that handles `__proto__`, `constructor.prototype` and the depth as the options say. `coded`: its errors have a code. */
export function jsonParser(
  proto: PoisonAction,
  construct: PoisonAction,
  depth: number,
  coded: boolean,
): TextParser {
  const options = { protoAction: proto, constructorAction: construct }
  return own((_request, body, done) => {
    if (!body?.length) {
      done(new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY())
      return
    }
    let value: unknown
    try {
      value = isSuspect(body) ? secureJson().parse(body, options) : JSON.parse(body)
    } catch (error) {
      if (coded) done(Object.assign(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), { cause: error }))
      else done(Object.assign(error as Error, { statusCode: 400 })) // JSON.parse and the library throw only errors
      return
    }
    if (isTooDeep(body, value, depth))
      done(new errorCodes.FST_ERR_REQ_TOO_DEEP('body', `deeper than ${depth} levels`))
    else done(null, value)
  })
}

// Only text with one of these words, or with an escape that may stand for one, can change a prototype. Other text, the usual
// case, is parsed without the slower library. The library also removes a byte order mark.
function isSuspect(text: string | Buffer): boolean {
  return (
    typeof text !== 'string' ||
    text.includes('\\') ||
    text.includes('__proto__') ||
    text.includes('constructor') ||
    text.charCodeAt(0) === 0xfeff
  )
}

/** Returns the text unchanged. */
export const textParser: TextParser = own((_request, body, done) => done(null, body))

export class ParserTable implements ParserChoice {
  // Children share these lists until one of them changes: a change makes a new list.
  #named: readonly Named[] = []
  #matched: readonly Matched[] = []
  #rest: BodyParser | null = null
  #builtIn: ReadonlySet<string> = new Set()

  /** The table of the root, with the parsers for JSON and plain text. An application may replace both. */
  static root(limit: number, json: TextParser): ParserTable {
    const table = new ParserTable()
    table.add('text/plain', { parseAs: 'string', bodyLimit: limit }, textParser, true)
    table.add('application/json', { parseAs: 'string', bodyLimit: limit }, json)
    table.#builtIn = new Set(['text/plain', 'application/json'])
    return table
  }

  fork(): ParserTable {
    const table = new ParserTable()
    table.#named = this.#named
    table.#matched = this.#matched
    table.#rest = this.#rest
    table.#builtIn = this.#builtIn
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
      throw new errorCodes.FST_ERR_CTP_INVALID_PARSE_TYPE(textOf(options.parseAs))
    }
    if (this.#builtIn.has(name)) this.remove(name)
    else if (name !== '*' && this.has(type)) throw new errorCodes.FST_ERR_CTP_ALREADY_PRESENT(name)
    const parser: BodyParser = {
      as,
      limit: options.bodyLimit,
      parse,
      builtInText,
      atOnce: ownParsers.has(parse),
    }
    if (type instanceof RegExp) this.#matched = [{ pattern: stateless(type), parser }, ...this.#matched]
    else if (name === '*') this.#rest = parser
    else {
      const named = [{ name, media: parseMediaType(name), parser }, ...this.#named]
      this.#named = named.sort((a, b) => exactnessOf(b) - exactnessOf(a)) // stable: newer parsers stay first
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
      this.#builtIn = new Set([...this.#builtIn].filter((one) => one !== name))
      if (name === '*') this.#rest = null
      else this.#named = this.#named.filter((entry) => entry.name !== name)
    }
    return had
  }

  removeAll(): void {
    this.#named = []
    this.#matched = []
    this.#rest = null
    this.#builtIn = new Set()
  }

  /** What the parsers take, in the order of `choose`: types, RegExps as text, '*' for all other types. */
  list(): string[] {
    return [
      ...this.#named.map(({ name }) => name),
      ...this.#matched.map(({ pattern }) => String(pattern)),
      ...(this.#rest === null ? [] : ['*']),
    ]
  }

  /** Tries media types first: the most parameters first, types without a subtype last, newer before older; then RegExps; then '*'. */
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

function exactnessOf({ media }: Named): number {
  return media?.parameters.size ?? -1 // a type without a subtype comes after the whole types that it takes
}

function takes({ name, media }: Named, type: MediaType): boolean {
  if (media === null) return type.essence.startsWith(`${name}/`)
  if (media.essence !== type.essence) return false
  for (const [key, value] of media.parameters) if (type.parameters.get(key) !== value) return false
  return true
}
