/** Schemas of a route, shared schemas, and what a validator reports. No runtime. */
import type { HttpPart } from './http.ts'

/**
 * The schemas of a route. Each part is a JSON Schema (Draft 7), a bag of properties (the shorthand for an object), a Standard
 * Schema (of zod, valibot, arktype…), or what your own validator compiler understands. Keys that are not listed here (`tags`, `summary`…) are kept.
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

/** The schemas of a route for GET or HEAD: their requests have no body to validate. */
export interface BodylessSchema extends RouteSchema {
  /**
   * A request of these methods has no body to validate. @see RouteSchema.body
   */
  body?: 'a request of GET or HEAD has no body that a schema could describe' | undefined
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

/**
 * Makes the Error of a request that broke its schema, from what the validator reported and the name of the part.
 * Must not be async. `this` is the instance that owns the route.
 */
export type SchemaErrorFormatter<Self = unknown> = (
  this: Self,
  errors: SchemaError[],
  dataVar: HttpPart,
) => Error
