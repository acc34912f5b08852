/** The storage and the compilation of schemas, replaced as a whole. No runtime. */
import type { SharedSchema } from './schema.ts'

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
