/** `routerOptions`: the options of the router, where Fastify 5 has them. No runtime. */
import type { RawRequest, RawResponse } from '../http.ts'

/** The options of the router that are options of the factory too. */
export type RouterNames =
  | 'caseSensitive'
  | 'ignoreTrailingSlash'
  | 'ignoreDuplicateSlashes'
  | 'maxParamLength'
  | 'allowUnsafeRegex'
  | 'useSemicolonDelimiter'
  | 'querystringParser'
  | 'constraints'

/** Options that only `routerOptions` has. They get the request and the response of node, outside of all hooks. */
export interface RouterFunctions {
  /** Answers a request whose URL cannot be decoded, instead of `frameworkErrors` and the 400. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see RouterPlace.routerOptions */
  onBadUrl?: (path: string, request: RawRequest, response: RawResponse) => void
  /** Answers a request with a parameter longer than `maxParamLength`, instead of the 404. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see RouterPlace.routerOptions */
  onMaxParamLength?: (path: string, request: RawRequest, response: RawResponse) => void
  /** Answers requests that match no route, instead of the not-found handlers. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see RouterPlace.routerOptions */
  defaultRoute?: (request: RawRequest, response: RawResponse) => void
  /** What `printRoutes({ includeMeta: true })` says of a route; `store` is what it says otherwise. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a function @see RouterPlace.routerOptions */
  buildPrettyMeta?: (route: { store: Record<string, unknown> }) => Record<string, unknown>
  /** Taken, and changes nothing: which code finds a route is the router's to choose. @throws `FST_ERR_INIT_OPTS_INVALID` for anything but a boolean @see RouterPlace.routerOptions */
  compile?: boolean
}

/** The option itself. `O`: the options of the factory. */
export interface RouterPlace<O> {
  /**
   * The options of the router, where Fastify 5 has them. Those of this object are options of the factory too: each counts, whichever
   * place it is at, and `initialConfig` shows it at both.
   * @default undefined
   * @throws `FST_ERR_INIT_OPTS_INVALID` for two different values of one option, and for anything but an object
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({
   *   routerOptions: {
   *     ignoreTrailingSlash: true,
   *     maxParamLength: 3,
   *     onMaxParamLength: (_path, _request, response) => response.writeHead(414).end(),
   *     onBadUrl: (_path, _request, response) => response.writeHead(400).end('not a path'),
   *     defaultRoute: (_request, response) => response.writeHead(404).end('no such path'),
   *     buildPrettyMeta: ({ store }) => ({ ...store, team: 'books' }),
   *     compile: true,
   *   },
   * })
   * app.get('/a/:id', async (request) => request.params.id)
   * console.log((await app.inject('/a/7/')).body, (await app.inject('/a/1234')).statusCode) // 7 414
   * console.log(app.initialConfig.ignoreTrailingSlash, app.initialConfig.routerOptions?.ignoreTrailingSlash) // true true
   * ```
   */
  routerOptions?: Pick<O, RouterNames & keyof O> & RouterFunctions
}
