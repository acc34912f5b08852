/** Requests without a socket: what `inject` takes and answers, in the shape of light-my-request. No runtime. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** A body to send: text, bytes, a stream, or a value that is sent as JSON with its content type. */
export type InjectPayload = string | object | Uint8Array | NodeJS.ReadableStream

/**
 * A URL in pieces.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * app.get('/where', async ({ hostname, query }) => [hostname, query])
 * const url = { protocol: 'http', hostname: 'a.example', port: 8080, pathname: '/where', query: { n: '1' } }
 * console.log((await app.inject({ url })).body) // ["a.example:8080",{"n":"1"}]
 * ```
 */
export interface InjectUrl {
  /**
   * The path, without a query.
   * @see InjectUrl
   */
  pathname: string
  /**
   * The protocol, `http` or `https`.
   * @see InjectUrl
   */
  protocol?: string
  /**
   * The host of the `host` header.
   * @see InjectUrl
   */
  hostname?: string
  /**
   * The port of the `host` header.
   * @see InjectUrl
   */
  port?: string | number
  /**
   * The query, as text or as an object.
   * @see InjectUrl
   */
  query?: string | Record<string, string | string[]>
}

/** One request. */
export interface InjectOptions {
  /**
   * The path with its query, a whole URL, or its pieces. Either `url` or `path` is required. @throws `FST_ERR_INJECT_INVALID` without either
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.put('/', async (request) => ({ query: request.query, cookie: request.headers.cookie, ip: request.ip }))
   * const url = { pathname: '/', query: { a: '1' } }
   * const answer = await app.inject({ method: 'PUT', url, cookies: { b: '2' }, remoteAddress: '192.0.2.1' })
   * console.log(answer.body) // {"query":{"a":"1"},"cookie":"b=2","ip":"192.0.2.1"}
   * ```
   */
  url?: string | InjectUrl
  /**
   * The same as `url`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (request) => request.query)
   * console.log((await app.inject({ path: '/?a=1', query: { b: '2' } })).body) // {"a":"1","b":"2"}
   * ```
   */
  path?: string | InjectUrl
  /** The method, in upper or lower case. @default `'GET'` @throws `FST_ERR_INJECT_INVALID` for an unknown one @see url */
  method?: string
  /**
   * The headers. Names may be in upper or lower case.
   * @see payload
   */
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /**
   * Added to the query of the URL.
   * @see path
   */
  query?: string | Record<string, string | string[]>
  /** Sent as one `cookie` header. @see url */
  cookies?: Record<string, string>
  /**
   * The body. An object is sent as JSON; text, bytes and a stream as they are.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', async ({ headers, body }) => [headers['content-type'], body])
   * const json = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
   * const text = await app.inject({ method: 'POST', url: '/', body: 'a', headers: { 'Content-Type': 'text/plain' } })
   * console.log(json.body, text.body) // ["application/json",{"a":1}] ["text/plain","a"]
   * ```
   */
  payload?: InjectPayload
  /**
   * The same as `payload`.
   * @see payload
   */
  body?: InjectPayload
  /**
   * The `host` header, if none is given.
   * @default `'localhost:80'`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (request) => request.hostname)
   * console.log((await app.inject('/')).body, (await app.inject({ url: '/', authority: 'a.example' })).body) // localhost:80 a.example
   * ```
   */
  authority?: string
  /** The address that `request.ip` returns. @default `'127.0.0.1'` @see url */
  remoteAddress?: string
  /**
   * Events of the connection to imitate.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', async () => 'never called')
   * const broken = { simulate: { error: true }, headers: { 'content-type': 'application/json' } }
   * const answer = await app.inject({ method: 'POST', url: '/', payload: '{}', ...broken })
   * console.log(answer.statusCode, answer.json<Error>().message) // 400 Simulated
   * ```
   */
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  /**
   * Whether light-my-request checks the options. `false` saves the time of the check.
   * @default `true`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * console.log((await app.inject({ url: '/', validate: false })).body) // hello
   * ```
   */
  validate?: boolean
  /**
   * Aborts the request.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const client = new AbortController()
   * app.get('/slow', () => client.abort()) // never replies
   * console.log(await app.inject({ url: '/slow', signal: client.signal }).catch((error) => error.name)) // AbortError
   * ```
   */
  signal?: AbortSignal
  /**
   * Whether to resolve as soon as the head of the response exists; read the rest with `stream()`.
   * @default `false`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async () => 'hello')
   * const answer = await app.inject({ url: '/', payloadAsStream: true })
   * let text = ''
   * for await (const bytes of answer.stream()) text += bytes
   * console.log(answer.statusCode, text) // 200 hello
   * ```
   */
  payloadAsStream?: boolean
}
