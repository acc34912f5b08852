/** What is run: kinds of servers, implementations, and the messages between a server's process and the one that loads it. */

export const KINDS = ['http', 'https', 'h2c', 'h2'] as const
export type Kind = (typeof KINDS)[number]

/** `touchstone-node` is touchstone with `engine: 'node'`. */
export const IMPLEMENTATIONS = ['touchstone', 'touchstone-node', 'fastify-5'] as const
export type Implementation = (typeof IMPLEMENTATIONS)[number]

export type ToServer = { do: 'start' } | { do: 'close' }

export type FromServer = { ready: true } | { port: number } | { closed: Closed } | { failed: string }

/** What a server says of itself after close(). */
export interface Closed {
  /** the requests that onRequest has seen */
  accepted: string[]
  /** milliseconds that close() took */
  took: number
  /** bytes of the heap after a collection */
  heap: number
  /** handles and requests that keep the process alive */
  handles: number
  /** the 99th percentile of the delay of the event loop, in milliseconds */
  delay: number
}

export const secure = (kind: Kind): boolean => kind === 'https' || kind === 'h2'
export const isHttp2 = (kind: Kind): boolean => kind === 'h2c' || kind === 'h2'
