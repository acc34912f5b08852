/** Schemas of a route, and the functions that compile them, report on them and store them. No runtime. */
import type { HttpPart } from './http.ts'

/**
 * The schemas of a route. Each part is a JSON Schema (Draft 7), a bag of properties (the shorthand for an object),
 * or what your own validator compiler understands. Keys that are not listed here (`tags`, `summary`…) are kept.
 */
export interface RouteSchema {
  /**
   * Describes the JSON body, or, by `content`, one schema for each media type.
   * @throws `FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED` on GET and HEAD
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const body = {
   *   content: {
   *     'application/json': { schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
   *     'text/plain': { schema: { type: 'string', maxLength: 3 } },
   *   },
   * }
   * app.post('/', { schema: { body } }, async (request) => request.body)
   * const text = { headers: { 'content-type': 'text/plain' }, payload: 'too long' }
   * console.log((await app.inject({ method: 'POST', url: '/', payload: { n: '7' } })).body) // {"n":7}
   * console.log((await app.inject({ method: 'POST', url: '/', ...text })).json<Error>().message) // body must NOT have more than 3 characters
   * ```
   */
  body?: unknown
  /**
   * Describes the query string.
   * @throws `FST_ERR_SCH_DUPLICATE` together with `query`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const querystring = { page: { type: 'integer', default: 1 } } as const
   * app.get('/', { schema: { querystring } }, async ({ query }) => query.page + 1)
   * console.log((await app.inject('/?page=7')).body, (await app.inject('/')).body) // 8 2
   * ```
   */
  querystring?: unknown
  /**
   * The same as `querystring`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', { schema: { query: { n: { type: 'integer' } } } }, async ({ query }) => query.n)
   * console.log((await app.inject('/?n=x')).json<Error>().message) // querystring/n must be integer
   * ```
   */
  query?: unknown
  /**
   * Describes the parameters of the path.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const schema = {
   *   params: { id: { type: 'integer' } },
   *   headers: { type: 'object', properties: { 'X-Key': { type: 'string' } }, required: ['X-Key'] },
   * } as const
   * app.get('/:id', { schema }, async ({ params }) => typeof params.id)
   * const keyed = { headers: { 'x-key': 'a' } }
   * console.log((await app.inject({ url: '/7', ...keyed })).body, (await app.inject('/7')).statusCode) // number 400
   * ```
   */
  params?: unknown
  /**
   * Describes the headers. Names match without regard to case.
   * @see params
   */
  headers?: unknown
  /**
   * By status: exact (`200`), class (`'2xx'`), `default`. The first of these that exists decides.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const response = { '2xx': { id: { type: 'integer' } }, default: { message: { type: 'string' } } }
   * app.get('/:id', { schema: { response } }, async ({ params }, reply) => {
   *   if (params.id === '7') return { id: 7, secret: 1 }
   *   return reply.code(404).send({ message: 'no such user' })
   * })
   * console.log((await app.inject('/7')).body, (await app.inject('/8')).body) // {"id":7} {"message":"no such user"}
   * ```
   */
  response?: Record<string | number, unknown>
  /**
   * Any other key, for tools that read the schemas of routes.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addHook('onRoute', ({ url, schema }) => {
   *   console.log(url, schema?.['tags']) // /users [ 'users' ]
   * })
   * app.post('/users', { schema: { tags: ['users'] } }, async () => 'created')
   * ```
   */
  [annotation: string]: unknown
}

/** A schema that `addSchema` takes. */
export interface SharedSchema {
  /** The name by which a `$ref` finds the schema. @see Settings.getSchema */
  $id: string
  /**
   * The keywords of the schema.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addSchema({ $id: 'percent', type: 'integer', minimum: 0, maximum: 100 })
   * app.get('/', { schema: { querystring: { n: { $ref: 'percent#' } } } }, async () => 'ok')
   * console.log((await app.inject('/?n=101')).json<Error>().message) // querystring/n must be <= 100
   * ```
   */
  [keyword: string]: unknown
}

/**
 * One complaint of the default validator.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * app.setSchemaErrorFormatter(([error]) => {
 *   const { keyword, instancePath, schemaPath, params, message } = error!
 *   console.log(keyword, instancePath, schemaPath, params, message) // type /n #/properties/n/type { type: 'integer' } must be integer
 *   return new Error('invalid')
 * })
 * app.get('/', { schema: { querystring: { n: { type: 'integer' } } } }, async () => 'ok')
 * await app.inject('/?n=x')
 * ```
 */
export interface SchemaError {
  /**
   * The keyword that failed: `'required'`, `'type'`…
   * @see SchemaError
   */
  keyword: string
  /**
   * JSON pointer of the wrong value within the part; `''` is the part itself.
   * @see SchemaError
   */
  instancePath: string
  /**
   * JSON pointer of the keyword within the schema.
   * @see SchemaError
   */
  schemaPath: string
  /**
   * What the keyword says of the failure, such as `{ missingProperty }`.
   * @see SchemaError
   */
  params: Record<string, unknown>
  /**
   * The failure as a sentence.
   * @see SchemaError
   */
  message?: string
  /**
   * The key that is wrong, where a `propertyNames` schema refused it.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.setSchemaErrorFormatter((errors) => new Error(`wrong key: ${errors[0]?.propertyName}`))
   * const querystring = { type: 'object', propertyNames: { maxLength: 3 } }
   * app.get('/', { schema: { querystring } }, async () => 'ok')
   * console.log((await app.inject('/?long=1')).json<Error>().message) // wrong key: long
   * ```
   */
  propertyName?: string
}

// ── validators

/**
 * What a compiler is told about the schema that it is given.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * app.setValidatorCompiler<{ max: number }>(({ schema, method, url, httpPart }) => {
 *   console.log(method, url, httpPart, schema.max) // POST /users body 9
 *   return () => true
 * })
 * app.post('/users', { schema: { body: { type: 'limit', max: 9 } } }, async () => 'ok')
 * await app.ready()
 * ```
 */
export interface ValidatorRequest<Schema = unknown> {
  /**
   * The schema to compile.
   * @see ValidatorRequest
   */
  schema: Schema
  /**
   * `GET`…
   * @see ValidatorRequest
   */
  method: string
  /**
   * With the prefixes of all contexts.
   * @see ValidatorRequest
   */
  url: string
  /**
   * Absent for schemas that are compiled by hand, with `request.compileValidationSchema(schema)`.
   * @see ValidatorRequest
   */
  httpPart?: HttpPart
}

/**
 * Checks one part. Passes: `true`, `undefined`, or `{ value }`, which replaces the part. Fails with a 400: `false` (with
 * complaints in `errors`), `{ error }`, or an Error. What it throws is not a validation error. It may return a promise of these.
 */
export interface Validator {
  (data: unknown): unknown
  /**
   * Complaints about the last value, where the function returns `false`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', async (request) => {
   *   const validate = request.compileValidationSchema({ type: 'integer' })
   *   return [validate('x'), validate.errors?.length, validate(7), validate.errors]
   * })
   * console.log((await app.inject('/')).body) // [false,1,true,null]
   * ```
   */
  errors?: unknown[] | null
}

/**
 * Makes the validator of one schema. Called when the application gets ready, once for each schema of each route.
 * An Error that it throws fails `ready()` with `FST_ERR_SCH_VALIDATION_BUILD` and stands there as `cause`.
 */
export type ValidatorCompiler<Schema = unknown> = (route: ValidatorRequest<Schema>) => Validator

// ── serializers

/**
 * What a serializer compiler is told about the schema that it is given.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * app.setSerializerCompiler<{ unit: string }>(({ schema, method, url, httpStatus, contentType }) => {
 *   console.log(method, url, httpStatus, contentType) // POST /rows 2xx application/hal+json
 *   return (size: number[]) => JSON.stringify(`${size.length} ${schema.unit}`)
 * })
 * const content = { 'application/hal+json': { schema: { type: 'size', unit: 'rows' } } }
 * app.post('/rows', { schema: { response: { '2XX': { content } } } }, async (_request, reply) => {
 *   reply.type('application/hal+json')
 *   return [1, 2]
 * })
 * console.log((await app.inject({ method: 'POST', url: '/rows' })).body) // "2 rows"
 * ```
 */
export interface SerializerRequest<Schema = unknown> {
  /**
   * The schema to compile.
   * @see SerializerRequest
   */
  schema: Schema
  /**
   * The method of the route.
   * @see SerializerRequest
   */
  method: string
  /**
   * The path of the route, with the prefixes of all contexts.
   * @see SerializerRequest
   */
  url: string
  /**
   * The key of the response map in lower case: `'200'`, `'4xx'`, `'default'`.
   * @see SerializerRequest
   */
  httpStatus?: string
  /**
   * The key of the content map, where the schema stands in one.
   * @see SerializerRequest
   */
  contentType?: string
}

/** Turns a payload into text. What it throws becomes an answer with status 500. */
export type Serializer<Payload = unknown> = (payload: Payload) => string

/** Makes the serializer of one schema. An Error that it throws fails `ready()` with `FST_ERR_SCH_SERIALIZATION_BUILD`. */
export type SerializerCompiler<Schema = unknown> = (
  route: SerializerRequest<Schema>,
) => (payload: never) => string

/** Serializes every payload of a context, in place of schemas. Receives the status code of the answer. */
export type ReplySerializer = (payload: unknown, statusCode: number) => string | Uint8Array

/**
 * Makes the Error of a request that broke its schema, from what the validator reported and the name of the part.
 * Must not be async. `this` is the instance that owns the route.
 */
export type SchemaErrorFormatter<Self = unknown> = (
  this: Self,
  errors: SchemaError[],
  dataVar: HttpPart,
) => Error

// ── the whole storage and compilation, replaced

/** Where a context keeps its shared schemas. */
export interface SchemaBucket {
  /** Stores a schema. @see SchemaControllerOptions.bucket */
  add(schema: SharedSchema): unknown
  /** A schema by its `$id`. @see SchemaControllerOptions.bucket */
  getSchema(id: string): unknown
  /** All schemas by `$id`. @see SchemaControllerOptions.bucket */
  getSchemas(): Record<string, unknown>
}

/** Replaces storage, validator and serializer at once. */
export interface SchemaControllerOptions {
  /**
   * Creates the storage of a context from the schemas of its parent. @throws `FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN` for anything but a function
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const stored = new Map<string, unknown>()
   * app.setSchemaController({
   *   bucket: () => ({
   *     add: (schema) => stored.set(schema.$id, schema),
   *     getSchema: (id) => stored.get(id),
   *     getSchemas: () => Object.fromEntries(stored),
   *   }),
   *   compilersFactory: { buildSerializer: () => () => () => 'fixed' },
   * })
   * app.addSchema({ $id: 'user', type: 'object' })
   * app.get('/', { schema: { response: { 200: { type: 'object' } } } }, async () => ({}))
   * console.log([...stored.keys()], (await app.inject('/')).body) // [ 'user' ] fixed
   * ```
   */
  bucket?(parentSchemas?: Record<string, unknown>): SchemaBucket
  /** Makes the compilers of a context. @see SchemaControllerOptions.bucket */
  compilersFactory?: {
    /** Makes a validator compiler from the shared schemas of a context and the `ajv` option. @see SchemaControllerOptions.bucket */
    buildValidator?(externalSchemas: never, options?: never): (route: never) => unknown
    /** Makes a serializer compiler from the shared schemas of a context and the `serializerOpts` option. @see SchemaControllerOptions.bucket */
    buildSerializer?(externalSchemas: never, options?: never): (route: never) => unknown
  }
}

/** A plugin of the default validator: called with the Ajv instance and its options before anything is compiled. */
export type AjvPlugin = (ajv: never, options?: never) => unknown

/** The default validator: an Ajv 8. */
export interface AjvOptions {
  /**
   * Merged over `{ coerceTypes: 'array', useDefaults: true, removeAdditional: true, uriResolver, addUsedSchema: false, allErrors: false }`.
   * @throws `FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ` for anything but a plain object
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } })
   * app.post('/', { schema: { body: { n: { type: 'integer' } } } }, async () => 'ok')
   * const answer = await app.inject({ method: 'POST', url: '/', payload: { n: '1' } })
   * console.log(answer.json<Error>().message) // body/n must be integer
   * ```
   */
  customOptions?: Record<string, unknown>
  /**
   * Plugins, alone or with their options.
   * @throws `FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR` for anything but an array
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import keywords from 'ajv-keywords'
   * const app = touchstone({ ajv: { plugins: [[keywords.default, ['transform']]] } })
   * const querystring = { name: { type: 'string', transform: ['trim'] } } as const
   * app.get('/', { schema: { querystring } }, async (request) => request.query)
   * console.log((await app.inject('/?name=%20ada')).body) // {"name":"ada"}
   * ```
   */
  plugins?: readonly (AjvPlugin | readonly [plugin: AjvPlugin, options: unknown])[]
  /**
   * Called with each Ajv instance after it is set up.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import type { Ajv } from 'ajv'
   * const onCreate = (ajv: object) => {
   *   ;(ajv as Ajv).addFormat('even', { type: 'number', validate: (n: number) => n % 2 === 0 })
   * }
   * const app = touchstone({ ajv: { onCreate } })
   * app.get('/', { schema: { querystring: { n: { type: 'integer', format: 'even' } } } }, async () => 'even')
   * console.log((await app.inject('/?n=2')).body, (await app.inject('/?n=3')).statusCode) // even 400
   * ```
   */
  onCreate?(ajv: object): void
  /**
   * `'JTD'`: schemas are JSON Type Definitions.
   * @default JSON Schema, draft 7
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ ajv: { mode: 'JTD' } })
   * const body = { properties: { n: { type: 'uint8' } } }
   * app.post('/', { schema: { body } }, async () => 'ok')
   * const send = (n: number) => app.inject({ method: 'POST', url: '/', payload: { n } })
   * console.log((await send(255)).statusCode, (await send(256)).statusCode) // 200 400
   * ```
   */
  mode?: 'JTD'
}
