/** Options of the factory for what the same call means in the lines of Fastify 4 and 5. No runtime. */

export interface LineOptions {
  /**
   * The line of Fastify that the application is written for: `5` changes the defaults of the options that the two lines differ in,
   * and `app.version`. Each of these options can be set by itself, too. @default `4`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but 4 and 5
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const ask = async (line: 4 | 5) => {
   *   const app = touchstone({ line })
   *   app.get('/', async (request) => [request.hostname, request.port])
   *   return [app.version, (await app.inject({ url: '/', headers: { host: 'example.com:8080' } })).body].join(' ')
   * }
   * console.log(await ask(4)) // 4.17.0 ["example.com:8080",null]
   * console.log(await ask(5)) // 5.12.8 ["example.com",8080]
   * ```
   */
  line?: 4 | 5
  /**
   * Whether `request.hostname` has the port of the host. With `false` it has none, `request.port` is that port, and `request.host` has both.
   * @default `true`; `false` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ portInHostname: false })
   * app.get('/', async (request) => [request.host, request.hostname, request.port])
   * console.log((await app.inject({ url: '/', headers: { host: '[::1]:8080' } })).body) // ["[::1]:8080","[::1]",8080]
   * ```
   */
  portInHostname?: boolean
  /**
   * Whether a number as `trustProxy` counts hops. With `false` a number trusts nobody, and `ready()` warns (`TSTWRN004`): a client
   * that reaches the server directly could write as many hops as the number asks for.
   * @default `true`; `false` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: { msg: string }[] = []
   * const logger = { stream: { write: (line: string) => lines.push(JSON.parse(line)) } }
   * const app = touchstone({ trustProxy: 1, trustHops: false, logger })
   * app.get('/', async (request) => request.ip)
   * console.log((await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.7' } })).body) // 127.0.0.1
   * console.log(lines[0]?.msg) // trustProxy is 1: a number trusts nobody here. Give addresses, or trustHops: true
   * ```
   */
  trustHops?: boolean
  /**
   * Whether a parameter longer than `maxParamLength` is a 414 (`FST_ERR_MAX_PARAM_LENGTH`, which `frameworkErrors` gets) where no other
   * route matches. Otherwise the route does not match. @default `false`; `true` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ maxParamLength: 3, refuseLongParams: true, refuseBadUrls: true })
   * app.get('/:id', async (request) => request.params.id)
   * console.log((await app.inject('/abcd')).statusCode) // 414
   * console.log((await app.inject({ method: 'POST', url: '/%zz' })).statusCode) // 400
   * ```
   */
  refuseLongParams?: boolean
  /** Whether a URL that cannot be decoded is a 400 (`FST_ERR_BAD_URL`) also where no route has the method of the request. @default `false`; `true` with `line: 5` @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean @see refuseLongParams */
  refuseBadUrls?: boolean
  /**
   * Whether DELETE, OPTIONS and methods of `addHttpMethod` with a body follow the rules of POST: a content type announces a body, so an
   * empty one of JSON is a 400, and a body without a content type is a 415. Otherwise only a body that its length or encoding announces,
   * with a content type, is read. @default `false`; `true` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ strictBodies: true })
   * app.delete('/', async () => 'gone')
   * const headers = { 'content-type': 'application/json' }
   * console.log((await app.inject({ method: 'DELETE', url: '/', headers })).json<{ code: string }>().code) // FST_ERR_CTP_EMPTY_JSON_BODY
   * console.log((await app.inject({ method: 'DELETE', url: '/' })).body) // gone
   * ```
   */
  strictBodies?: boolean
  /**
   * Whether a body that is no JSON fails with `FST_ERR_CTP_INVALID_JSON_BODY`, whose `cause` is the error of the parser. Otherwise it
   * fails with the SyntaxError of the parser, which has no code. The status is 400. @default `false`; `true` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ codedJsonErrors: true })
   * app.post('/', async () => 'hello')
   * const headers = { 'content-type': 'application/json' }
   * console.log((await app.inject({ method: 'POST', url: '/', headers, payload: '{' })).json<{ code: string }>().code) // FST_ERR_CTP_INVALID_JSON_BODY
   * ```
   */
  codedJsonErrors?: boolean
  /**
   * What `validationContext` of a validation error calls the query string. @default `'query'`; `'querystring'` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for any other value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ queryContext: 'querystring' })
   * app.setErrorHandler(async (error) => error.validationContext)
   * app.get('/', { schema: { querystring: { n: { type: 'integer' } } } }, async () => 'hello')
   * console.log((await app.inject('/?n=x')).body) // querystring
   * ```
   */
  queryContext?: 'query' | 'querystring'
  /**
   * The name of the host in the line of the log about a request. @default `'hostname'`; `'host'` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for any other value
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: { req?: object }[] = []
   * const logger = { stream: { write: (line: string) => lines.push(JSON.parse(line)) } }
   * const app = touchstone({ logHostAs: 'host', logger })
   * app.get('/', async () => 'hello')
   * await app.inject({ url: '/', headers: { host: 'a:1' } })
   * console.log(Object.entries(lines[0]?.req ?? {})[2]) // [ 'host', 'a:1' ]
   * ```
   */
  logHostAs?: 'hostname' | 'host'
  /**
   * Whether a plugin that takes no `done` and returns no promise has loaded when it returns. Otherwise nothing ends it but `pluginTimeout`.
   * @default `false`; `true` with `line: 5`
   * @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ syncPlugins: true })
   * app.register((context) => {
   *   context.get('/', async () => 'hello')
   * })
   * console.log((await app.inject('/')).body) // hello
   * ```
   */
  syncPlugins?: boolean
}
