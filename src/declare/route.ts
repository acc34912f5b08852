/** A route declaration made whole: shorthand calls, prefix, trailing slash, HEAD twin, and the checks of its options. */
import { errorCodes } from '../errors.ts'
import type { RoutePlan } from '../serve/exchange.ts'
import type { ErrorLink, Plan } from '../serve/plan.ts'
import type { Root } from '../types/context-type.ts'
import type { HttpMethod } from '../types/http.ts'
import type { Instance } from '../types/instance.ts'
import type { RouteConfig } from '../types/request.ts'
import type { RouteSettings } from '../types/route.ts'
import type { RouteSchema } from '../types/schema.ts'
import { isFunction, isObject, type Properties, shown, type UserFunction } from '../values.ts'
import type { Context, FormatErrors } from './context.ts'
import { checkHookFunction, REQUEST_HOOKS, type RequestHook } from './hook-table.ts'
import type { CompileSerializer, CompileValidator } from './schema-store.ts'

type Functions =
  | 'handler'
  | 'errorHandler'
  | 'validatorCompiler'
  | 'serializerCompiler'
  | 'schemaErrorFormatter'

/** The options of a route once they were checked. `onRoute` hooks see and change this very object. */
export interface RouteDeclaration
  extends Omit<RouteSettings<Root, RouteSchema, string, Instance>, RequestHook | Functions>,
    Partial<Record<RequestHook, unknown>> {
  method: HttpMethod | readonly HttpMethod[]
  url: string
  path: string
  handler: UserFunction
  errorHandler?: UserFunction
  validatorCompiler?: CompileValidator
  serializerCompiler?: CompileSerializer
  schemaErrorFormatter?: UserFunction
  version?: unknown
  /** options of plugins */
  [key: string]: unknown
}

/** What stands in the router for a route: found at once, its plan filled in at ready. */
export interface RouteEntry {
  plan: RoutePlan | null
  /** an automatic HEAD twin, which gives way to a declared one */
  readonly automatic: boolean
  /** as it was declared, for those who ask for the route */
  readonly handler: UserFunction | null
  readonly config: RouteConfig
}

/** A route as the router knows it: its entry, and the names of its parameters. */
export interface Found {
  readonly entry: RouteEntry
  readonly params: readonly string[]
}

/** One declared route, as the compiler takes it at ready. */
export interface Declared {
  readonly context: Context
  readonly method: Plan<never>['method']
  readonly url: string | undefined
  readonly handler: UserFunction
  readonly config: RouteConfig
  /** the route's own options: onRoute hooks may have changed them */
  readonly options: Partial<RouteDeclaration>
  readonly is404: boolean
  readonly entry: RouteEntry
  /** what the context's chain said when the plugin had loaded */
  settled: Settled
}

export interface Settled {
  errors: ErrorLink
  formatErrors: FormatErrors | undefined
  replySerializer: Plan<never>['replySerializer'] | undefined
}

/** Where routes are kept. */
export interface RouteHost {
  readonly methods: readonly HttpMethod[]
  readonly exposeHeadRoutes: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  add(method: string | readonly string[], url: string, constraints: Properties, entry: RouteEntry): void
  find(method: string, url: string, constraints: Properties): Found | null
  remove(method: string, url: string, constraints: Properties): void
  /** remembers the route for the compiler, and settles it when its plugin has loaded */
  declared(route: Declared): void
}

/** `get(url, options?, handler?)` and its like as one options object. */
export function shorthand(
  method: string | readonly string[],
  url: unknown,
  second: unknown,
  third: unknown,
): Properties {
  if (typeof url !== 'string') throw new errorCodes.FST_ERR_INVALID_URL(typeof url, shown(url))
  const place = { method, url, path: url }
  if (third === undefined && isFunction(second)) return { ...place, handler: second }
  const given: Properties = Object(second)
  if (isFunction(third)) {
    if (Object.prototype.toString.call(second) !== '[object Object]') {
      throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(String(method), url, shown(second))
    }
    if (isFunction(given.handler)) throw new errorCodes.FST_ERR_ROUTE_DUPLICATED_HANDLER(String(method), url)
    if (given.handler)
      throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(String(method), url, shown(given.handler))
  }
  return { ...given, ...place, handler: third ?? given.handler }
}

/** Declares a route with all that it brings: its two spellings under a prefix, and the HEAD twin of a GET. */
export function declareRoute(context: Context, given: unknown, host: RouteHost, automatic = false): void {
  if (typeof given !== 'object' || given === null) {
    throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ('route', '', shown(given))
  }
  const options: Properties = { ...given }
  const path = options.url || options.path || ''
  if (typeof path !== 'string') throw new errorCodes.FST_ERR_INVALID_URL(typeof path, shown(path))
  checkOptions(options, path, host)

  const { prefix } = context
  const add = (pathHere: string, twin: boolean) =>
    addRoute(context, { options, given, path: pathHere, twin, automatic }, host)
  if (path !== '/' || prefix === '' || options.method === 'HEAD') {
    // '/prefix/' + '/route' is '/prefix/route'
    add(path.startsWith('/') && prefix.endsWith('/') ? path.slice(1) : path, false)
    return
  }
  const slash = options.prefixTrailingSlash
  if (slash === 'slash') add(path, false)
  else {
    add('', false)
    const same = host.ignoreTrailingSlash || (host.ignoreDuplicateSlashes && prefix.endsWith('/'))
    if (slash !== 'no-slash' && !same) add(path, true)
  }
}

interface Addition {
  options: RouteDeclaration
  /** as the application wrote it: an automatic HEAD route begins with the same */
  given: object
  path: string
  /** the second spelling of one declaration: onRoute has already heard of it */
  twin: boolean
  automatic: boolean
}

function addRoute(
  context: Context,
  { options, given, path, twin, automatic }: Addition,
  host: RouteHost,
): void {
  const url = context.prefix + path
  Object.assign(options, { url, path: url, routePath: path, prefix: context.prefix })
  options.logLevel ||= context.logLevel
  options.attachValidation ??= false
  if (context.logSerializers !== null) {
    options.logSerializers = { ...context.logSerializers, ...options.logSerializers }
  }
  if (!twin) for (const hook of context.hooks.list('onRoute')) hook.call(context.instance, options)
  checkRouteHooks(options)

  const { method } = options
  const constraints = constraintsOf(options)
  const place: unknown = options.url // an onRoute hook may have moved the route
  if (typeof place !== 'string' || !/^[/*]/.test(place))
    throw new errorCodes.FST_ERR_INVALID_URL(place, 'a path')
  const { handler } = options
  const config = { ...options.config, url, method }
  const entry: RouteEntry = { plan: null, automatic, handler, config }
  const existing = host.find('HEAD', place, constraints)?.entry ?? null
  const replaced = existing?.automatic && !automatic && [method].flat().includes('HEAD')
  if (replaced) host.remove('HEAD', place, constraints)
  if (!insert(host, { method, place, constraints, entry })) return

  host.declared({
    context,
    method,
    url: place,
    handler: handler.bind(context.instance),
    config,
    options,
    is404: false,
    entry,
    settled: settle(context),
  })
  const expose = options.exposeHeadRoute ?? host.exposeHeadRoutes
  if (expose && Reflect.get(given, 'method') === 'GET' && existing === null) {
    declareRoute(context, { ...given, method: 'HEAD', url: path, path }, host, true)
  }
}

interface Insertion {
  method: string | readonly string[]
  place: string
  constraints: Properties
  entry: RouteEntry
}

/** False for an automatic HEAD route that cannot be inserted: nobody asked for it, so it is left out. */
function insert(host: RouteHost, { method, place, constraints, entry }: Insertion): boolean {
  try {
    host.add(method, place, constraints, entry)
    return true
  } catch (error) {
    if (entry.automatic) return false
    throw error
  }
}

function constraintsOf(options: RouteDeclaration): Properties {
  const constraints: Properties = { ...options.constraints }
  if (options.version) constraints.version = options.version
  const { version } = constraints
  if (version !== undefined && typeof version !== 'string') {
    throw new errorCodes.FST_ERR_VERSION_CONSTRAINT_NOT_STR(shown(version))
  }
  return constraints
}

/** What holds in a context now. */
export function settle(context: Context): Settled {
  return {
    errors: context.effective('errors')!,
    formatErrors: context.effective('formatErrors'),
    replySerializer: context.effective('replySerializer'),
  }
}

function checkOptions(
  options: Properties,
  path: string,
  host: RouteHost,
): asserts options is RouteDeclaration & Properties {
  const { method, schema, handler, errorHandler } = options
  checkMethods(Array.isArray(method) ? method : [method], schema, path, host.methods)
  const shownMethod = String(method)
  if (!handler) throw new errorCodes.FST_ERR_ROUTE_MISSING_HANDLER(shownMethod, path)
  if (!isFunction(handler)) {
    throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(shownMethod, path, shown(handler))
  }
  if (errorHandler !== undefined && !isFunction(errorHandler)) {
    throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(shownMethod, path, shown(errorHandler))
  }
  for (const name of ['validatorCompiler', 'serializerCompiler', 'schemaErrorFormatter']) {
    const fn = options[name]
    if (fn === undefined || fn === null || isFunction(fn)) continue
    const what = `The ${name} of ${shownMethod}:${path}`
    throw new errorCodes.FST_ERR_COMPILER_NOT_FN(what, typeof fn, shown(fn))
  }
  checkBodyLimit(options.bodyLimit)
  refuseAsync(schema, shownMethod, path)
}

function checkMethods(
  methods: readonly unknown[],
  schema: unknown,
  path: string,
  known: readonly HttpMethod[],
): void {
  if (methods.length === 0)
    throw new errorCodes.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED('An empty list as', known.join(', '))
  for (const method of methods) {
    if (!known.some((one) => one === method)) {
      throw new errorCodes.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED(method, known.join(', '))
    }
    if ((method === 'GET' || method === 'HEAD') && isObject(schema) && schema.body) {
      throw new errorCodes.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(method, path)
    }
  }
}

export function checkBodyLimit(limit: unknown): asserts limit is number | undefined {
  if (limit !== undefined && !(typeof limit === 'number' && Number.isInteger(limit) && limit > 0)) {
    throw new errorCodes.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(limit)
  }
}

// A schema that may wait lets each request hold work open; it is refused as early as it can be seen.
function refuseAsync(schema: unknown, method: string, path: string): void {
  if (!isObject(schema)) return
  for (const part of ['body', 'querystring', 'query', 'params', 'headers']) {
    const declared = schema[part]
    if (!isObject(declared) || !Object.hasOwn(declared, '$async') || declared.$async !== true) continue
    const why = `$async in its ${part} is refused: a request that waits for its own schema can hold the server up`
    throw new errorCodes.FST_ERR_SCH_VALIDATION_BUILD(method, path, why)
  }
}

function checkRouteHooks(options: RouteDeclaration): void {
  for (const name of REQUEST_HOOKS) {
    const own = options[name]
    if (own === undefined || own === null) continue
    for (const hook of [own].flat()) checkHookFunction(name, hook)
  }
}

/** The hooks of the route itself, in their order. They were checked when the route was declared. */
export function routeHooks(options: Partial<RouteDeclaration>, name: RequestHook): UserFunction[] {
  return [options[name] ?? []].flat().filter(isFunction)
}
