/** Routes of one kind of thing: what makes one, lists them, reads, changes and deletes one, and what is below it. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { accepted, ensure, type MutablePins, type Pins, pinsOf, stemOf } from './scene.ts'
import { isFine, paramsIn, type Story, urlOf } from './story.ts'

export interface Family {
  /** `GET /users/:id`, or one of which there is one, such as `GET /me`. */
  readonly item: RoutePlan
  /** The last parameter; empty where the path ends without one. */
  readonly id: string
  readonly creator: RoutePlan | undefined
  readonly list: RoutePlan | undefined
  readonly put: RoutePlan | undefined
  readonly patch: RoutePlan | undefined
  /** A POST to the same address, which changes it, or makes another thing. */
  readonly post: RoutePlan | undefined
  readonly del: RoutePlan | undefined
  /** Other GET routes below an item. */
  readonly below: readonly RoutePlan[]
}

export function familiesOf(plans: readonly RoutePlan[]): Family[] {
  const of = (method: string, shape: string) =>
    plans.find(({ route }) => route.method === method && stemOf(route.url) === shape)
  return plans.flatMap((item): Family[] => {
    const last = item.path.at(-1)
    const shape = stemOf(item.route.url)
    const id = last && 'param' in last ? last.param : ''
    const isOne = id === '' && ['PUT', 'PATCH', 'POST'].some((method) => of(method, shape))
    if (item.route.method !== 'GET' || id === '*' || (id === '' && !isOne)) return []
    const stem = shape.slice(0, shape.lastIndexOf('/'))
    const below = plans.filter(
      ({ route }) =>
        route.method === 'GET' &&
        stemOf(route.url).startsWith(`${shape}/`) &&
        !/[:*]/.test(stemOf(route.url).slice(shape.length)),
    )
    const [creator, list, put, patch, post, del] = [
      ...(isOne ? [undefined, undefined] : [of('POST', stem), of('GET', stem)]),
      ...[of('PUT', shape), of('PATCH', shape), of('POST', shape), of('DELETE', shape)],
    ]
    return [{ item, id, creator, list, put, patch, post, del, below }]
  })
}

export interface Thing {
  params: Record<string, string>
  pins: Pins
  headers: WireRequest['headers']
  /** Its answer to GET. */
  shown: Answer
}

/** Something that is there: newly made, or else one that was read before. */
export async function thingOf(story: Story, family: Family): Promise<Thing | null> {
  return (await made(story, family)) ?? (await known(story, family))
}

async function made(story: Story, { item }: Family): Promise<Thing | null> {
  const pins: MutablePins = new Map()
  if (!(await ensure(story, item, pins))) return null
  const shown = await accepted(story, item, { pins, tries: 2 })
  const params = shown && paramsIn(item, shown.request.url)
  return params ? { params, pins, headers: shown.request.headers, shown: shown.answer } : null
}

async function known(story: Story, { item }: Family): Promise<Thing | null> {
  for (const { request } of story.run.successes[item.at]!.toReversed().slice(0, 3)) {
    const params = paramsIn(item, request.url)
    const shown = params && (await story.send(item, { ...request, url: urlOf(item, params) }))
    if (params && isFine(shown))
      return { params, pins: pinsOf({ plan: item, values: { params } }), headers: request.headers, shown }
  }
  return null
}

export function familiesIn(run: Run): Family[] {
  return familiesOf(run.plans)
}
