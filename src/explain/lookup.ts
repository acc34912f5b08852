/** Which route a request reaches, without running anything of it: the same router once more, with the same routes. */
import type { Declared, RouteEntry } from '../declare/declaration.ts'
import { METHODS, Router } from '../router/router.ts'
import type { RouterOptions } from '../router/strategies.ts'
import type { Wire } from '../serve/wire/wire.ts'
import type { Properties } from '../values.ts'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The routes of an application, and the way to the entries of automatic HEAD routes. */
export interface Served {
  readonly routes: readonly Declared[]
  readonly settings: RouterOptions
  /** strategies that were added after the factory had returned */
  readonly strategies: readonly object[]
  head(url: string, constraints: Properties): RouteEntry | null
}

export type Lookup = (asked: Asked) => RouteEntry | null

/** `constrained`: whether constraints count. */
export function lookupIn(served: Served, constrained = true): Lookup {
  let found: RouteEntry | null = null
  const nothing = (): void => {}
  const { constraints: _, ...others } = served.settings
  const router = new Router({
    settings: constrained ? served.settings : others,
    found: (entry) => void (found = entry),
    missed: nothing,
    badUrl: nothing,
    longParam: null,
  })
  if (constrained) for (const strategy of served.strategies) router.addConstraintStrategy(strategy)
  for (const { method, url, options, entry } of served.routes) {
    if (method === undefined || url === undefined) continue
    const given: Properties = {
      ...options.constraints,
      ...(options.version ? { version: options.version } : {}),
    }
    const constraints = constrained ? given : {}
    const add = (one: string, of: RouteEntry): void => {
      try {
        router.add(one, url, constraints, of)
      } catch {} // a route with other constraints is there, or a HEAD route of the application
    }
    for (const one of [method].flat()) add(one, entry)
    const head = served.head(url, given)
    if (head?.get === entry) add('HEAD', head)
  }
  return ({ method, url, headers }) => {
    found = null
    const request = { method, url, headers }
    const wire = { ...request, request, response: {} }
    if (isEnough(wire)) router.lookup(wire)
    return found
  }
}

/** The router reads these members of a wire alone, and strategies of the application the request. */
function isEnough(wire: object): wire is Wire {
  return 'request' in wire
}

/** The methods that have a route for a url. */
export function methodsOf(lookup: Lookup, asked: Asked): string[] {
  return METHODS.filter((method) => lookup({ ...asked, method }) !== null)
}

/** The urls that are nearest to one that has no route, at most three. */
export function nearTo(url: string, routes: readonly Declared[]): string[] {
  const [path = ''] = url.split(/[?#]/)
  const known = routes.flatMap(({ method, url: own, entry }) =>
    own === undefined || entry.automatic ? [] : [{ text: `${[method].flat().join(',')} ${own}`, own }],
  )
  const ranked = known
    .map((one) => ({ ...one, far: distance(segmentsOf(path), segmentsOf(one.own)) }))
    .filter(({ far }) => far <= 1.5)
    .sort((a, b) => a.far - b.far)
  return [...new Set(ranked.map(({ text }) => text))].slice(0, 3)
}

const segmentsOf = (path: string): string[] => path.split('/').filter((one) => one !== '')

/** How many segments differ; one that looks alike differs by less. */
function distance(asked: readonly string[], own: readonly string[]): number {
  let far = Math.abs(asked.length - own.length)
  for (const [at, segment] of own.entries()) {
    const given = asked[at]
    if (given !== undefined && given !== segment && !/[:*]/.test(segment)) far += 1 - alike(given, segment)
  }
  return far
}

/** The part of two texts that is equal from both ends. */
function alike(one: string, other: string): number {
  const short = Math.min(one.length, other.length)
  let begin = 0
  while (begin < short && one[begin] === other[begin]) begin++
  let end = 0
  while (end < short - begin && one.at(-1 - end) === other.at(-1 - end)) end++
  return (begin + end) / Math.max(one.length, other.length)
}
