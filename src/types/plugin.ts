/** Plugins: functions that declare things in a context, wrapped or not, and the options of registering them. No runtime. */
import type { Ctx } from './context-type.ts'
import type { Done } from './http.ts'
import type { LogLevel } from './logger.ts'

/** What every `register` takes beside the plugin's own options. */
export interface RegisterOptions {
  /** Stands before the path of each route in the plugin. A wrapped plugin makes no context and ignores it. */
  prefix?: string
  /** The level of the loggers in the plugin. */
  logLevel?: LogLevel | (string & {})
  /** Serializers of the loggers in the plugin. */
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
  /** For `hasPlugin`, for `dependencies` of others, and in errors. Default: the function's. */
  name?: string
  /** A semver range that `app.version` must satisfy, else `FST_ERR_PLUGIN_VERSION_MISMATCH`. */
  fastify?: string
  /** Names of plugins that must be registered before. */
  dependencies?: readonly string[]
  /** Decorators that must be there, else `FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE`. */
  decorators?: {
    readonly fastify?: readonly (string | symbol)[]
    readonly request?: readonly (string | symbol)[]
    readonly reply?: readonly (string | symbol)[]
  }
  /** `true`: only a name is given, the plugin keeps its own context. Default `false`. */
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

/** Passes plugins typed for another framework, or not at all; not one of ours that was refused before. */
export type Foreign<F> = F extends (app: infer A, ...rest: never[]) => unknown
  ? 0 extends 1 & A
    ? F
    : A extends { readonly '~ctx': unknown }
      ? { error: 'the plugin needs decorators or schemas that this context does not have' }
      : F
  : never
