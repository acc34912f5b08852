/** The times of node's servers: how long a head, a request, a connection and a session may take. */
import type { Server, ServerOptions } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Options } from '../types/options/options.ts'

/** The options of the factory that limit times and requests of connections. */
export type TimeOptions = Readonly<
  Required<
    Pick<
      Options,
      | 'keepAliveTimeout'
      | 'requestTimeout'
      | 'maxRequestsPerSocket'
      | 'connectionTimeout'
      | 'http2SessionTimeout'
    >
  >
>

/** How long a head may take, and how often node looks for late requests, in milliseconds: the defaults of node. */
const HEAD = 60_000
const CHECKS = 30_000
const FASTEST_CHECKS = 10

/** What node has to know when it creates a server: set later it takes the longer time for a request and the shorter one for its head. */
export type RequestTimes = Readonly<
  Required<Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'>>
>

/** `own`: the options of the application for node's server. */
export function requestTimes({ requestTimeout }: TimeOptions, own: object): RequestTimes {
  const given: Partial<RequestTimes> = Object(own)
  const headersTimeout = given.headersTimeout ?? Math.min(HEAD, requestTimeout || HEAD)
  const shortest = Math.min(requestTimeout || HEAD, headersTimeout || HEAD, HEAD)
  const checks = Math.max(FASTEST_CHECKS, Math.ceil((shortest * CHECKS) / HEAD))
  return {
    requestTimeout,
    headersTimeout,
    connectionsCheckingInterval: given.connectionsCheckingInterval ?? checks,
  }
}

/** The limits that node has as properties of its servers. */
export function limit(server: Server, options: TimeOptions): void {
  server.keepAliveTimeout = options.keepAliveTimeout
  if (options.maxRequestsPerSocket > 0) server.maxRequestsPerSocket = options.maxRequestsPerSocket
  if (options.connectionTimeout > 0) server.setTimeout(options.connectionTimeout)
}

/** A session has one timer. Node's own for `connectionTimeout` would end a session at whichever of both times is set last. */
export function limitSession(server: Server, session: ServerHttp2Session, options: TimeOptions): void {
  const { connectionTimeout: silent, http2SessionTimeout: idle } = options
  session.removeAllListeners('timeout')
  const end = (): void => {
    if (!server.emit('timeout', session)) session.destroy() // as node does
  }
  if (silent > 0 && (idle === 0 || silent <= idle)) session.setTimeout(silent, end)
  else
    session.setTimeout(idle, () => {
      session.close()
      if (silent > 0) session.setTimeout(silent - idle, end)
    })
}
