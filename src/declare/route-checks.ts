/** Checks the options of a route. */
import { errorCodes } from '../errors.ts'
import { wrongInScope, wrongLevel, wrongValue } from '../option-values.ts'
import type { HttpMethod } from '../types/http.ts'
import { isFunction, isObject, type Properties, shown, textOf } from '../values.ts'
import type { RouteDeclaration, RouteHost } from './declaration.ts'
import { checkHookFunction, REQUEST_HOOKS } from './hook-table.ts'

const COMPILERS = ['validatorCompiler', 'serializerCompiler', 'schemaErrorFormatter'] as const

export function checkOptions(
  options: Properties,
  path: string,
  host: RouteHost,
): asserts options is RouteDeclaration & Properties {
  const { schema, handler, errorHandler } = options
  const given = options.method
  const method = upper(given)
  options.method = method
  checkMethods(Array.isArray(given) ? given : [given], schema, path, host.methods)
  const shownMethod = String(method)
  if (!handler) throw new errorCodes.FST_ERR_ROUTE_MISSING_HANDLER(shownMethod, path)
  if (!isFunction(handler)) {
    throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(shownMethod, path, shown(handler))
  }
  if (errorHandler !== undefined && !isFunction(errorHandler)) {
    throw new errorCodes.FST_ERR_ROUTE_HANDLER_NOT_FN(shownMethod, path, shown(errorHandler))
  }
  for (const name of COMPILERS) {
    const fn = options[name]
    if (fn === undefined || fn === null || isFunction(fn)) continue
    const what = `The ${name} of ${shownMethod}:${path}`
    throw new errorCodes.FST_ERR_COMPILER_NOT_FN(what, typeof fn, shown(fn))
  }
  const level = wrongLevel(options, host.checks.levels)
  if (level !== null) throw new errorCodes.FST_ERR_ROUTE_LOG_LEVEL_INVALID(shownMethod, path, level)
  const fault = wrongValue('route', options) ?? wrongInScope(options, host.checks.levels)
  if (fault !== null) throw new errorCodes.FST_ERR_INIT_OPTS_INVALID(`${fault}, for ${shownMethod}:${path}`)
  checkBodyLimit(options.bodyLimit)
  checkHandlerTimeout(options.handlerTimeout)
  refuseAsync(schema, shownMethod, path)
}

/** A method may be written in lower case, as on 4.29. */
function upper(method: unknown): unknown {
  if (Array.isArray(method)) return method.map(upper)
  return typeof method === 'string' ? method.toUpperCase() : method
}

function checkMethods(
  methods: readonly unknown[],
  schema: unknown,
  path: string,
  known: readonly HttpMethod[],
): void {
  if (methods.length === 0)
    throw new errorCodes.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED('An empty list as', known.join(', '))
  for (const given of methods) {
    const method = upper(given)
    if (!known.some((one) => one === method)) {
      throw new errorCodes.FST_ERR_ROUTE_METHOD_NOT_SUPPORTED(given, known.join(', '))
    }
    if ((method === 'GET' || method === 'HEAD') && isObject(schema) && schema.body) {
      throw new errorCodes.FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED(method, path)
    }
  }
}

export function checkBodyLimit(limit: unknown): asserts limit is number | undefined {
  if (limit !== undefined && !(typeof limit === 'number' && Number.isInteger(limit) && limit > 0)) {
    throw new errorCodes.FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT(textOf(limit))
  }
}

function checkHandlerTimeout(limit: unknown): asserts limit is number | undefined {
  if (limit !== undefined && !(typeof limit === 'number' && Number.isInteger(limit) && limit > 0))
    throw new errorCodes.FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT(textOf(limit))
}

// With an asynchronous schema, a request could keep the server busy. It is refused when the route is declared.
function refuseAsync(schema: unknown, method: string, path: string): void {
  if (!isObject(schema)) return
  for (const part of ['body', 'querystring', 'query', 'params', 'headers']) {
    const declared = schema[part]
    if (!isObject(declared) || !Object.hasOwn(declared, '$async') || declared.$async !== true) continue
    const why = `$async in its ${part} is refused: a request that waits for its own schema can hold the server up`
    throw new errorCodes.FST_ERR_SCH_VALIDATION_BUILD(method, path, why)
  }
}

export function checkRouteHooks(options: RouteDeclaration): void {
  for (const name of REQUEST_HOOKS) {
    const own = options[name]
    if (own === undefined || own === null) continue
    for (const hook of [own].flat()) checkHookFunction(name, hook)
  }
}
