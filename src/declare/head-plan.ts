/** The plan of an automatic HEAD route that only differs from its GET route in its method. */
import type { RoutePlan } from '../serve/exchange.ts'
import type { RouteEntry } from './declaration.ts'

/** Makes the plan from that of the GET route, and keeps it. Most are never asked for. null: the application is not ready. */
export function headPlan(entry: RouteEntry): RoutePlan | null {
  const { get, config } = entry
  const plan = get?.plan ?? null
  if (plan === null) return null
  const url = String(config.url)
  const info = { ...plan.info, method: 'HEAD' as const, url, config }
  const compiled = { validators: null, serializers: null }
  entry.plan = Object.freeze({ ...plan, method: 'HEAD', url, config, info, headTwin: true, compiled })
  return entry.plan
}
