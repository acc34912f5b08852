/** Proxies in front of the server: whom it trusts, and whom a request therefore comes from. */

import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'

export type Trust = (address: string, hop: number) => boolean

/** Which peers may speak for others: all, so many hops, a list of addresses, or a function's choice; null: none. */
export function trustOf(option: unknown): Trust | null {
  if (!option) return null
  if (typeof option === 'function') return option as Trust
  if (option === true) return () => true
  if (typeof option === 'number') return (_address, hop) => hop < option
  const list =
    typeof option === 'string' ? option.split(',').map((part) => part.trim()) : (option as string[])
  return compile(list) as Trust
}

/** Every address between the server and the client, the nearest first, as far as they are trusted. */
export function addressesOf(raw: IncomingMessage, trust: Trust): string[] {
  return all(raw, trust) as string[]
}
