/** The functions that the package exports, as types: the factory, the plugin wrappers, and helpers for schemas. No runtime. */

import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { Ctx, Has, InContext, Root, Settled } from '../context-type.ts'
import type { ErrorCodes } from '../errors.ts'
import type { LogControllerClass } from '../options/log-controller.ts'
import type { Options } from '../options/options.ts'
import type { PluginFunction, PluginMeta, WrappedPlugin } from '../plugin.ts'
import type { BearerAuth } from './bearer-auth.ts'
import type { Instance } from './instance.ts'
import type { RoutesOf } from './route-description.ts'
import type { Secures } from './security.ts'
import type {
  AddSchemaStatement,
  DecorateReplyStatement,
  DecorateRequestStatement,
  DecorateStatement,
} from './statements.ts'

/** The root context where the server is not that of node:http: it has the members of its own module too. */
interface Served<Server> extends Omit<Root, 'inst'> {
  inst: { readonly server: Server }
}

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
  (options: Options & { http2: true; https: object }): Instance<Served<Http2SecureServer>>
  (options: Options & { http2: true }): Instance<Served<Http2Server>>
  (options: Options & { https: object }): Instance<Served<HttpsServer>>
  (options?: Options): Instance<Root>
  /**
   * Every error code with the constructor of its error.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const { FST_ERR_CTP_BODY_TOO_LARGE } = touchstone.errorCodes
   * const app = touchstone({ bodyLimit: 3 })
   * app.setErrorHandler(async (error) => (error instanceof FST_ERR_CTP_BODY_TOO_LARGE ? 'at most 3 bytes' : 'failed'))
   * app.post('/', async () => 'ok')
   * console.log((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).body) // at most 3 bytes
   * ```
   */
  readonly errorCodes: ErrorCodes
  /**
   * The class of the option `logController`.
   * @see LogController
   */
  readonly LogController: LogControllerClass
  /**
   * The factory itself, for CommonJS: `require('touchstone').default`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * console.log([touchstone.default, touchstone.touchstone, touchstone.fastify].every((one) => one === touchstone)) // true
   * ```
   */
  readonly default: Touchstone
  /**
   * The factory itself, for CommonJS: `require('touchstone').touchstone`.
   * @see default
   */
  readonly touchstone: Touchstone
  /**
   * The factory under the name that applications of the line import.
   * @see default
   */
  readonly fastify: Touchstone
  /**
   * The other exports of the package, for CommonJS: `const { plugin } = require('touchstone')`.
   * @see PluginWrapper
   */
  readonly plugin: PluginWrapper
  /**
   * States what an untyped plugin adds.
   * @see PluginAs
   */
  readonly pluginAs: PluginAs
  /**
   * The bearer-token plugin.
   * @see BearerAuth
   */
  readonly bearerAuth: BearerAuth
  /**
   * The routes of an application as data.
   * @see RoutesOf
   */
  readonly routesOf: RoutesOf
  /**
   * Marks a hook with the security scheme that it checks.
   * @see Secures
   */
  readonly secures: Secures
  /**
   * `app.decorate` as a statement.
   * @see DecorateStatement
   */
  readonly decorate: DecorateStatement
  /**
   * `app.decorateRequest` as a statement.
   * @see DecorateRequestStatement
   */
  readonly decorateRequest: DecorateRequestStatement
  /**
   * `app.decorateReply` as a statement.
   * @see DecorateReplyStatement
   */
  readonly decorateReply: DecorateReplyStatement
  /**
   * `app.addSchema` as a statement.
   * @see AddSchemaStatement
   */
  readonly addSchema: AddSchemaStatement
  /**
   * Keeps the literal type of a schema.
   * @see DefineSchema
   */
  readonly defineSchema: DefineSchema
  /**
   * The result of a validator for a valid value.
   * @see Accept
   */
  readonly accept: Accept
  /**
   * The result of a validator for an invalid value.
   * @see Accept
   */
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
/**
 * The context that a promise about a plugin means.
 * @example
 * ```ts
 * import type { Promised } from 'touchstone'
 * const context: Promised<{ inst: { answer: number }; req: { user: string } }> = {
 *   inst: { answer: 42 },
 *   req: { user: 'ada' },
 *   rep: {},
 *   schemas: {},
 *   pend: {},
 *   own: {},
 * }
 * console.log(context.inst.answer, context.req.user) // 42 ada
 * ```
 */
export interface Promised<X> {
  /**
   * Instance decorators.
   * @see Promised
   */
  inst: Has<X, 'inst'>
  /**
   * Empty: a promise is about what has loaded.
   * @see Promised
   */
  pend: {}
  /**
   * Request decorators.
   * @see Promised
   */
  req: Has<X, 'req'>
  /**
   * Reply decorators.
   * @see Promised
   */
  rep: Has<X, 'rep'>
  /**
   * Shared schemas by `$id`.
   * @see Promised
   */
  schemas: Has<X, 'schemas'>
  /**
   * Empty: nothing is checked for duplicates.
   * @see Promised
   */
  own: {}
}

/**
 * Returns a schema as it is, with the literal type that routes infer from.
 * @example
 * ```ts
 * import touchstone, { defineSchema } from 'touchstone'
 * const user = defineSchema({ type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] })
 * const app = touchstone()
 * app.post('/', { schema: { body: user } }, async ({ body }) => body.age + 1)
 * console.log((await app.inject({ method: 'POST', url: '/', payload: { age: '41' } })).body) // 42
 * ```
 */
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
