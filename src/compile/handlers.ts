/** The hooks and error handlers of a route, bound to its instance. */
import type { Context } from '../declare/context.ts'
import type { Declared, RouteDeclaration } from '../declare/declaration.ts'
import { originsOf } from '../declare/hook-origins.ts'
import { REQUEST_HOOKS, type RequestHook } from '../declare/hook-table.ts'
import { routeHooks } from '../declare/route.ts'
import type { RoutePlan } from '../serve/exchange.ts'
import type { ErrorLink, PlanHooks } from '../serve/plan.ts'
import type { Stages } from '../serve/stages.ts'
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
function bindHooks(route: Declared, stages: Stages | null): PlanHooks {
  const { context, options } = route
  const bind = (name: RequestHook): UserFunction[] | null => {
    const list = context.hooks.list(name)
    const own = routeHooks(options, name)
    const last = name === 'onSend' ? (stages?.header ?? null) : null
    if (list.length + own.length === 0) return last === null ? null : [last]
    const bound = [...list, ...own].map((hook) => hook.bind(context.instance))
    if (stages === null) return bound
    const places = [
      ...originsOf(context, name).map(({ context: { path } }) => path),
      ...own.map(() => placeOf(route)),
    ]
    const staged = bound.map((hook, at) =>
      stages.hook(hook, { stage: name, hook: [...list, ...own][at]!.name, place: places[at]! }),
    )
    return last === null ? staged : [...staged, last]
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

/** The route in words: the place of what its options declare. */
export function placeOf({ method, url, context }: Declared): string {
  return url === undefined ? context.path : `${[method].flat().join(',')} ${url}`
}

/** The context whose error handler this is; one that has replaced it since counts as the context of the route. */
export function declarerOf(link: ErrorLink, context: Context): Context {
  for (let at: Context | null = context; at !== null; at = at.parent) if (at.policy.errors === link) return at
  return context
}

/** The handler of a route, as a stage where one is needed. */
export function handlerOf(route: Declared, stages: Stages | null): UserFunction {
  if (stages === null) return route.handler
  const { name } = route.options.handler ?? route.entry.handler ?? route.handler
  return stages.handler(route.handler, { stage: 'handler', hook: name, place: placeOf(route) })
}

export function errorsOf(route: Declared, stages: Stages | null): ErrorLink {
  const { options, settled, context } = route
  const own = options.errorHandler
  const above = stages === null ? settled.errors : stagedErrors(settled.errors, context, stages)
  if (own === undefined) return above
  const bound = own.bind(context.instance)
  const place = { stage: 'errorHandler', hook: own.name, place: placeOf(route) }
  return { handler: stages === null ? bound : stages.handler(bound, place, 1), parent: above }
}

function stagedErrors(link: ErrorLink, context: Context, stages: Stages): ErrorLink {
  const { handler, parent } = link
  const above = parent === null ? null : stagedErrors(parent, context, stages)
  if (handler === null) return { handler, parent: above }
  const place = declarerOf(link, context).path
  const hook = handler.name.replace(/^bound /, '')
  return { handler: stages.handler(handler, { stage: 'errorHandler', hook, place }, 1), parent: above }
}

/** Whether a route has hooks of its own. */
function hasHooks(options: Partial<RouteDeclaration>): boolean {
  return REQUEST_HOOKS.some((name) => (options[name] ?? null) !== null)
}

/** Most routes have no hooks of their own: those of a context are bound once for all of them. */
export class SharedHooks {
  readonly #stages: Stages | null
  readonly #ofContext = new Map<Context, PlanHooks>()
  readonly #notFound = new WeakMap<PlanHooks, RoutePlan>()

  constructor(stages: Stages | null) {
    this.#stages = stages
  }

  of(route: Declared): PlanHooks {
    const { context, options } = route
    if (hasHooks(options)) return bindHooks(route, this.#stages)
    if (context.hooks.isEmpty && this.#stages === null) return NO_HOOKS
    let hooks = this.#ofContext.get(context)
    if (hooks === undefined) this.#ofContext.set(context, (hooks = bindHooks(route, this.#stages)))
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
