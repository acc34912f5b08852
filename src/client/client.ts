/** `touchstone/client`: calls of an API by method and declared path, over `fetch`. It imports nothing of the server. */
import { fillPath, type Values } from './path.ts'
import type { Client, ClientOptions, Fetching } from './types.ts'

export type {
  Answer,
  ApiTypes,
  CallOptions,
  Calls,
  Client,
  ClientOptions,
  Fetching,
  Received,
  RouteTypes,
} from './types.ts'

/** A body that says it is JSON and is none. */
export class ClientBodyError extends Error {
  override name = 'ClientBodyError'
  readonly code = 'TST_ERR_CLIENT_BODY'
  /** The response. Its body has been read: `text` has it. */
  readonly response: Response
  readonly text: string

  constructor(call: string, response: Response, text: string, cause: unknown) {
    super(`The answer ${response.status} of ${call} is no JSON, and its content-type says it is`, { cause })
    this.response = response
    this.text = text
  }
}

/** Those of HTTP, and those that a route of the framework may have. */
const METHODS =
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY COPY LOCK MKCOL MOVE PROPFIND PROPPATCH REPORT SEARCH UNLOCK MKCALENDAR'.split(
    ' ',
  )

interface Given {
  params?: Values
  query?: Values
  headers?: Values
  body?: unknown
  signal?: AbortSignal
}

/**
 * A client of the API at an address, or of an application in this process, which is then asked without a socket.
 *
 * A call resolves with any status, also with one that is not declared. It rejects where no answer comes: for a network error, and
 * with the reason of `signal`.
 * @throws TypeError for a target that is no address and has no `fetch`, and for a parameter of the path without a value
 * @throws {@link ClientBodyError} for an answer that says it is JSON and is none
 * @example
 * ```ts
 * import { client } from 'touchstone/client'
 * interface Api {
 *   get: {
 *     '/users/:id': {
 *       request: { params: { id: number } }
 *       answer: { status: 200; body: { name: string } } | { status: 404; body: { message: string } }
 *     }
 *   }
 * }
 * const fetch = async ({ url }: Request) => Response.json({ name: url })
 * const api = client<Api>('https://shop.example/v1', { fetch })
 * const answer = await api.get('/users/:id', { params: { id: 7 } })
 * if (answer.status === 200) console.log(answer.body.name) // https://shop.example/v1/users/7
 * ```
 */
export function client<Api extends object>(
  target: string | URL | Fetching,
  options?: ClientOptions,
): Client<Api>
export function client(target: string | URL | Fetching, options: ClientOptions = {}): object {
  const { base, send } = placeOf(target, options)
  const call = async (method: string, path: string, given: Given = {}): Promise<unknown> => {
    const request = requestOf(method, base, path, given, options)
    return received(`${method} ${path}`, method, await send(request))
  }
  const calls = METHODS.map((method) => [
    method.toLowerCase(),
    (path: string, given?: Given) => call(method, path, given),
  ])
  return Object.fromEntries(calls)
}

function placeOf(target: unknown, options: ClientOptions): { base: string; send: Fetching['fetch'] } {
  const isAddress = typeof target === 'string' || target instanceof URL
  if (!isAddress) {
    const own = target === null || target === undefined ? undefined : Reflect.get(Object(target), 'fetch')
    if (typeof own !== 'function')
      throw new TypeError(
        `client needs an address or an application with fetch, got ${target === null ? 'null' : typeof target}`,
      )
    return {
      base: 'http://localhost',
      send: options.fetch ?? ((request) => Reflect.apply(own, target, [request])),
    }
  }
  if (!URL.canParse(String(target)))
    throw new TypeError(`client needs an address such as 'https://shop.example', got '${target}'`)
  return {
    base: String(target).replace(/\/+$/, ''),
    send: options.fetch ?? ((request) => globalThis.fetch(request)),
  }
}

function requestOf(
  method: string,
  base: string,
  path: string,
  { params, query, headers, body, signal }: Given,
  options: ClientOptions,
): Request {
  const all = new Headers()
  for (const [name, value] of Object.entries({ ...options.headers, ...headers }))
    if (value !== undefined) all.set(name, String(value))
  const init: RequestInit & { duplex?: 'half' } = { method, headers: all, signal: signal ?? null }
  if (body !== undefined) {
    const isOwn = isBody(body)
    init.body = isOwn ? body : JSON.stringify(body)
    if (!isOwn && !all.has('content-type')) all.set('content-type', 'application/json')
    if (body instanceof ReadableStream) init.duplex = 'half'
  }
  return new Request(base + fillPath(path, params) + queryOf(path, query), init)
}

/** What `fetch` sends as it is. Everything else is sent as JSON. */
function isBody(body: unknown): body is NonNullable<RequestInit['body']> {
  return (
    typeof body === 'string' ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof Blob ||
    body instanceof ReadableStream ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body)
  )
}

function queryOf(path: string, query: Values = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) text.append(name, queryText(path, name, one))
  const all = text.toString()
  return all === '' ? '' : `?${all}`
}

function queryText(path: string, name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return String(value)
  throw new TypeError(
    `The query '${name}' of ${path} is an object: right would be a text, a number, or a list of them`,
  )
}

const isJson = (type: string): boolean => /^application\/(?:.+\+)?json\b/i.test(type)

async function received(call: string, method: string, response: Response): Promise<unknown> {
  const { status, headers } = response
  const answer: { body?: unknown } = { ...{ status, headers, response }, body: undefined }
  const type = headers.get('content-type') ?? ''
  if (method === 'HEAD' || status === 204 || status === 205 || status === 304) return answer
  if (/^text\//i.test(type)) return { ...answer, body: await response.text() }
  if (!isJson(type)) return answer
  const text = await response.text()
  if (text === '') return answer
  try {
    return { ...answer, body: JSON.parse(text) }
  } catch (cause) {
    throw new ClientBodyError(call, response, text, cause)
  }
}
