// How a server that is asked over HTTP alone is named on a command line: by its base URL, or by the command that starts it.

import { isLoopback } from '../contract/loopback.ts'

export interface PeerAddress {
  host: string
  port: number
}

/** The host and the port of a base URL; a text that says what is wrong with it, and what would be right. */
export function addressOf(text: string): PeerAddress | string {
  const right = 'write the base URL of a server, as in http://127.0.0.1:8080'
  if (text.startsWith('https:')) return `${text} is not asked over TLS: ${right}`
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return `${text} is not a URL: ${right}`
  }
  if (url.protocol !== 'http:') return `${text} is not asked over ${url.protocol.slice(0, -1)}: ${right}`
  const { hostname, port, pathname, search, hash, username } = url
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    return `${text} has more than a host and a port, and a fixture is at the root of its server: ${right}`
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) }
}

/** Whether an implementation is asked for fixtures over HTTP: a base URL, or a command with a place for the port. */
export function isPeer(connectable: string): boolean {
  return /^https?:/.test(connectable) || isFixtureCommand(connectable)
}

export function isFixtureCommand(connectable: string): boolean {
  return connectable.startsWith('exec:') && connectable.includes('{port}')
}

/** Whether a base URL names another machine than this one. */
export function isRemote(connectable: string): boolean {
  if (!/^https?:/.test(connectable)) return false
  const address = addressOf(connectable)
  return typeof address !== 'string' && !isLoopback(address.host)
}
