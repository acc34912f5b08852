/** Names that the schemas of an application declare, by what they belong to: what is dropped at one place only was forgotten there. */
import type { RoutePlan } from '../engine/route-plan.ts'
import { isSchema, resolved, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'
import { kindOf, kindOfPath } from './names.ts'

const DEPTH = 8

/**
 * The same plans, which know whether a property that an answer drops is declared by another schema: a response of the same kind, or a
 * body that clients send. A payload may have more than it shows, which is what response schemas are for.
 */
export function withDeclared(plans: readonly RoutePlan[]): RoutePlan[] {
  const known = new Set<string>()
  for (const { route, parts } of plans) {
    const kind = kindOfPath(route.url)
    const body = parts.get('body')
    if (body) collect(body.schema, body.around, kind, 0, known)
    for (const [status, schema] of Object.entries(route.responses ?? {}))
      if (/^2/.test(status) && isSchema(schema))
        collect(schema, { root: schema, shared: route.shared }, kind, 0, known)
  }
  return plans.map((plan) => ({ ...plan, forgets: (pointer) => known.has(nameOf(plan, pointer)) }))
}

/** `item price` for `/order/items/0/price`; of what lies at the root the path says what it is. */
function nameOf({ route }: RoutePlan, pointer: string): string {
  const names = pointer.split('/').slice(1)
  const name = names.pop()!
  const owner = names.findLast((one) => !/^\d+$/.test(one))
  return `${owner === undefined ? kindOfPath(route.url) : kindOf(owner)} ${name}`
}

function collect(
  given: SchemaOrBoolean,
  around: Surroundings,
  owner: string,
  depth: number,
  known: Set<string>,
): void {
  const { schema, around: its } = resolved(given, around)
  if (!isSchema(schema) || depth > DEPTH) return
  const { properties, items } = schema
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const one of (schema[keyword] ?? []) as SchemaOrBoolean[]) collect(one, its, owner, depth + 1, known)
  if (isSchema(items)) collect(items, its, owner, depth + 1, known)
  for (const [name, one] of Object.entries(isSchema(properties) ? properties : {})) {
    known.add(`${owner} ${name}`)
    collect(one as SchemaOrBoolean, its, kindOf(name), depth + 1, known)
  }
}
