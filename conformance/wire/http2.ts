// Which cases can be asked over HTTP/2, with TLS and without, and the options that an application needs for it.

import type { App, Case, Exchange, Json, Transport } from '../../spec/case.ts'
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts'

type Http2 = Transport & ('h2c' | 'h2')

export function isHttp2(transport: Transport): transport is Http2 {
  return transport === 'h2c' || transport === 'h2'
}

/** Options that choose the server, or its version of HTTP. */
const OF_THE_SERVER = ['http2', 'https', 'http', 'serverFactory']

/** Whether the application of a case can be one of HTTP/2, and the case does not say why not. */
export function takesHttp2({ app, except }: Case, transport: Http2): boolean {
  if (except?.[transport] !== undefined) return false
  if (app.options === undefined) return true
  if (!isPlain(app.options)) return false
  return Object.keys(app.options).every((name) => !name.startsWith('$') && !OF_THE_SERVER.includes(name))
}

function isPlain(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The application of a case, with the options that make it one of HTTP/2. */
export function withHttp2(app: App, transport: Transport): App {
  if (!isHttp2(transport)) return app
  const own = transport === 'h2' ? { https: { key: PRIVATE_KEY, cert: CERTIFICATE } } : {}
  return { ...app, options: { ...Object(app.options), http2: true, ...own } }
}

/** Headers of a connection of HTTP/1, which a request of HTTP/2 may not have. */
const OF_HTTP1 = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade|expect)$/i

/** Whether a request can travel as a stream: bytes and the end of a connection belong to HTTP/1. */
export function isCarried({ send, expect, except }: Exchange, transport: Http2): boolean {
  if (except?.[transport] !== undefined || send?.raw !== undefined || expect.closed !== undefined)
    return false
  const headers = Object.entries(send?.headers ?? {})
  return !headers.some(
    ([name, value]) => OF_HTTP1.test(name) || (name.toLowerCase() === 'host' && value === null),
  )
}
