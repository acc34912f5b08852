/** What the public methods share: the context of an instance, and their interface to the rest of the application. */
import type { BootQueue } from '../boot/queue.ts'
import type { Context } from '../declare/context.ts'
import type { RouteHost } from '../declare/declaration.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { OpenApiDocument } from '../types/app/openapi.ts'
import type { PrintRoutesOptions } from '../types/app/route-questions.ts'
import type { HttpMethod, RawRequest, RawResponse } from '../types/http.ts'
import type { ListenOptions } from '../types/options/listen.ts'
import type { Options } from '../types/options/options.ts'
import { isFunction, type Properties, shown, type UserFunction } from '../values.ts'

/** The life of the application. */
export interface Life {
  /** the boot has ended: nothing can be declared any more */
  readonly started: boolean
  /** the plans are made: a later declaration would have no effect on any request */
  readonly compiled: boolean
  readonly closing: boolean
  readonly addresses: ReturnType<Instance['addresses']>
  boot(): Promise<void>
  listen(options: ListenOptions): Promise<string>
  close(): Promise<void>
  onClose(fn: UserFunction, instance: Instance): void
  whenLoaded(fn: UserFunction, instance: Instance): void
}

type Listener = (raw: RawRequest, res: RawResponse) => void

/** The request listener and the default route. */
export interface Answering {
  readonly listener: Listener
  readonly routing: Listener
  readonly defaultRoute: UserFunction
  setDefaultRoute(route: unknown): void
}

/** What the public methods need of the router, apart from the declaration of routes. */
export interface Routes {
  print(options?: PrintRoutesOptions): string
  addConstraintStrategy(strategy: object): void
  hasConstraintStrategy(name: string): boolean
}

/** What the public methods need of the application. */
export interface InstanceHost extends RouteHost {
  readonly queue: BootQueue<Instance>
  readonly life: Life
  readonly front: Answering
  readonly router: Routes
  readonly bodyLimit: number
  readonly jsonDepthLimit: number
  readonly codedJsonErrors: boolean
  readonly line: 4 | 5
  readonly https?: unknown
  readonly allowErrorHandlerOverride?: boolean | undefined
  readonly genReqId?: Options['genReqId']
  readonly childLogger: UserFunction | null
  readonly nextId: () => string
  /** sends a request without a socket; without a callback, returns a chain. Each request waits for `boot` */
  readonly inject: (request?: unknown, callback?: unknown, boot?: () => Promise<void>) => unknown
  /** the methods for which `all` declares a route */
  readonly methodsOfAll: ReadonlySet<HttpMethod>
  /** lets routes have a further method; `hasBody`: its body is read */
  addMethod(method: HttpMethod, hasBody: boolean): void
  /** writes the OpenAPI document of all routes */
  openapi(options: unknown): Promise<OpenApiDocument>
  setNotFound(context: Context, options: Properties, handler: UserFunction | null): void
}

const kContext = Symbol('touchstone.context')

/** Connects an instance with its context. Objects that inherit from the instance have the same context. */
export function tie(context: Context): void {
  Object.defineProperty(context.instance, kContext, { value: context })
}

/** The context of an instance. */
export function contextOf(instance: object): Context {
  return Reflect.get(instance, kContext)
}

/** The instance, as the return value of a method that can be chained. */
export function itself(instance: object): never {
  return instance as never // the public types declare what the call has added
}

/** Throws if the application has started. */
export function refuseStarted(host: InstanceHost, call: string): void {
  if (host.life.started) throw new errorCodes.FST_ERR_INSTANCE_ALREADY_LISTENING(call)
  if (host.life.compiled) throw new errorCodes.FST_ERR_ROOT_PLG_BOOTED()
}

/** Checks an optional callback: a function, or nothing. */
export function checkCallback(name: string, callback: unknown): UserFunction | null {
  if (callback === undefined || callback === null) return null
  if (isFunction(callback)) return callback
  throw new errorCodes.FST_ERR_PLUGIN_CALLBACK_NOT_FN(name, shown(callback))
}
