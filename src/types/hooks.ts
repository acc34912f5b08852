/** The hooks of a request, one row for each: the only list of their names in the types. No runtime. */
import type { Done, DoneWith, RequestPayload } from './http.ts'

/*
 *  onRequest → preParsing → (body) → preValidation → (validation) → preHandler → handler
 *            → preSerialization → (serialization) → onSend → onResponse
 *  A failure anywhere goes to onError, then to the error handler, then on at preSerialization or onSend.
 *
 *  Each hook is written in one of two styles: with `done`, called once; or without it, returning a promise.
 *  An async function that takes `done` is refused with FST_ERR_HOOK_INVALID_ASYNC_HANDLER.
 *  A hook that has answered by `reply.send()` ends the way: later hooks and the handler do not run.
 */

/** A hook without a payload. */
export type RequestHook<Self, Req, Rep> = (this: Self, request: Req, reply: Rep, done: Done) => unknown
/** A hook that may exchange the payload: by `done(null, payload)`, or by returning another one from a promise. */
export type PayloadHook<Self, Req, Rep, Payload = unknown> = (
  this: Self,
  request: Req,
  reply: Rep,
  payload: Payload,
  done: DoneWith,
) => unknown
/** Learns of a failure, before the error handler. It cannot answer. */
export type ErrorHook<Self, Req, Rep> = (
  this: Self,
  request: Req,
  reply: Rep,
  error: Error,
  done: Done,
) => unknown
/** Learns that the client has gone. */
export type AbortHook<Self, Req> = (this: Self, request: Req, done: Done) => unknown

/** Every request hook. `Valid` is the request once its parts have been validated, `Req` what it is before. */
export interface RequestHooks<Self, Req, Rep, Valid = Req> {
  /** A request has come and its route is known; the body is not read. The place for authentication. */
  onRequest: RequestHook<Self, Req, Rep>
  /** Before the body is read. May exchange the stream that it is read from. */
  preParsing: PayloadHook<Self, Req, Rep, RequestPayload>
  /** The body is parsed and nothing is validated. May change `request.body`. */
  preValidation: RequestHook<Self, Req, Rep>
  /** Every part is valid. The place for asynchronous work, such as reading a database. */
  preHandler: RequestHook<Self, Valid, Rep>
  /** May exchange a payload before it is serialized. Not for strings, bytes, streams and `undefined`. */
  preSerialization: PayloadHook<Self, Req, Rep>
  /** May exchange what goes out: text, bytes, a stream or nothing. Headers can still be set. */
  onSend: PayloadHook<Self, Req, Rep>
  /** The answer has gone. */
  onResponse: RequestHook<Self, Req, Rep>
  /** Something failed. Runs once, before the error handler, and may not send: `FST_ERR_SEND_INSIDE_ONERR`. */
  onError: ErrorHook<Self, Req, Rep>
  /** The socket timed out (`connectionTimeout`); nothing can be sent any more. */
  onTimeout: RequestHook<Self, Req, Rep>
  /** The client went away before the answer had gone. */
  onRequestAbort: AbortHook<Self, Req>
}

/** The name of a request hook. */
export type RequestHookName = keyof RequestHooks<never, never, never>

/** The hooks of a single route: each a function or several, run after those of the contexts. */
export type RouteHooks<Self, Req, Rep, Valid> = {
  [H in RequestHookName]?: OneOrMore<RequestHooks<Self, Req, Rep, Valid>[H]>
}
type OneOrMore<T> = T | readonly T[]
