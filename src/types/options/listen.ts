/** Where and how an application listens. No runtime. */

/** Where to listen. @throws `FST_ERR_LISTEN_OPTIONS_INVALID` for anything but an object */
export interface ListenOptions {
  /** The port; 0: any free one. @default 0 @see Serving.listen */
  port?: number
  /** The host name or the address. A name stands for all its addresses. @default `'localhost'` @see Serving.listen */
  host?: string
  /**
   * A Unix socket or a Windows pipe, in place of port and host. A `port` beside it wins, as in node.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * import { mkdtempSync, rmSync } from 'node:fs'
   * import { tmpdir } from 'node:os'
   * import { join } from 'node:path'
   * const folder = mkdtempSync(join(tmpdir(), 'app-'))
   * const app = touchstone()
   * const address = await app.listen({ path: join(folder, 'socket'), readableAll: true, writableAll: true })
   * console.log(address === join(folder, 'socket'), app.server.listening) // true true
   * await app.close()
   * rmSync(folder, { recursive: true })
   * ```
   */
  path?: string
  /**
   * How many connections may wait to be accepted.
   * @default 511
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const address = await app.listen({ port: 0, host: '127.0.0.1', backlog: 1024, exclusive: true, ipv6Only: false })
   * console.log(new URL(address).hostname) // 127.0.0.1
   * await app.close()
   * ```
   */
  backlog?: number
  /**
   * Whether workers of a cluster do not share the port.
   * @default `false`
   * @see backlog
   */
  exclusive?: boolean
  /**
   * Whether an IPv6 socket takes no IPv4 connections.
   * @default `false`
   * @see backlog
   */
  ipv6Only?: boolean
  /**
   * Whether all users may read the pipe at `path`.
   * @default `false`
   * @see path
   */
  readableAll?: boolean
  /**
   * Whether all users may write to the pipe at `path`.
   * @default `false`
   * @see path
   */
  writableAll?: boolean
  /**
   * Closes the application when it aborts.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const stop = new AbortController()
   * const closed = new Promise<void>((resolve) => {
   *   app.addHook('onClose', async () => resolve())
   * })
   * await app.listen({ port: 0, host: '127.0.0.1', signal: stop.signal })
   * stop.abort()
   * await closed
   * console.log(app.server.listening) // false
   * ```
   */
  signal?: AbortSignal
  /**
   * Returns the message that is logged when the server listens.
   * @default `Server listening at <address>`
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const lines: string[] = []
   * const app = touchstone({ logger: { stream: { write: (line: string) => lines.push(line) } } })
   * const listenTextResolver = (address: string) => `users are at ${new URL(address).hostname}`
   * await app.listen({ port: 0, host: '127.0.0.1', listenTextResolver })
   * console.log(lines.map((line) => JSON.parse(line).msg)) // [ 'users are at 127.0.0.1' ]
   * await app.close()
   * ```
   */
  listenTextResolver?: (address: string) => string
}

/** Called with the first address when the server listens, or with the error that prevented it. */
export type ListenCallback = (error: Error | null, address: string) => void
