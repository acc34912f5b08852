/** Routes in find-my-way: paths with parameters, with spellings, with constraints. */
import { createRequire, Module } from 'node:module'
import type { Found, RouteEntry } from '../declare/declaration.ts'
import { REQUEST_HOOKS } from '../declare/hook-table.ts'
import { errorCodes } from '../errors.ts'
import type { Params } from '../serve/plan.ts'
import type { Wire } from '../serve/wire/wire.ts'
import type { PrintRoutesOptions } from '../types/app/route-questions.ts'
import type { RouterFunctions } from '../types/options/router-options.ts'
import { isFunction, type Properties, type UserFunction } from '../values.ts'
import { hasReference, withoutGroups } from './groups.ts'
import { printed } from './printed.ts'
import { shownRequest, wireOf } from './seen-handlers.ts'
import { guarded, guardedAll, type RouterOptions } from './strategies.ts'

/** What a request that the router has looked up goes on with. */
export interface Ways {
  found(entry: RouteEntry, wire: Wire, params: Params, query: unknown): void
  missed(wire: Wire): void
  badUrl(path: string, wire: Wire): void
  /** answers a parameter that is longer than the limit; null: its route does not match */
  readonly longParam: ((path: string, wire: Wire) => void) | null
}

/** The part of find-my-way that is used here. */
export interface FindMyWay {
  on(
    method: string | string[],
    url: string,
    options: object,
    handler: unknown,
    store: RouteEntry | null,
  ): void
  off(method: string, url: string, constraints?: object): void
  find(method: string, url: string): { store: RouteEntry; params: Params; handler: UserFunction } | null
  findRoute(method: string, url: string, constraints?: object): { store: RouteEntry; params: string[] } | null
  /** it reads `method`, `url` and `headers` of the request, and hands both arguments on */
  lookup(request: object, response: object, done?: (error: unknown) => void): void
  prettyPrint(options?: PrintRoutesOptions): string
  addConstraintStrategy(strategy: object): void
  hasConstraintStrategy(name: string): boolean
  constrainer: {
    asyncStrategiesInUse: Set<unknown>
    /** throws any error that a strategy of the application throws */
    validateConstraints(constraints: object): void
  }
}

const load = createRequire(import.meta.url)

/** It is loaded with the first route that needs it: an application whose paths are plain text starts without it. */
export const library = (options: object): FindMyWay => load('find-my-way')(options)

/** The function of node ends with this, and one that has no source is of another runtime. */
const UNCHANGED = /\brequireDepth--|\[native code\]/

/** Whether code of this process wraps the handlers of find-my-way. An application with plain paths alone does not load it for this. */
export function handlersAreWrapped(): boolean {
  const given: unknown = Module.prototype?.require // test runners bring a Module of their own
  if (!isFunction(given) || UNCHANGED.test(Function.prototype.toString.call(given))) return false
  const probe = library({})
  const handler = (): void => {}
  probe.on('GET', '/', {}, handler, null)
  return probe.find('GET', '/')?.handler !== handler
}

/** The library generates code for each route, which a process may forbid. */
export function throwIfForbidden(error: unknown, url: string): void {
  if (!(error instanceof EvalError)) return
  const why = 'this process forbids it: --disallow-code-generation-from-strings'
  const told = new errorCodes.FST_ERR_CODE_GENERATION('find-my-way', `the route '${url}'`, why)
  throw Object.assign(told, { cause: error })
}

const REFERENCES =
  'a reference to a group stands beside another parameter of its segment, whose value would shift'

/** An optional parameter at the end of a path, which makes two paths of it. */
const OPTIONAL = /(\/:[^/()]*?)\?(\/?)$/

/** The library keeps the route `*` as `/*`. */
const standing = (path: string): string => (path === '*' ? '/*' : path)

export class LibraryRoutes {
  readonly #create: () => FindMyWay
  readonly #missed: (wire: Wire) => void
  /** whether it gets the objects of node, and not the wire */
  readonly #shown: boolean
  /** null while there is no route */
  #made: FindMyWay | null = null
  readonly #handler: unknown
  readonly #settings: RouterOptions
  /** constraints for which the application has a strategy */
  readonly #strategies: Set<unknown>
  /** how the paths of the HEAD routes begin: each GET route asks for one, and few have to be searched */
  readonly #heads = new Set<string>()

  constructor(settings: RouterOptions, ways: Ways, shown: boolean) {
    const { found, missed, badUrl, longParam } = shown ? behind(ways) : ways
    this.#settings = settings
    this.#missed = ways.missed
    this.#shown = shown
    this.#handler = (wire: Wire, _: Wire, params: Params, entry: RouteEntry, query: unknown): void =>
      found(entry, wire, params, query)
    const { caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes } = settings
    const { constraints, maxParamLength, allowUnsafeRegex, querystringParser, useSemicolonDelimiter } =
      settings
    this.#strategies = new Set(Object.keys(constraints ?? {}))
    const spelling = { caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes, useSemicolonDelimiter }
    const own = { constraints: guardedAll(constraints), maxParamLength, allowUnsafeRegex, querystringParser }
    const { buildPrettyMeta: tell, onMaxParamLength: long } = settings.routerOptions ?? {}
    const told = {
      buildPrettyMeta: ({ store }: { store: RouteEntry }) =>
        tell ? tell({ store: printed(store) }) : printed(store),
      ...(long ? { onMaxParamLength: tooLong(long) } : longParam ? { onMaxParamLength: longParam } : {}),
    }
    this.#create = () => library({ ...spelling, ...own, ...told, defaultRoute: missed, onBadUrl: badUrl })
    if (constraints !== undefined) this.#made = this.#create() // it checks them
  }

  get #routes(): FindMyWay {
    this.#made ??= this.#create()
    return this.#made
  }

  /** Adds a route. Throws if there is one for the same method, path and constraints. */
  add(methods: readonly string[], url: string, constraints: Properties, entry: RouteEntry): void {
    this.#routes.constrainer.validateConstraints(constraints)
    if (methods.includes('HEAD')) this.#heads.add(this.#beginning(url))
    if (hasReference(url))
      throw new errorCodes.FST_ERR_ROUTE_PATTERN_INVALID(String(methods), url, REFERENCES)
    try {
      this.#routes.on([...methods], withoutGroups(url), { constraints }, this.#handler, entry)
    } catch (error) {
      throwIfForbidden(error, url)
      // The constraints are valid here, so a TypeError or SyntaxError comes from a regular expression in the path.
      if (error instanceof SyntaxError || error instanceof TypeError)
        throw new errorCodes.FST_ERR_ROUTE_PATTERN_INVALID(String(methods), url, error.message)
      // Of an automatic HEAD route that part stays which could be added, as on 4.17.
      if (entry.automatic && this.entries('HEAD', url, constraints).includes(entry)) return
      this.#takeBack(methods, url, constraints, entry)
      const taken = methods.find(
        (one, at) => methods.indexOf(one) < at || this.#taken(one, url, constraints, entry),
      )
      if (taken !== undefined) throw new errorCodes.FST_ERR_DUPLICATED_ROUTE(taken, url)
      throw error
    }
  }

  /** Removes what was added of a route that cannot be added whole: no request may reach it. */
  #takeBack(methods: readonly string[], url: string, constraints: Properties, entry: RouteEntry): void {
    for (const method of methods)
      for (const one of this.spellings(url))
        if (this.declared(method, one, constraints)?.entry === entry) this.remove(method, one, constraints)
  }

  /** What stands at a path, with and without its optional parameter. */
  entries(method: string, url: string, constraints: Properties): RouteEntry[] {
    return this.spellings(url).flatMap((one) => this.declared(method, one, constraints)?.entry ?? [])
  }

  // Another route may have one of the spellings of this path. Spellings before it were already added for this entry.
  #taken(method: string, url: string, constraints: Properties, entry: RouteEntry): boolean {
    return this.spellings(url).some((one) => {
      const there = this.#routes.findRoute(method, standing(one), constraints)?.store
      return there !== undefined && there !== entry
    })
  }

  /** The paths that a declared path matches: with and without its optional parameter, with slashes normalized. */
  spellings(url: string): string[] {
    const written = OPTIONAL.test(url)
      ? [url.replace(OPTIONAL, '$1$2'), url.replace(OPTIONAL, '$2') || '/']
      : [url]
    return written.map((path) => this.#spelled(path))
  }

  /** A path in the form that the router stores. */
  #spelled(written: string): string {
    const { ignoreTrailingSlash, ignoreDuplicateSlashes } = this.#settings
    const path = withoutGroups(written)
    const single = ignoreDuplicateSlashes ? path.replace(/\/\/+/g, '/') : path
    return ignoreTrailingSlash && single.length > 1 ? single.replace(/\/$/, '') : single
  }

  /** What is equal for all spellings of a path: it up to its first parameter, without the slashes that may be left out. */
  #beginning(url: string): string {
    const end = url.search(/[:*?]/)
    return this.#spelled(end < 0 ? url : url.slice(0, end))
      .toLowerCase()
      .replace(/\/+$/, '')
  }

  /** The route declared for exactly this pattern. */
  declared(method: string, url: string, constraints: Properties): Found | null {
    if (this.#made === null) return null
    if (method === 'HEAD' && !this.#heads.has(this.#beginning(url))) return null
    const found = this.#routes.findRoute(method, standing(this.#spelled(url)), constraints)
    return found === null ? null : { entry: found.store, params: found.params }
  }

  remove(method: string, url: string, constraints: Properties): void {
    this.#routes.off(
      method,
      this.#spelled(url),
      Object.keys(constraints).length === 0 ? undefined : constraints,
    )
  }

  lookup(wire: Wire, done?: (error: unknown) => void): void {
    if (this.#made === null) this.#missed(wire)
    else if (this.#shown) this.#made.lookup(shownRequest(wire), wire.response, done)
    else this.#made.lookup(wire, wire, done)
  }

  print({ includeHooks, ...options }: PrintRoutesOptions = {}): string {
    if (!includeHooks) return this.#routes.prettyPrint(options)
    const { includeMeta } = options
    const more = Array.isArray(includeMeta) ? includeMeta : []
    return this.#routes.prettyPrint({ ...options, includeMeta: [...REQUEST_HOOKS, ...more] })
  }
  addConstraintStrategy(strategy: object): void {
    this.#routes.addConstraintStrategy(guarded(strategy))
    this.#strategies.add(Reflect.get(strategy, 'name'))
  }
  isOwnStrategy(name: string): boolean {
    return this.#strategies.has(name)
  }
  hasConstraintStrategy(name: string): boolean {
    return this.#made?.hasConstraintStrategy(name) ?? false // of the library's own, those that a route uses
  }
  get asynchronous(): boolean {
    return this.#made !== null && this.#made.constrainer.asyncStrategiesInUse.size > 0
  }
}

/** A function of the application gets the objects of node. */
function tooLong(own: NonNullable<RouterFunctions['onMaxParamLength']>) {
  return (path: string, found: object): void => {
    const { request, response } = wireOf(found)
    own(path, request, response)
  }
}

/** The same ways for what the library hands on where it gets the request of node. */
function behind({ found, missed, badUrl, longParam }: Ways): Ways {
  return {
    found: (entry, request, params, query) => found(entry, wireOf(request), params, query),
    missed: (request) => missed(wireOf(request)),
    badUrl: (path, request) => badUrl(path, wireOf(request)),
    longParam: longParam && ((path, request) => longParam(path, wireOf(request))),
  }
}
