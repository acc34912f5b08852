/** The state of one request and its reply. The constructor sets all fields, so that V8 keeps one shape for all of them. */
import type { AsyncResource } from 'node:async_hooks'
import { SafeLog } from '../safe-log.ts'
import type { UserFunction } from '../values.ts'
import type { Cancellation } from './cancellation.ts'
import type { MediaType } from './media-type.ts'
import type { HeldStreams } from './payload/held-streams.ts'
import type { AnyReply, AnyRequest, ErrorLink, Params, Plan, Serialize } from './plan.ts'
import type { AnswerHeaders, Wire } from './wire/wire.ts'

export type RoutePlan = Plan<Exchange>

/** The property in which a request and a reply keep their exchange. */
export const kExchange = Symbol('touchstone.exchange')

export class Exchange {
  plan: RoutePlan
  readonly wire: Wire
  readonly request: AnyRequest
  readonly reply: AnyReply
  headers: AnswerHeaders = {}
  trailers: Map<string, UserFunction> | null = null
  serializer: Serialize | null = null
  errorLink: ErrorLink | null | undefined = undefined
  /** what a preParsing hook has put in the place of the body; undefined: nothing */
  stream: unknown = undefined
  /** the streams that the application has handed in for this request; null: none */
  held: HeldStreams | null = null
  mediaType: MediaType | null = null
  status: 'open' | 'answering' | 'written' | 'hijacked' = 'open'
  statusSet = false
  inOnError = false
  /** what a replaced `send` of the reply has been given: an error, that of the default error reply, or anything else */
  passed: 'error' | 'default' | null = null
  timed = false
  /** its time limit or its signal; null: nobody has asked for one */
  cancellation: Cancellation<Exchange> | null = null
  /** A stage that began in another turn is over: the time ended, and the error handlers answer. */
  turn = 0
  ended = false
  /** The async context in which it was answered: onResponse hooks find there what a hook has run the rest of the request in. */
  place: AsyncResource | null = null
  startedAt = 0
  endedAt = 0
  /** why the request fails after its onRequest hooks: `genReqId` or the logger threw, or its query is refused */
  fault: { readonly error: unknown } | null = null

  constructor(plan: RoutePlan, wire: Wire, params: Params, query: unknown) {
    this.plan = plan
    this.wire = wire
    this.request = new plan.Request(this, params, query)
    this.reply = new plan.Reply(this, this.request)
  }

  /** Where the framework logs: the logger of the reply, which an application may replace. */
  get log(): SafeLog {
    return new SafeLog(this.reply.log ?? this.plan.app.logger) // null: the value of a decorator
  }
}

/** `raw` of a request or a reply whose object of node is made when it is read. As on 4.17, it is an own property that can be set. */
export function madeWhenRead(of: 'request' | 'response'): PropertyDescriptor {
  return {
    get(this: { readonly [kExchange]: Exchange }): unknown {
      return this[kExchange].wire[of]
    },
    set(value: unknown): void {
      Object.defineProperty(this, 'raw', { value, writable: true, enumerable: true, configurable: true })
    },
    enumerable: true,
    configurable: true,
  }
}
