/** The hooks and error handlers of a route, bound to its instance. */
import type { Context } from '../declare/context.ts'
import type { Declared, RouteDeclaration } from '../declare/declaration.ts'
import { REQUEST_HOOKS, type RequestHook } from '../declare/hook-table.ts'
import { routeHooks } from '../declare/route.ts'
import type { RoutePlan } from '../serve/exchange.ts'
import type { ErrorLink, PlanHooks } from '../serve/plan.ts'
import type { UserFunction } from '../values.ts'

const NO_HOOKS: PlanHooks = Object.freeze({
  onRequest: null,
  preParsing: null,
  preValidation: null,
  preHandler: null,
  preSerialization: null,
  onSend: null,
  onResponse: null,
  onError: null,
  onTimeout: null,
  onRequestAbort: null,
})

// The hooks of the context, those of the parent first, then the hooks of the route; null instead of an empty list.
function bindHooks(context: Context, options: Partial<RouteDeclaration>): PlanHooks {
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
function hasHooks(options: Partial<RouteDeclaration>): boolean {
  return REQUEST_HOOKS.some((name) => (options[name] ?? null) !== null)
}

/** Most routes have no hooks of their own: those of a context are bound once for all of them. */
export class SharedHooks {
  readonly #ofContext = new Map<Context, PlanHooks>()
  readonly #notFound = new WeakMap<PlanHooks, RoutePlan>()

  of({ context, options }: Declared): PlanHooks {
    if (hasHooks(options)) return bindHooks(context, options)
    if (context.hooks.isEmpty) return NO_HOOKS
    let hooks = this.#ofContext.get(context)
    if (hooks === undefined) this.#ofContext.set(context, (hooks = bindHooks(context, options)))
    return hooks
  }

  /** The plan for `reply.callNotFound()` with the onSend hooks of a route. */
  notFound(root: RoutePlan, hooks: PlanHooks): RoutePlan {
    if (hooks.onSend === root.onSend) return root
    let plan = this.#notFound.get(hooks)
    if (plan === undefined) {
      plan = Object.freeze({ ...root, onSend: hooks.onSend, notFound: null })
      this.#notFound.set(hooks, plan)
    }
    return plan
  }
}
