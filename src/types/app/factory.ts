/** The functions that the package exports, as types: the factory, the plugin wrappers, and declarations as statements. No runtime. */

import type {
  After,
  AfterSchema,
  Ctx,
  Fresh,
  FreshId,
  FreshValue,
  Has,
  InContext,
  Name,
  Root,
  Settled,
} from '../context-type.ts'
import type { ErrorCodes } from '../errors.ts'
import type { PluginFunction, PluginMeta, WrappedPlugin } from '../plugin.ts'
import type { BearerAuth } from './bearer-auth.ts'
import type { Instance } from './instance.ts'
import type { Options } from './options.ts'

/**
 * Makes an application: a root context without any declarations.
 *
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 *
 * const app = touchstone({ bodyLimit: 64 * 1024 })
 * app.get(
 *   '/add',
 *   { schema: { querystring: { a: { type: 'number', default: 0 }, b: { type: 'number', default: 0 } } } },
 *   async ({ query }) => ({ sum: query.a + query.b }),
 * )
 * console.log((await app.inject('/add?a=1&b=2')).body) // {"sum":3}
 * ```
 */
export interface Touchstone {
  (options?: Options): Instance<Root>
  /** Every error code with the constructor of its error. */
  readonly errorCodes: ErrorCodes
  /** The factory itself, for CommonJS: `require('touchstone').default`. */
  readonly default: Touchstone
  /** The factory itself, for CommonJS: `require('touchstone').touchstone`. */
  readonly touchstone: Touchstone
  /** The factory under the name that applications of the line import. */
  readonly fastify: Touchstone
  /** The other exports of the package, for CommonJS: `const { plugin } = require('touchstone')`. */
  readonly plugin: PluginWrapper
  /** States what an untyped plugin adds. */
  readonly pluginAs: PluginAs
  /** The bearer-token plugin. */
  readonly bearerAuth: BearerAuth
  /** The routes of an application as data. */
  readonly routesOf: RoutesOf
  /** `app.decorate` as a statement. */
  readonly decorate: DecorateStatement
  /** `app.decorateRequest` as a statement. */
  readonly decorateRequest: DecorateRequestStatement
  /** `app.decorateReply` as a statement. */
  readonly decorateReply: DecorateReplyStatement
  /** `app.addSchema` as a statement. */
  readonly addSchema: AddSchemaStatement
  /** Keeps the literal type of a schema. */
  readonly defineSchema: DefineSchema
  /** The result of a validator for a valid value. */
  readonly accept: Accept
  /** The result of a validator for an invalid value. */
  readonly refuse: Refuse
}

type Out<T> = Awaited<T> extends InContext<infer X extends Ctx> ? X : Root

/**
 * Lifts the encapsulation of a plugin: what it declares, it declares in the context that registers it. It must return its
 * instance for its declarations to have types there. The name and needs in `meta` are checked when it is registered.
 *
 * @example
 * ```ts
 * import touchstone, { plugin, type App } from 'touchstone'
 *
 * const clock = plugin(
 *   async (app: App, options: { zone: string }) => app.decorate('now', () => `noon in ${options.zone}`),
 *   { name: 'clock' },
 * )
 * const app = touchstone()
 * app.register(clock, { zone: 'UTC' }).get('/now', async function () {
 *   return this.now()
 * })
 * console.log((await app.inject('/now')).body) // noon in UTC
 * ```
 */
export interface PluginWrapper {
  /** With `encapsulate: true` the plugin is only named, and keeps its own context. */
  <N extends Ctx, O, T>(
    plugin: PluginFunction<Instance<N>, O, T>,
    meta: PluginMeta & { encapsulate: true },
  ): PluginFunction<Instance<N>, O, T>
  /** `meta` may be just the semver range of `app.version` that the plugin is for. */
  <N extends Ctx, O, T>(
    plugin: PluginFunction<Instance<N>, O, T>,
    meta?: PluginMeta | string,
  ): WrappedPlugin<N, O, Settled<Out<T>>>
}

/**
 * Says what an untyped plugin declares; nobody checks it. The plugin's own `O` are its options.
 *
 * @example
 * ```ts
 * import touchstone, { plugin, pluginAs } from 'touchstone'
 *
 * const legacy = Object.assign(
 *   (app: { decorate(name: string, value: unknown): unknown }, _options: object, done: () => void) => {
 *     app.decorate('answer', 42)
 *     done()
 *   },
 *   { [Symbol.for('skip-override')]: true },
 * )
 * const app = touchstone()
 * app.register(pluginAs<{ inst: { answer: number } }>()(legacy))
 * await app.ready()
 * console.log(app.hasDecorator('answer')) // true
 * ```
 */
export type PluginAs = <X extends Partial<Ctx>>() => <O = {}>(
  plugin: (app: never, options: O, done: never) => unknown,
) => WrappedPlugin<Root, O, Promised<X>>
/** The context that a promise about a plugin means. */
export interface Promised<X> {
  /** Instance decorators. @see PluginAs */
  inst: Has<X, 'inst'>
  /** Empty: a promise is about what has loaded. @see PluginAs */
  pend: {}
  /** Request decorators. @see PluginAs */
  req: Has<X, 'req'>
  /** Reply decorators. @see PluginAs */
  rep: Has<X, 'rep'>
  /** Shared schemas by `$id`. @see PluginAs */
  schemas: Has<X, 'schemas'>
  /** Empty: nothing is checked for duplicates. @see PluginAs */
  own: {}
}

// ── declarations as statements: they change the type of the variable that they are given

/** `app.decorate(name, value)` as a statement after which `app` has the property. */
export type DecorateStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & Fresh<K, 'inst', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorate']> & InContext<C>
/** `app.decorateRequest(name, value)` as a statement after which requests have the property. */
export type DecorateRequestStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & FreshValue<K, 'req', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorateRequest']> & InContext<C>
/** `app.decorateReply(name, value)` as a statement after which replies have the property. */
export type DecorateReplyStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & FreshValue<K, 'rep', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorateReply']> & InContext<C>
/** `app.addSchema(schema)` as a statement after which `$ref`s to the schema have types. */
export type AddSchemaStatement = <C extends Ctx, const S extends { $id: string }>(
  app: InContext<C>,
  schema: S & FreshId<S['$id'], C>,
) => asserts app is Instance<AfterSchema<C, S>['addSchema']> & InContext<C>
type Property<V> = V extends { getter: (...args: never[]) => infer T } ? T : V

/** Returns a schema as it is, with the literal type that routes infer from. */
export type DefineSchema = <const S>(schema: S) => S

/**
 * The result of a validator for a valid value: `value` replaces what the request brought. A validator that returned
 * `{ value }` itself would be fooled by one that hands its input back: a client may send an object with a `value`.
 *
 * @example
 * ```ts
 * import touchstone, { accept, refuse } from 'touchstone'
 *
 * const app = touchstone()
 * app.setValidatorCompiler<{ max: number }>(({ schema }) => (data: { n: number }) =>
 *   data.n <= schema.max ? accept({ n: Number(data.n) }) : refuse(new Error(`n is at most ${schema.max}`)),
 * )
 * app.get('/', { schema: { querystring: { type: 'limit', max: 9 } } }, async (request) => request.query)
 * console.log((await app.inject('/?n=5')).body, (await app.inject('/?n=10')).statusCode) // {"n":5} 400
 * ```
 */
export type Accept = (value: unknown) => object
/** The result of a validator for an invalid value: an Error, or a list of complaints. The answer is a 400. */
export type Refuse = (error: unknown) => object

/** A route as data: what a tool needs to call it, to document it or to try it. */
export interface RouteDescription {
  /** One of the methods that it was declared for. @see RoutesOf */
  readonly method: string
  /** With its prefixes: `/users/:id`. @see RoutesOf */
  readonly url: string
  /** The schemas of its parts and responses, in their full form.
   * @default undefined
   * @see RoutesOf */
  readonly schema: Readonly<Record<string, unknown>> | undefined
  /** The `config` of the route. @see RoutesOf */
  readonly config: Readonly<Record<string, unknown>>
  /** The way to its context: `root -> users -> admin`. @see RoutesOf */
  readonly context: string
  /** The shared schemas that its references see, by `$id`. @see RoutesOf */
  readonly sharedSchemas: Readonly<Record<string, unknown>>
  /** The content types whose bodies its context parses: `application/json`, `/^text\\/x-/` of a RegExp, `*`; in the order of choice. @see RoutesOf */
  readonly contentTypes: readonly string[]
  /** Whether its handler also gets requests that break its schema. @see RoutesOf */
  readonly attachValidation: boolean
  /** The longest body in bytes, if the route has a limit of its own.
   * @default undefined: the limit of the factory
   * @see RoutesOf */
  readonly bodyLimit?: number
}

/**
 * The routes of an application, once it is ready, in the order of their declaration: without automatic HEAD routes and handlers of
 * what is not found. Undefined for anything that is no instance of this framework. Rejects as `ready()` does.
 *
 * @example
 * ```ts
 * import touchstone, { routesOf } from 'touchstone'
 *
 * const app = touchstone()
 * app.get('/users/:id', { schema: { params: { id: { type: 'integer' } } } }, async (request) => request.params)
 * const routes = await routesOf(app)
 * console.log(routes?.map(({ method, url }) => `${method} ${url}`)) // [ 'GET /users/:id' ]
 * ```
 */
export type RoutesOf = (instance: unknown) => Promise<readonly RouteDescription[] | undefined>
