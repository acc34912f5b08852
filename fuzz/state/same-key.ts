/** A request that is sent again with its idempotency key. */
import type { RoutePlan } from '../engine/route-plan.ts'
import { isSchema } from '../schema/walk.ts'
import { type Broken, differing, isFine, type Story } from './story.ts'

/** The header that makes a repeated request one, where the route declares it. */
export function keyOf({ parts, route }: RoutePlan): string | null {
  const schema = parts.get('headers')?.schema
  const properties = isSchema(schema) ? schema['properties'] : undefined
  if (route.method !== 'POST' || !isSchema(properties)) return null
  return Object.keys(properties).find((name) => /idempot/i.test(name)) ?? null
}

/** A second request with the same key gives what the first one gave. */
export async function sameKeyTwice(story: Story, plan: RoutePlan, header: string): Promise<Broken | null> {
  for (const { request: recorded } of story.run.successes[plan.at]!.toReversed().slice(0, 3)) {
    const request = {
      ...recorded,
      headers: { ...recorded.headers, [header.toLowerCase()]: `touchstone-${story.run.requests}` },
    }
    const from = story.next
    const first = await story.send(plan, request)
    if (!isFine(first)) continue
    const second = await story.send(plan, request)
    if (!second || second.status >= 500) return null
    const pointers = isFine(second) ? differing(first.body, second.body).slice(0, 1) : []
    const why = `The second request with the same ${header} is answered with ${second.status}${pointers.length > 0 ? ` and another ${pointers[0]}` : ''}: it was done twice.`
    return {
      plan,
      check: 'not-idempotent',
      key: header,
      why,
      expected: { kind: 'same', of: [from, from + 1], pointers },
    }
  }
  return null
}
