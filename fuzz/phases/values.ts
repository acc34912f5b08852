/** The phases that ask one request at a time: examples, boundaries, random. */

import { randomFrom } from '../engine/random.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { kindOfPath } from '../reach/names.ts'
import { pathNamesOf } from '../reach/path-names.ts'
import { breakagesOf } from '../schema/breaking.ts'
import { type Edge, EXAMPLE, withEdge } from '../schema/edges.ts'
import { isSchema, type SchemaOrBoolean } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import { idsIn } from '../sequence/links.ts'
import { begin, tried } from './branches.ts'
import { edgesIn, liveOf, next, samplerOf } from './live.ts'
import { inOrder } from './reach.ts'
import { plainOf } from './samples.ts'

/** What the schemas themselves give as `examples`, `example` or `default`. */
export async function examples(run: Run): Promise<void> {
  run.phase = 'examples'
  for (const plan of run.plans) {
    await once(run, plan, plainOf(plan))
    for (const given of plan.route.examples ?? []) await once(run, plan, { ...liveOf(run, plan), ...given })
    for (const [part, planned] of plan.parts) {
      for (const edge of edgesIn(planned)) {
        if (!edge.why.startsWith(EXAMPLE)) continue
        const base = liveOf(run, plan)
        await once(run, plan, { ...base, [part]: withEdge(base[part], edge) })
      }
    }
  }
}

/** The edges of every keyword, then each keyword broken, one at a time. */
export async function boundaries(run: Run): Promise<void> {
  run.phase = 'boundaries'
  begin(run)
  const { index, count } = run.options.shard ?? { index: 1, count: 1 }
  for (const plan of run.plans) {
    if (plan.at % count !== index - 1) continue
    await unchecked(run, plan)
    const maker = await makerOf(run, plan)
    for (const [part, planned] of plan.parts) {
      const { schema, around, breaking } = planned
      if (breaking === null) continue
      for (const edge of edgesIn(planned)) await ofEdge(run, plan, part, edge, maker)
      const plain = liveOf(run, plan)
      for (const { value } of breakagesOf(plain[part], schema, around))
        await once(run, plan, { ...plain, [part]: value })
      for (const value of allWrong(schema)) await once(run, plan, { ...plain, [part]: value })
      const { [part]: _without, ...rest } = plain
      if (part !== 'params') await once(run, plan, rest)
    }
  }
}

interface Maker {
  readonly plan: RoutePlan
  /** The parameter that names what it makes. */
  readonly param: string
}

/** Sends an edge in an accepted request; where a thing takes that only once, for a new thing each time. */
async function ofEdge(run: Run, plan: RoutePlan, part: Part, edge: Edge, maker: Maker | null): Promise<void> {
  if (!run.isWorthwhile(plan)) return
  run.checkLimits()
  const base = liveOf(run, plan)
  const values = { ...base, [part]: withEdge(base[part], edge) }
  // A whole value has no ids that are alive.
  const isWhole = edge.at.length === 0 && isSchema(values[part]) && 'put' in edge.change
  const live = isWhole ? run.reach.fill(plan, values, 0) : values
  const made = maker && part !== 'params' ? await makes(run, maker) : null
  const sent = made ? { ...live, params: { ...(live.params as object), ...made } } : live
  await run.try(plan, sent)
  await tried(run, plan, sent)
}

async function makes(run: Run, { plan, param }: Maker): Promise<Record<string, string> | null> {
  const answer = (await run.ask(plan, liveOf(run, plan)))?.answer
  const [id] = answer && answer.status < 300 ? idsIn(answer, param) : []
  return id === undefined ? null : { [param]: id }
}

/** The route that makes what the path names, where an accepted request is not accepted again. */
async function makerOf(run: Run, plan: RoutePlan): Promise<Maker | null> {
  const last = pathNamesOf(plan).at(-1)
  if (!last || !/^(?:POST|PUT|PATCH)$/.test(plan.route.method) || !run.reach.isReached(plan)) return null
  for (let turn = 0; turn < 3; turn++) {
    run.checkLimits()
    if (((await run.ask(plan, liveOf(run, plan)))?.answer?.status ?? 0) < 300) return null
  }
  const fits = ({ route, path }: RoutePlan): boolean =>
    route.method === 'POST' && 'text' in path.at(-1)! && kindOfPath(route.url) === last.kind
  const maker = run.plans.find((one) => one !== plan && fits(one) && run.reach.isReached(one))
  return maker ? { plan: maker, param: last.param } : null
}

/** Names that handlers read without a schema. */
const BODY_NAMES = ['id', 'ids', 'name', 'value', 'data', 'items']
const QUERY_NAMES = ['q', 'query', 'search', 'id', 'limit', 'offset', 'page', 'cursor', 'sort', 'filter']
const ODD_BODIES = [null, [], {}, 0, '', { wrong: 'type' }, [null]]
const ODD_PROPERTIES = [1, null, true, '', [], [null], {}, 'text', '\ud83d']
const ODD_QUERIES = ['', ['a', 'b'], '-1', '%']

/** Without a schema a handler gets whatever is sent: under the names that routes about the same thing declare, values of any type. */
async function unchecked(run: Run, plan: RoutePlan): Promise<void> {
  const body = plan.parts.get('body')
  const base = liveOf(run, plan)
  if (body && body.schema === true) {
    for (const value of ODD_BODIES) await once(run, plan, { ...liveOf(run, plan), body: value })
    const own = isSchema(base.body) ? base.body : {}
    for (const name of namesAbout(run, plan, 'body', BODY_NAMES))
      for (const value of ODD_PROPERTIES)
        await once(run, plan, { ...liveOf(run, plan), body: { ...own, [name]: value } })
  }
  if (
    plan.route.method !== 'GET' ||
    plan.parts.has('querystring') ||
    plan.route.opaque.includes('querystring')
  )
    return
  for (const name of namesAbout(run, plan, 'querystring', QUERY_NAMES))
    for (const value of ODD_QUERIES)
      await once(run, plan, { ...liveOf(run, plan), querystring: { [name]: value } })
}

function namesAbout(run: Run, plan: RoutePlan, part: Part, usual: readonly string[]): Set<string> {
  const kind = kindOfPath(plan.route.url)
  const names = run.plans
    .filter(({ route }) => kindOfPath(route.url) === kind)
    .flatMap(({ parts }) => {
      const { schema } = parts.get(part) ?? {}
      return schema && isSchema(schema) && isSchema(schema['properties'])
        ? Object.keys(schema['properties'])
        : []
    })
  // What /messages/bulk-delete takes is mostly called by the path.
  const segments = part === 'body' ? plan.route.url.split('/').filter((one) => /^[a-z]\w+$/i.test(one)) : []
  return new Set([...names, ...segments.slice(-2), ...usual].slice(0, 16))
}

/** Until a limit is reached. */
export async function random(run: Run): Promise<void> {
  run.phase = 'random'
  begin(run)
  const samplers = inOrder(run.plans).map((plan) => samplerOf(run, plan))
  const chance = randomFrom(run.options.seed ^ 0x2545f491)
  for (;;) {
    let asked = 0
    for (const sampler of samplers) {
      const { plan } = sampler
      for (let turn = 0; turn < turnsOf(plan) && run.isWorthwhile(plan); turn++) {
        run.checkLimits()
        const values = next(run, sampler, chance)
        if ((await run.try(plan, values)) !== null) asked++
        await tried(run, plan, values)
      }
    }
    if (asked === 0) return // nothing that could be sent: every route hangs, or there is none
  }
}

/** What takes away is asked less often than what makes. */
function turnsOf({ route }: RoutePlan): number {
  return route.method === 'DELETE' ? 4 : 16
}

async function once(run: Run, plan: RoutePlan, values: Values): Promise<void> {
  if (!run.isWorthwhile(plan)) return
  run.checkLimits()
  await run.try(plan, values)
  await tried(run, plan, values)
}

/** Nothing of it at all, and every property of another kind: more than one keyword is broken. */
function allWrong(schema: SchemaOrBoolean): unknown[] {
  if (!isSchema(schema) || !isSchema(schema['properties'])) return []
  const wrong = Object.keys(schema['properties']).map((name) => [name, { wrong: 'type' }])
  return [{}, Object.fromEntries(wrong)]
}
