/** The route that a path leads to, with the values of its parameters. */

import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { WireRequest } from '../target/target.ts'

export interface Match {
  plan: RoutePlan
  params: Record<string, string>
}

/** Null where no route has the method and the path. Routes with fewer parameters go before those with more. */
export function routeAt(plans: readonly RoutePlan[], method: string, url: string): Match | null {
  const [path = ''] = url.split(/[?#]/)
  const sorted = plans
    .filter(({ route }) => route.method === method.toUpperCase())
    .toSorted((left, right) => left.path.length - right.path.length)
  for (const plan of sorted) {
    const params = paramsIn(plan, path)
    if (params !== null) return { plan, params }
  }
  return null
}

function paramsIn({ path }: RoutePlan, text: string): Record<string, string> | null {
  const names: string[] = []
  const pattern = path.map((piece) => {
    if ('text' in piece) return piece.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    names.push(piece.param)
    return piece.param === '*' ? '(.*)' : '([^/]+)'
  })
  const found = new RegExp(`^${pattern.join('')}$`).exec(text)
  if (found === null) return null
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1]!)]))
  } catch {
    return null
  }
}

/** A request as the values that would be written down as it, as far as its route declares them. */
export function valuesOf({ plan, params }: Match, { url, headers, body }: WireRequest): Values {
  const values: Values = {}
  if (Object.keys(params).length > 0) values.params = params
  const [, query] = url.split('#')[0]!.split('?')
  if (query) {
    const pairs = new Map<string, string | string[]>()
    for (const [name, value] of new URLSearchParams(query)) {
      const before = pairs.get(name)
      pairs.set(name, before === undefined ? value : [before, value].flat())
    }
    values.querystring = Object.fromEntries(pairs)
  }
  if (body !== undefined)
    try {
      values.body = JSON.parse(body) as unknown
    } catch {
      // another media type: no value can be written as it
    }
  const declared = plan.parts.get('headers')?.schema
  const names = typeof declared === 'object' ? Object.keys((declared['properties'] ?? {}) as object) : []
  const own = names.filter((name) => headers[name] !== undefined)
  if (own.length > 0) values.headers = Object.fromEntries(own.map((name) => [name, headers[name]]))
  return values
}
