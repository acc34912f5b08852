/** (method, url, constraints) → the entry of a route; without a match → the not-found entry of the nearest prefix. */
import { METHODS as OF_NODE } from 'node:http'
import type { Found, RouteEntry } from '../declare/declaration.ts'
import { errorCodes } from '../errors.ts'
import type { Params } from '../serve/plan.ts'
import type { Wire } from '../serve/wire/wire.ts'
import type { PrintRoutesOptions } from '../types/app/route-questions.ts'
import type { HttpMethod } from '../types/http.ts'
import type { Properties } from '../values.ts'
import {
  type FindMyWay,
  handlersAreWrapped,
  LibraryRoutes,
  library,
  throwIfForbidden,
  type Ways,
} from './library.ts'
import { PlainRoutes } from './plain-routes.ts'
import { type QueryParser, queryParser } from './query.ts'
import type { RouterOptions } from './strategies.ts'

export interface RouterSettings extends Ways {
  settings: RouterOptions
}

/** What answers a request that matches no route. */
export interface Missed {
  readonly entry: RouteEntry
  readonly params: Params
}

const QUERY: HttpMethod = 'QUERY'

/** Every method that a route may have. */
export const METHODS: readonly HttpMethod[] = [
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
  ...(OF_NODE.includes('QUERY') ? [QUERY] : []), // Node.js 20.19 may not know it
]

/** The methods for which `all` declares a route in each line, beside those that the application adds. */
export const METHODS_OF_ALL: Readonly<Record<4 | 5, readonly HttpMethod[]>> = {
  4: METHODS.filter((method) => method !== QUERY),
  5: ['GET', 'HEAD', 'TRACE', 'DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', ...METHODS.slice(16)],
}

interface Addition {
  methods: readonly string[]
  readonly path: string
  readonly entry: RouteEntry
}

/** The parameters of a route that has none: without the members of Object.prototype, as those of the library. */
function Nothing(this: Params): void {}
Nothing.prototype = Object.create(null)
const NoParameters = Nothing as unknown as new () => Params // a class would have a prototype with a constructor

export class Router {
  readonly #ways: Ways
  /** whether code of this process looks at the handlers of the library */
  readonly #shown: boolean
  readonly #settings: RouterOptions
  /** reads the query of every request */
  readonly parse: QueryParser
  /** the not-found entry of the prefix '' */
  #root: RouteEntry | null = null
  /** those of other prefixes */
  #misses: FindMyWay | null = null
  /** for absolute URLs that no route matches */
  #absolute: FindMyWay | null = null
  /** all routes, or those that are not plain */
  #library: LibraryRoutes
  /** null once the library has all routes: a path has more spellings than one, or constraints are in use */
  #plain: PlainRoutes | null
  /** while there are plain routes: all routes in the order of their addition, which the printed routes show */
  #added: Addition[] = []
  /** strategies that were added after the router had been made */
  readonly strategies: object[] = []
  /** while there are plain routes: the library with all routes, for what is asked seldom */
  #whole: LibraryRoutes | null = null

  constructor({ settings, found, missed, badUrl, longParam }: RouterSettings) {
    this.#shown = handlersAreWrapped()
    const told = (wire: Wire): void => {
      this.#tellMiss(wire)
      missed(wire)
    }
    this.#ways = { found, missed: this.#shown ? told : missed, badUrl, longParam }
    this.parse = queryParser(settings.querystringParser)
    this.#settings = { ...settings, querystringParser: this.parse }
    this.#library = new LibraryRoutes(this.#settings, this.#ways, this.#shown)
    const { caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes, constraints } = settings
    const one = caseSensitive !== false && !ignoreTrailingSlash && !ignoreDuplicateSlashes
    this.#plain =
      one && !this.#shown && constraints === undefined
        ? new PlainRoutes(settings.useSemicolonDelimiter)
        : null
  }

  /** Adds a route. Throws if there is one for the same method, path and constraints. */
  add(method: string | readonly string[], url: string, constraints: Properties, entry: RouteEntry): void {
    const methods = typeof method === 'string' ? [method] : [...method]
    if (Object.keys(constraints).length > 0) this.#leavePlain()
    const plain = this.#plain
    if (plain === null) this.#library.add(methods, url, constraints, entry)
    else if (plain.takes(url)) {
      const taken = plain.add(methods, url, entry)
      if (taken !== undefined) throw new errorCodes.FST_ERR_DUPLICATED_ROUTE(taken, url)
      this.#keep(methods, url, entry)
    } else this.#addBeside(plain, methods, url, entry)
  }

  #addBeside(plain: PlainRoutes, methods: readonly string[], url: string, entry: RouteEntry): void {
    this.#share(plain, url)
    this.#library.add(methods, url, {}, entry)
    for (const path of this.#library.spellings(url))
      if (!entry.automatic || this.#stands(methods[0], path, entry)) this.#keep(methods, path, entry)
  }

  #keep(methods: readonly string[], path: string, entry: RouteEntry): void {
    this.#added.push({ methods, path, entry })
    this.#whole = null
  }

  #stands(method: string | undefined, path: string, entry: RouteEntry): boolean {
    return method !== undefined && this.declared(method, path, {})?.entry === entry
  }

  /** The library with all routes. */
  #all(): LibraryRoutes {
    if (this.#plain === null) return this.#library
    if (this.#whole === null) {
      const whole = new LibraryRoutes(this.#settings, this.#ways, this.#shown)
      for (const { methods, path, entry } of this.#added) whole.add(methods, path, {}, entry)
      this.#whole = whole // once it has all of them
    }
    return this.#whole
  }

  /** Makes all that look-ups could need later: the library generates code when a route is added. */
  complete(): void {
    this.#all()
    if (this.#root !== null) this.#everywhere(this.#root)
  }

  #leavePlain(): void {
    this.#library = this.#all()
    this.#plain = null
    this.#whole = null
    this.#added = []
  }

  /** The route declared for exactly this pattern. */
  declared(method: string, url: string, constraints: Properties): Found | null {
    if (!this.#plain?.takes(url)) return this.#library.declared(method, url, constraints)
    const entry = Object.keys(constraints).length > 0 ? undefined : this.#plain.get(method, url)
    return entry === undefined ? null : { entry, params: [] }
  }

  remove(method: string, url: string, constraints: Properties): void {
    const plain = this.#plain
    let gone: (RouteEntry | undefined)[]
    if (plain?.takes(url)) {
      gone = [plain.get(method, url)]
      plain.remove(method, url)
    } else {
      if (plain !== null) this.#share(plain, url)
      gone = this.#library.entries(method, url, constraints)
      this.#library.remove(method, url, constraints)
    }
    for (const one of this.#added)
      if (gone.includes(one.entry) && !this.#stands(method, one.path, one.entry))
        one.methods = one.methods.filter((other) => other !== method)
    this.#whole = null
  }

  /** A path with an optional parameter can have a plain path too: what stands there moves into the library. */
  #share(plain: PlainRoutes, url: string): void {
    const [, shorter] = this.#library.spellings(url)
    if (shorter === undefined) return
    for (const [method, entry] of plain.share(shorter)) this.#library.add([method], shorter, {}, entry)
  }

  lookup(wire: Wire, done?: (error: unknown) => void): void {
    const { url, method } = wire
    const plain = this.#plain
    if (plain === null) this.#library.lookup(wire, done)
    else if (url.charCodeAt(0) !== SLASH)
      this.#all().lookup(wire, done) // an absolute URL
    else {
      const entry = plain.get(method, url)
      if (entry !== undefined) this.#enter(entry, wire, '')
      else this.#search(plain, wire, done)
    }
  }

  #search(plain: PlainRoutes, wire: Wire, done?: (error: unknown) => void): void {
    const { url, method } = wire
    const end = plain.end(url)
    const entry = plain.find(method, end < 0 ? url : url.slice(0, end))
    if (entry === null) this.#ways.badUrl(url, wire)
    else if (entry === undefined) this.#library.lookup(wire, done)
    else this.#enter(entry, wire, end < 0 ? '' : url.slice(end + 1))
  }

  #enter(entry: RouteEntry, wire: Wire, query: string): void {
    this.#ways.found(entry, wire, new NoParameters(), this.parse(query))
  }

  /** Adds the not-found entry for the paths below a prefix. That of the prefix '' is for all other paths. */
  addNotFound(prefix: string, entry: RouteEntry): void {
    if (prefix === '') this.#root = entry
    else this.#misses = addBelow(this.#misses ?? library({}), prefix, entry)
  }

  /** The not-found entry for a raw URL, with the parameters of its prefix and `*` for the rest; null: there is none yet. */
  notFound(url: string): Missed | null {
    const end = url.search(/[?;#]/)
    const path = end < 0 ? url : url.slice(0, end)
    const found = path === '/' ? null : this.#misses?.find('GET', path) // a prefix can begin with a parameter
    if (found) return { entry: found.store, params: found.params }
    if (this.#root === null) return null
    if (path.charCodeAt(0) === SLASH) return { entry: this.#root, params: restOf(path) }
    return { entry: this.#root, params: this.#everywhere(this.#root).find('GET', path)?.params ?? {} }
  }

  #everywhere(root: RouteEntry): FindMyWay {
    this.#absolute ??= addBelow(library({}), '/', root)
    return this.#absolute
  }

  /** A not-found handler is one of the library, too. */
  #tellMiss({ url, request, response }: Wire): void {
    if (this.#root === null) return
    const [path = ''] = url.split(/[?;#]/, 1)
    const found = this.#misses?.find('GET', path) ?? this.#everywhere(this.#root).find('GET', path)
    found?.handler(request, response)
  }

  print(options?: PrintRoutesOptions): string {
    return this.#all().print(options)
  }
  addConstraintStrategy(strategy: object): void {
    this.#leavePlain()
    this.#library.addConstraintStrategy(strategy)
    this.strategies.push(strategy)
  }
  hasConstraintStrategy(name: string): boolean {
    return this.#library.hasConstraintStrategy(name)
  }
  isOwnStrategy(name: string): boolean {
    return this.#library.isOwnStrategy(name)
  }
  get asynchronous(): boolean {
    return this.#library.asynchronous
  }
}
const SLASH = 0x2f

function addBelow(misses: FindMyWay, prefix: string, entry: RouteEntry): FindMyWay {
  for (const url of [prefix, prefix.endsWith('/') ? `${prefix}*` : `${prefix}/*`]) {
    try {
      misses.on('GET', url, {}, () => {}, entry)
    } catch (error) {
      throwIfForbidden(error, url)
      throw error
    }
  }
  return misses
}

/** The parameters of `/*`, as the library would give them: none for `/`, and none where the encoding is wrong. */
function restOf(path: string): Params {
  if (path.length === 1) return new NoParameters()
  try {
    return Object.assign(new NoParameters(), { '*': decodeURIComponent(path.slice(1)) })
  } catch {
    return {}
  }
}
