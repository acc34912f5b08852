/** The network: makes the node server, binds it, lets it go again. */
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { errorCodes, shown } from '../errors.ts'
import type { Logger, Loose } from '../types/plan.ts'

export type RequestListener = (raw: http.IncomingMessage, res: http.ServerResponse) => void

/** Makes the server that the options ask for; it does not listen yet. */
export function createServer(options: Loose, listener: RequestListener): http.Server {
  const { serverFactory, https: tls, http: plain } = options
  if (typeof serverFactory === 'function') return serverFactory(listener, options) as http.Server
  if (options['http2']) return createHttp2(options, listener)
  const server = tls
    ? https.createServer(tls as https.ServerOptions, listener)
    : http.createServer((plain ?? {}) as http.ServerOptions, listener)
  server.keepAliveTimeout = options['keepAliveTimeout'] as number
  server.requestTimeout = options['requestTimeout'] as number
  const perSocket = options['maxRequestsPerSocket'] as number
  if (perSocket > 0) server.maxRequestsPerSocket = perSocket
  const idle = options['connectionTimeout'] as number
  if (idle > 0) server.setTimeout(idle)
  return server
}

function createHttp2(options: Loose, listener: RequestListener): http.Server {
  const compatible = listener as unknown as (
    raw: http2.Http2ServerRequest,
    res: http2.Http2ServerResponse,
  ) => void
  const tls = options['https']
  const server = tls
    ? http2.createSecureServer(tls as http2.SecureServerOptions, compatible)
    : http2.createServer(compatible)
  const limit = options['http2SessionTimeout'] as number
  server.on('session', (session) => session.setTimeout(limit, () => session.close()))
  return server as unknown as http.Server
}

/** Answers bytes that are no HTTP, on the raw socket: there is no request to answer. */
export function defaultClientError(log: Logger, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const [status, name, message] = late
    ? [408, 'Request Timeout', 'Client Timeout']
    : [400, 'Bad Request', 'Client Error']
  const body = `{"error":"${name}","message":"${message}","statusCode":${status}}`
  log.trace({ err: error }, 'a client sent what is no HTTP request')
  if (socket.writable) {
    const head = `HTTP/1.1 ${status} ${name}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n`
    socket.write(`${head}\r\n${body}`)
  }
  socket.destroy(error)
}

export interface ListenOptions extends Loose {
  port?: number
  host?: string
  path?: string
  backlog?: number
  signal?: AbortSignal
  listenTextResolver?: (address: string) => string
}

/** The arguments of `listen` in every form as options and callback. The list of positions is the old form. */
export function listenArguments(args: readonly unknown[]): { options: ListenOptions; callback: unknown } {
  const callback = typeof args.at(-1) === 'function' ? args.at(-1) : undefined
  const rest = callback === undefined ? args : args.slice(0, -1)
  const first = rest[0]
  if (first === undefined || first === null) return { options: checked({}), callback }
  if (typeof first === 'object') {
    return {
      options: checked({ ...(first as ListenOptions), ...positions(rest.slice(1), 'host') }),
      callback,
    }
  }
  process.emitWarning('listen(port, host, …) is the old form: use listen({ port, host })', {
    type: 'FastifyDeprecation',
    code: 'FSTDEP011',
  })
  const place: Loose =
    typeof first === 'string' && Number.isNaN(Number(first)) ? { path: first } : { port: Number(first) }
  return { options: checked({ ...place, ...positions(rest.slice(1), 'host') }), callback }
}

function positions([host, backlog]: readonly unknown[], name: string): Loose {
  return { ...(host === undefined ? {} : { [name]: host }), ...(backlog === undefined ? {} : { backlog }) }
}

function checked(options: ListenOptions): ListenOptions {
  const { port } = options
  if (port !== undefined && port !== null && !(Number(port) >= 0 && Number(port) < 65536)) {
    const right = 'a port is an integer from 0 (any free one) to 65535'
    throw new errorCodes.FST_ERR_LISTEN_OPTIONS_INVALID(`port ${shown(port)}; ${right}`)
  }
  const { path } = options
  if (path !== undefined && path !== null) return options
  return { ...options, port: Number(port ?? 0), host: options.host ?? 'localhost' }
}

/** Binds a server and tells its address. */
export function bind(server: http.Server, options: ListenOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options as object, () => {
      server.removeListener('error', reject)
      resolve(addressOf(server, options))
    })
  })
}

function addressOf(server: http.Server, options: ListenOptions): string {
  const bound = server.address() as AddressInfo | string | null
  if (bound === null || typeof bound === 'string') return bound ?? options.path ?? ''
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return `${server instanceof https.Server ? 'https' : 'http'}://${host}:${bound.port}`
}

/** `localhost` has two addresses: binds the others too, each with a server that closes with the first. */
export async function bindOthers(
  main: http.Server,
  options: ListenOptions,
  create: () => http.Server,
): Promise<http.Server[]> {
  const own = main.address() as AddressInfo
  const found = await dns.promises.lookup(options.host!, { all: true }).catch(() => [])
  const addresses = new Set(found.map(({ address }) => address).filter((address) => address !== own.address))
  const servers: http.Server[] = []
  for (const host of addresses) {
    const server = create()
    server.on('upgrade', (...args) => main.emit('upgrade', ...args))
    try {
      await bind(server, { ...options, host, port: own.port })
      servers.push(server)
    } catch {
      // this machine does not have that address; the first one serves
    }
  }
  const close = () => {
    for (const server of servers) server.close()
  }
  main.on('close', close)
  const { unref } = main
  main.unref = () => {
    for (const server of servers) server.unref()
    return unref.call(main)
  }
  return servers
}

/** Stops listening; resolves when the requests in flight have been answered. */
export function release(servers: readonly http.Server[], force: boolean | 'idle'): Promise<void> {
  return new Promise((resolve, reject) => {
    const [main, ...others] = servers
    // A connection that becomes idle after its last answer would stay open as long as its client likes.
    const sweep = force === 'idle' ? setInterval(() => closeIdle(servers), 50) : undefined
    main!.close((error) => {
      clearInterval(sweep)
      if (error) reject(error)
      else resolve()
    })
    for (const server of others) if (server.listening) server.close()
    if (force === 'idle') closeIdle(servers)
    else if (force) for (const server of servers) server.closeAllConnections?.()
  })
}

function closeIdle(servers: readonly http.Server[]): void {
  for (const server of servers) server.closeIdleConnections?.()
}
