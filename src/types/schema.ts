/** Schemas of a route, and the functions that compile them, report on them and store them. No runtime. */
import type { HttpPart } from './http.ts'

/**
 * The schemas of a route. Each part is a JSON Schema (Draft 7), a bag of properties (the shorthand for an object),
 * or what your own validator compiler understands. Keys that are not listed here (`tags`, `summary`…) are kept.
 */
export interface RouteSchema {
  /** Describes the JSON body, or, by `content`, one schema for each media type. Refused on GET and HEAD. */
  body?: unknown
  /** Describes the query string. */
  querystring?: unknown
  /** The same as `querystring`. */
  query?: unknown
  /** Describes the parameters of the path. */
  params?: unknown
  /** Describes the headers; names match without regard to case. */
  headers?: unknown
  /** By status: exact (`200`), class (`'2xx'`), `default`. The first of these that exists decides. */
  response?: Record<string | number, unknown>
  /** Any other key, for tools that read the schemas of routes. */
  [annotation: string]: unknown
}

/** A schema that `addSchema` takes. */
export interface SharedSchema {
  /** The name by which a `$ref` finds the schema. */
  $id: string
  /** The keywords of the schema. */
  [keyword: string]: unknown
}

/** One complaint of the default validator. */
export interface SchemaError {
  /** The keyword that failed: `'required'`, `'type'`… */
  keyword: string
  /** JSON pointer of the wrong value within the part; `''` is the part itself. */
  instancePath: string
  /** JSON pointer of the keyword within the schema. */
  schemaPath: string
  /** What the keyword says of the failure, such as `{ missingProperty }`. */
  params: Record<string, unknown>
  /** The failure as a sentence. */
  message?: string
  /** The key that is wrong, where a `propertyNames` schema refused it. */
  propertyName?: string
}

// ── validators

/** What a compiler is told about the schema that it is given. */
export interface ValidatorRequest<Schema = unknown> {
  /** The schema to compile. */
  schema: Schema
  /** `GET`… */
  method: string
  /** With the prefixes of all contexts. */
  url: string
  /** Absent for schemas that are compiled by hand, with `request.compileValidationSchema(schema)`. */
  httpPart?: HttpPart
}

/**
 * Checks one part. Passes: `true`, `undefined`, or `{ value }`, which replaces the part. Fails with a 400: `false` (with
 * complaints in `errors`), `{ error }`, or an Error. What it throws is not a validation error. It may return a promise of these.
 */
export interface Validator {
  (data: unknown): unknown
  /** Complaints about the last value, where the function returns `false`. */
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
  /** The schema to compile. */
  schema: Schema
  /** The method of the route. */
  method: string
  /** The path of the route, with the prefixes of all contexts. */
  url: string
  /** The key of the response map in lower case: `'200'`, `'4xx'`, `'default'`. */
  httpStatus?: string
  /** The key of the content map, where the schema stands in one. */
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
  /** Stores a schema. */
  add(schema: SharedSchema): unknown
  /** A schema by its `$id`. */
  getSchema(id: string): unknown
  /** All schemas by `$id`. */
  getSchemas(): Record<string, unknown>
}

/** Replaces storage, validator and serializer at once. */
export interface SchemaControllerOptions {
  /** Makes the storage of a context from the schemas of its parent. */
  bucket?(parentSchemas?: Record<string, unknown>): SchemaBucket
  /** Makes the compilers of a context. */
  compilersFactory?: {
    /** Makes a validator compiler from the shared schemas of a context and the `ajv` option. */
    buildValidator?(externalSchemas: never, options?: never): (route: never) => unknown
    /** Makes a serializer compiler from the shared schemas of a context and the `serializerOpts` option. */
    buildSerializer?(externalSchemas: never, options?: never): (route: never) => unknown
  }
}

/** A plugin of the default validator: called with the Ajv instance and its options before anything is compiled. */
export type AjvPlugin = (ajv: never, options?: never) => unknown

/** The default validator: an Ajv 8. */
export interface AjvOptions {
  /**
   * Merged over `{ coerceTypes: 'array', useDefaults: true, removeAdditional: true, uriResolver, addUsedSchema: false, allErrors: false }`.
   * Anything but a plain object: `FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ`.
   */
  customOptions?: Record<string, unknown>
  /** Plugins, alone or with their options. Anything but an array: `FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR`. */
  plugins?: readonly (AjvPlugin | readonly [plugin: AjvPlugin, options: unknown])[]
  /** Called with each Ajv instance once it is set up. */
  onCreate?(ajv: object): void
  /** `'JTD'`: schemas are JSON Type Definitions. */
  mode?: 'JTD'
}
