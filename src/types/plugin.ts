/** Plugins: functions that declare things in a context, wrapped or not, and the options of registering them. No runtime. */
import type { Ctx, InContext, Lacking, Twice } from './context-type.ts'
import type { Done } from './http.ts'
import type { LogLevel } from './logger.ts'

/** What every `register` takes beside the plugin's own options. */
export interface RegisterOptions {
  /**
   * Precedes the path of each route in the plugin. A wrapped plugin has no context of its own and ignores it.
   * @throws `FST_ERR_PLUGIN_PREFIX_NOT_STR` for anything but a string
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.register(async (context) => context.get('/users', async () => 'users'), { prefix: '/v1' })
   * console.log((await app.inject('/v1/users')).body) // users
   * ```
   */
  prefix?: string
  /**
   * The level of the loggers of requests to the routes of the plugin.
   * @default that of the parent
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const stream = { write: (line: string) => lines.push(line) }
   * const app = touchstone({ logger: { stream }, disableRequestLogging: true })
   * app.register(async (context) => {
   *   context.get('/', async ({ log }) => {
   *     log.info({ user: { id: 7 } }, 'below the level')
   *     log.warn({ user: { id: 7 } }, 'not found')
   *   })
   * }, { logLevel: 'warn', logSerializers: { user: (user: { id: number }) => user.id } })
   * await app.inject('/')
   * console.log(lines.map((line) => JSON.parse(line)).map(({ user, msg }) => `${user} ${msg}`)) // [ '7 not found' ]
   * ```
   */
  logLevel?: LogLevel | (string & {})
  /**
   * Serializers of the loggers of requests to the routes of the plugin.
   * @see logLevel
   */
  logSerializers?: Readonly<Record<string, (value: never) => unknown>>
}

/** The arguments of `register` after the plugin. Options may be a function of the instance; it runs when the plugin loads. */
export type RegisterArgs<O, Here> = {} extends O
  ? [options?: (O & RegisterOptions) | ((parent: Here) => O & RegisterOptions)]
  : [options: (O & RegisterOptions) | ((parent: Here) => O & RegisterOptions)]

/** Any plugin as a function: of the instance, its options, and `done` (or returning a promise, not both). */
export type PluginFunction<App, O, Out> = (app: App, options: O, done: Done) => Out

/** What is known of a plugin beside its function. */
export interface PluginMeta {
  /**
   * The name for `hasPlugin`, for `dependencies` of other plugins, and for errors. @default the name of the function
   * @example
   * ```ts
   * import touchstone, { plugin } from 'touchstone'
   * const meta = { name: 'cache', fastify: '4.x', dependencies: ['database'] }
   * const app = touchstone()
   * app.register(plugin(async () => {}, meta))
   * console.log(await app.ready().catch((error) => error.code)) // FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED
   * ```
   */
  name?: string
  /**
   * A semver range that 4.17.0, 4.29.1 or 5.12.8 is in, since plugins of these lines run; or `app.version`, where the application has redefined it.
   * @throws `FST_ERR_PLUGIN_VERSION_MISMATCH` otherwise
   * @example
   * ```ts
   * import touchstone, { plugin } from 'touchstone'
   * const app = touchstone()
   * app.register(plugin(async () => {}, { name: 'cache', fastify: '3.x' }))
   * console.log(await app.ready().catch((error) => error.code)) // FST_ERR_PLUGIN_VERSION_MISMATCH
   * ```
   */
  fastify?: string
  /** Names of plugins that must be registered before. @throws `FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED` for one that is not, `FST_ERR_PLUGIN_INVALID_META` for anything but an array @see name */
  dependencies?: readonly string[]
  /**
   * Decorators that must exist.
   * @throws `FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE` for one that does not, `FST_ERR_PLUGIN_INVALID_META` for anything but
   * an array
   * @example
   * ```ts
   * import touchstone, { plugin } from 'touchstone'
   * const users = plugin(async () => {}, { name: 'users', decorators: { fastify: ['db'] } })
   * const code = await touchstone().register(users).ready().catch((error) => error.code)
   * console.log(code, (await touchstone().decorate('db', {}).register(users)).hasPlugin('users')) // FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE true
   * ```
   */
  decorators?: {
    readonly fastify?: readonly (string | symbol)[]
    readonly request?: readonly (string | symbol)[]
    readonly reply?: readonly (string | symbol)[]
  }
  /**
   * `true`: the plugin keeps its own context and only gets a name.
   * @default `false`
   * @example
   * ```ts
   * import touchstone, { plugin, type App } from 'touchstone'
   * const app = touchstone()
   * app.register(plugin(async (own: App) => own.decorate('secret', 1), { name: 'own', encapsulate: true }))
   * await app.ready()
   * console.log(app.hasPlugin('own'), app.hasDecorator('secret')) // true false
   * ```
   */
  encapsulate?: boolean
}

/**
 * A plugin that declares into the context which registers it: it needs `N` there, takes options `O`, adds `Out`.
 * It is a function at run time; in types it cannot be called, so that `register` cannot take it for an encapsulated one.
 */
export interface WrappedPlugin<N extends Ctx, O, Out extends Ctx> {
  readonly '~needs': N
  readonly '~options': (options: O) => void
  readonly '~adds': Out
}

/** Anything that may be a plugin. */
export type Pluggable =
  | ((...args: never[]) => unknown)
  | WrappedPlugin<Ctx, never, Ctx>
  | Promise<{ default: unknown }>

/** `unknown` for a plugin that the context `C` can register, or for one that is typed for another framework, or not at all.
 * Otherwise an explanation that no plugin is assignable to. */
export type Refused<F, C extends Ctx> =
  F extends Promise<{ default: infer P }>
    ? Refused<P, C>
    : F extends WrappedPlugin<infer N, never, infer Out>
      ? Explain<Lacking<C, N> | Twice<C, Out>>
      : F extends (app: infer A, ...rest: never[]) => unknown
        ? 0 extends 1 & A
          ? unknown
          : A extends InContext<infer N extends Ctx>
            ? Explain<Lacking<C, N>>
            : unknown
        : unknown
/** One required property for each reason: the message of the compiler then names them all. */
type Explain<Reason extends string> = [Reason] extends [never] ? unknown : { [K in Reason]: 'error' }

/** The arguments of `register` after a plugin: its own options, or any where it is typed for another framework. */
export type ArgsOf<F, Here> =
  F extends Promise<{ default: infer P }>
    ? ArgsOf<P, Here>
    : F extends { readonly '~options': (options: infer O) => void }
      ? RegisterArgs<O, Here>
      : F extends (app: infer A, options: infer O, ...rest: never[]) => unknown
        ? 0 extends 1 & A
          ? AnyArgs<Here>
          : A extends InContext<Ctx>
            ? RegisterArgs<O, Here>
            : AnyArgs<Here>
        : AnyArgs<Here>
type AnyArgs<Here> = [options?: object | ((parent: Here) => object)]
