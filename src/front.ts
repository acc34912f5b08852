/** The request listener: rewrites the URL, looks up the route, and replies where there is no plan. */
import { parse as parseQuery } from 'node:querystring'
import { errorCodes, type FrameworkError } from './errors.ts'
import type { NotFoundHandlers } from './not-found.ts'
import { type Missed, Router } from './router.ts'
import { toldMessage } from './serve/error-reply.ts'
import { SafeLog } from './serve/exchange.ts'
import { breakOff } from './serve/http2/stream.ts'
import type { Application } from './serve/plan.ts'
import type { Settings } from './settings.ts'
import { dispatch, plain } from './transport/dispatch.ts'
import type { RequestListener } from './transport/pipeline.ts'
import type { Instance } from './types/app/instance.ts'
import type { RawRequest, RawResponse } from './types/http.ts'
import {
  deprecate,
  disown,
  isError,
  isFunction,
  isThenable,
  shown,
  textOf,
  type UserFunction,
} from './values.ts'

const LOST = 'a request failed before it reached its route'

export interface FrontSettings {
  readonly settings: Settings
  readonly app: Application
  readonly instance: Instance
  notFound(): NotFoundHandlers
  boot(): Promise<void>
}

export class Front {
  readonly #given: FrontSettings
  readonly router: Router
  readonly #parse: (text: string) => Record<string, unknown>
  /** serves requests that match no route; by default with the not-found handlers */
  #defaultRoute: UserFunction = (raw, res) => this.#miss(raw as RawRequest, res as RawResponse) // the arguments of every call

  constructor(given: FrontSettings) {
    this.#given = given
    const { settings } = given
    this.#parse = queryParser(settings.querystringParser)
    this.router = new Router({
      settings: settings.querystringParser ? { ...settings, querystringParser: this.#parse } : settings,
      found: (entry, raw, res, params, query) => {
        if (entry.plan !== null) dispatch(entry.plan, raw, res, params, query)
        else this.#serveLater(() => ({ entry, params }), raw, res, query)
      },
      missed: (raw, res) => {
        const result = this.#defaultRoute(raw, res)
        if (isThenable(result)) result.then(undefined, (error: unknown) => this.#broken(error, res))
      },
      badUrl: (path, raw, res) => this.#refuse(new errorCodes.FST_ERR_BAD_URL(path), raw, res),
    })
  }

  get #log(): SafeLog {
    return new SafeLog(this.#given.instance.log)
  }

  /** Receives every request of the node servers and of `inject`. */
  readonly listener: RequestListener = (raw, res) => {
    try {
      this.#route(raw, res)
    } catch (error) {
      this.#broken(error, res)
    }
  }

  /** The same for requests that code of the application has received. */
  readonly routing: RequestListener = (raw, res) => {
    this.#given.app.headersMayChange = true
    this.listener(raw, res)
  }

  #route(raw: RawRequest, res: RawResponse): void {
    const { settings, instance } = this.#given
    if (settings.rewriteUrl !== undefined) {
      const url: unknown = settings.rewriteUrl.call(instance, raw)
      if (typeof url !== 'string') {
        disown(url)
        const error = new errorCodes.FST_ERR_ROUTE_REWRITE_NOT_STR(raw.url, typeof url)
        this.#log.error({ err: error }, LOST)
        raw.destroy(error)
        return
      }
      this.#log.debug({ originalUrl: raw.url, url }, 'rewrite url')
      raw.url = url
    }
    if (!this.router.asynchronous) this.router.lookup(raw, res)
    else
      this.router.lookup(raw, res, (error) => {
        if (error) this.#refuse(new errorCodes.FST_ERR_ASYNC_CONSTRAINT(), raw, res)
      })
  }

  // A request can arrive before ready(), for example when the application passed `app.routing` to another server.
  #serveLater(found: () => Missed, raw: RawRequest, res: RawResponse, query: unknown): void {
    this.#given.boot().then(
      () => {
        const { entry, params } = found()
        dispatch(entry.plan!, raw, res, params, query)
      },
      (error: Error) => res.destroy(error),
    )
  }

  #miss(raw: RawRequest, res: RawResponse): void {
    const url = raw.url!
    const mark = url.search(this.#given.settings.useSemicolonDelimiter ? /[?;#]/ : /[?#]/)
    const query = this.#parse(mark < 0 || url[mark] === '#' ? '' : url.slice(mark + 1))
    const found = (): Missed =>
      this.router.notFound(url) ?? { entry: this.#given.notFound().root, params: {} }
    const { entry, params } = found()
    if (entry.plan !== null) dispatch(entry.plan, raw, res, params, query)
    else this.#serveLater(found, raw, res, query)
  }

  /** Replies to a request that the router could not look up: with the option `frameworkErrors`, or with a fixed body. */
  #refuse(error: FrameworkError, raw: RawRequest, res: RawResponse): void {
    const { settings, instance, notFound } = this.#given
    const { plan } = notFound().root
    if (settings.frameworkErrors !== undefined && plan !== null) {
      const handler = (settings.frameworkErrors as UserFunction).bind(instance, error) // its last arguments are those of a handler
      dispatch({ ...plan, handler }, raw, res, {}, {})
      return
    }
    const { code, statusCode } = error
    const line = { res: { statusCode }, err: error }
    if (statusCode >= 500) this.#log.error(line, error.message)
    else if (!settings.disableRequestLogging) this.#log.info(line, error.message)
    const message = this.#told(statusCode, error)
    const body =
      statusCode === 400
        ? { error: 'Bad Request', code, message, statusCode }
        : { error: 'Internal Server Error', message, statusCode }
    plain(res, statusCode, JSON.stringify(body))
  }

  /** Replies when `querystringParser`, `rewriteUrl` or a constraint strategy threw: there is no exchange yet. */
  #broken(error: unknown, res: RawResponse): void {
    this.#log.error({ err: error }, LOST)
    const message = this.#told(500, error)
    if (res.headersSent) breakOff(res)
    else plain(res, 500, JSON.stringify({ error: 'Internal Server Error', message, statusCode: 500 }))
  }

  #told(status: number, error: unknown): unknown {
    const message = isError(error) ? error.message : textOf(error)
    return toldMessage(this.#given.settings.hideServerErrors === true, status, message)
  }

  get defaultRoute(): UserFunction {
    warnDefaultRoute()
    return this.#defaultRoute
  }
  setDefaultRoute(route: unknown): void {
    warnDefaultRoute()
    if (!isFunction(route)) throw new errorCodes.FST_ERR_DEFAULT_ROUTE_INVALID_TYPE(shown(route))
    this.#defaultRoute = route
  }
}

function warnDefaultRoute(): void {
  deprecate('FSTDEP014', 'getDefaultRoute and setDefaultRoute are deprecated: set a not-found handler')
}

/** Wraps the query parser. If the option returns a promise, the wrapper throws, and the request gets a 500. */
function queryParser(own: Settings['querystringParser']): (text: string) => Record<string, unknown> {
  if (!own) return parseQuery
  return (text) => {
    const query = own(text)
    if (disown(query)) throw new errorCodes.FST_ERR_QSP_NOT_FN('a function that returned a promise')
    return query as Record<string, unknown> // or whatever else it returned, as on 4.17
  }
}
