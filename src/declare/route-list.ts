/** The routes of an application as data, for tools: fuzzers, generators of documentation, listings. */
import type { RouteDescription } from '../types/factory.ts'
import { isFunction } from '../values.ts'
import type { Declared } from './declaration.ts'

/** A well-known symbol, so that tools of another copy of this package find the list too. */
export const kRoutes: unique symbol = Symbol.for('touchstone.routes')

/** One entry a method; the automatic twins of GET routes are left out, as are handlers of what is not found. */
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

/** Undefined for anything that is no instance: a tool can ask about whatever a module exports. */
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
