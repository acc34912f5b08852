/** Requests without a socket: light-my-request calls the listener of the server. */

import { type IncomingMessage, METHODS } from 'node:http'
import { createRequire } from 'node:module'
import { errorCodes } from '../errors.ts'
import { shown } from '../values.ts'
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
  if (typeof options === 'string') return null
  const { url, path, method }: { url?: unknown; path?: unknown; method?: unknown } = Object(options)
  const place = url ?? path
  const hasPlace = typeof place === 'string' || (typeof place === 'object' && place !== null)
  const knows = method === undefined || (typeof method === 'string' && METHODS.includes(method.toUpperCase()))
  if (hasPlace && knows) return null
  const wrong = hasPlace
    ? `the method ${shown(method)}`
    : place === undefined
      ? `${shown(options)} without a url`
      : `the url ${shown(place)}`
  return new errorCodes.FST_ERR_INJECT_INVALID(wrong)
}

function refuse(error: Error, callback: unknown): unknown {
  if (typeof callback !== 'function') return Promise.reject(error)
  process.nextTick(callback, error)
  return undefined
}
