/** Requests without a socket: light-my-request calls the listener of the server. */

import { type IncomingMessage, METHODS } from 'node:http'
import { createRequire } from 'node:module'
import { errorCodes } from '../errors.ts'
import { wrongValue } from '../option-values.ts'
import { isObject, type Properties, shown } from '../values.ts'
import type { RequestListener } from './pipeline.ts'

type LightMyRequest = (listener: RequestListener, options?: unknown, callback?: unknown) => unknown

// Loaded for the first injected request, since it also loads ajv.
let library: LightMyRequest | null = null

function load(): LightMyRequest {
  return createRequire(import.meta.url)('light-my-request')
}

/** Injects a request; without options, returns a chain. */
export function inject(listener: RequestListener, options?: unknown, callback?: unknown): unknown {
  if (options !== undefined) {
    const error = faultOf(options)
    if (error !== null) return refuse(error, callback)
  }
  library ??= load()
  const trimmed: RequestListener = (raw, res) => {
    trimHeaders(raw)
    listener(raw, res)
  }
  if (options === undefined) return library(trimmed)
  return callback === undefined ? library(trimmed, options) : library(trimmed, options, callback)
}

const BLANK_AT_AN_END = /^[ \t]|[ \t]$/
const BLANKS = /^[ \t]+|[ \t]+$/g

/** Removes blanks around header values, as the HTTP parser of a socket does. */
function trimHeaders({ headers, rawHeaders }: IncomingMessage): void {
  for (let at = 1; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at - 1]!
    // A header that was passed as undefined has no value.
    const value = rawHeaders[at]
    if (value !== undefined && BLANK_AT_AN_END.test(value)) {
      headers[name] = rawHeaders[at] = value.replace(BLANKS, '')
    }
  }
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
  if (method !== undefined && !METHODS.some((one) => one === method || one.toLowerCase() === method))
    return `the method ${shown(method)}`
  for (const name of ['headers', 'cookies', 'query', 'simulate'])
    if (given[name] === null) return `${name} null`
  return wrongValue('inject', given) ?? wrongValue('simulate', Object(given.simulate))
}

function refuse(error: Error, callback: unknown): unknown {
  if (typeof callback !== 'function') return Promise.reject(error)
  process.nextTick(callback, error)
  return undefined
}
