/** The Reply class: status, headers, and the methods that send a reply. Contexts with decorators have a subclass of it. */

import { deprecate } from '../deprecations.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { GlobalReply } from '../types/context-type.ts'
import type { LaterReply } from '../types/exchange/later-members.ts'
import type { RouteInfo } from '../types/exchange/route-info.ts'
import type { HeaderValue, RawResponse } from '../types/http.ts'
import type { Logger } from '../types/logger.ts'
import { isFunction, isObject, shown } from '../values.ts'
import { type Exchange, kExchange, madeWhenRead } from './exchange.ts'
import { handOver, respond } from './lifecycle.ts'
import type { AnyReply, AnyRequest, Serialize } from './plan.ts'
import { routeContext } from './route-context.ts'
import { serializeNow } from './serialize.ts'
import { joinCookies, type Wire } from './wire/wire.ts'

/** Fields that must not be trailers: they frame, route or authenticate the message, which is already sent. */
const NO_TRAILERS: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'content-length',
  'host',
  'cache-control',
  'max-forwards',
  'te',
  'authorization',
  'set-cookie',
  'content-encoding',
  'content-type',
  'content-range',
  'trailer',
])

// An application may add members to the type by declaration merging. It also has to provide them.
export interface Reply extends GlobalReply, LaterReply<Reply> {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: as above
export class Reply implements AnyReply {
  declare readonly '~reply': true
  declare readonly raw: RawResponse
  readonly request: AnyRequest
  /** The lines that the framework logs for this request go to it. */
  log: Logger
  readonly [kExchange]: Exchange

  constructor(x: Exchange, request: AnyRequest) {
    this[kExchange] = x
    if (x.wire.made) this.raw = x.wire.response
    else Object.defineProperty(this, 'raw', RAW)
    this.request = request
    this.log = request.log
  }

  get server(): Instance {
    return this[kExchange].plan.server
  }
  get context(): AnyRequest['context'] {
    return routeContext(this[kExchange].plan)
  }
  get routeOptions(): RouteInfo {
    return this.request.routeOptions
  }

  get sent(): boolean {
    const { status, wire } = this[kExchange]
    return status === 'hijacked' || wire.ended
  }
  set sent(value: boolean) {
    deprecate('FSTDEP010', 'reply.sent = true is deprecated: use reply.hijack()')
    if (value !== true) throw new errorCodes.FST_ERR_REP_SENT_VALUE(shown(value))
    if (this[kExchange].status === 'hijacked') throw new errorCodes.FST_ERR_REP_ALREADY_SENT()
    this.hijack()
  }
  get statusCode(): number {
    return this[kExchange].wire.statusCode
  }
  set statusCode(code: number) {
    this.code(code)
  }

  // ── answering
  send(payload?: unknown): this {
    respond(this[kExchange], payload)
    return this
  }
  hijack(): this {
    const x = this[kExchange]
    x.status = 'hijacked'
    x.cancellation?.stopTime()
    return this
  }
  redirect(codeOrUrl: number | string, url?: string | number): this {
    const [given, status] = typeof codeOrUrl === 'string' ? [codeOrUrl, url] : [url, codeOrUrl]
    if (typeof given !== 'string' && !isUrl(given)) {
      const right = 'a url, or a status and a url'
      throw new errorCodes.FST_ERR_REP_INVALID_ARGUMENT('redirect', shown(given), right)
    }
    const { statusSet, wire } = this[kExchange]
    const chosen = statusSet ? wire.statusCode : 302
    const code = typeof status === 'number' ? status : chosen
    return this.header('location', String(given)).code(code).send()
  }
  callNotFound(): this {
    handOver(this[kExchange])
    return this
  }
  code(code: number | string): this {
    const status = Number(code)
    if (!(status >= 100 && status <= 599)) throw new errorCodes.FST_ERR_BAD_STATUS_CODE(String(code))
    const x = this[kExchange]
    x.wire.statusCode = Math.trunc(status)
    x.statusSet = true
    return this
  }
  status(code: number | string): this {
    return this.code(code)
  }

  // ── headers: names in lower case, kept here until the head is written
  header(name: string, value: unknown = ''): this {
    const { headers } = this[kExchange]
    const key = keyOf(name)
    const known = headers[key]
    const given = value as HeaderValue // node throws for a value that it cannot send
    headers[key] = key === 'set-cookie' && known ? [known, given].flat().map(String) : given
    return this
  }
  headers(values: Readonly<Record<string, unknown>>): this {
    if (typeof values !== 'object' || values === null) {
      throw new errorCodes.FST_ERR_REP_INVALID_ARGUMENT(
        'headers',
        shown(values),
        'an object of names and values',
      )
    }
    for (const name of Object.keys(values)) this.header(name, values[name])
    return this
  }
  getHeader(name: string): HeaderValue {
    const { headers, wire } = this[kExchange]
    const key = keyOf(name)
    if (!Object.hasOwn(headers, key)) return wire.getHeader(key)
    return key === 'set-cookie' ? allCookies(headers[key], wire) : headers[key]
  }
  getHeaders(): Record<string, HeaderValue> {
    const { headers, wire } = this[kExchange]
    const all = { ...wire.getHeaders(), ...headers }
    if (headers['set-cookie'] !== undefined) all['set-cookie'] = allCookies(headers['set-cookie'], wire)
    return all
  }
  hasHeader(name: string): boolean {
    const key = keyOf(name)
    const { headers, wire } = this[kExchange]
    return Object.hasOwn(headers, key) || wire.getHeader(key) !== undefined
  }
  removeHeader(name: string): this {
    const { headers, wire } = this[kExchange]
    delete headers[keyOf(name)]
    wire.removeHeader(keyOf(name))
    return this
  }
  type(contentType: string): this {
    if (typeof contentType !== 'string') {
      throw new errorCodes.FST_ERR_REP_INVALID_ARGUMENT(
        'type',
        shown(contentType),
        "a content type such as 'text/html'",
      )
    }
    this[kExchange].headers['content-type'] = contentType
    return this
  }

  // ── trailers
  trailer(name: string, make: (...args: never[]) => unknown): this {
    const x = this[kExchange]
    const key = keyOf(name)
    if (NO_TRAILERS.has(key)) throw new errorCodes.FST_ERR_BAD_TRAILER_NAME(key)
    if (!isFunction(make)) throw new errorCodes.FST_ERR_BAD_TRAILER_VALUE(key, typeof make)
    x.trailers ??= new Map()
    x.trailers.set(key, make)
    return this
  }
  hasTrailer(name: string): boolean {
    return this[kExchange].trailers?.has(keyOf(name)) === true
  }
  removeTrailer(name: string): this {
    const x = this[kExchange]
    // null: a reply without trailers needs no chunked encoding.
    if (x.trailers?.delete(keyOf(name)) && x.trailers.size === 0) x.trailers = null
    return this
  }

  // ── serialization
  serializer(fn: ((payload: never) => string | Uint8Array) | null): this {
    if (fn !== null && !isSerialize(fn)) {
      throw new errorCodes.FST_ERR_REP_INVALID_ARGUMENT(
        'serializer',
        shown(fn),
        'a function, or null for none',
      )
    }
    this[kExchange].serializer = fn
    return this
  }
  serialize(payload: unknown): string {
    return serializeNow(this[kExchange], payload)
  }
  getSerializationFunction(schemaOrStatus: unknown, contentType?: string): Serialize | undefined {
    const { plan } = this[kExchange]
    if (typeof schemaOrStatus === 'string' || typeof schemaOrStatus === 'number') {
      return this.#declared(String(schemaOrStatus), contentType)
    }
    return isObject(schemaOrStatus) ? plan.compiled.serializers?.get(schemaOrStatus)?.latest : undefined
  }
  compileSerializationSchema(schema: object, httpStatus?: string, contentType?: string): Serialize {
    const { plan, wire } = this[kExchange]
    const all = (plan.compiled.serializers ??= new WeakMap())
    const place = JSON.stringify([httpStatus, contentType])
    const known = all.get(schema) ?? { latest: null, byPlace: new Map<string, Serialize>() }
    const before = known.byPlace.get(place)
    if (before !== undefined) return before
    const made = plan.compileSerializer(schema, httpStatus, contentType, wire.request)
    if (known.byPlace.size >= MOST_PLACES) known.byPlace.clear() // a content type may come from a client
    known.byPlace.set(place, made)
    all.set(schema, { ...known, latest: made })
    return made
  }
  serializeInput(input: unknown, schemaOrStatus: unknown, httpStatus?: string, contentType?: string): string {
    if (typeof schemaOrStatus === 'string' || typeof schemaOrStatus === 'number') {
      return this.#mustBeDeclared(String(schemaOrStatus), httpStatus)(input) // here the third argument is the content type
    }
    if (httpStatus !== undefined && httpStatus !== null) {
      return this.#mustBeDeclared(String(httpStatus), contentType)(input)
    }
    return this.compileSerializationSchema(Object(schemaOrStatus), httpStatus, contentType)(input)
  }

  #declared(status: string, contentType: string | undefined): Serialize | undefined {
    const level = this[kExchange].plan.serializers?.byStatus.get(status.toLowerCase())
    if (level === undefined) return undefined
    if (typeof level === 'function') return contentType === undefined ? level : undefined
    if (contentType !== undefined) return level.get(contentType)
    return Object(Object.fromEntries(level)) // as on 4.17: an object with all of them by media type
  }
  #mustBeDeclared(status: string, contentType: string | undefined): Serialize {
    const declared = this.#declared(status, contentType)
    if (typeof declared === 'function') return declared
    if (contentType) throw new errorCodes.FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN(status, contentType)
    throw new errorCodes.FST_ERR_MISSING_SERIALIZATION_FN(status)
  }

  // ── time, and `then`
  /** Milliseconds from the arrival of the request to the end of the reply, or until now. 0 if the time is not measured. */
  getResponseTime(): number {
    const { startedAt, endedAt, timed } = this[kExchange]
    return timed ? (endedAt || performance.now()) - startedAt : 0
  }
  get elapsedTime(): number {
    return this.getResponseTime()
  }
  // A handler may return or await the reply: it settles when the response has ended. An EventTarget gives no first function to what its
  // listeners return.
  // biome-ignore lint/suspicious/noConfusingVoidType: what an async function that returns the reply resolves to
  then(fulfilled?: (value: void) => void, rejected?: (error: Error) => void): void {
    const { wire } = this[kExchange]
    if (wire.ended) fulfilled?.()
    else
      wire.settled((error) => {
        if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && rejected) rejected(error)
        else fulfilled?.()
      })
  }
}

/** The number of statuses and content types for which the serializers of one schema are kept. */
const MOST_PLACES = 100

const RAW = madeWhenRead('response')

// Only that it is a function can be checked.
function isSerialize(fn: unknown): fn is Serialize {
  return typeof fn === 'function'
}

// `redirect` takes a URL object instead of a string.
function isUrl(value: unknown): value is URL {
  return value instanceof URL
}

/** The key of a header or a trailer, in lower case: their names are case-insensitive. */
function keyOf(name: unknown): string {
  if (typeof name === 'string' && name !== '') return name.toLowerCase()
  throw new errorCodes.FST_ERR_REP_INVALID_ARGUMENT(
    'header',
    shown(name),
    'a name that is a non-empty string',
  )
}

/** With those that the application has set on the response of node. */
function allCookies(own: HeaderValue, wire: Wire): HeaderValue {
  const known = wire.getHeader('set-cookie')
  return known === undefined ? own : joinCookies(known, own)
}
