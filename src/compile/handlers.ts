/** The hooks and error handlers of a route, bound to its instance. */
import type { Context } from '../declare/context.ts'
import type { Declared, RouteDeclaration } from '../declare/declaration.ts'
import { REQUEST_HOOKS, type RequestHook } from '../declare/hook-table.ts'
import { routeHooks } from '../declare/route.ts'
import type { ErrorLink, PlanHooks } from '../serve/plan.ts'
import type { UserFunction } from '../values.ts'

// The hooks of the context, those of the parent first, then the hooks of the route; null instead of an empty list.
export function bindHooks(context: Context, options: Partial<RouteDeclaration>): PlanHooks {
  const bind = (name: RequestHook): UserFunction[] | null => {
    const list = context.hooks.list(name)
    const own = routeHooks(options, name)
    if (list.length + own.length === 0) return null
    return [...list, ...own].map((hook) => hook.bind(context.instance))
  }
  return {
    onRequest: bind('onRequest'),
    preParsing: bind('preParsing'),
    preValidation: bind('preValidation'),
    preHandler: bind('preHandler'),
    preSerialization: bind('preSerialization'),
    onSend: bind('onSend'),
    onResponse: bind('onResponse'),
    onError: bind('onError'),
    onTimeout: bind('onTimeout'),
    onRequestAbort: bind('onRequestAbort'),
  }
}

export function errorsOf({ options, settled, context }: Declared): ErrorLink {
  const own = options.errorHandler
  return own === undefined ? settled.errors : { handler: own.bind(context.instance), parent: settled.errors }
}

/** Whether a route has hooks of its own. */
export function hasHooks(options: Partial<RouteDeclaration>): boolean {
  return REQUEST_HOOKS.some((name) => (options[name] ?? null) !== null)
}
