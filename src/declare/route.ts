/** Declares a route: shorthand calls, prefix, trailing slash, automatic HEAD route. */

import { deprecate } from '../deprecations.ts'
import { errorCodes } from '../errors.ts'
import { isOptions } from '../option-values.ts'
import type { RouteConfig } from '../types/exchange/route-info.ts'
import { isFunction, isObject, type Properties, shown, type UserFunction } from '../values.ts'
import type { Context } from './context.ts'
import type { Declared, RouteDeclaration, RouteEntry, RouteHost, Settled } from './declaration.ts'
import type { RequestHook } from './hook-table.ts'
import { checkOptions, checkRouteHooks } from './route-checks.ts'

/** Turns the arguments of `get(url, options?, handler?)` and the other shorthands into one options object. */
export function shorthand(
  method: string | readonly string[],
  url: unknown,
  second: unknown,
  third: unknown,
): Properties {
  if (typeof url !== 'string') throw new errorCodes.FST_ERR_INVALID_URL(typeof url, shown(url))
  const place = { method, url, path: url }
  if (!third && isFunction(second)) return { ...place, handler: second }
  const given: Properties = Object(second)
  if (isFunction(third)) {
    if (Object.prototype.toString.call(second) !== '[object Object]') {
      throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(String(method), url, shown(second))
    }
    if (isFunction(given.handler)) throw new errorCodes.FST_ERR_ROUTE_DUPLICATED_HANDLER(String(method), url)
    if (given.handler)
      throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(String(method), url, shown(given.handler))
  }
  return { ...given, ...place, handler: third || given.handler }
}

/** Declares a route. The path '/' under a prefix has two spellings; a GET route also gets an automatic HEAD route. */
export function declareRoute(context: Context, given: unknown, host: RouteHost): void {
  if (typeof given !== 'object' || given === null) {
    throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ('route', '', shown(given))
  }
  const options: Properties = { ...given }
  const path = options.url || options.path || ''
  if (typeof path !== 'string') throw new errorCodes.FST_ERR_INVALID_URL(typeof path, shown(path))
  host.checks.check('route', options)
  if (isObject(options.schema)) host.checks.check('route schema', options.schema)
  checkOptions(options, path, host)

  const { prefix } = context
  const { exposeHeadRoute: head } = options
  const route = { options, given, path, head, twin: false, automatic: false }
  if (path !== '/' || prefix === '' || options.method === 'HEAD') {
    route.path = below(prefix, path)
    addRoute(context, route, host)
    return
  }
  const slash = options.prefixTrailingSlash
  if (slash === 'slash') addRoute(context, route, host)
  else {
    addRoute(context, { ...route, path: '' }, host)
    const same = host.ignoreTrailingSlash || (host.ignoreDuplicateSlashes && prefix.endsWith('/'))
    if (slash !== 'no-slash' && !same) addRoute(context, { ...route, twin: true }, host)
  }
}

/** '/prefix/' + '/route' is '/prefix/route'. */
function below(prefix: string, path: string): string {
  return prefix.endsWith('/') && path.startsWith('/') ? path.slice(1) : path
}

interface Addition {
  options: RouteDeclaration
  /** the options that the application passed: an automatic HEAD route is declared with the same */
  given: object
  path: string
  /** `exposeHeadRoute` as the application gave it: as on 4.17, an onRoute hook does not decide it */
  head: boolean | undefined
  /** the second spelling of a declaration, for which onRoute hooks do not run again */
  twin: boolean
  automatic: boolean
}

function addRoute(context: Context, addition: Addition, host: RouteHost): void {
  const { options, path } = addition
  const url = context.prefix + path
  Object.assign(options, { url, path: url, routePath: path, prefix: context.prefix })
  options.logLevel ||= context.logLevel
  options.attachValidation ??= false
  if (context.logSerializers !== null) {
    options.logSerializers = { ...context.logSerializers, ...options.logSerializers }
  }
  if (!addition.twin) {
    for (const hook of context.hooks.list('onRoute')) host.queue.watch(hook.call(context.instance, options))
  }
  checkRouteHooks(options)
  enter(context, addition, url, host)
}

/** Adds a checked route to the router and to what the compiler gets. */
function enter(context: Context, addition: Addition, url: string, host: RouteHost): void {
  const { options, automatic } = addition
  const { method } = options
  const constraints = constraintsOf(options, host)
  const place: unknown = options.url // an onRoute hook may have moved the route
  if (typeof place !== 'string' || !/^[/*]/.test(place))
    throw new errorCodes.FST_ERR_INVALID_URL(place, 'a path')
  const { handler } = options
  const config = { ...options.config, url, method }
  const entry: RouteEntry = { plan: null, automatic, get: null, handler, config }
  // The automatic HEAD route is only declared where there is none.
  const existing = automatic ? null : (host.find('HEAD', place, constraints)?.entry ?? null)
  const replaced = existing?.automatic && [method].flat().includes('HEAD') ? existing : null
  if (replaced !== null) host.remove('HEAD', place, constraints)
  try {
    host.add(method, place, constraints, entry)
  } catch (error) {
    if (replaced !== null) host.add('HEAD', place, constraints, replaced) // nothing takes its place
    if (automatic) return // a HEAD route that cannot be added is not an error
    throw error
  }
  host.declared({
    context,
    method,
    url: place,
    handler: handler.bind(context.instance),
    config,
    options,
    is404: false,
    entry,
    settled: UNSETTLED,
  })
  if (!automatic) expose(context, addition, { entry, constraints }, existing, host)
}

/** Declares the automatic HEAD route of a GET route, with the same options, which are checked. */
function expose(
  context: Context,
  { options, given, path, head }: Addition,
  get: { entry: RouteEntry; constraints: Properties },
  existing: RouteEntry | null,
  host: RouteHost,
): void {
  const wanted = head ?? host.exposeHeadRoutes
  if (wanted && Reflect.get(given, 'method') === 'GET' && existing === null) {
    const place = below(context.prefix, path)
    // A schema is compiled at ready(), and an onRoute hook may change the options of one of the two.
    if (!options.schema && context.hooks.list('onRoute').length === 0) {
      addHead(context.prefix + place, get, host)
      return
    }
    const same = { ...given, method: 'HEAD', url: path, path } as RouteDeclaration // they were checked for GET
    addRoute(context, { options: same, given, path: place, head, twin: false, automatic: true }, host)
  } else if (head && existing !== null && !existing.automatic) {
    deprecate('FSTDEP007', 'exposeHeadRoute has no effect: the application has declared this HEAD route')
  }
}

/** Adds an automatic HEAD route that only differs from its GET route in its method: its plan is made at its first request. */
function addHead(
  url: string,
  { entry, constraints }: { entry: RouteEntry; constraints: Properties },
  host: RouteHost,
): void {
  const config: RouteConfig = { ...entry.config, url, method: 'HEAD' }
  const head = { plan: null, automatic: true, get: entry, handler: entry.handler, config }
  try {
    host.add('HEAD', url, constraints, head)
  } catch {
    // A HEAD route that cannot be added is not an error.
  }
}

function constraintsOf(options: RouteDeclaration, host: RouteHost): Properties {
  const given: unknown = options.constraints
  if (given !== undefined && given !== null && !isOptions(given)) {
    const found = `constraints ${shown(given)}; right is { version: '1.2.0', host: 'example.com' }`
    throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(options.method, options.url, found)
  }
  const constraints: Properties = { ...given }
  if (options.version) {
    deprecate('FSTDEP008', 'The option version of a route is deprecated: use constraints: { version }')
    constraints.version = options.version
  }
  const { version } = constraints
  if (version !== undefined && typeof version !== 'string' && !host.isOwnStrategy('version')) {
    throw new errorCodes.FST_ERR_VERSION_CONSTRAINT_NOT_STR(shown(version))
  }
  return constraints
}

/** What a route has until its plugin has loaded. */
const UNSETTLED: Settled = {
  errors: { handler: null, parent: null },
  formatErrors: undefined,
  replySerializer: undefined,
}

/** The current policy of a context. */
export function settle(context: Context): Settled {
  return {
    errors: context.effective('errors')!,
    formatErrors: context.effective('formatErrors'),
    replySerializer: context.effective('replySerializer'),
  }
}

/** Settles routes when their plugin has loaded. Those that are declared one after the other are settled together. */
export class Settling {
  readonly #queue: RouteHost['queue']
  #last: { readonly context: Context; readonly routes: Declared[]; readonly step: () => void } | null = null

  constructor(queue: RouteHost['queue']) {
    this.#queue = queue
  }
  add(route: Declared): void {
    const { context } = route
    if (this.#last?.context === context && this.#queue.isLast(this.#last.step)) {
      this.#last.routes.push(route)
      return
    }
    const routes = [route]
    const step = (): void => {
      const settled = settle(context)
      for (const one of routes) one.settled = settled
    }
    this.#last = { context, routes, step }
    this.#queue.later(step)
  }
}

/** The hooks of the route itself, in order. They were checked when the route was declared. */
export function routeHooks(options: Partial<RouteDeclaration>, name: RequestHook): readonly UserFunction[] {
  const own = options[name] ?? NONE
  return own === NONE ? NONE : [own].flat().filter(isFunction)
}
const NONE: readonly UserFunction[] = Object.freeze([])
