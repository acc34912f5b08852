/** A route declaration made whole: shorthand calls, prefix, trailing slash, HEAD twin, and the checks of its options. */
import { errorCodes, shown } from '../errors.ts'
import type { ErrorLink, Fn, Loose, ReplySerializer, Step } from '../types/plan.ts'
import type { Context, FormatErrors } from './context.ts'
import { checkHookFunction, REQUEST_HOOKS } from './hook-table.ts'

/** One declared route, as the compiler takes it at ready. */
export interface Declared {
  readonly context: Context
  readonly method: string | readonly string[]
  readonly url: string | undefined
  readonly handler: Step
  readonly config: Loose
  /** the route's own options: onRoute hooks may have changed them */
  readonly options: Loose
  readonly is404: boolean
  readonly entry: { plan: unknown; readonly automatic: boolean }
  /** what the context's chain said when the plugin had loaded */
  settled: Settled
}

export interface Settled {
  errors: ErrorLink
  formatErrors: FormatErrors | undefined
  replySerializer: ReplySerializer | undefined
}

/** What a declaration needs of the application that it is made in. */
export interface RouteHost {
  readonly methods: readonly string[]
  readonly exposeHeadRoutes: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  add(method: string | readonly string[], url: string, constraints: Loose, entry: Declared['entry']): void
  find(method: string, url: string, constraints: Loose): Declared['entry'] | null
  remove(method: string, url: string, constraints: Loose): void
  /** remembers the route for the compiler, and settles it when its plugin has loaded */
  declared(route: Declared): void
}

/** `get(url, options?, handler?)` and its like as one options object. */
export function shorthand(
  method: string | readonly string[],
  url: unknown,
  second: unknown,
  third: unknown,
): Loose {
  if (typeof url !== 'string') throw new errorCodes.FST_ERR_INVALID_URL(typeof url, shown(url))
  let options = second
  let handler = third
  if (handler === undefined && typeof second === 'function') {
    handler = second
    options = {}
  } else if (typeof handler === 'function') {
    if (Object.prototype.toString.call(options) !== '[object Object]') {
      throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(String(method), url, shown(options))
    }
    const own = (options as Loose)['handler']
    if (typeof own === 'function') throw new errorCodes.FST_ERR_ROUTE_DUPLICATED_HANDLER(String(method), url)
    if (own) throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(String(method), url, shown(own))
  }
  const given = options as Loose | undefined
  return { ...given, method, url, path: url, handler: handler ?? given?.['handler'] }
}

/** Declares a route with all that it brings: its two spellings under a prefix, and the HEAD twin of a GET. */
export function declareRoute(context: Context, given: Loose, host: RouteHost, automatic = false): void {
  if (typeof given !== 'object' || given === null) {
    throw new errorCodes.FST_ERR_ROUTE_OPTIONS_NOT_OBJ('route', '', shown(given))
  }
  const options: Loose = { ...given }
  const path = (options['url'] || options['path'] || '') as string
  if (typeof path !== 'string') throw new errorCodes.FST_ERR_INVALID_URL(typeof path, shown(path))
  checkOptions(options, path, host)

  const { prefix } = context
  const add = (pathHere: string, twin: boolean) =>
    addRoute(context, { options, given, path: pathHere, twin, automatic }, host)
  if (path !== '/' || prefix === '' || options['method'] === 'HEAD') {
    // '/prefix/' + '/route' is '/prefix/route'
    add(path.startsWith('/') && prefix.endsWith('/') ? path.slice(1) : path, false)
    return
  }
  const slash = options['prefixTrailingSlash']
  if (slash === 'slash') add(path, false)
  else {
    add('', false)
    const same = host.ignoreTrailingSlash || (host.ignoreDuplicateSlashes && prefix.endsWith('/'))
    if (slash !== 'no-slash' && !same) add(path, true)
  }
}

interface Addition {
  options: Loose
  given: Loose
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
  options['logLevel'] ||= context.logLevel
  options['attachValidation'] ??= false
  if (context.logSerializers !== null) {
    options['logSerializers'] = {
      ...context.logSerializers,
      ...(options['logSerializers'] as object | undefined),
    }
  }
  if (!twin) for (const hook of context.hooks.list('onRoute')) hook.call(context.instance, options)
  checkRouteHooks(options)

  const method = options['method'] as string | readonly string[]
  const constraints = { ...(options['constraints'] as Loose | undefined) }
  if (options['version']) constraints['version'] = options['version']
  const { version } = constraints
  if (version !== undefined && typeof version !== 'string') {
    throw new errorCodes.FST_ERR_VERSION_CONSTRAINT_NOT_STR(shown(version))
  }
  if (!/^[/*]/.test(url)) throw new errorCodes.FST_ERR_INVALID_URL(url, 'a path')
  const entry: Declared['entry'] = { plan: null, automatic }
  const existing = host.find('HEAD', url, constraints)
  const replaced = existing?.automatic && !automatic && [method].flat().includes('HEAD')
  if (replaced) host.remove('HEAD', url, constraints)
  host.add(method, url, constraints, entry)

  host.declared({
    context,
    method,
    url,
    handler: (options['handler'] as Fn).bind(context.instance),
    config: { ...(options['config'] as Loose | undefined), url, method },
    options,
    is404: false,
    entry,
    settled: settle(context),
  })
  const expose = (options['exposeHeadRoute'] as boolean | undefined) ?? host.exposeHeadRoutes
  if (expose && given['method'] === 'GET' && existing === null) {
    declareRoute(context, { ...given, method: 'HEAD', url: path, path }, host, true)
  }
}

/** What holds in a context now. */
export function settle(context: Context): Settled {
  return {
    errors: context.effective('errors')!,
    formatErrors: context.effective('formatErrors'),
    replySerializer: context.effective('replySerializer'),
  }
}

function checkOptions(options: Loose, path: string, host: RouteHost): void {
  const { method, schema, handler, errorHandler } = options
  const methods = (Array.isArray(method) ? method : [method]) as unknown[]
  if (methods.length === 0)
    throw new errorCodes.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED('An empty list as', host.methods.join(', '))
  for (const one of methods) {
    if (!host.methods.includes(one as string)) {
      throw new errorCodes.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED(one, host.methods.join(', '))
    }
    if ((one === 'GET' || one === 'HEAD') && (schema as Loose | undefined)?.['body']) {
      throw new errorCodes.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(one, path)
    }
  }
  const shownMethod = String(method)
  if (!handler) throw new errorCodes.FST_ERR_ROUTE_MISSING_HANDLER(shownMethod, path)
  if (typeof handler !== 'function') {
    throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(shownMethod, path, shown(handler))
  }
  if (errorHandler !== undefined && typeof errorHandler !== 'function') {
    throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(shownMethod, path, shown(errorHandler))
  }
  for (const name of ['validatorCompiler', 'serializerCompiler', 'schemaErrorFormatter']) {
    const fn = options[name]
    if (fn !== undefined && fn !== null && typeof fn !== 'function') {
      throw new errorCodes.FST_ERR_COMPILER_NOT_FN(
        `The ${name} of ${shownMethod}:${path}`,
        typeof fn,
        shown(fn),
      )
    }
  }
  checkBodyLimit(options['bodyLimit'])
  refuseAsync(schema, shownMethod, path)
}

export function checkBodyLimit(limit: unknown): void {
  if (limit !== undefined && !(Number.isInteger(limit) && (limit as number) > 0)) {
    throw new errorCodes.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(limit)
  }
}

// A schema that may wait lets each request hold work open; it is refused as early as it can be seen.
function refuseAsync(schema: unknown, method: string, path: string): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const part of ['body', 'querystring', 'query', 'params', 'headers']) {
    const declared = (schema as Loose)[part]
    if (typeof declared !== 'object' || declared === null || !Object.hasOwn(declared, '$async')) continue
    if ((declared as Loose)['$async'] !== true) continue
    const why = `$async in its ${part} is refused: a request that waits for its own schema can hold the server up`
    throw new errorCodes.FST_ERR_SCH_VALIDATION_BUILD(method, path, why)
  }
}

function checkRouteHooks(options: Loose): void {
  for (const name of REQUEST_HOOKS) {
    const own = options[name]
    if (own === undefined || own === null) continue
    for (const hook of Array.isArray(own) ? own : [own]) checkHookFunction(name, hook)
  }
}
