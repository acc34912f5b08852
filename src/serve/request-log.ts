/** The logger of a new request. */

import { guardSerializers } from '../safe-log.ts'
import type { Logger } from '../types/logger.ts'
import { inTime, isFunction } from '../values.ts'
import type { Exchange } from './exchange.ts'

/** The logger of a new request, a child of the server's. */
export function createLog(x: Exchange, id: string): Logger {
  const { app, childLogger } = x.plan
  return app.logged || childLogger !== null ? childLog(x, id) : app.logger
}

function childLog(x: Exchange, id: string): Logger {
  const { app, logLevel, logSerializers, childLogger } = x.plan
  const options: { level: string; serializers?: object } = { level: logLevel } // '': the level of the server's logger
  if (logSerializers !== null) options.serializers = guarded(logSerializers)
  try {
    const bindings = { [app.requestIdLogLabel]: id }
    const log: unknown = childLogger
      ? childLogger(app.logger, bindings, options, x.wire.request)
      : app.logger.child(bindings, options)
    if (isFunction(inTime(Object(log), 'child of the logger').info)) return log as Logger // the methods of pino are not checked
    throw new TypeError('child of the logger returned no logger')
  } catch (error) {
    x.fault ??= { error }
    return app.logger
  }
}

const guardedOf = new WeakMap<object, object>()

/** The `logSerializers` of a route, none of which fails. */
function guarded(serializers: object): object {
  const known = guardedOf.get(serializers)
  if (known !== undefined) return known
  const made = guardSerializers({ ...serializers })
  guardedOf.set(serializers, made)
  return made
}
