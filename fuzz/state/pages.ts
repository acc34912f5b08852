/** Lists in pages: every item once, in pages of the size that was asked for. */
import type { Session } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { kindOfPath } from '../reach/names.ts'
import { isSchema } from '../schema/walk.ts'
import { under, valueAt } from '../sequence/expectation.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Accepted, accepted, ensure, type MutablePins, stemOf } from './scene.ts'
import { type Broken, isFine, type Story, twice } from './story.ts'

const SIZE = /^(limit|per_?page|page_?size|size|count|first|take|top)$/i
const PAGE = /^(page|page_?number|p)$/i
const OFFSET = /^(offset|skip|start|from)$/i
const CURSOR = /^(before|after|cursor|starting_?after|ending_?before|since_?id|max_?id)$/i
const ITEMS = 2
/** Items that a list needs, and pages that are asked for. */
const NEEDED = 4

interface Paging {
  size: string
  by: string
  kind: 'page' | 'offset' | 'cursor'
  /** The first page. */
  first: number
}

export async function pages(run: Run): Promise<void> {
  if (!run.wants('pagination')) return
  run.phase = 'pages'
  for (const plan of run.plans)
    for (const paging of plan.route.method === 'GET' ? pagingsOf(plan) : [])
      await twice(run, (story) => pagesOf(story, plan, paging))
}

function pagingsOf({ parts }: RoutePlan): Paging[] {
  const schema = parts.get('querystring')?.schema
  const properties = isSchema(schema) && isSchema(schema['properties']) ? schema['properties'] : {}
  const names = Object.keys(properties)
  const size = names.find((name) => SIZE.test(name))
  if (size === undefined) return []
  return names.flatMap((by): Paging[] => {
    const about = isSchema(properties[by]) ? properties[by] : {}
    const first = Number(about['default'] ?? about['minimum'] ?? 1)
    if (PAGE.test(by)) return [{ size, by, kind: 'page', first: Math.max(0, first) }]
    if (OFFSET.test(by)) return [{ size, by, kind: 'offset', first: 0 }]
    return CURSOR.test(by) ? [{ size, by, kind: 'cursor', first: 0 }] : []
  })
}

/** Pages that are searched for one thing, and the items that one is asked for at most, whatever its schema allows. */
const SEARCHED = 5
const LONGEST = 1000

/** The values of a request with which it asks for each page of a list, as long as may be; none where it has no pages. */
export function eachPage(plan: RoutePlan, values: Values): Values[] {
  return queriesOf(plan).map((query) => ({
    ...values,
    querystring: { ...Object(values.querystring), ...query },
  }))
}

/** The page that shows a thing, of lists whose first page does not. */
export async function laterPage(
  run: Run,
  session: Session,
  lists: readonly Accepted[],
  shows: (answer: Answer | null | undefined) => boolean,
): Promise<Accepted[]> {
  for (const list of lists)
    for (const values of eachPage(list.plan, list.values)) {
      run.checkLimits()
      const asked = await run.askAs(list.plan, values, session, true)
      if (!isFine(asked?.answer)) break
      if (shows(asked.answer)) return [{ ...list, values, request: asked.request, answer: asked.answer }]
    }
  return []
}

function queriesOf(plan: RoutePlan): Record<string, number>[] {
  const schema = plan.parts.get('querystring')?.schema
  const properties = isSchema(schema) && isSchema(schema['properties']) ? schema['properties'] : {}
  const size = Object.keys(properties).find((name) => SIZE.test(name))
  if (size === undefined) return []
  const about = properties[size]
  const most = Math.min(Number((isSchema(about) && about['maximum']) || 100), LONGEST)
  const paging = pagingsOf(plan).find(({ kind }) => kind !== 'cursor')
  if (!paging) return [{ [size]: most }]
  const { by, kind, first } = paging
  const placeOf = (at: number): number => (kind === 'page' ? first + at : at * most)
  return Array.from({ length: SEARCHED }, (_, at) => ({ [size]: most, [by]: placeOf(at) }))
}

async function pagesOf(story: Story, plan: RoutePlan, paging: Paging): Promise<Broken | null> {
  const pins: MutablePins = new Map()
  await ensure(story, plan, pins)
  let first = await accepted(story, plan, { pins, tries: 3 })
  if (first && (listIn(first.answer)?.count ?? 0) < NEEDED) {
    await makeMore(story, plan, pins)
    first = await accepted(story, plan, { pins, tries: 3 })
  }
  if (!first) return null
  const whole = await story.send(plan, without(first.request, paging))
  const place = isFine(whole) ? listIn(whole) : null
  if (place === null || place.count < 2) return null
  return asked(story, plan, paging, first.request, place)
}

async function asked(
  story: Story,
  plan: RoutePlan,
  paging: Paging,
  request: WireRequest,
  { list, id, count }: Place,
): Promise<Broken | null> {
  const items = count < NEEDED ? 1 : ITEMS
  const whole = story.next - 1
  const from = story.next
  let cursor: unknown
  for (let at = 0; at < 2; at++) {
    const { kind, first, by, size } = paging
    const place =
      kind === 'page' ? first + at : kind === 'offset' ? at * items : at === 0 ? undefined : cursor
    const query = { [size]: String(items), ...(place === undefined ? {} : { [by]: String(place) }) }
    const page = await story.send(plan, without(request, paging, query))
    if (!isFine(page)) return null
    const found = valueAt(page, list)
    // An empty page is wrong where the list has more; of a cursor it is not known in which order it goes.
    if (!Array.isArray(found) || (found.length === 0 && (kind === 'cursor' || at === 0))) return null
    cursor = under(found.at(-1), id)
    if (kind === 'cursor' && cursor === undefined) return null
  }
  const why = `Pages of ${items} by ${paging.by} have an item twice, miss one, or are longer.`
  const expected = { kind: 'pages', from, list, id, size: items } as const
  // In which order a cursor goes is not known: only that the item of the cursor is not in its page.
  const about = paging.kind === 'cursor' ? { ...expected, isCursor: true as const } : { ...expected, whole }
  return { plan, check: 'pagination', key: paging.by, why, expected: about }
}

/** Other things of the list, from the route that makes them. */
async function makeMore(story: Story, { route }: RoutePlan, pins: MutablePins): Promise<void> {
  const some = story.run.plans.filter((one) => one.route.method === 'POST' && story.run.reach.isReached(one))
  const creator =
    some.find((one) => stemOf(one.route.url) === stemOf(route.url)) ??
    some.find((one) => 'text' in one.path.at(-1)! && kindOfPath(one.route.url) === kindOfPath(route.url))
  for (let at = 0; creator && at < NEEDED; at++) await accepted(story, creator, { pins })
}

function without(
  request: WireRequest,
  { size, by }: Paging,
  query: Record<string, string> = {},
): WireRequest {
  const [path = '', given = ''] = request.url.split('?')
  const search = new URLSearchParams(given)
  for (const name of [...search.keys()])
    if (
      [size, by].includes(name) ||
      SIZE.test(name) ||
      CURSOR.test(name) ||
      OFFSET.test(name) ||
      PAGE.test(name)
    )
      search.delete(name)
  for (const [name, value] of Object.entries(query)) search.set(name, value)
  const text = search.toString()
  return { ...request, url: text === '' ? path : `${path}?${text}` }
}

interface Place {
  list: string
  id: string
  count: number
}

/** The list of an answer, and what tells its items apart. */
function listIn(answer: Answer): Place | null {
  for (const list of ['', ...keysOf(valueAt(answer, ''))]) {
    const items = valueAt(answer, list)
    if (!Array.isArray(items) || items.length === 0) continue
    const names = isSchema(items[0]) ? Object.keys(items[0]) : []
    const ids = ['id', 'uuid', 'key', ...names].map((name) => `/${name}`)
    const id = ids.find((one) => {
      const values = items.map((item) => under(item, one))
      return (
        values.every((value) => value !== undefined && typeof value !== 'object') &&
        new Set(values).size === items.length
      )
    })
    if (id !== undefined) return { list, id, count: items.length }
  }
  return null
}

function keysOf(value: unknown): string[] {
  return isSchema(value) ? Object.keys(value).map((name) => `/${name}`) : []
}
