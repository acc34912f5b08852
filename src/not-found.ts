/** The not-found handlers: one for each prefix that sets one, and the default reply at the root. */
import type { PlanCompiler } from './compile/plan.ts'
import type { Context } from './declare/context.ts'
import type { Declared, RouteDeclaration, RouteEntry } from './declare/declaration.ts'
import { settle } from './declare/route.ts'
import { errorCodes } from './errors.ts'
import type { Router } from './router/router.ts'
import type { RoutePlan } from './serve/exchange.ts'
import { routeNotFound } from './serve/lines.ts'
import type { AnyReply, AnyRequest } from './serve/plan.ts'
import type { UserFunction } from './values.ts'

interface Later {
  later(step: () => void): void
}

export class NotFoundHandlers {
  readonly #root: Context
  readonly #queue: Later
  readonly #byLevel = new Map<Context, Declared>()

  constructor(root: Context, queue: Later) {
    this.#root = root
    this.#queue = queue
    this.#declare(root, {}, null)
  }

  /** Sets the handler for the prefix of a context; null: the default reply, with the hooks of this context. */
  set(context: Context, options: Partial<RouteDeclaration>, handler: UserFunction | null): void {
    const level = context.notFoundLevel
    if (level.notFoundSet) throw new errorCodes.FST_ERR_NOT_FOUND_HANDLER_ALREADY_SET(level.prefix || '/')
    if (handler !== null) level.notFoundSet = true
    this.#queue.later(() => this.#declare(context, options, handler))
  }

  #declare(context: Context, options: Partial<RouteDeclaration>, handler: UserFunction | null): void {
    const config = { ...options.config }
    const route: Declared = {
      context,
      method: undefined,
      url: undefined,
      handler: handler === null ? basic404 : handler.bind(context.instance),
      config,
      options,
      is404: true,
      entry: { plan: null, automatic: false, get: null, handler, config },
      settled: settle(context),
    }
    const level = context.notFoundLevel
    // Below the prefix / lies what lies below the root: its handler takes the place of the root's, and the last one stays.
    this.#byLevel.set(level.prefix === '/' ? this.#root : level, route)
  }

  /** The handlers as routes. */
  get all(): readonly Declared[] {
    return [...this.#byLevel.values()]
  }

  get root(): RouteEntry {
    return this.#byLevel.get(this.#root)!.entry
  }

  /** Makes the plans of the handlers. They come before those of the routes, which keep one for `callNotFound`. */
  compile(compiler: PlanCompiler, router: Router): void {
    for (const [level, route] of this.#byLevel) {
      route.settled = settle(route.context)
      route.settled.replySerializer = null // as on 4.17: setReplySerializer is for the replies of routes
      route.entry.plan = compiler.compile(route, null)
      router.addNotFound(level.prefix, route.entry)
    }
  }

  /** The plan that `callNotFound` runs for the routes of a context. */
  planFor(context: Context): RoutePlan {
    for (let at: Context | null = context; at !== null; at = at.parent) {
      const route = this.#byLevel.get(at)
      if (route !== undefined) return route.entry.plan!
    }
    return this.root.plan!
  }
}

// The default reply, as a handler: agents show its name. `UserFunction` knows nothing of its parameters.
const basic404 = ((request: AnyRequest, reply: AnyReply): void => {
  const message = `Route ${request.method}:${request.url} not found`
  routeNotFound(request, reply, message)
  reply.code(404).send({ message, error: 'Not Found', statusCode: 404 })
}) as UserFunction
