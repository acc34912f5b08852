/** Serialization by hand: with the serializers of the route, or of a schema. No runtime. */

/** Members that serialize values without sending them. */
export interface ReplySerialization {
  /**
   * Serializes a value as the payload of this reply.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const response = { 200: { type: 'object', properties: { a: { type: 'integer' } } } }
   * app.get('/', { schema: { response } }, async (_request, reply) => {
   *   console.log(reply.serialize({ a: 1, secret: 2 })) // {"a":1}
   *   return { a: 1 }
   * })
   * await app.inject('/')
   * ```
   */
  serialize(payload: unknown): string | Uint8Array
  /**
   * Returns the serializer of a status of this route, or the one that was compiled for this schema object before.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const response = { 200: { type: 'object', properties: { a: { type: 'integer' } } } }
   * app.get('/', { schema: { response } }, async (_request, reply) => {
   *   const serialize = reply.getSerializationFunction(200)
   *   console.log(serialize?.({ a: 1, secret: 2 }), reply.getSerializationFunction(404)) // {"a":1} undefined
   *   return { a: 1 }
   * })
   * await app.inject('/')
   * ```
   */
  getSerializationFunction(
    status: string | number | object,
    contentType?: string,
  ): ((payload: unknown) => string) | undefined
  /**
   * Compiles a schema with the serializer compiler of the route. The same object is compiled once.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const schema = { type: 'array', items: { type: 'integer' } }
   * app.get('/', async (_request, reply) => reply.compileSerializationSchema(schema)([1, '2']))
   * console.log((await app.inject('/')).body) // [1,2]
   * ```
   */
  compileSerializationSchema(
    schema: object,
    status?: string,
    contentType?: string,
  ): (payload: unknown) => string
  /**
   * Serializes a value by the response schema of a status of this route, or by a schema.
   * @throws `FST_ERR_MISSING_SERIALIZATION_FN` if the status has no schema.
   * @throws `FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN` if it has none for the content type.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * const schema = { type: 'object', properties: { a: { type: 'integer' } } }
   * app.get('/', async (_request, reply) => reply.serializeInput({ a: 1, secret: 2 }, schema))
   * console.log((await app.inject('/')).body) // {"a":1}
   * ```
   */
  serializeInput(input: unknown, status: string | number, contentType?: string): string
  serializeInput(input: unknown, schema: object, status?: string | number, contentType?: string): string
}
