/** Routes of one kind of thing: what makes one, lists them, reads, changes and deletes one, and what is below it. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { leavesOf, locationOf } from '../sequence/links.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { creationOf, isFine, paramsIn, requestFor, type Story, urlOf } from './story.ts'

export interface Family {
  /** `GET /users/:id` */
  readonly item: RoutePlan
  readonly id: string
  readonly creator: RoutePlan | undefined
  readonly list: RoutePlan | undefined
  readonly put: RoutePlan | undefined
  readonly patch: RoutePlan | undefined
  readonly del: RoutePlan | undefined
  /** Other GET routes below an item. */
  readonly below: readonly RoutePlan[]
}

/** Without the names of parameters. */
function shapeOf(url: string): string {
  return url.replace(/:\w+(\([^)]*\))?/g, ':').replace(/\/$/, '')
}

export function familiesOf(plans: readonly RoutePlan[]): Family[] {
  const of = (method: string, shape: string) =>
    plans.find(({ route }) => route.method === method && shapeOf(route.url) === shape)
  return plans.flatMap((item): Family[] => {
    const last = item.path.at(-1)
    if (item.route.method !== 'GET' || !last || !('param' in last) || last.param === '*') return []
    const shape = shapeOf(item.route.url)
    const stem = shape.slice(0, shape.lastIndexOf('/'))
    const below = plans.filter(
      ({ route }) =>
        route.method === 'GET' &&
        shapeOf(route.url).startsWith(`${shape}/`) &&
        !/[:*]/.test(shapeOf(route.url).slice(shape.length)),
    )
    const [creator, list, put, patch, del] = [
      ...[of('POST', stem), of('GET', stem)],
      ...[of('PUT', shape), of('PATCH', shape), of('DELETE', shape)],
    ]
    return [{ item, id: last.param, creator, list, put, patch, del, below }]
  })
}

export interface Thing {
  params: Record<string, string>
  headers: WireRequest['headers']
  /** Its answer to GET. */
  shown: Answer
}

/** Something that is there: newly made, or else one that was read before. */
export async function thingOf(story: Story, family: Family): Promise<Thing | null> {
  return (await made(story, family)) ?? (await known(story, family))
}

async function made(story: Story, { item, id, creator }: Family): Promise<Thing | null> {
  const request = creator && creationOf(story.run, creator)
  if (!creator || !request) return null
  const answer = await story.send(creator, request)
  if (!isFine(answer)) return null
  const above = Object.values(paramsIn(creator, request.url) ?? {})
  const names = item.path.flatMap((piece) => ('param' in piece ? [piece.param] : []))
  const params = Object.fromEntries(names.slice(0, -1).map((name, at) => [name, above[at] ?? '']))
  for (const value of idsIn(answer, id).slice(0, 4)) {
    const thing = await read(story, item, { ...params, [id]: value }, request.headers)
    if (thing) return thing
  }
  return null
}

async function read(
  story: Story,
  item: RoutePlan,
  params: Record<string, string>,
  headers: WireRequest['headers'],
): Promise<Thing | null> {
  const request = requestFor(story.run, item, params, headers)
  const shown = request && (await story.send(item, request))
  return request && isFine(shown) ? { params, headers: request.headers, shown } : null
}

async function known(story: Story, { item }: Family): Promise<Thing | null> {
  for (const { request } of story.run.successes[item.at]!.toReversed().slice(0, 3)) {
    const params = paramsIn(item, request.url)
    const shown = params && (await story.send(item, { ...request, url: urlOf(item, params) }))
    if (params && isFine(shown)) return { params, headers: request.headers, shown }
  }
  return null
}

/** Values of an answer that can be the id of what it tells of, the likeliest first. */
export function idsIn(answer: Answer, param: string): string[] {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const rank = (pointer: string): number => {
    const name = plain(pointer.split('/').at(-1)!)
    const depth = pointer.split('/').length
    if (name === plain(param)) return depth
    if (name === 'id') return depth + 0.5
    if (pointer === 'location') return 3
    if (['uuid', 'key', 'slug', 'name', 'number', 'index', 'code'].includes(name)) return depth + 4
    return name.endsWith('id') ? depth + 8 : 99
  }
  const leaves = [...leavesOf({ body: answer.body, location: locationOf(answer) })]
  const sorted = leaves
    .filter(([pointer]) => rank(pointer) < 99)
    .sort(([left], [right]) => rank(left) - rank(right))
  return [...new Set(sorted.map(([, value]) => value))]
}

export function familiesIn(run: Run): Family[] {
  return familiesOf(run.plans)
}
