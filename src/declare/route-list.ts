/** The routes of an application as data, for tools such as fuzzers and documentation generators. */
import type { RouteDescription } from '../types/app/route-description.ts'
import { isFunction } from '../values.ts'
import type { Declared } from './declaration.ts'

/** A registered symbol, so that tools with another copy of this package find the list too. */
export const kRoutes: unique symbol = Symbol.for('touchstone.routes')

/** One entry for each method, without automatic HEAD routes and not-found handlers. */
export function describeRoutes(routes: readonly Declared[]): RouteDescription[] {
  return routes.filter(({ is404, entry }) => !is404 && !entry.automatic).flatMap(describeRoute)
}

function describeRoute({ method = [], url = '', options, config, context }: Declared): RouteDescription[] {
  const { schema, attachValidation = false, bodyLimit } = options
  const about = {
    schema,
    config,
    context: context.path,
    sharedSchemas: context.schemas.getSchemas(),
    attachValidation,
    contentTypes: context.parsers.list(),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
  }
  return [method].flat().map((one) => ({ method: one, url, ...about }))
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
