/** Requests without a socket, through the same door: light-my-request on the server's own listener. */
import { createRequire } from 'node:module'
import type { RequestListener } from './server.ts'

type LightMyRequest = (listener: RequestListener, options?: unknown, callback?: unknown) => unknown

// It brings ajv along: read when the first request is injected.
let library: LightMyRequest | null = null

/** Injects a request; without options, begins a chain. */
export function inject(listener: RequestListener, options?: unknown, callback?: unknown): unknown {
  library ??= createRequire(import.meta.url)('light-my-request') as LightMyRequest
  if (options === undefined) return library(listener)
  return callback === undefined ? library(listener, options) : library(listener, options, callback)
}
