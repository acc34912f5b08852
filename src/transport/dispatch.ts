/** Creates the exchange for a request and its plan, and starts the first stage. */
import { errorCodes } from '../errors.ts'
import { SafeLog } from '../safe-log.ts'
import { Exchange, type RoutePlan } from '../serve/exchange.ts'
import { fail, receive } from '../serve/lifecycle.ts'
import { serviceUnavailable } from '../serve/lines.ts'
import type { Params } from '../serve/plan.ts'
import type { Wire } from '../serve/wire/wire.ts'

const UNAVAILABLE = '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}'
const WRONG_VERSION =
  '{"error":"HTTP Version Not Supported","message":"HTTP Version Not Supported","statusCode":505}'

/** Serves one request by its plan. */
export function dispatch(plan: RoutePlan, wire: Wire, params: Params, query: unknown): void {
  const { app } = plan
  if (app.versions !== null && !isOneOf(app.versions, wire.httpVersion)) {
    new SafeLog(app.logger).info({ res: { statusCode: 505 } }, 'request aborted - invalid HTTP version')
    plain(wire, 505, WRONG_VERSION)
    return
  }
  if (app.closing && refuseWhileClosing(plan, wire)) return
  const x = new Exchange(plan, wire, params, query)
  if (app.poisoning !== 'ignore') refusePoison(x, query, app.poisoning === 'remove')
  try {
    receive(x)
  } catch (error) {
    fail(x, error) // an error outside of the stages, of a logger
  }
}

function isOneOf(versions: readonly string[], version: string): boolean {
  return version === versions[0] || versions.includes(version)
}

/** A forbidden key is removed, so that no hook sees it, and the request is refused after its onRequest hooks. */
function refusePoison(x: Exchange, query: unknown, remove: boolean): void {
  const poison = poisonIn(query, remove)
  if (poison === null) return
  poisonIn(query, true)
  x.fault ??= { error: new errorCodes.FST_ERR_QUERY_POISONED(poison) }
}

function refuseWhileClosing(plan: RoutePlan, wire: Wire): boolean {
  wire.setLast()
  if (!plan.app.return503OnClosing) return false
  serviceUnavailable(plan, () => new Exchange(plan, wire, {}, {}).request.log)
  plain(wire, 503, UNAVAILABLE)
  return true
}

/** Sends a fixed JSON reply, without an exchange. */
export function plain(wire: Wire, status: number, body: string): void {
  wire.statusCode = status
  wire.writeHead({ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  wire.end(body)
}

/** Finds a key that could change a prototype, at any depth, and returns its name. With `remove`, deletes such keys instead. */
export function poisonIn(query: unknown, remove: boolean): string | null {
  if (typeof query !== 'object' || query === null) return null
  if (Object.hasOwn(query, '__proto__')) {
    if (!remove) return '__proto__'
    Reflect.deleteProperty(query, '__proto__')
  }
  const made = Object.hasOwn(query, 'constructor') ? query.constructor : undefined
  if (typeof made === 'object' && made !== null && Object.hasOwn(made, 'prototype')) {
    if (!remove) return 'constructor.prototype'
    Reflect.deleteProperty(query, 'constructor')
  }
  for (const name in query) {
    const found = poisonIn(Reflect.get(query, name), remove)
    if (found !== null) return found
  }
  return null
}
