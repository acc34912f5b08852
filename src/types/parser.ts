/** Content-type parsers: how a body becomes `request.body`. No runtime. */
import type { RawRequest } from './http.ts'

/** Media types: one, several, or a pattern. `'*'` takes what no other parser takes. */
export type ContentTypes = string | RegExp | readonly (string | RegExp)[]

/** What a parser does when an object of the client has a key that could change prototypes. */
export type PoisonAction = 'error' | 'remove' | 'ignore'

/** Calls back with the error or with the body. */
export type ParserDone = (error: Error | null, body?: unknown) => void

/** A parser: returns a promise of the body, or calls `done`, not both. `Raw` is what it parses. */
export type ContentTypeParser<Self, Req, Raw> = (
  this: Self,
  request: Req,
  payload: Raw,
  done: ParserDone,
) => unknown

/** Adds a parser. */
export interface AddContentTypeParser<Self, Req, Here> {
  (
    types: ContentTypes,
    options: ParserOptions & { parseAs: 'string' },
    parser: ContentTypeParser<Self, Req, string>,
  ): Here
  (
    types: ContentTypes,
    options: ParserOptions & { parseAs: 'buffer' },
    parser: ContentTypeParser<Self, Req, Buffer>,
  ): Here
  (types: ContentTypes, options: ParserOptions, parser: ContentTypeParser<Self, Req, RawRequest>): Here
  (types: ContentTypes, parser: ContentTypeParser<Self, Req, RawRequest>): Here
}

/** Options of a parser. */
export interface ParserOptions {
  /**
   * The longest body in bytes.
   * @default the route's, else the factory's
   * @throws `FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT` for anything but an integer above 0
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addContentTypeParser('text/csv', { parseAs: 'string', bodyLimit: 3 }, async (_request: unknown, text: string) => text)
   * app.post('/', async (request) => request.body)
   * const send = (payload: string) => app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/csv' }, payload })
   * console.log((await send('a,b')).body, (await send('a,b,c')).statusCode) // a,b 413
   * ```
   */
  bodyLimit?: number
}

/** Members about content types. */
export interface Parsers<Self, Req, Here> {
  /**
   * Makes the bodies of some media types readable in this context and in children that are registered later.
   * With `parseAs` the parser receives the whole body, without it the stream.
   * @throws `FST_ERR_CTP_INVALID_TYPE`, `FST_ERR_CTP_EMPTY_TYPE` for an invalid type
   * @throws `FST_ERR_CTP_INVALID_HANDLER`, `FST_ERR_CTP_INVALID_PARSE_TYPE` for an invalid parser, or an unknown `parseAs`
   * @throws `FST_ERR_CTP_ALREADY_PRESENT` for a type that has a parser
   * @throws `FST_ERR_CTP_INSTANCE_ALREADY_STARTED` once the application is ready
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_request: unknown, text: string) =>
   *   text.split('\n').map((line) => line.split(',')),
   * )
   * app.post('/rows', async (request) => request.body)
   * const answer = await app.inject({
   *   method: 'POST',
   *   url: '/rows',
   *   headers: { 'content-type': 'text/csv' },
   *   payload: 'a,b\nc,d',
   * })
   * console.log(answer.body) // [["a","b"],["c","d"]]
   * ```
   */
  addContentTypeParser: AddContentTypeParser<Self, Req, Here>
  /**
   * Whether this context has a parser for exactly this type or pattern.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addContentTypeParser('application/vnd.api+json', { parseAs: 'string' }, app.getDefaultJsonParser('remove', 'error'))
   * app.removeContentTypeParser('text/plain')
   * console.log(app.hasContentTypeParser('application/vnd.api+json'), app.hasContentTypeParser('text/plain')) // true false
   * app.removeAllContentTypeParsers()
   * app.addContentTypeParser('*', { parseAs: 'string' }, app.defaultTextParser)
   * app.post('/', async (request) => request.body)
   * console.log((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).body) // {"a":1}
   * ```
   */
  hasContentTypeParser(type: string | RegExp): boolean
  /** Removes parsers, also built-in ones. Children that were registered before keep theirs. @throws `FST_ERR_CTP_INVALID_TYPE` for anything but a string or a RegExp @throws `FST_ERR_CTP_INSTANCE_ALREADY_STARTED` once the application is ready @see hasContentTypeParser */
  removeContentTypeParser(types: ContentTypes): void
  /** Removes every parser of this context, also those for JSON and text. @throws `FST_ERR_CTP_INSTANCE_ALREADY_STARTED` once the application is ready @see hasContentTypeParser */
  removeAllContentTypeParsers(): void
  /** The built-in JSON parser with other actions, to add it for another type. @see hasContentTypeParser */
  getDefaultJsonParser(
    onProtoPoisoning: PoisonAction,
    onConstructorPoisoning: PoisonAction,
  ): (request: unknown, body: string, done: ParserDone) => void
  /** The built-in text parser. @see hasContentTypeParser */
  defaultTextParser(request: unknown, body: string, done: ParserDone): void
}
