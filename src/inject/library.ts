/** light-my-request: a request and a response of node without a socket. */
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { RequestListener } from '../transport/pipeline.ts'
import type { RawRequest, RawResponse } from '../types/http.ts'
import { trimmed } from './plain.ts'

type Library = (listener: RequestListener, options: unknown, callback: unknown) => unknown
type ReadCookies = (answer: object) => unknown

const load = createRequire(import.meta.url)

// Loaded for the first request that needs it, since it also loads ajv.
let library: Library | null = null
let readCookies: ReadCookies | null = null

/** Has the library make the request: with a function it calls it, otherwise it returns a promise. */
export function injectByLibrary(listener: RequestListener, options: unknown, callback: unknown): unknown {
  if (library === null) {
    const loaded: Library = load('light-my-request')
    library = loaded
  }
  const around: RequestListener = (raw, res) => {
    trimHeaders(raw)
    listener(raw, res)
  }
  return library(around, options, callback)
}

/** The objects that the library makes for a request. `told` gets its answer; what is done with them decides on that. */
export function objectsFor(
  options: object,
  told: (error: Error | null, answer: unknown) => void,
): { request: RawRequest; response: RawResponse } {
  let made: { request: RawRequest; response: RawResponse } | undefined
  const listener: RequestListener = (request, response) => {
    made = { request, response }
  }
  injectByLibrary(listener, options, told)
  return made! // it calls the listener before it returns, unless the body is an old stream
}

/** A body that is read already: it only ends. */
export function setRead(request: RawRequest): void {
  Object.assign(Object(request)._lightMyRequest, { isDone: true, payload: null })
  request.push(null)
  request.read()
}

/** The cookies of an answer, read by the library's own library. */
export function cookiesOf(answer: object): unknown {
  if (readCookies === null) {
    const { parse }: { parse: ReadCookies } = createRequire(load.resolve('light-my-request'))(
      'set-cookie-parser',
    )
    readCookies = parse
  }
  return readCookies(answer)
}

/** Removes blanks around header values, as the HTTP parser of a socket does. */
function trimHeaders({ headers, rawHeaders }: IncomingMessage): void {
  for (let at = 1; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at - 1]!
    // A header that was passed as undefined has no value.
    const value = rawHeaders[at]
    if (value !== undefined) headers[name] = rawHeaders[at] = trimmed(value)
  }
}
