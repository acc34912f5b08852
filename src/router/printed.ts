/** What `printRoutes` says of a route. */
import type { RouteEntry } from '../declare/declaration.ts'
import { headPlan } from '../declare/head-plan.ts'
import { REQUEST_HOOKS } from '../declare/hook-table.ts'
import type { Properties } from '../values.ts'

/** What `printRoutes` prints of a route with `includeMeta`, under the names of 4.17. A function is printed by its name. */
export function printed(entry: RouteEntry): Properties {
  const { automatic } = entry
  const plan = entry.plan ?? headPlan(entry)
  if (plan === null) return {}
  const meta: Properties = {
    errorHandler: plan.errors.handler === null ? DEFAULT_HANDLER : plan.errors.handler,
    logLevel: plan.logLevel,
  }
  if (plan.logSerializers !== null) meta.logSerializers = plan.logSerializers
  for (const name of REQUEST_HOOKS) if (plan[name] !== null) meta[name] = [...plan[name]]
  if (automatic) meta.onSend = [...(plan.onSend ?? []), HEAD_ROUTE]
  return meta
}

const DEFAULT_HANDLER = function defaultErrorHandler() {}
const HEAD_ROUTE = function headRouteOnSendHandler() {}
