/** Proxies in front of the server: whom it trusts, and whom a request therefore comes from. */
import { all, compile } from '@fastify/proxy-addr'
import type { RawRequest } from '../types/http.ts'
import type { Options } from '../types/options.ts'
import type { Application } from './plan.ts'

type Trust = NonNullable<Application['trust']>

/** Which peers may speak for others: all, so many hops, a list of addresses, or a function's choice; null: none. */
export function trustOf(option: Options['trustProxy']): Trust | null {
  if (!option) return null
  if (typeof option === 'function') return option
  if (option === true) return () => true
  if (typeof option === 'number') return (_address, hop) => hop < option
  return compile(typeof option === 'string' ? option.split(',').map((part) => part.trim()) : option)
}

/** Every address between the server and the client, the nearest first, as far as they are trusted. */
export function addressesOf(raw: RawRequest, trust: Trust): string[] {
  return all(raw, trust)
}
