// The ways in which a request reaches an application: inject, fetch, and the modes of a socket; which of them fit an exchange.

import type { Case, Exchange, Transport } from '../../spec/case.ts'
import { textOf } from '../contract/fixed-values.ts'
import { isStateless } from '../contract/stateless.ts'
import { isPortless } from './fetch-carrier.ts'
import { isCarried, isHttp2, takesHttp2 } from './http2.ts'

/** In the order in which they run and are reported. `socket` keeps its connection from one exchange to the next; `h2` has TLS. */
export const TRANSPORTS: Transport[] = [
  'inject',
  'socket',
  'fresh',
  'pipelined',
  'split',
  'chunked',
  'h2c',
  'h2',
  'fetch',
]
export const DEFAULT_TRANSPORTS: Transport[] = ['inject', 'socket']

/** What `transports` of a case or an exchange speaks of: all modes of a socket are one, and what has no socket is as inject. */
function familyOf(transport: Transport): 'inject' | 'socket' {
  return isPortless(transport) ? 'inject' : 'socket'
}

/** The transports of a case, of those that are wanted. Without HTTP/2 the usual ones would not show what only HTTP/2 carries. */
export function transportsOf(body: Case, wanted: Transport[]): Transport[] {
  const own = body.transports ?? (body.boot === 'manual' ? ['inject'] : ['inject', 'socket'])
  const isUsual = DEFAULT_TRANSPORTS.every((one) => wanted.includes(one))
  const all =
    isUsual && !wanted.some(isHttp2) && body.exchanges.some(isOfHttp2) ? [...wanted, 'h2c' as const] : wanted
  return all.filter(
    (transport) => own.includes(familyOf(transport)) && exchangesOn(body, transport).length > 0,
  )
}

const isOfHttp2 = ({ transports = [] }: Exchange): boolean =>
  transports.length > 0 && transports.every((one) => one === 'http2')

/** The exchanges of a case that a transport shows; the modes show only those in which they differ from `socket`. */
export function exchangesOn(body: Case, transport: Transport): Exchange[] {
  const own = withBeginnings(
    body.exchanges.filter((one) => {
      if (one.transports)
        return (
          one.transports.includes(familyOf(transport)) ||
          (isHttp2(transport) && one.transports.includes('http2'))
        )
      return !isPortless(transport) || !isSocketOnly(one)
    }),
  )
  switch (transport) {
    case 'inject':
    case 'fetch':
    case 'socket':
      return own
    case 'h2c':
    case 'h2':
      if (!takesHttp2(body, transport) || !own.some(({ send }) => send !== undefined)) return []
      return withBeginnings(own.filter((one) => isCarried(one, transport)))
    case 'pipelined':
      return isStateless(body) ? pipelinesOf(own.filter((one) => tellsApart(body, one))).flat() : []
    // Where a request may leave something for the next, none of them can be left out.
    case 'chunked':
      return own.some(takesChunks) && !own.some(isLong) ? own : []
    default:
      return own.some(({ send }) => send !== undefined && send.raw === undefined) && !own.some(isLong)
        ? own
        : []
  }
}

/** More repetitions take too long where each has a connection of its own, or is sent byte by byte. */
const MANY = 100

const isLong = ({ repeat = 1 }: Exchange): boolean => repeat > MANY

/** Exchanges without a request of their own: their traces belong to any request under way. */
const WITHOUT_REQUEST = /schemaErrorFormatter|addKeyword|~standard/i

function tellsApart(body: Case, { expect }: Exchange): boolean {
  return expect.trace === undefined || !WITHOUT_REQUEST.test(JSON.stringify(body.app))
}

/** What inject cannot carry, or cannot see. */
function isSocketOnly({ send, operation, expect }: Exchange): boolean {
  const { raw, abortWhen, restWhen, readWhen } = send ?? {}
  const { closed, broken, connections } = expect
  return (
    [raw, abortWhen, restWhen, readWhen, closed, broken, connections].some((one) => one !== undefined) ||
    (typeof operation === 'object' && ('connect' in operation || 'disconnect' in operation))
  )
}

/** An end goes with its beginning. */
function withBeginnings(exchanges: Exchange[]): Exchange[] {
  const ids = new Set(exchanges.map(({ id }) => id))
  return exchanges.filter(({ awaits }) => awaits === undefined || ids.has(awaits))
}

/** Whether a body can travel in chunks without being another request: the case says nothing of its framing. */
export function takesChunks({ send, expect }: Exchange): boolean {
  if (!send || send.raw !== undefined || send.chunks || expect.closed !== undefined) return false
  if (send.json === undefined && !send.text) return false
  return !Object.keys(send.headers ?? {}).some((name) => /^(content-length|transfer-encoding)$/i.test(name))
}

/** Runs of neighbouring exchanges that can be pipelined; their traces are distinguished by method and url. */
export function pipelinesOf(exchanges: Exchange[]): Exchange[][] {
  const pipelines: Exchange[][] = []
  let open: Exchange[] = []
  const seen = new Set<string>()
  const end = (): void => {
    if (open.length > 1) pipelines.push(open)
    open = []
    seen.clear()
  }
  for (const exchange of exchanges) {
    const name = viaOf(exchange)
    const { repeat } = exchange
    if (name === null || repeat !== undefined || seen.has(name)) end()
    if (name === null) continue
    if (repeat !== undefined) {
      pipelines.push([exchange]) // it is a pipeline of its own
      continue
    }
    seen.add(name)
    open.push(exchange)
  }
  end()
  return pipelines
}

/** The request of an exchange that may be one of a pipeline, as traces name it. */
function viaOf({ send, expect, operation, parallel, when, until, times }: Exchange): string | null {
  if (!send || [send.raw, send.abortWhen, send.on].some((one) => one !== undefined)) return null
  if ([operation, parallel, when, until].some((one) => one !== undefined) || (times ?? 1) > 1) return null
  if (expect.closed !== undefined || expect.broken !== undefined || expect.rejects !== undefined) return null
  return requestName(send)
}

export function requestName(send: NonNullable<Exchange['send']>): string {
  return `${send.method ?? 'GET'} ${textOf(send.url)}`
}
