/** Where and how an application listens. No runtime. */

/** Where to listen. @throws `FST_ERR_LISTEN_OPTIONS_INVALID` for anything but an object */
export interface ListenOptions {
  /** The port; 0: any free one. @default 0 @see Serving.listen */
  port?: number
  /** The host name or the address. A name stands for all its addresses. @default `'localhost'` @see Serving.listen */
  host?: string
  /** A Unix socket or a Windows pipe, in place of port and host. @see Serving.listen */
  path?: string
  /** How many connections may wait to be accepted. @default 511 @see Serving.listen */
  backlog?: number
  /** Whether workers of a cluster do not share the port. @default `false` @see Serving.listen */
  exclusive?: boolean
  /** Whether an IPv6 socket takes no IPv4 connections. @default `false` @see Serving.listen */
  ipv6Only?: boolean
  /** Whether all users may read the pipe at `path`. @default `false` @see Serving.listen */
  readableAll?: boolean
  /** Whether all users may write to the pipe at `path`. @default `false` @see Serving.listen */
  writableAll?: boolean
  /** Closes the application when it aborts. @see Serving.listen */
  signal?: AbortSignal
  /** Returns the message that is logged when the server listens. @default `Server listening at <address>` @see Serving.listen */
  listenTextResolver?: (address: string) => string
}

/** Called with the first address when the server listens, or with the error that prevented it. */
export type ListenCallback = (error: Error | null, address: string) => void
