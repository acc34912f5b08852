/** The times of node's servers: how long a head, a request, a connection and a session may take. */
import type { Server, ServerOptions } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import { errorCodes } from '../errors.ts'
import type { Options } from '../types/options/options.ts'
import { type Properties, shown } from '../values.ts'

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

/** Times of the factory that are options of node's servers too. */
const NODES_TIMES = ['keepAliveTimeout', 'requestTimeout'] as const

/** What the application gives node's server in `http` or `https` counts. Two different values cannot both be right. */
export function adoptTimes(options: Properties, own: Properties): void {
  const place = options.https ? 'https' : 'http'
  const nodes: Properties = Object(options[place])
  for (const name of NODES_TIMES) {
    const value = nodes[name] ?? undefined
    if (value === undefined) continue
    const given = own[name] ?? value
    if (String(given) !== String(value))
      throw wrongOption(
        `${place}.${name}`,
        value,
        `left out, or the same as the option ${name}: ${shown(given)}`,
      )
    options[name] = value
  }
}

/** Node swaps the two times where the one of the head is the longer one. */
export function checkHeadTime({ https, http, requestTimeout: request }: Properties): void {
  const head: unknown = Object(https || http).headersTimeout
  if (typeof head === 'number' && typeof request === 'number' && request > 0 && head > request)
    throw wrongOption(
      `${https ? 'https' : 'http'}.headersTimeout`,
      head,
      `at most requestTimeout, which is ${request}`,
    )
}

/** The error of an option of the factory. */
export function wrongOption(name: string, value: unknown, right: string): Error {
  return new errorCodes.FST_ERR_INIT_OPTS_INVALID(`${name} is ${shown(value)} and must be ${right}`)
}
