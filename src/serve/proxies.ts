/** Proxies in front of the server: which of them are trusted, and from which address a request comes. */

import { errorCodes } from '../errors.ts'
import { proxies } from '../late.ts'
import { SafeLog } from '../safe-log.ts'
import type { RawRequest } from '../types/http.ts'
import type { Logger } from '../types/logger.ts'
import type { Options } from '../types/options/options.ts'
import { disown, shown } from '../values.ts'
import type { Application } from './plan.ts'
import type { Arrived } from './wire/wire.ts'

type Trust = NonNullable<Application['trust']>

/** Which proxies are trusted: all, a number of hops unless `hops` is false, a list of addresses, or those that a function accepts; null: none. */
export function trustOf(option: Options['trustProxy'], hops: boolean, log: Logger): Trust | null {
  if (!option) return null
  if (typeof option === 'function') return answering(option, log)
  if (option === true) return everybody
  if (typeof option === 'number' && Number.isInteger(option) && option > 0)
    return (_address, hop) => hops && hop < option
  const addresses: unknown =
    typeof option === 'string' ? option.split(',').map((part) => part.trim()) : option
  if (Array.isArray(addresses) && addresses.every(isText)) {
    try {
      return proxies().compile(addresses)
    } catch {
      // An address that is none: refused in the same words as any other value.
    }
  }
  const right = 'true, false, a number of hops, addresses and ranges such as 10.0.0.0/8, or a function'
  throw new errorCodes.FST_ERR_INIT_OPTS_INVALID(`trustProxy is ${shown(option)} and must be ${right}`)
}

const everybody: Trust = () => true
const nobody: Trust = () => false

/** Whether no address of the peer is known, as over `fetch`. Only `true` trusts it. */
const isAnonymous = (peer: object): boolean => 'anonymous' in peer && peer.anonymous === true

/** Which addresses are trusted of a request that comes from this peer. */
export function trustThrough(peer: object, trust: Trust): Trust {
  return trust !== everybody && isAnonymous(peer) ? nobody : trust
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Wraps the function of `trustProxy`. If it returns a promise, no proxy is trusted, and this is logged once. */
function answering(option: Trust, log: Logger): Trust {
  let told = false
  return (address, hop) => {
    const answer: unknown = option(address, hop)
    if (!disown(answer)) return Boolean(answer)
    if (!told)
      new SafeLog(log).error('trustProxy returned a promise, so no proxy is trusted. Return true or false')
    told = true
    return false
  }
}

/** The addresses from the server to the client, the nearest first, up to the first one that is not trusted. */
export function addressesOf({ headers, peer }: Arrived, trust: Trust): string[] {
  const all = proxies().all({ headers, socket: peer } as RawRequest, trustThrough(peer, trust)) // it reads nothing else
  return isAnonymous(peer) ? all.filter((address) => address !== undefined) : all
}
