/** The members of an instance that set how its context works: hooks, compilers, handlers. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users

import type { Ctx } from '../context-type.ts'
import type { HandledError } from '../errors.ts'
import type { ErrorHandler, Handler } from '../exchange/handler.ts'
import type { PayloadHook, RequestHook, RequestHookName, RequestHooks } from '../exchange/hooks.ts'
import type { ReplyOf } from '../exchange/reply.ts'
import type { RequestOf } from '../exchange/request.ts'
import type { ConstraintStrategy } from '../options/constraint-strategy.ts'
import type { SchemaErrorFormatter } from '../schema.ts'
import type {
  ReplySerializer,
  SerializerCompiler,
  SerializerRequest,
  ValidatorCompiler,
  ValidatorRequest,
} from '../schema-compilers.ts'
import type { SchemaControllerOptions } from '../schema-controller.ts'
import type { AppHookName, AppHooks } from './app-hooks.ts'

type Req<C extends Ctx, Self> = RequestOf<C, {}, string, Self>
type Rep<C extends Ctx, Self> = ReplyOf<C, {}, 200, Self>

/**
 * Adds a hook.
 * @throws `FST_ERR_HOOK_INVALID_TYPE`, `FST_ERR_HOOK_NOT_SUPPORTED` for an unknown name
 * @throws `FST_ERR_HOOK_INVALID_HANDLER`, `FST_ERR_HOOK_INVALID_ASYNC_HANDLER` for an invalid function
 * @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application is ready
 * @ts-ignore TS2636: declared covariant on purpose */
export interface AddHook<out C extends Ctx, Here, Self> {
  <Payload = unknown>(
    name: 'preSerialization' | 'onSend',
    hook: PayloadHook<Self, Req<C, Self>, Rep<C, Self>, Payload>,
  ): Here
  <H extends Exclude<RequestHookName, 'preSerialization' | 'onSend'>>(
    name: H,
    hook: RequestHooks<Self, Req<C, Self>, Rep<C, Self>>[H],
  ): Here
  <H extends AppHookName>(name: H, hook: AppHooks<C, Self, Here>[H]): Here
}

/**
 * Members that set how a context works. They reach this context and its children; the parent never.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface Settings<out C extends Ctx, Here, Self> {
  /**
   * Adds a hook to every request of this context and its children, or to the life of the application.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone().decorateRequest('user', '')
   * app.addHook('onRequest', async (request) => {
   *   request.user = String(request.headers['x-user'] ?? 'nobody')
   * })
   * app.addHook('onSend', (_request, reply, _payload, done) => {
   *   reply.header('x-served-by', 'touchstone')
   *   done()
   * })
   * app.get('/me', async (request) => ({ user: request.user }))
   * const answer = await app.inject({ url: '/me', headers: { 'x-user': 'ada' } })
   * console.log(answer.body, answer.headers['x-served-by']) // {"user":"ada"} touchstone
   * ```
   */
  addHook: AddHook<C, Here, Self>
  /**
   * Compiles the schemas of requests in place of the default validator.
   * @throws `FST_ERR_COMPILER_NOT_FN` for anything but a function
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.setValidatorCompiler<RegExp>(({ schema }) => (data) => schema.test(String(data)))
   * app.post('/', { schema: { body: /"n":\d/ } }, async () => 'ok')
   * const answer = await app.inject({ method: 'POST', url: '/', payload: { n: 'x' } })
   * console.log(answer.statusCode) // 400
   * ```
   */
  setValidatorCompiler<Schema = unknown>(
    compiler: (route: ValidatorRequest<Schema>) => (data: never) => unknown,
  ): Here
  /**
   * Compiles the schemas of responses in place of the default serializer.
   * @throws `FST_ERR_COMPILER_NOT_FN` for anything but a function
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.setSerializerCompiler(() => (payload) => `<${JSON.stringify(payload)}>`)
   * app.get('/', { schema: { response: { 200: { type: 'object' } } } }, async () => ({ a: 1 }))
   * console.log((await app.inject('/')).body) // <{"a":1}>
   * ```
   */
  setSerializerCompiler<Schema = unknown>(
    compiler: (route: SerializerRequest<Schema>) => (payload: never) => string,
  ): Here
  /**
   * Makes the Errors of requests that broke their schema.
   * @throws `FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN` for anything but a function, and for an async one
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.setSchemaErrorFormatter((errors, part) => new Error(`${part}: ${errors[0]?.keyword}`))
   * app.get('/', { schema: { querystring: { n: { type: 'integer' } } } }, async () => 'ok')
   * console.log((await app.inject('/?n=x')).json<Error>().message) // querystring: type
   * ```
   */
  setSchemaErrorFormatter(formatter: SchemaErrorFormatter<Self>): Here
  /** Replaces the storage and the compilers of schemas. @throws `FST_ERR_SCHEMA_CONTROLLER_INVALID` for anything but an object @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application is ready @see SchemaControllerOptions.bucket */
  setSchemaController(options: SchemaControllerOptions): Here
  /**
   * Serializes every payload of this context, in place of response schemas.
   * @throws `FST_ERR_COMPILER_NOT_FN` for anything but a function
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.setReplySerializer((payload, status) => JSON.stringify({ status, payload }))
   * app.get('/', async () => ({ a: 1 }))
   * console.log((await app.inject('/')).body) // {"status":200,"payload":{"a":1}}
   * ```
   */
  setReplySerializer(serializer: ReplySerializer): Here
  /**
   * The current validator compiler; undefined before one was needed or set.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const before = app.validatorCompiler
   * app.setValidatorCompiler(() => () => true)
   * const validate = app.validatorCompiler?.({ schema: { type: 'integer' }, method: 'GET', url: '/' })
   * console.log(before, validate?.('any value')) // undefined true
   * ```
   */
  readonly validatorCompiler: ValidatorCompiler | undefined
  /**
   * The current serializer compiler; undefined before one was needed or set.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.setSerializerCompiler(() => (payload) => String(payload))
   * const parent = app.serializerCompiler
   * app.register(async (child) => {
   *   console.log(child.serializerCompiler === parent) // true
   * })
   * await app.ready()
   * ```
   */
  readonly serializerCompiler: SerializerCompiler | undefined
  /**
   * The current error handler, to call it.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.setErrorHandler(async (error) => ({ failed: error.message }))
   * app.get('/', async function (request, reply) {
   *   return this.errorHandler(new Error('no database'), request, reply)
   * })
   * console.log((await app.inject('/')).body) // {"failed":"no database"}
   * ```
   */
  errorHandler(error: Error, request: Req<C, Self>, reply: Rep<C, Self>): unknown
  /**
   * Answers for requests of this context that failed: by `reply.send`, or by what it returns. What it throws goes to the
   * parent's error handler. It is not asked where no route was found.
   * @throws `FST_ERR_ERROR_HANDLER_NOT_FN` for anything but a function
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.setErrorHandler((error, _request, reply) => {
   *   reply.code(error.statusCode ?? 500).send({ failed: error.validationContext ?? 'elsewhere' })
   * })
   * app.get('/', { schema: { querystring: { n: { type: 'integer' } } } }, async (request) => request.query)
   * const answer = await app.inject('/?n=x')
   * console.log(answer.statusCode, answer.body) // 400 {"failed":"query"}
   * ```
   */
  setErrorHandler<E extends Error = HandledError>(handler: ErrorHandler<C, Self, E>): Here
  /**
   * Answers where no route of this context's prefix matches. The hooks of the context run before it; `options` adds more.
   * @throws `FST_ERR_NOT_FOUND_HANDLER_ALREADY_SET` for the second handler of a prefix
   * @throws `FST_ERR_HANDLER_NOT_FN` for anything but a function
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.setNotFoundHandler(async (request, reply) => reply.code(404).send({ no: request.url }))
   * console.log((await app.inject('/nothing')).body) // {"no":"/nothing"}
   * ```
   */
  setNotFoundHandler(handler: Handler<C, {}, string, Self>): Here
  setNotFoundHandler(
    options: {
      preValidation?: RequestHook<Self, Req<C, Self>, Rep<C, Self>>
      preHandler?: RequestHook<Self, Req<C, Self>, Rep<C, Self>>
    },
    handler: Handler<C, {}, string, Self>,
  ): Here
  /** Adds a strategy for the `constraints` of routes. @throws `FST_ERR_CONSTRAINT_STRATEGY_INVALID` for anything but an object @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application is ready @see ConstraintStrategy.name */
  addConstraintStrategy(strategy: ConstraintStrategy): void
  /**
   * Whether there is a constraint strategy of this name.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addConstraintStrategy({
   *   name: 'tenant',
   *   storage: () => new Map<string, unknown>(),
   *   deriveConstraint: (request: { headers: Record<string, string> }) => request.headers['x-tenant'],
   * })
   * console.log(app.hasConstraintStrategy('tenant'), app.hasConstraintStrategy('region')) // true false
   * ```
   */
  hasConstraintStrategy(name: string): boolean
  /**
   * A shared schema that this context can use.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone().decorate('db', 1).decorateRequest('user', '')
   * app.addSchema({ $id: 'id', type: 'integer' })
   * console.log(app.getSchema('id'), Object.keys(app.getSchemas())) // { '$id': 'id', type: 'integer' } [ 'id' ]
   * console.log(app.hasDecorator('db'), app.hasRequestDecorator('user'), app.hasReplyDecorator('user')) // true true false
   * console.log(app.hasConstraintStrategy('tenant')) // false
   * ```
   */
  getSchema(id: string): unknown
  /** Every shared schema that this context can use, by `$id`. @see getSchema */
  getSchemas(): Record<string, unknown>
  /** Whether this context or one around it has this instance decorator. @see getSchema */
  hasDecorator(name: string | symbol): boolean
  /** Whether requests of this context have this decorator, or a member of this name. @see getSchema */
  hasRequestDecorator(name: string | symbol): boolean
  /** Whether replies of this context have this decorator. @see getSchema */
  hasReplyDecorator(name: string | symbol): boolean
  /** @deprecated Does nothing: schemas type their routes without a provider. */
  withTypeProvider<_Provider = unknown>(): Here
}
