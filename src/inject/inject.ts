/** Requests without a socket: those that are plain data have a wire of their own, and light-my-request makes the others. */
import { errorCodes } from '../errors.ts'
import { wrongValue } from '../option-values.ts'
import type { Wire } from '../serve/wire/wire.ts'
import { NodeWire } from '../transport/wire/node-wire.ts'
import { isFunction, isObject, type Properties, shown } from '../values.ts'
import { Chain } from './chain.ts'
import { InjectWire, type Told } from './inject-wire.ts'
import { injectByLibrary } from './library.ts'
import { type Asked, askedBy, METHOD_NAMES } from './plain.ts'

/** Who gets the requests. */
interface Front {
  receive(wire: Wire): void
}

/** Injects a request; without a callback, returns a chain. `boot`: what each request waits for. */
export function inject(
  front: Front,
  options?: unknown,
  callback?: unknown,
  boot?: () => Promise<void>,
): unknown {
  if (options !== undefined) {
    const error = faultOf(options)
    if (error !== null) return refuse(error, callback)
  }
  const receive = boot === undefined ? (wire: Wire) => front.receive(wire) : waiting(front, boot)
  if (options === undefined || callback === undefined)
    return new Chain((chosen, told) => send(receive, chosen, told), options)
  return send(receive, typeof options === 'string' ? { url: options } : Object(options), callback)
}

function waiting(front: Front, boot: () => Promise<void>): (wire: Wire) => void {
  return (wire) => {
    boot().then(
      () => front.receive(wire),
      (error: Error) => wire.response.destroy(error),
    )
  }
}

/** Sends it. What is wrong with it is thrown, or is the reason of the promise, as the library has it. */
function send(receive: (wire: Wire) => void, options: Properties, callback: unknown): unknown {
  if (isFunction(callback)) {
    const asked = askedBy(options)
    if (asked !== null) start(receive, asked, callback)
    else injectByLibrary((raw, res) => receive(new NodeWire(raw, res)), options, callback)
    return undefined
  }
  let asked: Asked | null
  try {
    asked = askedBy(options)
  } catch (error) {
    return Promise.reject(error)
  }
  if (asked === null) return injectByLibrary((raw, res) => receive(new NodeWire(raw, res)), options, null)
  const known = asked
  return new Promise((resolve, reject) =>
    start(receive, known, (error, answer) => (error === null ? resolve(answer) : reject(error))),
  )
}

function start(receive: (wire: Wire) => void, asked: Asked, told: Told): void {
  const wire = new InjectWire(asked, told)
  wire.runInAsyncScope(receive, undefined, wire)
}

/** Checks the options first, because the library would throw asynchronously, where no caller can catch the error. */
function faultOf(options: unknown): Error | null {
  const wrong =
    options === '' ? 'an empty path' : typeof options === 'string' ? null : wrongIn(Object(options), options)
  return wrong === null ? null : new errorCodes.FST_ERR_INJECT_INVALID(wrong)
}

function wrongIn(given: Properties, options: unknown): string | null {
  const { url, path, method } = given
  const place = url ?? path
  if (place === undefined) return `${shown(options)} without a url`
  if (url !== undefined && path !== undefined) return 'both a url and a path'
  if (place === '' || !(typeof place === 'string' || isObject(place))) return `the url ${shown(place)}`
  if (isObject(place) && typeof place.pathname !== 'string') return 'a url without a pathname'
  if (method !== undefined && !METHOD_NAMES.has(method)) return `the method ${shown(method)}`
  for (const name of ['headers', 'cookies', 'query', 'simulate'])
    if (given[name] === null) return `${name} null`
  return wrongValue('inject', given) ?? wrongValue('simulate', Object(given.simulate))
}

function refuse(error: Error, callback: unknown): unknown {
  if (typeof callback !== 'function') return Promise.reject(error)
  process.nextTick(callback, error)
  return undefined
}
