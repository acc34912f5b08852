/** The record of one exchange: made once for each request, all fields from the start, so that it keeps one shape. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as P from '../types/plan.ts'

/** The one slot by which a request and a reply find their exchange. */
export const kExchange = Symbol('touchstone.exchange')

const UNSET = null as never

export class Exchange implements P.Exchange {
  plan: P.RoutePlan
  readonly raw: IncomingMessage
  readonly res: ServerResponse
  request: P.RequestView = UNSET
  reply: P.ReplyView = UNSET
  headers: Record<string, P.HeaderValue> = {}
  trailers: Map<string, P.Step> | null = null
  serializer: P.Serialize | null = null
  errorLink: P.ErrorLink | null | undefined = undefined
  stream: unknown
  mediaType: P.MediaType | null = null
  status: P.Exchange['status'] = 'open'
  statusSet = false
  inOnError = false
  timed = false
  startedAt = 0
  endedAt = 0
  id: string | undefined = undefined
  readonly ordinal: number
  log: P.Logger | null = null

  constructor(plan: P.RoutePlan, raw: IncomingMessage, res: ServerResponse) {
    this.plan = plan
    this.raw = raw
    this.res = res
    this.stream = raw
    this.ordinal = ++plan.app.counter
  }
}

/** The request's id: the client's header, the application's generator, or a number of this server. Made on first use. */
export function requestId(x: P.Exchange): string {
  if (x.id !== undefined) return x.id
  const { app } = x.plan
  const given = app.requestIdHeader === false ? undefined : x.raw.headers[app.requestIdHeader]
  if (typeof given === 'string' && given !== '') x.id = given
  else {
    x.id = `req-${x.ordinal.toString(36)}` // stays when the generator throws: the answer to that is logged too
    if (app.genReqId !== null) x.id = app.genReqId(x.raw)
  }
  return x.id
}

/** The request's logger, a child of the server's. Made on first use: most requests never log when logging is off. */
export function requestLog(x: P.Exchange): P.Logger {
  if (x.log !== null) return x.log
  const { app, logLevel, logSerializers } = x.plan
  if (!app.logged) {
    x.log = app.logger
    return x.log
  }
  const options: { level: string; serializers?: object } = { level: logLevel } // '' is the level of the server's own
  if (logSerializers !== null) options.serializers = logSerializers
  x.log = app.logger.child({ [app.requestIdLogLabel]: requestId(x) }, options)
  return x.log
}
