/** The functions that compile the schemas of a route. No runtime. */
import type { HttpPart } from './http.ts'

// ── validators

/**
 * What a compiler is told about its schema.
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
