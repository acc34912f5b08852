/** Handlers of requests and of errors. No runtime. */
import type { Ctx } from '../context-type.ts'
import type { HandledError } from '../errors.ts'
import type { ResponsesOf, Returned } from './payload.ts'
import type { ReplyOf } from './reply.ts'
import type { RequestOf } from './request.ts'

/** Replies to a request: returns a payload or a promise of one, or calls `reply.send`. `this` is the instance that owns the
 * route (not in arrow functions). What it throws goes to the error handler. */
export type Handler<C extends Ctx, S, P extends string, Self> = (
  this: Self,
  request: RequestOf<C, S, P, Self>,
  reply: ReplyOf<C, ResponsesOf<S>, 200, Self>,
) => Returned<ResponsesOf<S>, C['schemas']>

/** Replies to a request that failed. If it throws, the error handler of the parent context runs. */
export type ErrorHandler<C extends Ctx, Self, E extends Error = HandledError> = (
  this: Self,
  error: E,
  request: RequestOf<C, {}, string, Self>,
  reply: ReplyOf<C, {}, 200, Self>,
) => unknown
