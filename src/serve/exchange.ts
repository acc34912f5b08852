/** The state of one request and its reply. The constructor sets all fields, so that V8 keeps one shape for all of them. */
import type { HeaderValue, RawRequest, RawResponse } from '../types/http.ts'
import type { Logger } from '../types/logger.ts'
import { disown, type UserFunction } from '../values.ts'
import type { MediaType } from './media-type.ts'
import type { AnyReply, AnyRequest, ErrorLink, Params, Plan, Serialize } from './plan.ts'

export type RoutePlan = Plan<Exchange>

/** The property in which a request and a reply keep their exchange. */
export const kExchange = Symbol('touchstone.exchange')

export class Exchange {
  plan: RoutePlan
  readonly raw: RawRequest
  readonly res: RawResponse
  readonly request: AnyRequest
  readonly reply: AnyReply
  headers: Record<string, HeaderValue> = {}
  trailers: Map<string, UserFunction> | null = null
  serializer: Serialize | null = null
  errorLink: ErrorLink | null | undefined = undefined
  stream: unknown
  mediaType: MediaType | null = null
  status: 'open' | 'answering' | 'written' | 'hijacked' = 'open'
  statusSet = false
  inOnError = false
  timed = false
  startedAt = 0
  endedAt = 0
  id: string | undefined = undefined
  readonly ordinal: number
  log: Logger | null = null

  constructor(plan: RoutePlan, raw: RawRequest, res: RawResponse, params: Params, query: unknown) {
    this.plan = plan
    this.raw = raw
    this.res = res
    this.stream = raw
    this.ordinal = ++plan.app.counter
    this.request = new plan.Request(this, params, query)
    this.reply = new plan.Reply(this, this.request)
  }
}

/** The id of a request: from its header, from `genReqId`, or from the counter of this server. Made on first use. */
export function requestId(x: Exchange): string {
  if (x.id !== undefined) return x.id
  const { app } = x.plan
  const given = app.requestIdHeader === false ? undefined : x.raw.headers[app.requestIdHeader]
  if (typeof given === 'string' && given !== '') x.id = given
  else {
    x.id = `req-${x.ordinal.toString(36)}` // the id if genReqId throws: the log of that error needs one
    const made: unknown = app.genReqId?.(x.raw)
    if (app.genReqId !== null && !disown(made)) x.id = made as string // genReqId may return another type, which is not checked
  }
  return x.id
}

/** The logger of a request, a child of the server's. Made on first use, since not every request logs. */
export function requestLog(x: Exchange): Logger {
  if (x.log !== null) return x.log
  const { app, logLevel, logSerializers } = x.plan
  if (!app.logged) {
    x.log = app.logger
    return x.log
  }
  const options: { level: string; serializers?: object } = { level: logLevel } // '': the level of the server's logger
  if (logSerializers !== null) options.serializers = logSerializers
  x.log = app.logger.child({ [app.requestIdLogLabel]: requestId(x) }, options)
  return x.log
}
