// Reads the routes of an application, and finds what they leave open.

import { lintsOf, planRoute, type TargetRoute } from '../../../fuzz/index.ts'
import { explain } from '../../../src/explain/explain.ts'
import { type RouteDescription, routesOf } from '../../../src/index.ts'
import { type CheckId, type Found, isCheck } from './checks.ts'

interface Target {
  readonly app: unknown
  routes(): Promise<readonly TargetRoute[]>
}

/** Null for an instance of another framework, whose contexts are not known. */
export async function lookAt(target: Target, secured: readonly string[]): Promise<Found[] | null> {
  const described = await routesOf(target.app)
  if (described === undefined) return null
  const declared = described.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
  const found: Found[] = []
  for (const route of declared) {
    const tell = (check: CheckId, place: string, why: string): void => {
      const { method, url, context } = route
      found.push({ check, route: `${method} ${url}`, context, place, why })
    }
    if (Object.keys(Object(route.schema?.['response'])).length === 0)
      tell('no-response', '', 'no response schema')
    const glob = secured.find((one) => matches(one, route.url))
    if (glob !== undefined && route.security.length === 0)
      tell('no-guard', '', `${glob} needs a guard, and no hook of the route is marked with secures()`)
    for (const { part, by, why } of await judgedFor(target.app, route))
      tell('library', part, `${by}, because of ${why}`)
  }
  return [...found, ...lintsFor(await target.routes())]
}

async function judgedFor(app: unknown, { method, url, constraints }: RouteDescription) {
  // A route with constraints is not found by its path alone.
  if (Object.keys(constraints).length > 0) return []
  const { judged } = await explain(app as never, { method, url, headers: {} })
  return judged.filter(({ why }) => why !== '')
}

function lintsFor(routes: readonly TargetRoute[]): Found[] {
  return routes.flatMap((route, at) => {
    const plan = planRoute(route, at, [])
    return lintsOf(plan).flatMap(({ check, place, why }): Found[] => {
      const id = check.replace('lint-', '')
      return isCheck(id) ? [{ check: id, route: plan.name, context: route.context ?? '', place, why }] : []
    })
  })
}

/** `*` is one step of a path, `**` any number of them, also none: `/admin/**` is `/admin`, too. */
export function matches(glob: string, url: string): boolean {
  const pattern = glob
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\/\*\*/g, '(?:/.*)?')
    .replace(/(?<!\.)\*/g, '[^/]*')
  return new RegExp(`^${pattern}/?$`).test(url)
}
