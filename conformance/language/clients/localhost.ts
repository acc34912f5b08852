// What the resolver says of localhost: a machine that has one address for it is to be tried with several.

import type { LookupAddress } from 'node:dns'
import { createRequire } from 'node:module'

type Answer = (error: Error | null, address?: unknown, family?: number) => void

// The object that `require` gives: who looks a name up reads it there at that moment.
const dns = createRequire(import.meta.url)('node:dns') as typeof import('node:dns')
const own = { lookup: dns.lookup, later: dns.promises.lookup }

/** Makes `localhost` have these addresses, in this order; null makes it what it is on this machine. */
export function nameLocalhost(addresses: readonly string[] | null): void {
  const all = addresses?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  dns.lookup = all ? lookupIn(all) : own.lookup
  dns.promises.lookup = all ? lookupLaterIn(all) : own.later
}

function lookupIn(all: LookupAddress[]): typeof dns.lookup {
  const lookup = (name: string, options: unknown, then?: Answer): void => {
    const answer = then ?? (options as Answer)
    if (name !== 'localhost') Reflect.apply(own.lookup, dns, then ? [name, options, then] : [name, answer])
    else if (all.length === 0) process.nextTick(answer, unknown())
    else if (then && Object(options).all === true) process.nextTick(answer, null, all)
    else process.nextTick(answer, null, all[0]!.address, all[0]!.family)
  }
  return lookup as typeof dns.lookup
}

function lookupLaterIn(all: LookupAddress[]): typeof dns.promises.lookup {
  const lookup = async (name: string, options: object = {}): Promise<LookupAddress[] | LookupAddress> => {
    if (name !== 'localhost') return own.later(name, options)
    if (all.length === 0) throw unknown()
    return 'all' in options && options.all === true ? all : all[0]!
  }
  return lookup as typeof dns.promises.lookup
}

function unknown(): Error {
  return Object.assign(new Error('getaddrinfo ENOTFOUND localhost'), { code: 'ENOTFOUND' })
}
