/** The state of one request and its reply. The constructor sets all fields, so that V8 keeps one shape for all of them. */
import type { AsyncResource } from 'node:async_hooks'
import { SafeLog } from '../safe-log.ts'
import type { Logger } from '../types/logger.ts'
import { disown, guardSerializers, inTime, isFunction, type UserFunction } from '../values.ts'
import type { MediaType } from './media-type.ts'
import type { HeldStreams } from './payload/held-streams.ts'
import type { AnyReply, AnyRequest, Application, ErrorLink, Params, Plan, Serialize } from './plan.ts'
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

const idsTold = new WeakSet<object>() // applications whose `genReqId` returned a promise: told once

/** The id of a new request: from its header, from `genReqId`, or from the counter of this server. */
export function createId(x: Exchange): string {
  const { app, genReqId } = x.plan
  // Small enough for V8 to inline it, and what few requests need is a function of its own.
  return genReqId === null && !mayBringId(x.wire, app) ? nextId(app) : chosenId(x)
}

// To read the headers costs more than to look whether this one was sent.
function mayBringId(wire: Wire, { requestIdHeader: name, headersMayChange }: Application): boolean {
  return name !== false && (headersMayChange || wire.mayHave(name))
}

function chosenId(x: Exchange): string {
  const { app, genReqId } = x.plan
  const { requestIdHeader: name } = app
  const given = name !== false && mayBringId(x.wire, app) ? x.wire.headers[name] : undefined
  if (typeof given === 'string' && isId(given)) return given
  if (genReqId !== null) {
    try {
      const made: unknown = genReqId(x.wire.request)
      if (!disown(made)) return made as string // genReqId may return another type, which is not checked
      if (!idsTold.has(app))
        new SafeLog(app.logger).error(
          'genReqId returned a promise, so requests get a number as their id. Return a text',
        )
      idsTold.add(app)
    } catch (error) {
      x.fault = { error }
    }
  }
  return nextId(app)
}

// As on 4.17, a request that brings its id is not counted.
export function nextId(app: Application): string {
  const ordinal = ++app.counter
  return `req-${ordinal.toString(36)}`
}

/** Ids from clients go to logs and other services: a long one, or one with other characters, is not taken. */
function isId(given: string): boolean {
  return given.length <= 128 && /^[\x21-\x7e]+$/.test(given)
}

/** The logger of a new request, a child of the server's. */
export function createLog(x: Exchange, id: string): Logger {
  const { app, childLogger } = x.plan
  return app.logged || childLogger !== null ? childLog(x, id) : app.logger
}

function childLog(x: Exchange, id: string): Logger {
  const { app, logLevel, logSerializers, childLogger } = x.plan
  const options: { level: string; serializers?: object } = { level: logLevel } // '': the level of the server's logger
  if (logSerializers !== null) options.serializers = guarded(logSerializers)
  try {
    const bindings = { [app.requestIdLogLabel]: id }
    const log: unknown = childLogger
      ? childLogger(app.logger, bindings, options, x.wire.request)
      : app.logger.child(bindings, options)
    if (isFunction(inTime(Object(log), 'child of the logger').info)) return log as Logger // the methods of pino are not checked
    throw new TypeError('child of the logger returned no logger')
  } catch (error) {
    x.fault ??= { error }
    return app.logger
  }
}

const guardedOf = new WeakMap<object, object>()

/** The `logSerializers` of a route, none of which fails. */
function guarded(serializers: object): object {
  const known = guardedOf.get(serializers)
  if (known !== undefined) return known
  const made = guardSerializers({ ...serializers })
  guardedOf.set(serializers, made)
  return made
}

// ── `request.context` and `reply.context`: what plugins of 4.x read of a route. One object for each route, made on first use

const made = new WeakMap<RoutePlan, AnyRequest['context']>()

export function routeContext(plan: RoutePlan): AnyRequest['context'] {
  const known = made.get(plan)
  if (known !== undefined) return known
  const { config, schema, server, handler, attachValidation, logLevel, logSerializers, Request, Reply } = plan
  const { onRequest, preParsing, preValidation, preHandler, preSerialization, onSend } = plan
  const { onResponse, onError, onTimeout, onRequestAbort } = plan
  const { exposeHeadRoute, prefixTrailingSlash } = plan.info
  const context = {
    config,
    schema,
    server,
    handler,
    attachValidation,
    exposeHeadRoute,
    prefixTrailingSlash,
    logLevel,
    logSerializers,
    Request,
    Reply,
    onRequest,
    preParsing,
    preValidation,
    preHandler,
    preSerialization,
    onSend,
    onResponse,
    onError,
    onTimeout,
    onRequestAbort,
  }
  made.set(plan, context)
  return context
}
