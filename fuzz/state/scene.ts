/** Requests that an application accepts now, about the things that a sequence has made. */
import { judge } from '../engine/judge.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { bare, liveOf, samplerOf } from '../phases/live.ts'
import { IDENTIFIERS, idTarget, kindOf, kindOfPath } from '../reach/names.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { isSchema, resolved, type Schema, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import { idsIn } from '../sequence/links.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { isFine, type Story } from './story.ts'

/** A request that was answered with a 2xx. */
export interface Accepted {
  readonly plan: RoutePlan
  readonly values: Values
  readonly request: WireRequest
  readonly answer: Answer
  /** The values as the receiver reads them, for the judgement of the answer. */
  readonly read: Values
}

/** The ids of one thing, the likeliest first, by its kind. */
export type Pins = ReadonlyMap<string, readonly string[]>
export const NO_PINS: Pins = new Map()

interface How {
  readonly pins?: Pins
  readonly tries?: number
  /** With lists that are not empty and as many properties as may be. */
  readonly full?: boolean
  /** A property of the body with the value that it has to have. */
  readonly put?: { readonly name: string; readonly value: unknown } | undefined
}

/** Sends requests of a route until one is accepted, which is the only one that the story keeps. */
export async function accepted(
  story: Story,
  plan: RoutePlan,
  { pins = NO_PINS, tries = 6, full = false, put }: How = {},
): Promise<Accepted | null> {
  const { run } = story
  for (let turn = 0; turn < tries && run.isWorthwhile(plan); turn++) {
    run.checkLimits()
    const values = valuesAbout(story, plan, pins, turn, { full, put })
    const asked = await story.ask(plan, values)
    for (const fault of asked?.answer ? judge(plan, asked.read, asked.answer) : [])
      run.note(plan, fault, { requests: [...story.requests, asked!.request], answer: asked!.answer, core: 1 })
    if (!asked?.answer || !isFine(asked.answer)) continue
    story.requests.push(asked.request)
    story.answers.push(asked.answer)
    return { plan, values, request: asked.request, answer: asked.answer, read: asked.read }
  }
  return null
}

/** Values of a request about certain things; others each turn. */
export function valuesAbout(
  story: Story,
  plan: RoutePlan,
  pins: Pins,
  turn: number,
  { full = false, put }: Pick<How, 'full' | 'put'> = {},
): Values {
  const values = put
    ? withPut(story, plan, put)
    : full && turn < 3
      ? largestOf(story, plan)
      : valuesOf(story, plan, turn + story.style)
  // What changes a thing is tried with the values that it has: a version has to be the right one.
  const isChange = pins.size > 0 && /PUT|PATCH/.test(plan.route.method) && turn % 2 === 1
  const filled =
    pins.size > 0 ? story.run.reach.fill(plan, values, isChange ? 1 : 0, undefined, pins) : values
  const found = pinned(plan, withNewKey(filled, story.run.requests), pins)
  return put && isSchema(found.body) ? { ...found, body: { ...found.body, [put.name]: put.value } } : found
}

/** First what was accepted before, then what only fits; of a query and of every third body only what is required. */
function valuesOf({ run }: Story, plan: RoutePlan, turn: number): Values {
  const values = turn < 3 ? liveOf(run, plan) : run.reach.fill(plan, samplerOf(run, plan).fitting(), turn % 2)
  return bare(plan, values, turn % 3 === 1 ? ['querystring', 'body'] : ['querystring'])
}

/** Where the value brings others with it, as a condition of the schema may want, they are there too. */
function withPut({ run }: Story, plan: RoutePlan, { name, value }: NonNullable<How['put']>): Values {
  const sampler = samplerOf(run, plan)
  const isIt = ({ body }: Values): boolean => isSchema(body) && body[name] === value
  for (let turn = 0; turn < 20; turn++) {
    const values = sampler.fitting()
    if (isIt(values)) return run.reach.fill(plan, bare(plan, values, ['querystring']), 0)
  }
  const base = liveOf(run, plan)
  return { ...base, body: { ...(base.body as Schema), [name]: value } }
}

function largestOf({ run }: Story, plan: RoutePlan): Values {
  const some = Array.from({ length: 8 }, () => samplerOf(run, plan).fitting())
  const sizeOf = ({ body }: Values): number => JSON.stringify(body)?.length ?? 0
  const largest = some.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best))
  const filled = bare(plan, run.reach.fill(plan, largest, 0), ['querystring'])
  const { body } = filled
  if (!isSchema(body)) return filled
  // An object for whatever the client wants has something in it.
  const entries = Object.entries(body).map(([name, value]): [string, unknown] =>
    isSchema(value) && Object.keys(value).length === 0 ? [name, { touchstone: 'touchstone' }] : [name, value],
  )
  const own = Object.fromEntries(entries)
  return plan.parts.get('body')?.oracle?.judge(own).valid === true ? { ...filled, body: own } : filled
}

/** A repeated idempotency key would make nothing. */
export function withNewKey(values: Values, number: number): Values {
  if (!isSchema(values.headers)) return values
  const headers = Object.entries(values.headers).map(([name, value]) =>
    /idempot/i.test(name) ? [name, `touchstone-${number}`] : [name, value],
  )
  return { ...values, headers: Object.fromEntries(headers) }
}

/** The values with the ids of certain things in the path, the query and the body. */
function pinned(plan: RoutePlan, values: Values, pins: Pins): Values {
  if (pins.size === 0) return values
  const found: Values = { ...values }
  for (const { param, kind, target } of pathNamesOf(plan)) {
    const [id] = pins.get(kind) ?? pins.get(target) ?? []
    if (id !== undefined) found.params = { ...(isSchema(found.params) ? found.params : {}), [param]: id }
  }
  for (const [kind, ids] of pins) {
    for (const place of placesOf(plan, kind)) {
      const object = isSchema(found[place.part]) ? (found[place.part] as Schema) : {}
      const oracle = plan.parts.get(place.part)?.oracle
      const filled = ids
        .flatMap((id) => (/^\d{1,15}$/.test(id) ? [Number(id), id] : [id]))
        .flatMap((id) => place.put(object, id))
        .find((one) => !oracle || oracle.judge(one).valid === true)
      if (filled) found[place.part] = filled
    }
  }
  return found
}

interface Place {
  readonly part: Part
  /** The part with the id in it, in each way that there may be. */
  put(object: Schema, id: string | number): Schema[]
}

/** The properties of a body, those of an item of its lists, and those that a query needs, that name a thing of a kind. */
function placesOf({ parts, route }: RoutePlan, kind: string): Place[] {
  return (['querystring', 'body'] as const).flatMap((part) => {
    const planned = parts.get(part)
    if (!planned) return []
    const about = { kind, isNeeded: part === 'querystring', own: kindOfPath(route.url) }
    return putsIn(planned.schema, planned.around, about, 2).map((put) => ({ part, put }))
  })
}

type Put = Place['put']

interface About {
  readonly kind: string
  /** Only what has to be there. */
  readonly isNeeded: boolean
  /** What the path is about: of { tags: [{ … }] } sent to /tags the property is the thing itself. */
  readonly own: string
}

function putsIn(given: SchemaOrBoolean, around: Surroundings, about: About, depth: number): Put[] {
  const { schema, around: own } = resolved(given, around)
  if (!isSchema(schema) || depth === 0) return []
  const { kind, isNeeded } = about
  const required = new Set((schema['required'] ?? []) as string[])
  const properties = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {})
  return properties.flatMap(([name, one]): Put[] => {
    const { schema: its, around: inner } = resolved(one as SchemaOrBoolean, own)
    if (!isSchema(its) || (isNeeded && !required.has(name))) return []
    const list = isSchema(its['items']) ? resolved(its['items'], inner) : null
    if (idTarget(name) === kind || (kindOf(name) === kind && kind !== about.own))
      return [
        (object, id) =>
          waysIn(list ? list.schema : its, object[name], id).map((way) => ({
            ...object,
            [name]: list ? [way] : way,
          })),
      ]
    // A body may wrap its thing: { posts: [{ … }] }.
    const [item, place] = list ? [list.schema, list.around] : [its, inner]
    return putsIn(item, place, about, depth - 1).map((put) => (object, id) => {
      const old = list ? (object[name] as unknown[] | undefined)?.[0] : object[name]
      return isSchema(old) ? put(old, id).map((next) => ({ ...object, [name]: list ? [next] : next })) : []
    })
  })
}

/** An id as an object with it, for each branch of a schema, and as it is. */
function waysIn(schema: SchemaOrBoolean, old: unknown, id: string | number): unknown[] {
  const { anyOf = [], oneOf = [] } = isSchema(schema) ? (schema as Record<'anyOf' | 'oneOf', Schema[]>) : {}
  const keys = new Set([...anyOf, ...oneOf, schema].map(keyIn))
  return [...keys].map((key) => (key === undefined ? id : { ...(isSchema(old) ? old : {}), [key]: id }))
}

/** The property of an object that names a thing. */
function keyIn(schema: SchemaOrBoolean): string | undefined {
  const properties = isSchema(schema) ? schema['properties'] : undefined
  return isSchema(properties) ? IDENTIFIERS.find((name) => Object.hasOwn(properties, name)) : undefined
}

/** Whether requests of a route can be about a thing of a kind; whether its path says which. */
export function concerns(plan: RoutePlan, kind: string): 'path' | 'values' | null {
  if (pathNamesOf(plan).some((one) => one.kind === kind || one.target === kind)) return 'path'
  return placesOf(plan, kind).length > 0 ? 'values' : null
}

/**
 * Makes the things that the path of a route names, each below the one before, as far as there are routes that make them; whether the
 * last one was made.
 */
export async function ensure(story: Story, plan: RoutePlan, pins: MutablePins, depth = 0): Promise<boolean> {
  const { run } = story
  let done = false
  for (const { param, kind, target } of pathNamesOf(plan)) {
    done = pins.has(kind) || pins.has(target)
    if (done) continue
    const creator = creatorOf(run, plan.route.url.slice(0, endOf(plan.route.url, param)), kind)
    if (!creator || depth > 3) continue
    await ensure(story, creator, pins, depth + 1)
    // Not everything that can be made has a name that fits into a path.
    for (let turn = 0; turn < 3 && !done; turn++) {
      const made = await accepted(story, creator, { pins })
      if (!made) break
      done = await name(story, kind, pins, idsIn(made.answer, param))
    }
  }
  return done
}

export type MutablePins = Map<string, readonly string[]>

function endOf(url: string, param: string): number {
  const at = url.indexOf(`:${param}`)
  return at < 0 ? url.length : at + param.length + 1
}

/** The route that makes what a path ends with, in the same container: a member of a team is there without the team. */
function creatorOf({ plans, reach }: Run, url: string, kind: string): RoutePlan | undefined {
  const shape = stemOf(url)
  const stem = shape.slice(0, shape.lastIndexOf('/'))
  const container = /^(.*):\/[^:]+$/.exec(stem)?.[1] ?? ''
  const isOpen = ({ path }: RoutePlan): boolean => 'text' in path.at(-1)!
  const some = plans.filter((one) => one.route.method === 'POST' && isOpen(one) && reach.isReached(one))
  return (
    some.find((one) => stemOf(one.route.url) === stem) ??
    some.find((one) => kindOfPath(one.route.url) === kind && stemOf(one.route.url).startsWith(container))
  )
}

/** Without the names of parameters. */
export function stemOf(url: string): string {
  return url.replace(/:\w+(\([^)]*\))?/g, ':').replace(/\/$/, '')
}

/** Notes the ids of a thing, first the one with which it can be read, and what its address names. */
export async function name(
  story: Story,
  kind: string,
  pins: MutablePins,
  ids: readonly string[],
): Promise<boolean> {
  const item = itemOf(story.run, kind)
  let first = item ? undefined : ids[0]
  for (const id of item ? ids.slice(0, 4) : []) {
    const shown = await accepted(story, item!, { pins: new Map([...pins, [kind, [id]]]), tries: 1 })
    if (!shown) continue
    for (const [its, some] of pinsOf(shown)) if (!pins.has(its)) pins.set(its, some)
    first = id
    break
  }
  if (first === undefined) return false
  pins.set(kind, [first, ...ids.filter((one) => one !== first)])
  return true
}

/** The route that reads one thing of a kind. */
export function itemOf({ plans }: Run, kind: string): RoutePlan | undefined {
  return plans.find(
    (one) =>
      one.route.method === 'GET' && 'param' in one.path.at(-1)! && pathNamesOf(one).at(-1)?.kind === kind,
  )
}

/** The things that the path of a request names. */
export function pinsOf({ plan, values }: Pick<Accepted, 'plan' | 'values'>): Map<string, readonly string[]> {
  const params = isSchema(values.params) ? values.params : {}
  return new Map(
    pathNamesOf(plan).flatMap(({ param, kind }) =>
      params[param] === undefined ? [] : [[kind, [String(params[param])]] as const],
    ),
  )
}
