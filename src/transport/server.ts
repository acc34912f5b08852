/** The network: creates the node server, binds it and closes it. */
import { EventEmitter } from 'node:events'
import type http from 'node:http'
import type {
  Http2ServerRequest,
  Http2ServerResponse,
  SecureServerOptions,
  ServerHttp2Session,
} from 'node:http2'
import type { Socket } from 'node:net'
import { errorCodes } from '../errors.ts'
import { dns, http2, https } from '../late.ts'
import { SafeLog } from '../safe-log.ts'
import type { Application } from '../serve/plan.ts'
import type { Logger } from '../types/logger.ts'
import type { ListenOptions } from '../types/options/listen.ts'
import type { Options } from '../types/options/options.ts'
import type { ClientError } from '../types/options/server-options.ts'
import { inTime, isThenable, shown } from '../values.ts'
import type { Connections } from './connections.ts'
import { inTurn, type RequestListener } from './pipeline.ts'
import { createPlain } from './plain-server.ts'
import { limit, limitSession, requestTimes, type TimeOptions } from './times.ts'

/** Gets the requests of node before the application. */
export interface First {
  around(listener: RequestListener): RequestListener
  readonly wasBehind: boolean
}

/** Where a server listens. */
type Place = Omit<ListenOptions, 'signal'>

/** The options that decide which server is created. */
type ServerOptions = Readonly<Pick<Options, 'serverFactory' | 'http' | 'https' | 'http2'>> & TimeOptions

/** How long a TLS handshake may take, in milliseconds. Node's default is two minutes. */
const HANDSHAKE = 30_000
/** How many streams a client of HTTP/2 may have open. Without a limit of node's, its own memory would be the only one. */
const STREAMS = 100

/** Creates the server for the options. It does not listen yet. `first`: who gets the requests of node first. */
export function createServer(
  options: ServerOptions,
  requests: RequestListener,
  app: Application,
  clientErrorHandler: Options['clientErrorHandler'],
  first: First | null = null,
): http.Server {
  const { logger } = app
  const server = newServer(
    options,
    first === null ? inTurn(requests) : inTurn(first.around(requests), () => first.wasBehind),
    logger,
  )
  if (!app.headersMayChange)
    server.on('newListener', (event) => {
      if (event === 'request') app.headersMayChange = true
    })
  answerClientErrors(server, new SafeLog(logger), clientErrorHandler)
  return server
}

function newServer(options: ServerOptions, listener: RequestListener, logger: Logger): http.Server {
  const { serverFactory, https: secure, http: plain } = options
  if (serverFactory) {
    const made = inTime(serverFactory(listener, { ...options, logger }), 'serverFactory')
    if (made instanceof EventEmitter && 'listen' in made) return made
    throw new errorCodes.FST_ERR_INIT_OPTS_INVALID(
      `serverFactory returned ${shown(made)} and must return a server`,
    )
  }
  if (options.http2) return createHttp2(options, listener)
  const own = (secure || plain || {}) as http.ServerOptions // without `http2`, they are those of node:http
  const whole = { ...own, ...requestTimes(options, own) }
  const server = secure
    ? https().createServer({ handshakeTimeout: HANDSHAKE, ...whole }, listener)
    : createPlain(whole, listener)
  limit(server, options)
  return server
}

function createHttp2(options: ServerOptions, listener: RequestListener): http.Server {
  // The compatibility API of node:http2: its requests, responses and servers have all members of node:http that are used here.
  const compatible = listener as unknown as (raw: Http2ServerRequest, res: Http2ServerResponse) => void
  const { https: secure, http: plain } = options
  const { settings, ...given } = (secure ?? plain ?? {}) as SecureServerOptions // with `http2`, the options are those of its servers
  const own = { ...given, settings: { maxConcurrentStreams: STREAMS, ...settings } }
  const created = secure
    ? http2().createSecureServer({ handshakeTimeout: HANDSHAKE, noDelay: true, ...own }, compatible) // as node:http, for its clients
    : http2().createServer(own, compatible)
  const server = created as unknown as http.Server // as above
  limit(server, options) // of HTTP/1 on the same port: only with `allowHTTP1`
  if (given.allowHTTP1 === true) Object.assign(server, requestTimes(options, given), messagesOf(given)) // node takes them nowhere else
  server.on('session', (session: ServerHttp2Session) => limitSession(server, session, options))
  return server
}

/** Options of node:http about its messages. Like node:http, a server of both versions asks for a `Host`. */
function messagesOf(own: object): object {
  const names = [
    'maxHeaderSize',
    'insecureHTTPParser',
    'requireHostHeader',
    'joinDuplicateHeaders',
    'rejectNonStandardBodyWrites',
  ]
  const given = Object.entries(own).filter(([name, value]) => names.includes(name) && value !== undefined)
  return { requireHostHeader: true, ...Object.fromEntries(given) }
}

/** Handles bytes that are not HTTP: with `clientErrorHandler`, or with a 400, 408 or 431 reply. */
function answerClientErrors(server: http.Server, log: SafeLog, handler: Options['clientErrorHandler']): void {
  server.on('clientError', (error: ClientError, socket: Socket) => {
    if (!handler) defaultClientError(log, error, socket)
    else {
      const failed = (failure: unknown): void => {
        log.error({ err: failure }, 'clientErrorHandler failed')
        socket.destroy(error)
      }
      try {
        const result: unknown = handler(error, socket)
        if (isThenable(result)) result.then(undefined, failed)
      } catch (failure) {
        failed(failure)
      }
    }
  })
}

/** Status, reason and message by node's code. Every other code is a 400. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [number, string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Client Timeout'],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The headers exceed the size that is allowed',
  ],
}

/** Replies on the raw socket, since there is no request. */
function defaultClientError(log: SafeLog, error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, name, message] = CLIENT_ERRORS[error.code] ?? [400, 'Bad Request', 'Client Error']
  const body = `{"error":"${name}","message":"${message}","statusCode":${status}}`
  log.trace({ err: error }, status === 408 ? 'client timeout' : 'client error')
  if (socket.writable) {
    const head = `HTTP/1.1 ${status} ${name}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n`
    socket.write(`${head}\r\n${body}`)
  }
  socket.destroy(error)
}

/** Binds a server and returns its address. */
export function bind(server: http.Server, options: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      for (const [name, listener] of Object.entries(listeners)) server.removeListener(name, listener)
      end()
    }
    const failed = (error: unknown): void => settle(() => reject(error))
    const listeners = {
      listening: () => settle(() => resolve(addressOf(server, options))),
      error: failed,
      // A server that is closed before it is bound never emits `listening`.
      close: () => failed(new errorCodes.FST_ERR_REOPENED_CLOSE_SERVER()),
    }
    for (const [name, listener] of Object.entries(listeners)) server.once(name, listener)
    try {
      server.listen(options)
    } catch (error) {
      failed(error)
    }
  })
}

function addressOf(server: http.Server, options: Place): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') return bound ?? options.path ?? ''
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return `${'setSecureContext' in server ? 'https' : 'http'}://${host}:${bound.port}`
}

interface Bound {
  readonly server: http.Server
  readonly address: string
}

/** Binds the other addresses of `localhost`, each with a server that closes with the main one. */
export async function bindOthers(
  main: http.Server,
  options: Place,
  create: () => http.Server,
): Promise<Bound[]> {
  const own = main.address()
  if (own === null || typeof own === 'string') return []
  const found = await dns()
    .promises.lookup(options.host ?? '', { all: true })
    .catch(() => [])
  const addresses = new Set(found.map(({ address }) => address).filter((address) => address !== own.address))
  const others: Bound[] = []
  for (const host of addresses) {
    const server = create()
    forwardUpgrades(server, main)
    try {
      others.push({ server, address: await bind(server, { ...options, host, port: own.port }) })
    } catch {
      // this machine does not have that address; the main server is enough
    }
  }
  const close = () => {
    for (const { server } of others) server.close()
  }
  main.on('close', close)
  const { unref } = main
  main.unref = () => {
    for (const { server } of others) server.unref()
    return unref.call(main)
  }
  return others
}

// Node ignores upgrades only on a server without a listener for them, so this server has one only if the main server does.
function forwardUpgrades(server: http.Server, main: http.Server): void {
  const forward = (): void => {
    if (server.listenerCount('upgrade') === 0)
      server.on('upgrade', (...args) => main.emit('upgrade', ...args))
  }
  if (main.listenerCount('upgrade') > 0) forward()
  main.on('newListener', (name) => {
    if (name === 'upgrade') forward()
  })
}

/** How connections end when the server closes: by default idle ones end at once, and the others when they become idle. */
export function closingForce(
  option: Options['forceCloseConnections'],
  server: http.Server,
): boolean | 'idle' {
  const canTell = typeof server.closeIdleConnections === 'function'
  if (option === 'idle' && !canTell) throw new errorCodes.FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE()
  return typeof option === 'boolean' ? option : 'idle'
}

/** How connections end when the server closes, and how long replies may still be sent. */
export interface Closing {
  readonly force: boolean | 'idle'
  /** milliseconds until every connection is ended by force; 0: no limit */
  readonly limit: number
  /** gets the number of connections that were ended by force */
  forced(count: number): void
}

/** Stops listening; resolves when every connection has ended. */
export function release(
  servers: readonly http.Server[],
  connections: Connections,
  { force, limit, forced }: Closing,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const [main, ...others] = servers
    const draining = force === 'idle' ? connections.drain() : undefined
    const late = (): void => {
      forced(connections.count)
      connections.destroy()
    }
    const timer = limit > 0 ? setTimeout(late, limit) : undefined
    const end = (server: http.Server, done?: (error?: Error) => void): void => {
      // Node would end connections whose replies are still being sent; `drain` waits for them.
      if (force === 'idle') server.closeIdleConnections = () => {}
      server.close(done)
    }
    for (const server of others) if (server.listening) end(server)
    end(main!, (error) => {
      draining?.stop()
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    })
    if (force === true) connections.destroy()
  })
}
