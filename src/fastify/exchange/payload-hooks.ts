/** The hooks of requests that have a payload or an error, with the names and generics of Fastify 4.17. No runtime. */
import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyInstance, FastifyRequest } from '../base/names.ts'
import type {
  ContextConfigDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type { FastifyError } from '../base/schema.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'
import type {
  DoneFuncWithErrOrRes,
  DoneWithStream,
  Hook,
  HookHandlerDoneFunction,
  RequestPayload,
} from './request-hooks.ts'

// The letters of the lists are those of request-hooks.ts.

export type preParsingHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [payload: RequestPayload, done: DoneWithStream], void>

export type preParsingAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [payload: RequestPayload], Promise<RequestPayload | unknown>>

export type preSerializationHookHandler<
  Payload = unknown,
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [payload: Payload, done: DoneFuncWithErrOrRes], void>

export type preSerializationAsyncHookHandler<
  Payload = unknown,
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [payload: Payload], Promise<unknown>>

export type onSendHookHandler<
  Payload = unknown,
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [payload: Payload, done: DoneFuncWithErrOrRes], void>

export type onSendAsyncHookHandler<
  Payload = unknown,
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [payload: Payload], Promise<unknown>>

export type onErrorHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  E extends Error = FastifyError,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [error: E, done: () => void], void>

export type onErrorAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  E extends Error = FastifyError,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = Hook<S, Q, P, G, C, F, T, L, [error: E], Promise<unknown>>

export type onRequestAbortHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = (
  this: FastifyInstance<S, Q, P, L, T>,
  request: FastifyRequest<G, S, Q, F, T, C, L>,
  done: HookHandlerDoneFunction,
) => void

export type onRequestAbortAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  G extends RouteGenericInterface = RouteGenericInterface,
  C = ContextConfigDefault,
  F extends FastifySchema = FastifySchema,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  L extends FastifyBaseLogger = FastifyBaseLogger,
> = (this: FastifyInstance<S, Q, P, L, T>, request: FastifyRequest<G, S, Q, F, T, C, L>) => Promise<unknown>
