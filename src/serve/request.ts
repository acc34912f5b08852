/** The Request class: what a handler sees of the request. Each context has its own subclass of it. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { errorCodes } from '../errors.ts'
import type { Exchange, HttpPart, Logger, Loose, RequestView, Validate } from '../types/plan.ts'
import { kExchange, requestId, requestLog } from './exchange.ts'
import { addressesOf } from './proxies.ts'

const PARTS: ReadonlyMap<unknown, HttpPart> = new Map<unknown, HttpPart>([
  ['body', 'body'],
  ['headers', 'headers'],
  ['params', 'params'],
  ['querystring', 'querystring'],
  ['query', 'querystring'],
])

export class Request implements RequestView {
  params: unknown
  query: unknown
  body: unknown = undefined
  readonly raw: IncomingMessage
  validationError: Error | undefined = undefined
  readonly [kExchange]: Exchange

  constructor(x: Exchange, params: unknown, query: unknown) {
    this[kExchange] = x
    this.params = params
    this.query = query
    this.raw = x.raw
  }

  get id(): string {
    return requestId(this[kExchange])
  }
  set id(value: string) {
    this[kExchange].id = value
  }
  get log(): Logger {
    return requestLog(this[kExchange])
  }
  set log(logger: Logger) {
    this[kExchange].log = logger
  }
  get headers(): Record<string, unknown> {
    return replacedHeaders.get(this) ?? this.raw.headers
  }
  set headers(headers: Record<string, unknown>) {
    replacedHeaders.set(this, { ...this.raw.headers, ...headers })
  }
  get server(): Loose {
    return this[kExchange].plan.server
  }
  get url(): string {
    return this.raw.url!
  }
  get method(): string {
    return this.raw.method!
  }
  get socket(): Socket {
    return this.raw.socket
  }
  get connection(): Socket {
    return this.raw.socket
  }
  get is404(): boolean {
    return this[kExchange].plan.is404
  }
  get ip(): string | undefined {
    const { trust } = this[kExchange].plan.app
    return trust === null ? this.raw.socket.remoteAddress : addressesOf(this.raw, trust).at(-1)
  }
  /** Every address between client and server, nearest first; only when proxies are trusted. */
  get ips(): string[] | undefined {
    const { trust } = this[kExchange].plan.app
    return trust === null ? undefined : addressesOf(this.raw, trust)
  }
  get hostname(): string | undefined {
    return (
      this.#forwarded('x-forwarded-host') ??
      this.raw.headers.host ??
      (this.raw.headers[':authority'] as string)
    )
  }
  get protocol(): string {
    const own = (this.raw.socket as { encrypted?: boolean }).encrypted ? 'https' : 'http'
    return this.#forwarded('x-forwarded-proto') ?? own
  }

  // A forwarded header counts only when the peer that sent it is trusted; the last entry is that peer's own.
  #forwarded(name: string): string | undefined {
    const { trust } = this[kExchange].plan.app
    if (trust === null || !trust(this.raw.socket.remoteAddress as string, 0)) return undefined
    const value = this.raw.headers[name]
    return typeof value === 'string' && value !== ''
      ? value.slice(value.lastIndexOf(',') + 1).trim()
      : undefined
  }

  // ── the route that was chosen, under each name that a 4.x plugin looks for
  get routeOptions(): Loose {
    const { plan } = this[kExchange]
    const { options } = plan
    const config = plan.server['initialConfig'] as Loose
    const hasStrategy = plan.server['hasConstraintStrategy'] as (name: string) => boolean
    return Object.freeze({
      method: plan.method,
      url: plan.url,
      bodyLimit: plan.bodyLimit ?? plan.app.bodyLimit,
      attachValidation: plan.attachValidation,
      logLevel: plan.logLevel,
      exposeHeadRoute: options['exposeHeadRoute'] ?? config['exposeHeadRoutes'],
      prefixTrailingSlash: options['prefixTrailingSlash'] ?? 'both',
      version: hasStrategy.call(plan.server, 'version') ? this.raw.headers['accept-version'] : undefined,
      config: plan.config,
      schema: plan.schema,
      handler: options['handler'],
      constraints: options['constraints'],
    })
  }
  get routeConfig(): Loose {
    return this[kExchange].plan.config
  }
  get routeSchema(): Loose | undefined {
    return this[kExchange].plan.schema
  }
  get routerPath(): string | undefined {
    return this[kExchange].plan.url
  }
  get routerMethod(): string | readonly string[] {
    return this[kExchange].plan.method
  }
  get context(): Loose {
    const { plan } = this[kExchange]
    return { config: plan.config, schema: plan.schema, server: plan.server, handler: plan.handler }
  }

  // ── validation by hand
  getValidationFunction(partOrSchema: unknown): Validate | undefined {
    const { plan } = this[kExchange]
    if (typeof partOrSchema === 'string') return plan.validators[PARTS.get(partOrSchema)!]
    return plan.compiled.validators?.get(partOrSchema as object)
  }

  compileValidationSchema(schema: object, httpPart?: string): Validate {
    const { plan } = this[kExchange]
    const known = plan.compiled.validators?.get(schema)
    if (known !== undefined) return known
    const validate = plan.compileValidator(schema, httpPart, this.method, this.url)
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

// Few requests have their headers replaced: a field in each for it would only be weight.
const replacedHeaders = new WeakMap<object, Record<string, unknown>>()
