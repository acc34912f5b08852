/** The hooks of requests with the names and generics of Fastify 4.17: each with a callback, or async. No runtime. */
import type { Readable } from 'node:stream'
import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '../base/names.ts'
import type {
  ContextConfigDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type { FastifyError } from '../base/schema.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'

/** Ends a hook; with an error the request fails. */
export type HookHandlerDoneFunction = <TError extends Error = FastifyError>(error?: TError) => void
/** Ends a hook that may exchange the payload. */
export type DoneFuncWithErrOrRes = (error?: Error | null, payload?: unknown) => void
/** Ends a `preParsing` hook, which may exchange the stream of the body. */
export type DoneWithStream = <TError extends Error = FastifyError>(
  error?: TError | null,
  payload?: RequestPayload,
) => void

/** The body of a request as a stream. */
export interface RequestPayload extends Readable {
  /** How many bytes the client sent, where a hook has decoded them. */
  receivedEncodedLength?: number
}

// In the lists below: S server, Q its request, P its response, G the route's generics, C config, F schemas,
// T type provider, L logger.

/** A function that is called with a request and its reply, and `More`. */
export type Hook<
  S extends RawServerBase,
  Q extends RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface,
  C,
  F extends FastifySchema,
  T extends FastifyTypeProvider,
  L extends FastifyBaseLogger,
  More extends unknown[],
  Result,
> = (
  this: FastifyInstance<S, Q, P, L, T>,
  request: FastifyRequest<G, S, Q, F, T, C, L>,
  reply: FastifyReply<S, Q, P, G, C, F, T>,
  ...more: More
) => Result

export type onRequestHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [done: HookHandlerDoneFunction], void>

export type onRequestAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [], Promise<unknown>>

export type preValidationHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [done: HookHandlerDoneFunction], void>

export type preValidationAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [], Promise<unknown>>

export type preHandlerHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [done: HookHandlerDoneFunction], void>

export type preHandlerAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [], Promise<unknown>>

export type onResponseHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [done: HookHandlerDoneFunction], void>

export type onResponseAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [], Promise<unknown>>

export type onTimeoutHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [done: HookHandlerDoneFunction], void>

export type onTimeoutAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [], Promise<unknown>>
