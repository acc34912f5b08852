/** The instance: where contexts, requests, replies, hooks, routes and plugins are tied together. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users

import type {
  Accept,
  After,
  AfterPlugin,
  AfterSchema,
  Child,
  Ctx,
  CtxOf,
  Fresh,
  FreshId,
  FreshValue,
  GlobalInstance,
  Has,
  InContext,
  Name,
  Root,
  Settled,
} from '../context-type.ts'
import type { ReplyCore, ReplyOf } from '../exchange/reply.ts'
import type { AnyHeaders, HeadersWith, RequestCore, RequestOf } from '../exchange/request.ts'
import type { Done } from '../http.ts'
import type { Parsers } from '../parser.ts'
import type { ArgsOf, Pluggable, PluginFunction, Refused, RegisterArgs, WrappedPlugin } from '../plugin.ts'
import type { Accessor, Property } from './accessor.ts'
import type { LaterInstance } from './later-members.ts'
import type { Routing } from './routing.ts'
import type { Serving } from './serving.ts'
import type { Settings } from './settings.ts'

/** An instance as it is in the context `C`. */
export type Instance<C extends Ctx = Root> = Core<C> & C['inst']
/** What `register` and `after` return: the instance, which can be awaited for its plugins to load. */
export type Registered<C extends Ctx> = Instance<C> & PromiseLike<Instance<Settled<C>>>

/**
 * Any instance that has at least what is named: the type of a plugin's first parameter, or of a helper's.
 *
 * @example
 * ```ts
 * import touchstone, { type App } from 'touchstone'
 *
 * class Db {
 *   find(id: string) {
 *     return { id, name: 'Ada' }
 *   }
 * }
 * async function users(app: App<{ inst: { db: Db } }>) {
 *   app.get('/users/:id', async (request) => app.db.find(request.params.id))
 * }
 * const app = touchstone().decorate('db', new Db())
 * app.register(users) // does not compile where there is no `db`
 * console.log((await app.inject('/users/7')).body) // {"id":"7","name":"Ada"}
 * ```
 */
export type App<X extends Partial<Ctx> = {}> = Instance<CtxOf<X>>

/** The instance that handlers and hooks of a context find as `this`. */
type Self<C extends Ctx> = Instance<Settled<C>>

/** A request with at least what is named: for helpers. `req` names decorators. */
export type Request<
  X extends { body?: unknown; query?: unknown; params?: unknown; headers?: unknown; req?: {} } = {},
> = RequestCore<
  Part<X, 'body'>,
  Part<X, 'query'>,
  Part<X, 'params'>,
  X extends { headers: infer H } ? HeadersWith<H> : AnyHeaders,
  Instance
> &
  Has<X, 'req'>
type Part<X, K extends string> = X extends { [P in K]: infer T } ? T : unknown
/** A reply with at least what is named: for helpers. `rep` names decorators. Payloads are not checked. */
export type Reply<X extends { rep?: {} } = {}> = ReplyCore<Root, {}, number, Instance> & Has<X, 'rep'>

// ── declarations

type Method<This> = (this: This, ...args: never[]) => unknown
/**
 * Adds to the instance.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface Decorate<out C extends Ctx> {
  <const K extends Name, V extends Method<Self<C>> | Accessor<Self<C>>>(
    name: K & Fresh<K, 'inst', C>,
    value: V,
    dependencies?: readonly Name[],
  ): Instance<After<C, K, Property<V>>['decorate']>
  <const K extends Name, V = unknown>(
    name: K & Fresh<K, 'inst', C>,
    value?: V,
    dependencies?: readonly Name[],
  ): Instance<After<C, K, Property<V>>['decorate']>
}
/**
 * Adds to requests.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface DecorateRequest<out C extends Ctx> {
  <
    const K extends Name,
    V extends Method<RequestOf<C, {}, string, Self<C>>> | Accessor<RequestOf<C, {}, string, Self<C>>>,
  >(
    name: K & Fresh<K, 'req', C>,
    value: V,
    dependencies?: readonly Name[],
  ): Instance<After<C, K, Property<V>>['decorateRequest']>
  <const K extends Name, V = unknown>(
    name: K & FreshValue<K, 'req', C>,
    value?: V,
    dependencies?: readonly Name[],
  ): Instance<After<C, K, Property<V>>['decorateRequest']>
}
/**
 * Adds to replies.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface DecorateReply<out C extends Ctx> {
  <
    const K extends Name,
    V extends Method<ReplyOf<C, {}, 200, Self<C>>> | Accessor<ReplyOf<C, {}, 200, Self<C>>>,
  >(
    name: K & Fresh<K, 'rep', C>,
    value: V,
    dependencies?: readonly Name[],
  ): Instance<After<C, K, Property<V>>['decorateReply']>
  <const K extends Name, V = unknown>(
    name: K & FreshValue<K, 'rep', C>,
    value?: V,
    dependencies?: readonly Name[],
  ): Instance<After<C, K, Property<V>>['decorateReply']>
}
/**
 * The member that shares schemas.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface Schemas<out C extends Ctx> {
  /**
   * Makes a schema known to the `$ref`s of this context and those below.
   * @throws `FST_ERR_SCH_MISSING_ID` if there is no string `$id`, `FST_ERR_SCH_ALREADY_PRESENT` if it is taken.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone().addSchema({
   *   $id: 'point',
   *   type: 'object',
   *   properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
   *   required: ['x'],
   * })
   * app.post('/sum', { schema: { body: { $ref: 'point#' } } }, async ({ body }) => ({ sum: body.x + body.y }))
   * console.log((await app.inject({ method: 'POST', url: '/sum', payload: { x: '3' } })).body) // {"sum":3}
   * ```
   */
  addSchema<const S extends { $id: string }>(
    schema: S & FreshId<S['$id'], C>,
  ): Instance<AfterSchema<C, S>['addSchema']>
}

/** An encapsulated plugin: its first parameter is the child context. */
export type Encapsulated<C extends Ctx, O> = (app: Instance<Child<C>>, options: O, done: Done) => unknown
/**
 * Registers a plugin: a wrapped one, an encapsulated one, a module of either, or one of another framework.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface Register<out C extends Ctx> {
  <N extends Ctx, O, Out extends Ctx>(
    plugin: WrappedPlugin<N, O, Out> & Accept<C, N, Out>,
    ...options: RegisterArgs<O, Instance<C>>
  ): Registered<AfterPlugin<C, Out>['register']>
  <O = {}>(plugin: Encapsulated<C, O>, ...options: RegisterArgs<O, Instance<C>>): Registered<C>
  <N extends Ctx, O, Out extends Ctx>(
    plugin: Promise<{ default: WrappedPlugin<N, O, Out> & Accept<C, N, Out> }>,
    ...options: RegisterArgs<O, Instance<C>>
  ): Registered<AfterPlugin<C, Out>['register']>
  <O = {}>(
    plugin: Promise<{ default: Encapsulated<C, O> }>,
    ...options: RegisterArgs<O, Instance<C>>
  ): Registered<C>
  /** Also for the message of a plugin that was refused above: TypeScript shows what the last overload says. */
  <F extends Pluggable>(plugin: F & Refused<F, C>, ...options: ArgsOf<F, Instance<C>>): Registered<C>
}

/**
 * What every instance has, beside its decorators.
 * @ts-ignore TS2636: declared covariant on purpose: a context that knows more can stand where less is asked for */
export interface Core<out C extends Ctx>
  extends GlobalInstance,
    Serving<Instance<C>, Self<C>>,
    Schemas<C>,
    Routing<C, Instance<C>, Self<C>>,
    LaterInstance<C, Instance<C>, Self<C>>,
    Settings<C, Instance<C>, Self<C>>,
    Parsers<Self<C>, RequestOf<C, {}, string, Self<C>>, Instance<C>>,
    InContext<C> {
  /**
   * Adds a property to this context and those below. Returns the instance with it; the variable that you had does not change
   * its type.
   * @throws `FST_ERR_DEC_ALREADY_PRESENT` if the name is taken, `FST_ERR_DEC_INVALID_NAME`, `FST_ERR_DEC_MISSING_DEPENDENCY`.
   * @throws `FST_ERR_DEC_AFTER_START` once the application has started.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   *   .decorate('greeting', 'hello')
   *   .decorate('greet', function (name: string) {
   *     return `${this.greeting} ${name}`
   *   })
   * app.get('/:name', async function (request) {
   *   return this.greet(request.params.name)
   * })
   * console.log((await app.inject('/ada')).body) // hello ada
   * ```
   */
  decorate: Decorate<C>
  /**
   * Adds a property to the requests of this context and those below, with a value for each to begin with.
   * An object or an array would be one for all requests: use `{ getter }` for one each.
   * @throws `FST_ERR_DEC_ALREADY_PRESENT` and the other errors of `decorate`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone().decorateRequest('user', 'nobody')
   * app.addHook('onRequest', async (request) => {
   *   request.user = 'ada'
   * })
   * app.get('/', async (request) => request.user)
   * console.log((await app.inject('/')).body) // ada
   * ```
   */
  decorateRequest: DecorateRequest<C>
  /**
   * Adds a property to the replies of this context and those below.
   * @throws `FST_ERR_DEC_ALREADY_PRESENT` and the other errors of `decorate`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone().decorateReply('html', function (text: string) {
   *   return this.type('text/html').send(`<p>${text}</p>`)
   * })
   * app.get('/', async (_request, reply) => reply.html('hello'))
   * console.log((await app.inject('/')).body) // <p>hello</p>
   * ```
   */
  decorateReply: DecorateReply<C>
  /**
   * Runs a plugin in a child context of its own, or, if it is wrapped by `plugin()`, in this one. Plugins load in the order
   * of registration, each with all that it registers; await the result to have it loaded here and now.
   * An error of the plugin fails `ready()`.
   * @throws `FST_ERR_PLUGIN_NOT_VALID` for anything but a function or a promise; `FST_ERR_PLUGIN_PREFIX_NOT_STR`.
   * @throws `FST_ERR_ROOT_PLG_BOOTED` once the application has loaded.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.register(
   *   async (users) => {
   *     users.get('/', async () => ['ada'])
   *   },
   *   { prefix: '/users' },
   * )
   * console.log((await app.inject('/users')).body) // ["ada"]
   * ```
   */
  register: Register<C>
  /**
   * Runs when the plugins registered so far have loaded. Their error goes to the callback, if it has a parameter for it.
   * Without a callback it returns a promise, which rejects with their error.
   * @throws `FST_ERR_PLUGIN_CALLBACK_NOT_FN` for anything but a function.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.register(async () => {
   *   throw new Error('no database')
   * })
   * app.after((error) => {
   *   console.log(error?.message) // no database
   * })
   * await app.ready() // the callback has dealt with the error
   * ```
   */
  after(): Promise<void>
  after(callback: (error: Error | null, instance: Self<C>, done: () => void) => unknown): Registered<C>
}

/** A plugin as a type: needs `N` of its parent, takes options `O`, leaves its context as `Out` says. */
export type Plugin<N extends Ctx = Root, O = {}, Out = unknown> = PluginFunction<Instance<N>, O, Out>
