/** (method, url, constraints) → the entry of a route; a miss → the not-found plan of the nearest prefix. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { errorCodes } from './errors.ts'
import type { Loose, RoutePlan } from './types/plan.ts'

/** What stands in the tree: found at once, its plan filled in at ready. */
export interface RouteEntry {
  plan: RoutePlan | null
  /** an automatic HEAD twin, which gives way to a declared one */
  readonly automatic: boolean
}

export type Found = (
  entry: RouteEntry,
  raw: IncomingMessage,
  res: ServerResponse,
  params: unknown,
  query: unknown,
) => void

export interface RouterSettings {
  options: Loose
  found: Found
  missed(raw: IncomingMessage, res: ServerResponse): void
  badUrl(path: string, raw: IncomingMessage, res: ServerResponse): void
}

type Lookup = { handler: unknown; params: Loose; store: unknown } | null
interface FindMyWay {
  on(method: string | string[], url: string, options: Loose, handler: unknown, store: unknown): void
  off(method: string, url: string, constraints?: Loose): void
  find(method: string, url: string, constraints?: Loose): Lookup
  findRoute(method: string, url: string, constraints?: Loose): { store: unknown } | null
  lookup(raw: IncomingMessage, res: ServerResponse, done?: (error: unknown) => void): void
  prettyPrint(options?: Loose): string
  addConstraintStrategy(strategy: unknown): void
  hasConstraintStrategy(name: string): boolean
  constrainer: { asyncStrategiesInUse: Set<unknown> }
}

const create = createRequire(import.meta.url)('find-my-way') as (options: Loose) => FindMyWay

/** Every method that a route may have. */
export const METHODS: readonly string[] = [
  'DELETE',
  'GET',
  'HEAD',
  'PATCH',
  'POST',
  'PUT',
  'OPTIONS',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'TRACE',
  'SEARCH',
]

export class Router {
  readonly #routes: FindMyWay
  readonly #misses: FindMyWay
  readonly #handler: unknown

  constructor({ options, found, missed, badUrl }: RouterSettings) {
    this.#handler = (
      raw: IncomingMessage,
      res: ServerResponse,
      params: unknown,
      entry: RouteEntry,
      query: unknown,
    ): void => found(entry, raw, res, params, query)
    this.#routes = create({ ...options, defaultRoute: missed, onBadUrl: badUrl })
    const { caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes } = options
    this.#misses = create({ caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes })
  }

  /** Declares a route; a second one for the same place is refused. */
  add(method: string | readonly string[], url: string, constraints: Loose, entry: RouteEntry): void {
    const methods = Array.isArray(method) ? [...(method as string[])] : (method as string)
    try {
      this.#routes.on(methods, url, { constraints }, this.#handler, entry)
    } catch (error) {
      const message = (error as Error).message
      if (message.includes('already declared for route')) {
        throw new errorCodes.FST_ERR_DUPLICATED_ROUTE(/'([A-Z]+)'/.exec(message)?.[1] ?? String(method), url)
      }
      if (/^Invalid reg(exp|ular) expression/i.test(message))
        throw new errorCodes.FST_ERR_ROUTE_PATTERN_INVALID(String(method), url, message)
      throw error
    }
  }

  /** The entry declared for exactly this pattern. */
  declared(method: string, url: string, constraints: Loose): RouteEntry | null {
    return (this.#routes.findRoute(method, url, constraints)?.store as RouteEntry | undefined) ?? null
  }

  remove(method: string, url: string, constraints: Loose): void {
    this.#routes.off(method, url, Object.keys(constraints).length === 0 ? undefined : constraints)
  }

  /** Whether a request for this path would find a route. */
  finds(method: string, url: string, constraints?: Loose): boolean {
    return this.#routes.find(method, url, constraints) !== null
  }

  lookup(raw: IncomingMessage, res: ServerResponse, done?: (error: unknown) => void): void {
    this.#routes.lookup(raw, res, done)
  }

  /** Registers what answers misses below a prefix. */
  addNotFound(prefix: string, entry: RouteEntry): void {
    const path = prefix === '' ? '/' : prefix
    const rest = path.endsWith('/') ? `${path}*` : `${path}/*`
    for (const url of rest === '/*' ? ['/*'] : [path, rest]) {
      this.#misses.on('GET', url, {}, () => {}, entry)
    }
  }

  /** Who answers a miss of this raw URL; null: only the root can. */
  notFound(url: string): RouteEntry | null {
    const end = url.search(/[?;#]/)
    const path = end < 0 ? url : url.slice(0, end)
    return (this.#misses.find('GET', path)?.store as RouteEntry | null | undefined) ?? null
  }

  print(options: Loose = {}): string {
    return this.#routes.prettyPrint(options)
  }
  addConstraintStrategy(strategy: unknown): void {
    this.#routes.addConstraintStrategy(strategy)
  }
  hasConstraintStrategy(name: string): boolean {
    return this.#routes.hasConstraintStrategy(name)
  }
  get asynchronous(): boolean {
    return this.#routes.constrainer.asyncStrategiesInUse.size > 0
  }
}
