/** The routes of an application as data, for tools such as fuzzers and documentation generators. */

import { markOf } from '../security.ts'
import type { RouteDescription } from '../types/app/route-description.ts'
import type { SecurityMark } from '../types/app/security.ts'
import { isFunction } from '../values.ts'
import type { Declared } from './declaration.ts'
import { routeHooks } from './route.ts'

/** A registered symbol, so that tools with another copy of this package find the list too. */
export const kRoutes: unique symbol = Symbol.for('touchstone.routes')

/** One entry for each method, without automatic HEAD routes and not-found handlers. */
export function describeRoutes(routes: readonly Declared[]): RouteDescription[] {
  return describedRoutes(routes).flatMap(describeRoute)
}

/** The routes that are described: no automatic HEAD routes and not-found handlers. */
export function describedRoutes(routes: readonly Declared[]): Declared[] {
  return routes.filter(({ is404, entry }) => !is404 && !entry.automatic)
}

/** One entry for each of its methods. */
export function describeRoute(route: Declared): RouteDescription[] {
  const { method = [], url = '', options, config, context } = route
  const { schema, attachValidation = false, bodyLimit } = options
  const about = {
    schema,
    config,
    context: context.path,
    sharedSchemas: context.schemas.getSchemas(),
    attachValidation,
    contentTypes: context.parsers.list(),
    constraints: constraintsOf(route),
    security: securityOf(route),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
  }
  return [method].flat().map((one) => ({ method: one, url, ...about }))
}

function constraintsOf({ options: { constraints, version } }: Declared): RouteDescription['constraints'] {
  return { ...constraints, ...(version === undefined ? {} : { version }) }
}

/** The stages before the handler: a hook in one of them can refuse a request. */
const BEFORE = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const

/** The marks of all hooks that run for a route, in their order. Each is there once. */
function securityOf({ context, options }: Declared): SecurityMark[] {
  const hooks = BEFORE.flatMap((name) => [...context.hooks.list(name), ...routeHooks(options, name)])
  return [...new Set(hooks.map(markOf))].filter((mark) => mark !== undefined)
}

/** Returns undefined for a value that is not an instance, so that a tool can pass any export of a module. */
export async function routesOf(instance: unknown): Promise<readonly RouteDescription[] | undefined> {
  if (!isInstance(instance)) return undefined
  await instance.ready()
  return instance[kRoutes]()
}

interface Instance {
  [kRoutes](): readonly RouteDescription[]
  ready(): Promise<unknown>
}

function isInstance(value: unknown): value is Instance {
  const isAny = (typeof value === 'object' || typeof value === 'function') && value !== null
  return isAny && isFunction(Reflect.get(value, kRoutes))
}
