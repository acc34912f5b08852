/** The request listener: rewrites the URL, looks up the route, and replies where there is no plan. */
import { headPlan } from './declare/head-plan.ts'
import { deprecate } from './deprecations.ts'
import { errorCodes, type FrameworkError } from './errors.ts'
import type { NotFoundHandlers } from './not-found.ts'
import { type Missed, Router } from './router/router.ts'
import { SafeLog } from './safe-log.ts'
import { read, toldMessage } from './serve/error-reply.ts'
import { keepOriginal } from './serve/members/later-members.ts'
import type { Application } from './serve/plan.ts'
import type { Wire } from './serve/wire/wire.ts'
import type { Settings } from './settings.ts'
import { dispatch, plain } from './transport/dispatch.ts'
import type { RequestListener } from './transport/pipeline.ts'
import { NodeWire } from './transport/wire/node-wire.ts'
import type { Instance } from './types/app/instance.ts'
import type { RawRequest, RawResponse } from './types/http.ts'
import { disown, isError, isFunction, isThenable, shown, textOf, type UserFunction } from './values.ts'

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
  /** serves requests that match no route, in place of the not-found handlers */
  #defaultRoute: UserFunction | null = null
  readonly #ownDefault: UserFunction = (raw, res) =>
    this.#miss(new NodeWire(raw as RawRequest, res as RawResponse)) // it is called as a default route is

  constructor(given: FrontSettings) {
    this.#given = given
    const { settings } = given
    this.router = new Router({
      settings,
      // The router may call these within a callback of the application, which is not to see what they throw.
      found: (entry, wire, params, query) => {
        try {
          const plan = entry.plan ?? headPlan(entry)
          if (plan !== null) dispatch(plan, wire, params, query)
          else this.#serveLater(() => ({ entry, params }), wire, query)
        } catch (error) {
          this.#broken(error, wire)
        }
      },
      missed: (wire) => {
        try {
          this.#missed(wire)
        } catch (error) {
          this.#broken(error, wire)
        }
      },
      badUrl: (path, wire) => this.#badUrl(path, wire),
      longParam: settings.refuseLongParams
        ? (path, wire) => this.#refuse(new errorCodes.FST_ERR_MAX_PARAM_LENGTH(path), wire)
        : null,
    })
    const { defaultRoute } = settings.routerOptions ?? {}
    if (isFunction(defaultRoute)) this.#defaultRoute = defaultRoute
  }

  get #log(): SafeLog {
    return new SafeLog(this.#given.instance.log)
  }

  /** Receives every request of the node servers and of `inject`. */
  readonly listener: RequestListener = (raw, res) => this.receive(new NodeWire(raw, res))

  receive(wire: Wire): void {
    try {
      this.#route(wire)
    } catch (error) {
      this.#broken(error, wire)
    }
  }

  /** The same for requests that code of the application has received. */
  readonly routing: RequestListener = (raw, res) => {
    this.#given.app.headersMayChange = true
    this.listener(raw, res)
  }

  #route(wire: Wire): void {
    const { settings, instance } = this.#given
    if (settings.rewriteUrl !== undefined) {
      const url: unknown = settings.rewriteUrl.call(instance, wire.request)
      if (typeof url !== 'string') {
        disown(url)
        const error = new errorCodes.FST_ERR_ROUTE_REWRITE_NOT_STR(wire.url, typeof url)
        this.#log.error({ err: error }, LOST)
        wire.abandon(error)
        return
      }
      if (url !== wire.url) {
        this.#log.debug({ originalUrl: wire.url, url }, 'rewrite url')
        keepOriginal(wire)
        wire.url = url
      }
    }
    if (!this.router.asynchronous) this.router.lookup(wire)
    else
      this.router.lookup(wire, (error) => {
        if (error) this.#refuse(new errorCodes.FST_ERR_ASYNC_CONSTRAINT(), wire)
      })
  }

  // A request can arrive before ready(), for example when the application passed `app.routing` to another server.
  #serveLater(found: () => Missed, wire: Wire, query: unknown): void {
    const serve = (): void => {
      const { entry, params } = found()
      dispatch(entry.plan ?? headPlan(entry)!, wire, params, query)
    }
    this.#given.boot().then(
      () => {
        try {
          serve()
        } catch (error) {
          this.#broken(error, wire)
        }
      },
      (error: Error) => wire.response.destroy(error),
    )
  }

  #missed(wire: Wire): void {
    if (this.#defaultRoute === null) {
      this.#miss(wire)
      return
    }
    const result = this.#defaultRoute(wire.request, wire.response)
    if (isThenable(result)) result.then(undefined, (error: unknown) => this.#broken(error, wire))
  }

  #miss(wire: Wire): void {
    const { url } = wire
    if (this.#given.settings.refuseBadUrls && !isDecodable(url)) {
      this.#badUrl(url, wire)
      return
    }
    const mark = url.search(this.#given.settings.useSemicolonDelimiter ? /[?;#]/ : /[?#]/)
    const query = this.router.parse(mark < 0 || url[mark] === '#' ? '' : url.slice(mark + 1))
    const found = (): Missed =>
      this.router.notFound(url) ?? { entry: this.#given.notFound().root, params: {} }
    const { entry, params } = found()
    if (entry.plan !== null) dispatch(entry.plan, wire, params, query)
    else this.#serveLater(found, wire, query)
  }

  #badUrl(path: string, wire: Wire): void {
    const own = this.#given.settings.routerOptions?.onBadUrl
    if (own) own(path, wire.request, wire.response)
    else this.#refuse(new errorCodes.FST_ERR_BAD_URL(path), wire)
  }

  /** Replies to a request that the router could not look up: with the option `frameworkErrors`, or with a fixed body. */
  #refuse(error: FrameworkError, wire: Wire): void {
    const { settings, instance, notFound } = this.#given
    const { plan } = notFound().root
    if (settings.frameworkErrors !== undefined && plan !== null) {
      const handler = (settings.frameworkErrors as UserFunction).bind(instance, error) // its last arguments are those of a handler
      dispatch({ ...plan, handler }, wire, {}, {})
      return
    }
    const { code, statusCode } = error
    const line = { res: { statusCode }, err: error }
    if (statusCode >= 500) this.#log.error(line, error.message)
    else if (!this.#quiet) this.#log.info(line, error.message)
    const message = this.#told(statusCode, error)
    const body =
      statusCode < 500
        ? { error: 'Bad Request', code, message, statusCode }
        : { error: 'Internal Server Error', message, statusCode }
    plain(wire, statusCode, JSON.stringify(body))
  }

  /** Replies when `querystringParser`, `rewriteUrl` or a constraint strategy threw: there is no exchange yet. */
  #broken(error: unknown, wire: Wire): void {
    this.#log.error({ err: error }, LOST)
    const message = this.#told(500, error)
    if (wire.headersSent) wire.breakOff()
    else plain(wire, 500, JSON.stringify({ error: 'Internal Server Error', message, statusCode: 500 }))
  }

  /** Whether the application wants no lines of requests at all. A function cannot be asked: there is no request yet. */
  get #quiet(): boolean {
    const { settings, app } = this.#given
    return (app.logController ?? settings).disableRequestLogging === true
  }

  #told(status: number, error: unknown): unknown {
    const message = textOf(isError(error) ? read(error, 'message') : error)
    return toldMessage(this.#given.settings.hideServerErrors === true, status, message)
  }

  get defaultRoute(): UserFunction {
    warnDefaultRoute()
    return this.#defaultRoute ?? this.#ownDefault
  }
  setDefaultRoute(route: unknown): void {
    warnDefaultRoute()
    if (!isFunction(route)) throw new errorCodes.FST_ERR_DEFAULT_ROUTE_INVALID_TYPE(shown(route))
    this.#defaultRoute = route
  }
}

/** Whether the path of a URL can be decoded. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURI(url.split(/[?#]/, 1)[0]!)
    return true
  } catch {
    return false
  }
}

function warnDefaultRoute(): void {
  deprecate('FSTDEP014', 'getDefaultRoute and setDefaultRoute are deprecated: set a not-found handler')
}
