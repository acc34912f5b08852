/** The OpenAPI document of an application. No runtime. */

/** What `app.openapi` takes. */
export interface OpenApiOptions {
  /**
   * The version of OpenAPI.
   * @default '3.1'
   * @throws `TST_ERR_OPENAPI_VERSION` for another one
   * @see OpenApiMember.openapi
   */
  readonly version?: '3.1' | '3.0'
  /**
   * The Info Object: what the API is.
   * @default { title: 'API', version: '0.0.0' }
   * @see OpenApiMember.openapi
   */
  readonly info?: OpenApiInfo
  /**
   * Where the API is served.
   * @default none: the origin of the document
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const document = await app.openapi({
   *   servers: [{ url: 'https://shop.example' }],
   *   tags: [{ name: 'users', description: 'People' }],
   *   externalDocs: { url: 'https://shop.example/manual' },
   * })
   * console.log(document.servers, document.tags!.length, document.externalDocs!.url) // [ { url: 'https://shop.example' } ] 1 https://shop.example/manual
   * ```
   */
  readonly servers?: readonly { readonly url: string; readonly [field: string]: unknown }[]
  /** The Tag Objects, in the order in which tools show them. @default none @see servers */
  readonly tags?: readonly { readonly name: string; readonly [field: string]: unknown }[]
  /** Further documentation. @default none @see servers */
  readonly externalDocs?: { readonly url: string; readonly [field: string]: unknown }
  /**
   * Security schemes that no hook is marked with, by name: for `schema.security`.
   * @default none
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', { schema: { security: [{ key: [] }] } }, async () => 'ok')
   * const scheme = { type: 'apiKey', in: 'header', name: 'x-key' }
   * const { components, paths } = await app.openapi({ securitySchemes: { key: scheme } })
   * console.log(paths['/']!['get']!.security, components!.securitySchemes!['key']!.type) // [ { key: [] } ] apiKey
   * ```
   */
  readonly securitySchemes?: Readonly<
    Record<string, { readonly type: string; readonly [field: string]: unknown }>
  >
  /**
   * Which of several routes with one method and path is described: the one with these constraints.
   * @default the route without constraints, else the first
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', { constraints: { version: '1.0.0' }, schema: { summary: 'old' } }, async () => 'old')
   * app.get('/', { constraints: { version: '2.0.0' }, schema: { summary: 'new' } }, async () => 'new')
   * const { paths } = await app.openapi({ constraints: { version: '2.0.0' } })
   * console.log(paths['/']!['get']!.summary) // new
   * ```
   */
  readonly constraints?: Readonly<Record<string, unknown>>
  /**
   * Which answers of the framework are described: those to what breaks a schema (400) and to missing credentials (401), or also those to
   * bodies that are too large (413) or of another type (415).
   * @default 'some'
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', { schema: { body: { type: 'object' } } }, async () => 'ok')
   * const { paths } = await app.openapi({ errors: 'all' })
   * const { responses, requestBody } = paths['/']!['post']!
   * console.log(Object.keys(responses), requestBody!['required']) // [ '400', '413', '415', 'default' ] true
   * ```
   */
  readonly errors?: 'some' | 'all'
}

/** The Info Object of OpenAPI. */
export interface OpenApiInfo {
  /** The name of the API. @see OpenApiMember.openapi */
  readonly title: string
  /** The version of the API, not that of OpenAPI. @see OpenApiMember.openapi */
  readonly version: string
  /**
   * `description`, `contact`, `license` and what else an Info Object may have.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const { info } = await touchstone().openapi({ info: { title: 'Shop', version: '1.0.0', description: 'Sells' } })
   * console.log(info['description']) // Sells
   * ```
   */
  readonly [field: string]: unknown
}

/** An Operation Object of OpenAPI: one method of one path. */
export interface OpenApiOperation {
  /** A sentence. @see OpenApiOptions.constraints */
  summary?: string
  /** Its name, unique in the document. @default none @see OpenApiMember.openapi */
  operationId?: string
  /** The parameters of the path, of the query and of the headers. @see OpenApiMember.openapi */
  parameters?: Record<string, unknown>[]
  /** The body of a request, by content type. @see OpenApiOptions.errors */
  requestBody?: Record<string, unknown>
  /** The answers by status. @see OpenApiOptions.errors */
  responses: Record<string, Record<string, unknown>>
  /** The schemes that a request has to fulfil. @default that of the document @see Secures */
  security?: Record<string, readonly string[]>[]
  /**
   * Further fields, such as `tags` and those that begin with `x-`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.get('/', { schema: { tags: ['users'], 'x-internal': true } }, async () => 'ok')
   * const { paths } = await app.openapi()
   * console.log(paths['/']!['get']!['tags'], paths['/']!['get']!['x-internal']) // [ 'users' ] true
   * ```
   */
  [field: string]: unknown
}

/** An OpenAPI document. It is data of the caller, who may change it. */
export interface OpenApiDocument {
  /** The version of OpenAPI: `3.1.1` or `3.0.4`. @see OpenApiMember.openapi */
  openapi: string
  /** What the API is. @see OpenApiMember.openapi */
  info: OpenApiInfo
  /** Where it is served. @see OpenApiOptions.servers */
  servers?: Record<string, unknown>[]
  /** The operations by path and by method in lower case. @see OpenApiMember.openapi */
  paths: Record<string, Record<string, OpenApiOperation>>
  /** The named schemas and security schemes. @see OpenApiMember.openapi */
  components?: {
    /** The schemas that references lead to. @see OpenApiMember.openapi */
    schemas?: Record<string, unknown>
    /** What routes may want of a request. @see Secures */
    securitySchemes?: Record<string, Record<string, unknown>>
  }
  /** The tags with their descriptions. @see OpenApiOptions.servers */
  tags?: Record<string, unknown>[]
  /** Further documentation. @see OpenApiOptions.servers */
  externalDocs?: Record<string, unknown>
  /**
   * What the document could not say, each with the JSON pointer of its place.
   * @default none
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/', { schema: { body: { type: 'array', contains: { type: 'string' } } } }, async () => 'ok')
   * const { 'x-touchstone-notes': notes } = await app.openapi({ version: '3.0' })
   * console.log(notes![0]!.split(': ')[1]) // left out
   * ```
   */
  'x-touchstone-notes'?: string[]
}

/** The member of an instance that writes the document. */
export interface OpenApiMember {
  /**
   * The OpenAPI document of all routes, in 3.1 or 3.0. It waits until the application is ready, so the order of declarations has no effect.
   * Schemas that references lead to are components; what a version cannot say is in `x-touchstone-notes`.
   * @throws `TST_ERR_OPENAPI_BOOTING` inside a plugin, before all routes are there
   * @throws `TST_ERR_OPENAPI_VERSION` for a version but '3.1' and '3.0', `TST_ERR_OPENAPI_OPTIONS` for wrong options
   * @throws `TST_ERR_OPENAPI_OPERATION_ID` if two routes have one `operationId`
   * @throws whatever fails `ready()`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addSchema({ $id: 'user', type: 'object', properties: { id: { type: 'integer' }, name: { type: ['string', 'null'] } } })
   * const schema = { operationId: 'getUser', params: { id: { type: 'integer' } }, response: { 200: { $ref: 'user#' } } } as const
   * app.get('/users/:id', { schema }, async () => ({ id: 7, name: null }))
   * const document = await app.openapi({ version: '3.0', info: { title: 'Shop', version: '1.0.0' } })
   * console.log(document.openapi, document.info.title, Object.keys(document.paths)) // 3.0.4 Shop [ '/users/{id}' ]
   * const { responses, operationId, parameters } = document.paths['/users/{id}']!['get']!
   * console.log(operationId, parameters!.length, Object.keys(responses)) // getUser 1 [ '200', '400' ]
   * console.log(JSON.stringify(responses['200']!['content'])) // {"application/json":{"schema":{"$ref":"#/components/schemas/user"}}}
   * console.log(Object.keys(document.components!.schemas!)) // [ 'user', 'Error' ]
   * ```
   */
  openapi(options?: OpenApiOptions): Promise<OpenApiDocument>
}
