/** Between the network and the plans: one listener that rewrites, routes, and answers what no plan can. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { errorCodes, type FrameworkError, isError, shown, textOf } from './errors.ts'
import type { NotFoundHandlers } from './not-found.ts'
import { type RouteEntry, Router } from './router.ts'
import { dispatch, plain } from './transport/dispatch.ts'
import type { RequestListener } from './transport/server.ts'
import type { Fn, Logger, Loose, RoutePlan } from './types/plan.ts'

export interface FrontSettings {
  readonly options: Loose
  readonly instance: Loose
  notFound(): NotFoundHandlers
  boot(): Promise<void>
}

export interface Front {
  readonly router: Router
  readonly listener: RequestListener
  /** answers what no route does; by default the not-found handlers */
  readonly defaultRoute: RequestListener
  setDefaultRoute(route: unknown): void
}

export function createFront({ options, instance, notFound, boot }: FrontSettings): Front {
  const parse = (options['querystringParser'] as ((text: string) => unknown) | undefined) ?? parseQuery

  // A request can come before ready(): somebody may have given the listener away.
  const serve = (
    entry: () => RouteEntry,
    raw: IncomingMessage,
    res: ServerResponse,
    params: unknown,
    query: unknown,
  ): void => {
    const { plan } = entry()
    if (plan !== null) dispatch(plan, raw, res, params, query)
    else {
      boot().then(
        () => dispatch(entry().plan!, raw, res, params, query),
        (error: Error) => res.destroy(error),
      )
    }
  }

  const missed = (raw: IncomingMessage, res: ServerResponse): void => {
    const url = raw.url!
    const mark = url.indexOf('?')
    const query = parse(mark < 0 ? '' : url.slice(mark + 1))
    serve(() => router.notFound(url) ?? notFound().root, raw, res, {}, query)
  }

  let defaultRoute: RequestListener = missed

  /** What the router could not even look up. The application may answer it as any other request. */
  const refuse = (error: FrameworkError, raw: IncomingMessage, res: ServerResponse): void => {
    const handler = options['frameworkErrors'] as Fn | undefined
    const { plan } = notFound().root
    if (handler !== undefined && plan !== null) {
      const answer = (request: unknown, reply: unknown) => handler.call(instance, error, request, reply)
      dispatch({ ...plan, handler: answer } as RoutePlan, raw, res, {}, {})
      return
    }
    const { code, message, statusCode } = error
    const body =
      statusCode === 400
        ? { error: 'Bad Request', code, message, statusCode }
        : { error: 'Internal Server Error', message, statusCode }
    plain(res, statusCode, JSON.stringify(body))
  }

  const router = new Router({
    options: {
      constraints: options['constraints'],
      ignoreTrailingSlash: options['ignoreTrailingSlash'],
      ignoreDuplicateSlashes: options['ignoreDuplicateSlashes'],
      maxParamLength: options['maxParamLength'],
      caseSensitive: options['caseSensitive'],
      allowUnsafeRegex: options['allowUnsafeRegex'],
      querystringParser: options['querystringParser'],
    },
    found: (entry, raw, res, params, query) => {
      if (entry.plan !== null) dispatch(entry.plan, raw, res, params, query)
      else serve(() => entry, raw, res, params, query)
    },
    missed: (raw, res) => defaultRoute(raw, res),
    badUrl: (path, raw, res) => refuse(new errorCodes.FST_ERR_BAD_URL(path), raw, res),
  })

  /** A function of the application threw before there was an exchange: a query parser, a constraint, the rewriting of urls. */
  const broken = (error: unknown, res: ServerResponse): void => {
    const logger = instance['log'] as Logger
    logger.error({ err: error }, 'a request failed before it reached its route')
    const message = isError(error) ? error.message : textOf(error)
    if (res.headersSent) res.destroy()
    else plain(res, 500, JSON.stringify({ error: 'Internal Server Error', message, statusCode: 500 }))
  }

  const rewriteUrl = options['rewriteUrl'] as Fn | undefined
  const route: RequestListener = (raw, res) => {
    if (rewriteUrl !== undefined) {
      const url = rewriteUrl.call(instance, raw)
      if (typeof url !== 'string') {
        raw.destroy(new errorCodes.FST_ERR_ROUTE_REWRITE_NOT_STR(raw.url, typeof url))
        return
      }
      raw.url = url
    }
    if (!router.asynchronous) router.lookup(raw, res)
    else
      router.lookup(raw, res, (error) => error && refuse(new errorCodes.FST_ERR_ASYNC_CONSTRAINT(), raw, res))
  }
  const listener: RequestListener = (raw, res) => {
    try {
      route(raw, res)
    } catch (error) {
      broken(error, res)
    }
  }
  return {
    router,
    listener,
    get defaultRoute() {
      return defaultRoute
    },
    setDefaultRoute(route) {
      process.emitWarning('setDefaultRoute is deprecated: set a not-found handler', {
        type: 'FastifyDeprecation',
        code: 'FSTDEP014',
      })
      if (typeof route !== 'function') throw new errorCodes.FST_ERR_DEFAULT_ROUTE_INVALID_TYPE(shown(route))
      defaultRoute = route as RequestListener
    },
  }
}
