// Where requests of the suite may go: an adapter is told to listen here, and its answer must not send them to another machine.

import { isIPv4, isIPv6 } from 'node:net'

/** Throws if an adapter names another host than this machine; `allowed` is the one that the user has named, as in tcp:host:port. */
export function checkedHost(host: unknown, allowed?: string): string {
  if (typeof host === 'string' && (host === allowed || isLoopback(host))) return host
  throw new Error(
    `the adapter says that it listens on ${JSON.stringify(host)}: right would be a loopback address such as 127.0.0.1${allowed === undefined ? '; for a server elsewhere write tcp:host:port' : `, or ${allowed}`}`,
  )
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.')
  return host === 'localhost' || (isIPv6(host) && new URL(`http://[${host}]`).hostname === '[::1]')
}
