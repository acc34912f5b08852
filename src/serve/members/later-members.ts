/** Members of requests and replies that came after 4.17. They are on the prototypes; a decorator may take the name of each. */
import { errorCodes } from '../../errors.ts'
import { isFunction } from '../../values.ts'
import { signalOf } from '../cancellation.ts'
import { type Exchange, kExchange } from '../exchange.ts'
import { essenceOf, parseMediaType } from '../media-type.ts'
import { Reply } from '../reply.ts'
import { Request } from '../request.ts'
import type { Wire } from '../wire/wire.ts'

/** The URLs of requests that `rewriteUrl` has changed. */
const originals = new WeakMap<Wire, string>()

/** Keeps the URL of a request that `rewriteUrl` changes. */
export function keepOriginal(wire: Wire): void {
  originals.set(wire, wire.url)
}

/** The value of a decorator; a function is bound to what has it. `where` names that in the error. */
export function decoratorOf(of: object, name: PropertyKey, where: string): unknown {
  if (!(name in of)) throw new errorCodes.FST_ERR_DEC_UNDECLARED(String(name), where)
  const value: unknown = Reflect.get(of, name)
  return isFunction(value) ? value.bind(of) : value
}

const ofRequests = {
  get originalUrl(): string {
    const { wire } = exchangeOf(this)
    const kept = originals.get(wire) ?? (wire.made ? Reflect.get(wire.request, 'originalUrl') : undefined)
    return typeof kept === 'string' ? kept : wire.url
  },
  get host(): string | undefined {
    return Reflect.get(Request.prototype, 'hostname', this)
  },
  get mediaType(): string | undefined {
    const type = exchangeOf(this).wire.contentType
    return type === undefined ? undefined : parseMediaType(type)?.essence
  },
  get signal(): AbortSignal {
    return signalOf(exchangeOf(this))
  },
  get platform(): readonly unknown[] {
    return exchangeOf(this).wire.platform
  },
  getDecorator(name: PropertyKey): unknown {
    return decoratorOf(this, name, 'request')
  },
  setDecorator(name: PropertyKey, value: unknown): void {
    if (!(name in this)) throw new errorCodes.FST_ERR_DEC_UNDECLARED(String(name), 'request')
    Reflect.set(this, name, value)
  },
}

const ofReplies = {
  get mediaType(): string | undefined {
    const type = Object(exchangeOf(this).headers)['content-type']
    return typeof type === 'string' ? essenceOf(type) : undefined
  },
  getDecorator(name: PropertyKey): unknown {
    return decoratorOf(this, name, 'reply')
  },
  writeEarlyHints(hints: Record<string, string | string[]>, done?: () => void) {
    exchangeOf(this).wire.response.writeEarlyHints(hints, done)
    return this
  },
}

function exchangeOf(member: object): Exchange {
  return Reflect.get(member, kExchange)
}

function add(prototype: object, members: object): ReadonlySet<PropertyKey> {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(members)))
    Object.defineProperty(prototype, name, { ...descriptor, enumerable: false })
  return new Set(Object.keys(members))
}

/** Their names. */
export const LATER_OF_REQUESTS = add(Request.prototype, ofRequests)
export const LATER_OF_REPLIES = add(Reply.prototype, ofReplies)
