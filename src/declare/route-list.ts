/** The routes of an application as data, for tools: fuzzers, generators of documentation, listings. */
import type { Loose } from '../types/plan.ts'
import type { Declared } from './route.ts'

/** A well-known symbol, so that tools of another copy of this package find the list too. */
export const kRoutes: unique symbol = Symbol.for('touchstone.routes') as never

/** One entry a method; the automatic twins of GET routes are left out, as are handlers of what is not found. */
export function describeRoutes(routes: readonly Declared[]): Loose[] {
  const declared = routes.filter(({ is404, entry }) => !is404 && !entry.automatic)
  return declared.flatMap(describeRoute)
}

function describeRoute(route: Declared): Loose[] {
  const { method, url, options, config, context } = route
  const { schema, attachValidation, bodyLimit } = options as Loose
  const seen = { context: context.path, sharedSchemas: context.schemas.getSchemas(), attachValidation }
  const contentTypes = context.parsers.list()
  const limit = bodyLimit === undefined ? {} : { bodyLimit }
  const about = { schema, config, ...seen, contentTypes, ...limit }
  return [method].flat().map((one) => ({ method: one, url, ...about }))
}

/** Undefined for anything that is no instance: a tool can ask about whatever a module exports. */
export async function routesOf(instance: unknown): Promise<Loose[] | undefined> {
  const holder = instance as { [kRoutes]?: () => Loose[]; ready(): Promise<unknown> } | null | undefined
  const list = holder?.[kRoutes]
  if (list === undefined) return undefined
  await holder!.ready()
  return list()
}
