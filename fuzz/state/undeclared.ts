/**
 * Mass assignment: a write with a property that its body schema does not declare, and that the thing has in answers, such as `role`. It
 * is as if it had not been sent, or an object that is meant to be whatever a client wants.
 */
import type { RoutePlan } from '../engine/route-plan.ts'
import { TAKES_BODY } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { IDENTIFIERS, idTarget, plainName } from '../reach/names.ts'
import { isSchema, resolved, type Schema } from '../schema/walk.ts'
import { valueAt } from '../sequence/expectation.ts'
import type { Answer } from '../target/target.ts'
import { type Family, familiesOf } from './family.ts'
import { type Accepted, accepted } from './scene.ts'
import {
  type Broken,
  isFine,
  paramsIn,
  requestFor,
  type Scalar,
  type Story,
  scalarsOf,
  twice,
  urlOf,
} from './story.ts'

/** Properties that are tried at one route. */
const MOST = 10
/** What decides what somebody may do, or what something is worth: tried first, and also where no answer had it so far. */
const POWER =
  /role|admin|owner|permission|scope|privilege|group|tenant|balance|credit|price|verified|approved|active|enabled|status|plan/i

export async function undeclared(run: Run): Promise<void> {
  run.phase = 'undeclared properties'
  if (!run.wants('mass-assignment')) return
  const families = familiesOf(run.plans)
  const named = namesInResponses(run)
  for (const plan of run.plans) {
    const declared = openBodyOf(plan)
    if (declared === null || !run.reach.isReached(plan)) continue
    const family = families.find((one) => [one.creator, one.put, one.patch, one.post].includes(plan))
    const names = new Map<string, readonly Scalar[]>()
    await twice(run, async (story) => {
      const [, answer] = (await written(story, plan, family)) ?? []
      for (const [pointer, value] of scalarsOf(answer?.body ?? '')) offer(names, nameIn(pointer), [value])
      return null
    })
    for (const [name, values] of named) if (POWER.test(name)) offer(names, name, values)
    const tried = [...names]
      .filter(([name]) => !declared.has(name) && !isOfServer(name))
      .sort(([left], [right]) => Number(POWER.test(right)) - Number(POWER.test(left)))
    for (const [name, values] of tried.slice(0, MOST))
      await twice(run, (story) => assigned(story, plan, family, name, values))
  }
}

/** Ids are found by the routes that have them, and a client may choose one. */
const isOfServer = (name: string): boolean =>
  idTarget(name) === '' || IDENTIFIERS.slice(0, 4).includes(plainName(name))

const nameIn = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1)

function offer(names: Map<string, readonly Scalar[]>, name: string, values: readonly Scalar[]): void {
  if (/^\d+$/.test(name)) return
  names.set(name, [...new Set([...(names.get(name) ?? []), ...values])])
}

/** The properties of a body that may have others; null for a body that may not, or is no object. */
function openBodyOf(plan: RoutePlan): Set<string> | null {
  const body = plan.parts.get('body')
  if (!TAKES_BODY.has(plan.route.method) || !body?.oracle) return null
  const { schema } = resolved(body.schema, body.around)
  if (!isSchema(schema) || !isSchema(schema['properties'])) return null
  if (schema['additionalProperties'] !== undefined || schema['patternProperties'] !== undefined) return null
  return new Set(Object.keys(schema['properties']))
}

/** The names of scalars in all response schemas, each with values that it may have. */
function namesInResponses(run: Run): Map<string, readonly Scalar[]> {
  const found = new Map<string, readonly Scalar[]>()
  const look = (value: unknown, depth: number): void => {
    if (!isSchema(value) || depth > 8) return
    for (const [name, one] of Object.entries(Object(value['properties']) as Schema))
      if (isSchema(one)) offer(found, name, examplesOf(one))
    for (const one of Object.values(value).flat()) look(one, depth + 1)
  }
  for (const { route } of run.plans) {
    for (const schema of Object.values(route.responses ?? {})) look(schema, 0)
    for (const schema of Object.values(route.shared)) look(schema, 0)
  }
  return found
}

function examplesOf(schema: Schema): Scalar[] {
  const { type, enum: values } = schema
  if (Array.isArray(values)) return values.filter((one) => typeof one !== 'object') as Scalar[]
  if (type === 'boolean') return [true, false]
  if (type === 'integer' || type === 'number') return [987_654]
  return type === 'string' ? ['touchstone'] : []
}

/** The write, and the answer that shows the thing: its own, or that of the route of the thing. */
async function written(
  story: Story,
  plan: RoutePlan,
  family: Family | undefined,
  put?: { name: string; value: unknown },
): Promise<[place: number, answer: Answer] | null> {
  const write = await accepted(story, plan, { tries: 4, put })
  if (write === null) return null
  const place = story.next - 1
  const item = itemRequest(story.run, family, write)
  const shown = item && (await story.send(family!.item, item))
  return isFine(shown) ? [story.next - 1, shown] : [place, write.answer]
}

function itemRequest(run: Run, family: Family | undefined, { plan, request, answer }: Accepted) {
  if (family === undefined) return null
  const own = paramsIn(plan, request.url) ?? {}
  const id = [...scalarsOf(answer.body)].find(([pointer]) => idTarget(nameIn(pointer)) === '')?.[1]
  const params =
    plan === family.creator ? { ...own, ...(id == null ? {} : { [family.id]: String(id) }) } : own
  if (family.id !== '' && params[family.id] === undefined) return null
  return (
    requestFor(run, family.item, params, request.headers) ?? {
      method: 'GET',
      url: urlOf(family.item, params),
      headers: request.headers,
    }
  )
}

/** Without the property its value is the same twice, and with it that of the client. */
async function assigned(
  story: Story,
  plan: RoutePlan,
  family: Family | undefined,
  name: string,
  values: readonly Scalar[],
): Promise<Broken | null> {
  const [before, first] = (await written(story, plan, family)) ?? []
  if (before === undefined || first === undefined) return null
  const [pointer, usual] = [...scalarsOf(first.body)].find(([one]) => nameIn(one) === name) ?? [
    null,
    undefined,
  ]
  for (const value of othersThan(usual, values)) {
    const [place, answer] = (await written(story, plan, family, { name, value })) ?? []
    if (place === undefined || answer === undefined) continue
    const [at] = [...scalarsOf(answer.body)].find(([one, its]) => nameIn(one) === name && its === value) ?? []
    if (at === undefined || (pointer !== null && at !== pointer)) continue
    const [, last] = (await written(story, plan, family)) ?? []
    if (last === undefined || valueAt(last, at) !== usual) continue
    const why = `The body schema does not declare ${name}, and with ${JSON.stringify(value)} in the body the answer has it at ${at}.`
    const expected = { kind: 'same' as const, of: [before, place] as [number, number], pointers: [at] }
    return { plan, check: 'mass-assignment', key: name, why, expected }
  }
  return null
}

/** At most two values of the same kind that are not the usual one. */
function othersThan(usual: Scalar | undefined, values: readonly Scalar[]): Scalar[] {
  const made: Scalar[] =
    typeof usual === 'boolean' ? [!usual] : typeof usual === 'number' ? [usual + 7] : ['touchstone']
  const known = values.filter((one) => one !== usual && one !== null)
  const isKind = (one: Scalar): boolean => usual == null || typeof one === typeof usual
  return [...known, ...made].filter(isKind).slice(0, 2)
}
