/** The Request class: what a handler sees of the request. Contexts with decorators have a subclass of it. */
import type { Socket } from 'node:net'
import { deprecate } from '../deprecations.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { GlobalRequest } from '../types/context-type.ts'
import type { ValidationError } from '../types/errors.ts'
import type { LaterRequest } from '../types/exchange/later-members.ts'
import type { RouteConfig, RouteInfo } from '../types/exchange/route-info.ts'
import type { HttpMethod, HttpPart, RawRequest, RequestHeaders } from '../types/http.ts'
import type { Logger } from '../types/logger.ts'
import type { RouteSchema } from '../types/schema.ts'
import { type Exchange, kExchange, madeWhenRead } from './exchange.ts'
import type { AnyRequest, Params, Validate } from './plan.ts'
import { addressesOf, trustThrough } from './proxies.ts'
import { createId } from './request-id.ts'
import { createLog } from './request-log.ts'
import { routeContext } from './route-context.ts'

const PARTS: ReadonlyMap<unknown, HttpPart> = new Map<unknown, HttpPart>([
  ['body', 'body'],
  ['headers', 'headers'],
  ['params', 'params'],
  ['querystring', 'querystring'],
  ['query', 'querystring'],
])

// An application may add members to the type by declaration merging. It also has to provide them.
export interface Request extends GlobalRequest, LaterRequest {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: as above
export class Request implements AnyRequest {
  params: Params
  query: unknown
  body: unknown = undefined
  id: string
  log: Logger
  declare readonly raw: RawRequest
  validationError: ValidationError | undefined = undefined
  readonly [kExchange]: Exchange

  constructor(x: Exchange, params: Params, query: unknown) {
    this[kExchange] = x
    this.params = params
    this.query = query
    if (x.wire.made) this.raw = x.wire.request
    else Object.defineProperty(this, 'raw', RAW)
    this.id = createId(x)
    this.log = createLog(x, this.id)
  }

  get headers(): RequestHeaders {
    return replacedHeaders.get(this) ?? this[kExchange].wire.headers
  }
  set headers(headers: RequestHeaders) {
    replacedHeaders.set(this, { ...this[kExchange].wire.headers, ...headers })
  }
  get server(): Instance {
    return this[kExchange].plan.server
  }
  get url(): string {
    return this[kExchange].wire.url
  }
  get method(): HttpMethod {
    return this[kExchange].wire.method as HttpMethod // in a not-found handler, it may be any method that node parses
  }
  get socket(): Socket {
    return this[kExchange].wire.socket
  }
  get connection(): Socket {
    deprecate('FSTDEP005', 'request.connection is deprecated: use request.socket')
    return this[kExchange].wire.socket
  }
  get is404(): boolean {
    return this[kExchange].plan.is404
  }
  get ip(): string {
    const { plan, wire } = this[kExchange]
    const { trust } = plan.app
    return trust === null ? wire.peer.remoteAddress! : addressesOf(wire, trust).at(-1)!
  }
  /** The addresses from the server to the client, the nearest first; undefined without `trustProxy`. */
  get ips(): string[] | undefined {
    const { plan, wire } = this[kExchange]
    return plan.app.trust === null ? undefined : addressesOf(wire, plan.app.trust)
  }
  get hostname(): string {
    const { host, ':authority': authority } = this[kExchange].wire.headers
    const named = host || authority
    // A client of HTTP/1.0 may send no host: then there is none, which the type of 4.x does not say.
    return this.#forwarded('x-forwarded-host') ?? (typeof named === 'string' ? named : undefined)!
  }
  get protocol(): 'http' | 'https' {
    const forwarded = this.#forwarded('x-forwarded-proto')
    if (forwarded !== undefined) return forwarded as 'http' | 'https' // a trusted proxy may send another value
    const { peer } = this[kExchange].wire
    return 'encrypted' in peer && peer.encrypted ? 'https' : 'http'
  }

  // A forwarded header is only read from a trusted peer. The last entry is the one that this peer has added.
  #forwarded(name: string): string | undefined {
    const { plan, wire } = this[kExchange]
    const { trust } = plan.app
    if (trust === null || !trustThrough(wire.peer, trust)(wire.peer.remoteAddress!, 0)) return undefined
    const value = wire.headers[name]
    return typeof value === 'string' && value !== ''
      ? value.slice(value.lastIndexOf(',') + 1).trim()
      : undefined
  }

  // ── the route of the request, under all names of 4.x
  get routeOptions(): RouteInfo {
    const { plan, wire } = this[kExchange]
    const { info, server } = plan
    const asked = server.hasConstraintStrategy('version') ? wire.headers['accept-version'] : undefined
    const version = Array.isArray(asked) ? asked.join(', ') : asked
    return Object.freeze({ ...info, version })
  }
  get routeConfig(): RouteConfig {
    return this[kExchange].plan.config
  }
  get routeSchema(): RouteSchema | undefined {
    return this[kExchange].plan.schema
  }
  get routerPath(): string | undefined {
    return this[kExchange].plan.info.url
  }
  get routerMethod(): HttpMethod | readonly HttpMethod[] | undefined {
    return this[kExchange].plan.method
  }
  get context(): AnyRequest['context'] {
    deprecate('FSTDEP012', 'request.context is deprecated: use request.routeOptions')
    return routeContext(this[kExchange].plan)
  }

  // ── validation by hand
  getValidationFunction(partOrSchema: unknown): Validate | undefined {
    const { plan } = this[kExchange]
    if (typeof partOrSchema === 'string') return plan.validators[PARTS.get(partOrSchema)!]
    return typeof partOrSchema === 'object' && partOrSchema !== null
      ? plan.compiled.validators?.get(partOrSchema)
      : undefined
  }

  compileValidationSchema(schema: object, httpPart?: string): Validate {
    const { plan } = this[kExchange]
    const known = plan.compiled.validators?.get(schema)
    if (known !== undefined) return known
    const made = plan.compileValidator(schema, httpPart, this.raw)
    const validate = made.byHand ?? made
    plan.compiled.validators ??= new WeakMap()
    plan.compiled.validators.set(schema, validate)
    return validate
  }

  validateInput(input: unknown, schema: unknown, httpPart?: string): unknown {
    const part = typeof schema === 'string' ? schema : httpPart
    const own = this[kExchange].plan.validators[PARTS.get(part)!]
    if (own !== undefined) return own(input)
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
      throw new errorCodes.FST_ERR_REQ_INVALID_VALIDATION_INVOCATION(part)
    }
    return this.compileValidationSchema(schema, httpPart)(input)
  }
}

const RAW = madeWhenRead('request')

// A WeakMap and no field: headers are rarely replaced, and a field would make every request larger.
const replacedHeaders = new WeakMap<object, RequestHeaders>()
