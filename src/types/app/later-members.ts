/** Members of an instance that came after 4.17. A decorator may take the name of each. No runtime. */
import type { Ctx } from '../context-type.ts'
import type { RouteMethod } from '../exchange/route.ts'
import type { HttpMethod, RawRequest } from '../http.ts'
import type { ChildLoggerFactory } from '../logger.ts'
import type { BodylessSchema } from '../schema.ts'
import type { OpenApiMember } from './openapi.ts'

/** `Here` is the instance, `Self` what handlers have as `this`. */
export interface LaterInstance<C extends Ctx, Here, Self> extends OpenApiMember {
  /**
   * The methods that a route may have.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * console.log(app.supportedMethods.includes('GET'), app.supportedMethods.includes('REPORT' as 'GET')) // true false
   * app.addHttpMethod('REPORT', { hasBody: true })
   * app.route({ method: 'REPORT' as 'GET', url: '/', handler: async (request) => request.body })
   * const answer = await app.inject({ method: 'REPORT' as 'GET', url: '/', payload: { of: 'may' } })
   * console.log(answer.body) // {"of":"may"}
   * ```
   */
  readonly supportedMethods: HttpMethod[]
  /**
   * Lets routes have a further method that Node.js can parse, and declares a shorthand of its name in lower case. One that is
   * there already stays, with a body from then on where `hasBody` says so.
   * @throws `FST_ERR_ROUTE_METHOD_INVALID` for a method that Node.js does not know
   * @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application is ready
   * @see supportedMethods
   */
  addHttpMethod(method: string, options?: { hasBody?: boolean }): Here
  /**
   * Declares a route for QUERY, where Node.js knows it. A request needs a content type (`FST_ERR_ROUTE_MISSING_CONTENT_TYPE`) and a
   * body (`FST_ERR_ROUTE_MISSING_CONTENT`).
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * if (app.supportedMethods.includes('QUERY')) app.query('/books', async (request) => request.body)
   * console.log(app.hasRoute({ method: 'QUERY', url: '/books' }) === app.supportedMethods.includes('QUERY')) // true
   * ```
   */
  query: RouteMethod<C, Here, Self>
  /**
   * Declares a route for TRACE.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.trace('/', async (request) => request.method)
   * console.log((await app.inject({ method: 'TRACE', url: '/' })).body) // TRACE
   * ```
   */
  trace: RouteMethod<C, Here, Self, BodylessSchema>
  /**
   * The origin of the first address that the server listens on, or its path; undefined while it does not listen.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const address = await app.listen({ port: 0, host: '127.0.0.1' })
   * console.log(app.listeningOrigin === address) // true
   * await app.close()
   * ```
   */
  readonly listeningOrigin: string | undefined
  /**
   * Sets the function that makes the ids of requests of this context and those below it. @throws `FST_ERR_HANDLER_NOT_FN` for
   * anything but a function @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application is ready
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.setGenReqId((raw) => `id of ${raw.url}`)
   * app.get('/a', async (request) => request.id)
   * console.log((await app.inject('/a')).body) // id of /a
   * ```
   */
  setGenReqId(make: (request: RawRequest) => string): Here
  /**
   * The function that makes the ids.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone({ genReqId: (raw) => `id of ${raw.url}` })
   * const before = app.genReqId
   * app.setGenReqId((raw) => `${before(raw)}, again`)
   * app.get('/a', async (request) => request.id)
   * console.log((await app.inject('/a')).body) // id of /a, again
   * ```
   */
  readonly genReqId: (request: RawRequest) => string
  /**
   * Sets the function that makes the loggers of requests of this context and those below it.
   * @throws `FST_ERR_HANDLER_NOT_FN` for anything but a function
   * @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application is ready
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.setChildLoggerFactory((logger, bindings, options, raw) => logger.child({ ...bindings, path: raw.url }, options))
   * console.log(typeof app.childLoggerFactory) // function
   * ```
   */
  setChildLoggerFactory(make: ChildLoggerFactory): Here
  /** The function that makes them. @see LaterOptions.childLoggerFactory */
  readonly childLoggerFactory: ChildLoggerFactory
  /** The value of a decorator, as a `T`. A function is bound. @throws `FST_ERR_DEC_UNDECLARED` for a name that is not declared @see Decorated.getDecorator */
  getDecorator<T>(name: string | symbol): T
}
