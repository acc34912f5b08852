/** Turns the arguments of `listen`, in each of their forms, into one options object and a callback. */

import { deprecate } from '../deprecations.ts'
import { errorCodes } from '../errors.ts'
import type { ListenOptions } from '../types/options/listen.ts'
import { isFunction, isObject, type Properties, shown, type UserFunction } from '../values.ts'

interface Listening {
  options: ListenOptions
  callback: UserFunction | null
}

export function listenArguments(args: readonly unknown[]): Listening {
  const last = args.at(-1)
  const callback = isFunction(last) ? last : null
  const [first, ...rest] = callback === null ? args : args.slice(0, -1)
  const options = whole({ ...placeOf(first), ...positionsOf(first, rest) })
  return { options: options as ListenOptions, callback } // checked when the server is bound, by us and by node
}

function placeOf(first: unknown): Properties {
  if (first === undefined || first === null) return {}
  if (isObject(first)) return first
  warnPositions()
  if (typeof first === 'number') return { port: first }
  if (typeof first !== 'string')
    throw new errorCodes.FST_ERR_LISTEN_OPTIONS_INVALID(`${shown(first)}; use { port, host }`)
  const port = Number(first)
  if (Number.isNaN(port)) return { path: first }
  return { port: Number.isInteger(port) && port >= 0 ? port : 0 }
}

/** `listen(port, host, backlog)` and `listen(options, backlog)`. */
function positionsOf(first: unknown, rest: readonly unknown[]): Properties {
  if (isObject(first) && rest.length > 0) warnPositions()
  const [host, backlog] = isObject(first) ? [undefined, rest[0]] : rest
  return { ...(host === undefined ? {} : { host }), ...(backlog === undefined ? {} : { backlog }) }
}

function warnPositions(): void {
  deprecate('FSTDEP011', 'listen(port, host, …) is deprecated: use listen({ port, host })')
}

/**
 * A port wins over a path, as in node. Does not check the port: node throws an error that names it, and the promise of `listen` rejects
 * with that error.
 */
function whole({ port, path, ...rest }: Properties): Properties {
  const hasPort = port !== undefined && port !== null
  if (!hasPort && path !== undefined && path !== null) return { ...rest, path }
  const given = port ?? 0
  return { host: 'localhost', ...withoutEmpty(rest), port: given }
}

// An application may pass `host: undefined`, for example from its configuration. It means the default.
function withoutEmpty(options: Properties): Properties {
  const { host, ...rest } = options
  return host === undefined || host === null ? rest : options
}
