/** Requests with what is alive: an accepted one again, one like it, and one whose parts are at an edge. */
import type { PartPlan, RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { idTarget } from '../reach/names.ts'
import { type Edge, edgesOf, withEdge } from '../schema/edges.ts'
import { isSchema, resolved, type Schema } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import { plainOf, Sampler } from './samples.ts'

const samplers = new WeakMap<Run, Map<RoutePlan, Sampler>>()

/** The supply of random requests of a route, one for the whole run. */
export function samplerOf(run: Run, plan: RoutePlan): Sampler {
  let all = samplers.get(run)
  if (!all) samplers.set(run, (all = new Map()))
  let own = all.get(plan)
  if (!own) all.set(plan, (own = new Sampler(plan, run.options.seed)))
  return own
}

/** An accepted request with live ids, or the plain one where none was accepted. */
export function liveOf(run: Run, plan: RoutePlan): Values {
  const base = run.reach.base(plan)
  if (base === null) return run.reach.fill(plan, plainOf(plan), 0)
  return run.reach.isOnce(plan) ? freshened(base, samplerOf(run, plan).fitting()) : base
}

/** Without what some parts may leave out: a page far behind the last one shows nothing. */
export function bare(plan: RoutePlan, values: Values, parts: readonly Part[]): Values {
  const found = { ...values }
  for (const part of parts) {
    const planned = plan.parts.get(part)
    const given = values[part]
    const schema = planned && resolved(planned.schema, planned.around).schema
    if (!isSchema(schema) || !isSchema(given) || !isSchema(schema['properties'])) continue
    const required = new Set((schema['required'] ?? []) as string[])
    found[part] = Object.fromEntries(Object.entries(given).filter(([name]) => required.has(name)))
  }
  return found
}

/** What may be there only once, such as a name, is another one each time. */
function freshened(base: Values, fresh: Values): Values {
  const { body } = base
  const other = fresh.body
  if (!isSchema(body) || !isSchema(other)) return base
  const next = Object.entries(body).map(([name, value]) => {
    const isText = typeof value === 'string' && typeof other[name] === 'string'
    return [name, isText && idTarget(name) === null ? other[name] : value]
  })
  return { ...base, body: Object.fromEntries(next) }
}

/** A random request: like an accepted one with one or two places changed, or wholly new with live ids. */
export function next(run: Run, sampler: Sampler, random: () => number): Values {
  const { plan } = sampler
  const led = run.reach.led(plan)
  if (led && random() < 0.35)
    return varied(sampler, random() < 0.5 ? led : run.reach.fill(plan, led, 0), random)
  const kind = random()
  if (kind < 0.4 && run.reach.isReached(plan)) return varied(sampler, liveOf(run, plan), random)
  if (kind < 0.5) {
    const odd = run.reach.odd(plan)
    if (odd) return varied(sampler, odd, random)
  }
  const values = sampler.next()
  if (kind > 0.9) return values
  return run.reach.fill(plan, values, kind < 0.65 ? 1 : 0, sampler.broken)
}

function varied(sampler: Sampler, base: Values, random: () => number): Values {
  const values = { ...base }
  const times = random() < 0.6 ? 1 : 2
  for (let turn = 0; turn < times; turn++) {
    const places = placesOf(sampler.plan).filter(({ part }) => part !== 'params' || random() < 0.3)
    const place = places[Math.floor(random() * places.length)]
    if (!place) break
    const { part, name, edges, isRequired } = place
    const object = isSchema(values[part]) ? (values[part] as Schema) : {}
    const kind = random()
    const edge = edges[Math.floor(random() * edges.length)]
    if (kind < 0.15 && !isRequired) {
      const { [name]: _gone, ...rest } = object
      values[part] = rest
    } else if (kind < 0.6 && edge !== undefined) values[part] = withEdge(object, edge)
    else {
      const fresh = sampler.fitting()[part]
      if (isSchema(fresh) && Object.hasOwn(fresh, name)) values[part] = { ...object, [name]: fresh[name] }
    }
  }
  return values
}

const known = new WeakMap<PartPlan, readonly Edge[]>()

/** The edges of a part, made once. */
export function edgesIn(part: PartPlan): readonly Edge[] {
  let found = known.get(part)
  if (!found) known.set(part, (found = edgesOf(part.schema, part.around)))
  return found
}

interface Place {
  readonly part: Part
  readonly name: string
  readonly edges: readonly Edge[]
  readonly isRequired: boolean
}
const places = new WeakMap<RoutePlan, readonly Place[]>()
/** Characters of an edge: longer ones are for the phase that tries each once. */
const LONG = 1500

/** The properties of a route's parts, each with the edges of its schema. */
function placesOf(plan: RoutePlan): readonly Place[] {
  let found = places.get(plan)
  if (!found) {
    found = [...plan.parts].flatMap(([part, one]) => propertiesOf(part, one))
    places.set(plan, found)
  }
  return found
}

function propertiesOf(part: Part, plan: PartPlan): Place[] {
  const { schema } = resolved(plan.schema, plan.around)
  if (!isSchema(schema)) return []
  const required = new Set((schema['required'] ?? []) as string[])
  const all = new Map<string, Edge[]>()
  for (const edge of edgesIn(plan)) {
    const [name] = edge.at
    if (name === undefined || (JSON.stringify(edge.value) ?? '').length > LONG) continue
    all.set(name, [...(all.get(name) ?? []), edge])
  }
  for (const name of Object.keys(isSchema(schema['properties']) ? schema['properties'] : {}))
    if (!all.has(name)) all.set(name, [])
  return [...all].map(([name, edges]) => ({ part, name, edges, isRequired: required.has(name) }))
}
