/** What the public methods have in common: the context that an instance speaks for, and the application around it. */
import type { BootQueue } from '../boot/queue.ts'
import type { Context } from '../declare/context.ts'
import type { RouteHost } from '../declare/declaration.ts'
import { errorCodes } from '../errors.ts'
import type { RawRequest, RawResponse } from '../types/http.ts'
import type { Instance } from '../types/instance.ts'
import type { ListenOptions, PrintRoutesOptions } from '../types/serving.ts'
import { isFunction, type Properties, shown, type UserFunction } from '../values.ts'

/** The life of the application. */
export interface Life {
  /** nothing can be declared any more */
  readonly started: boolean
  /** plans are made: what is declared now would reach no request */
  readonly compiled: boolean
  readonly closing: boolean
  readonly addresses: ReturnType<Instance['addresses']>
  boot(): Promise<void>
  listen(options: ListenOptions): Promise<string>
  close(): Promise<void>
  onClose(fn: UserFunction, instance: Instance): void
  whenLoaded(callback: (error: unknown) => void): void
}

type Listener = (raw: RawRequest, res: RawResponse) => void

/** What answers requests: everything between the network and the plans. */
export interface Answering {
  readonly listener: Listener
  readonly defaultRoute: UserFunction
  setDefaultRoute(route: unknown): void
}

/** What the router is asked beside what declaring a route needs. */
export interface Routes {
  print(options?: PrintRoutesOptions): string
  addConstraintStrategy(strategy: object): void
  hasConstraintStrategy(name: string): boolean
}

/** The application, as its public methods need it. */
export interface InstanceHost extends RouteHost {
  readonly queue: BootQueue<Instance>
  readonly life: Life
  readonly front: Answering
  readonly router: Routes
  readonly bodyLimit: number
  /** sends a request to a listener without a socket; without one, begins a chain */
  readonly inject: (listener: Listener, request?: unknown, callback?: unknown) => unknown
  setNotFound(context: Context, options: Properties, handler: UserFunction | null): void
}

const kContext = Symbol('touchstone.context')

/** Ties an instance to its context. What inherits from the instance finds the context too. */
export function tie(context: Context): void {
  Object.defineProperty(context.instance, kContext, { value: context })
}

/** The context that an instance speaks for. */
export function contextOf(instance: object): Context {
  return Reflect.get(instance, kContext)
}

/** The instance, for the caller to go on with. */
export function itself(instance: object): never {
  return instance as never // what it has beside what it had, only the types of the caller know
}

/** Refuses a declaration once the application has started. */
export function refuseStarted(host: InstanceHost, call: string): void {
  if (host.life.started) throw new errorCodes.FST_ERR_INSTANCE_ALREADY_LISTENING(call)
  if (host.life.compiled) throw new errorCodes.FST_ERR_ROOT_PLG_BOOTED()
}

/** A callback that may be left out, but may not be anything else. */
export function checkCallback(name: string, callback: unknown): UserFunction | null {
  if (callback === undefined || callback === null) return null
  if (isFunction(callback)) return callback
  throw new errorCodes.FST_ERR_PLUGIN_CALLBACK_NOT_FN(name, shown(callback))
}
