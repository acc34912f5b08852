/** The arguments of `listen` in every form, as one object of options and a callback. The list of positions is the old form. */
import { errorCodes } from '../errors.ts'
import type { ListenOptions } from '../types/serving.ts'
import { isFunction, isObject, type Properties, shown, type UserFunction } from '../values.ts'

interface Listening {
  options: ListenOptions
  callback: UserFunction | null
}

export function listenArguments(args: readonly unknown[]): Listening {
  const last = args.at(-1)
  const callback = isFunction(last) ? last : null
  const [first, ...positions] = callback === null ? args : args.slice(0, -1)
  return { options: checked({ ...placeOf(first), ...hostAndBacklog(positions) }), callback }
}

function placeOf(first: unknown): Properties {
  if (first === undefined || first === null) return {}
  if (isObject(first)) return first
  process.emitWarning('listen(port, host, …) is the old form: use listen({ port, host })', {
    type: 'FastifyDeprecation',
    code: 'FSTDEP011',
  })
  if (typeof first === 'string')
    return Number.isNaN(Number(first)) ? { path: first } : { port: Number(first) }
  if (typeof first === 'number') return { port: first }
  throw invalid(`${shown(first)}; right is { port, host }`)
}

function hostAndBacklog([host, backlog]: readonly unknown[]): Properties {
  return { ...(host === undefined ? {} : { host }), ...(backlog === undefined ? {} : { backlog }) }
}

function checked({ port, path, ...rest }: Properties): ListenOptions {
  const given = port ?? undefined
  if (given !== undefined && !(Number(given) >= 0 && Number(given) < 65536)) {
    throw invalid(`port ${shown(port)}; a port is an integer from 0 (any free one) to 65535`)
  }
  if (path !== undefined && path !== null) return { ...rest, path: String(path) }
  return { host: 'localhost', ...withoutEmpty(rest), port: Number(given ?? 0) }
}

// `host: undefined` is what an application writes whose settings leave the host out.
function withoutEmpty(options: Properties): Properties {
  const { host, ...rest } = options
  return host === undefined || host === null ? rest : options
}

function invalid(what: string): Error {
  return new errorCodes.FST_ERR_LISTEN_OPTIONS_INVALID(what)
}
