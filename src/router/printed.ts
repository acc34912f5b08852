/** What `printRoutes` says of a route. */
import type { RouteEntry } from '../declare/declaration.ts'
import { headPlan } from '../declare/head-plan.ts'
import { REQUEST_HOOKS } from '../declare/hook-table.ts'
import type { Properties, UserFunction } from '../values.ts'

/** What `printRoutes` prints of a route with `includeMeta`, under the names of 4.17. A function is printed by its name. */
export function printed(entry: RouteEntry): Properties {
  const { automatic } = entry
  const plan = entry.plan ?? headPlan(entry)
  if (plan === null) return {}
  const meta: Properties = {
    errorHandler: plan.errors.handler === null ? DEFAULT_HANDLER : named(plan.errors.handler),
    logLevel: plan.logLevel,
  }
  if (plan.logSerializers !== null) meta.logSerializers = plan.logSerializers
  for (const name of REQUEST_HOOKS) if (plan[name] !== null) meta[name] = plan[name].map(named)
  if (automatic) meta.onSend = [...(plan.onSend ?? []).map(named), HEAD_ROUTE]
  return meta
}

/** A function with the name of a hook, without the prefix `bound `: hooks are bound to their instance. */
function named(hook: UserFunction): UserFunction {
  return Object.defineProperty(() => {}, 'name', { value: hook.name.replace(/^bound /, '') })
}
const DEFAULT_HANDLER = named(function defaultErrorHandler() {})
const HEAD_ROUTE = named(function headRouteOnSendHandler() {})
