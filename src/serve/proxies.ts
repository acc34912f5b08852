/** Proxies in front of the server: whom it trusts, and whom a request therefore comes from. */
import { all, compile } from '@fastify/proxy-addr'
import type { RawRequest } from '../types/http.ts'
import type { Logger } from '../types/logger.ts'
import type { Options } from '../types/options.ts'
import { disown } from '../values.ts'
import type { Application } from './plan.ts'

type Trust = NonNullable<Application['trust']>

/** Which peers may speak for others: all, so many hops, a list of addresses, or a function's choice; null: none. */
export function trustOf(option: Options['trustProxy'], log: Logger): Trust | null {
  if (!option) return null
  if (typeof option === 'function') return answering(option, log)
  if (option === true) return () => true
  if (typeof option === 'number') return (_address, hop) => hop < option
  return compile(typeof option === 'string' ? option.split(',').map((part) => part.trim()) : option)
}

/** A promise is not a yes: a function that returns one trusts nobody, and the log says so once. */
function answering(option: Trust, log: Logger): Trust {
  let told = false
  return (address, hop) => {
    const answer: unknown = option(address, hop)
    if (!disown(answer)) return Boolean(answer)
    if (!told) log.error('trustProxy returned a promise, so no proxy is trusted. Return true or false')
    told = true
    return false
  }
}

/** Every address between the server and the client, the nearest first, as far as they are trusted. */
export function addressesOf(raw: RawRequest, trust: Trust): string[] {
  return all(raw, trust)
}
