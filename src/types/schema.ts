/** Schemas of a route, and the functions that compile them, report on them and store them. No runtime. */
import type { HttpPart } from './http.ts'

/**
 * The schemas of a route. Each part is a JSON Schema (Draft 7), a bag of properties (the shorthand for an object),
 * or what your own validator compiler understands. Keys that are not listed here (`tags`, `summary`…) are kept.
 */
export interface RouteSchema {
  /**
   * Describes the JSON body, or, by `content`, one schema for each media type. @throws `FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED` on GET and HEAD
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const body = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
   * const schema = { body, query: { n: { type: 'integer' } }, response: { '2xx': { id: { type: 'integer' } } } }
   * app.post('/', { schema }, async (request) => ({ id: request.query.n, secret: 1 }))
   * const send = (payload: object) => app.inject({ method: 'POST', url: '/?n=1', payload })
   * console.log((await send({ name: 'Ada' })).body) // {"id":1}
   * console.log((await send({})).json<Error>().message) // body must have required property 'name'
   * ```
   */
  body?: unknown
  /** Describes the query string. @throws `FST_ERR_SCH_DUPLICATE` together with `query` @see body */
  querystring?: unknown
  /** The same as `querystring`. @see body */
  query?: unknown
  /** Describes the parameters of the path. @see body */
  params?: unknown
  /** Describes the headers. Names match without regard to case. @see body */
  headers?: unknown
  /** By status: exact (`200`), class (`'2xx'`), `default`. The first of these that exists decides. @see body */
  response?: Record<string | number, unknown>
  /** Any other key, for tools that read the schemas of routes. @see body */
  [annotation: string]: unknown
}

/** A schema that `addSchema` takes. */
export interface SharedSchema {
  /** The name by which a `$ref` finds the schema. @see Settings.getSchema */
  $id: string
  /** The keywords of the schema. @see Settings.getSchema */
  [keyword: string]: unknown
}

/** One complaint of the default validator. */
export interface SchemaError {
  /** The keyword that failed: `'required'`, `'type'`… @see Settings.setSchemaErrorFormatter */
  keyword: string
  /** JSON pointer of the wrong value within the part; `''` is the part itself. @see Settings.setSchemaErrorFormatter */
  instancePath: string
  /** JSON pointer of the keyword within the schema. @see Settings.setSchemaErrorFormatter */
  schemaPath: string
  /** What the keyword says of the failure, such as `{ missingProperty }`. @see Settings.setSchemaErrorFormatter */
  params: Record<string, unknown>
  /** The failure as a sentence. @see Settings.setSchemaErrorFormatter */
  message?: string
  /** The key that is wrong, where a `propertyNames` schema refused it. @see Settings.setSchemaErrorFormatter */
  propertyName?: string
}

// ── validators

/** What a compiler is told about the schema that it is given. */
export interface ValidatorRequest<Schema = unknown> {
  /** The schema to compile. @see Settings.setValidatorCompiler */
  schema: Schema
  /** `GET`… @see Settings.setValidatorCompiler */
  method: string
  /** With the prefixes of all contexts. @see Settings.setValidatorCompiler */
  url: string
  /** Absent for schemas that are compiled by hand, with `request.compileValidationSchema(schema)`. @see Settings.setValidatorCompiler */
  httpPart?: HttpPart
}

/**
 * Checks one part. Passes: `true`, `undefined`, or `{ value }`, which replaces the part. Fails with a 400: `false` (with
 * complaints in `errors`), `{ error }`, or an Error. What it throws is not a validation error. It may return a promise of these.
 */
export interface Validator {
  (data: unknown): unknown
  /** Complaints about the last value, where the function returns `false`. @see Settings.setValidatorCompiler */
  errors?: unknown[] | null
}

/**
 * Makes the validator of one schema. Called when the application gets ready, once for each schema of each route.
 * An Error that it throws fails `ready()` with `FST_ERR_SCH_VALIDATION_BUILD` and stands there as `cause`.
 */
export type ValidatorCompiler<Schema = unknown> = (route: ValidatorRequest<Schema>) => Validator

// ── serializers

/** What a serializer compiler is told about the schema that it is given. */
export interface SerializerRequest<Schema = unknown> {
  /** The schema to compile. @see Settings.setSerializerCompiler */
  schema: Schema
  /** The method of the route. @see Settings.setSerializerCompiler */
  method: string
  /** The path of the route, with the prefixes of all contexts. @see Settings.setSerializerCompiler */
  url: string
  /** The key of the response map in lower case: `'200'`, `'4xx'`, `'default'`. @see Settings.setSerializerCompiler */
  httpStatus?: string
  /** The key of the content map, where the schema stands in one. @see Settings.setSerializerCompiler */
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
  /** Plugins, alone or with their options. @throws `FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR` for anything but an array @see customOptions */
  plugins?: readonly (AjvPlugin | readonly [plugin: AjvPlugin, options: unknown])[]
  /** Called with each Ajv instance after it is set up. @see customOptions */
  onCreate?(ajv: object): void
  /** `'JTD'`: schemas are JSON Type Definitions. @default JSON Schema, draft 7 @see customOptions */
  mode?: 'JTD'
}
