/** The hooks of the application with the names and generics of Fastify 4.17. No runtime. */

import type { FastifySchema, RouteGenericInterface } from '../base/generics.ts'
import type { FastifyBaseLogger } from '../base/logger.ts'
import type { FastifyInstance } from '../base/names.ts'
import type {
  ContextConfigDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RawServerDefault,
} from '../base/raw.ts'
import type { FastifyTypeProvider, FastifyTypeProviderDefault } from '../base/type-provider.ts'
import type { HookHandlerDoneFunction } from '../exchange/request-hooks.ts'
import type { RouteOptions } from '../exchange/route-options.ts'
import type { FastifyPluginOptions, RegisterOptions } from './plugin.ts'

// The letters of the lists are those of request-hooks.ts.

/** Runs for each route that is declared, with the live object of its options. */
export type onRouteHookHandler<
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
  route: RouteOptions<S, Q, P, G, C, F, T, L> & { routePath: string; path: string; prefix: string },
) => Promise<unknown> | undefined

/** Runs for each context that a plugin gets. */
export type onRegisterHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
  Options extends FastifyPluginOptions = FastifyPluginOptions,
> = (
  instance: FastifyInstance<S, Q, P, L, T>,
  options: RegisterOptions & Options,
  done: HookHandlerDoneFunction,
) => Promise<unknown> | undefined

export type onReadyHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (this: FastifyInstance<S, Q, P, L, T>, done: HookHandlerDoneFunction) => void

export type onReadyAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (this: FastifyInstance<S, Q, P, L, T>) => Promise<unknown>

export type onListenHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (this: FastifyInstance<S, Q, P, L, T>, done: HookHandlerDoneFunction) => void

export type onListenAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (this: FastifyInstance<S, Q, P, L, T>) => Promise<unknown>

export type preCloseHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (this: FastifyInstance<S, Q, P, L, T>, done: HookHandlerDoneFunction) => void

export type preCloseAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (this: FastifyInstance<S, Q, P, L, T>) => Promise<unknown>

export type onCloseHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (
  this: FastifyInstance<S, Q, P, L, T>,
  instance: FastifyInstance<S, Q, P, L, T>,
  done: HookHandlerDoneFunction,
) => void

export type onCloseAsyncHookHandler<
  S extends RawServerBase = RawServerDefault,
  Q extends RawRequestDefaultExpression<S> = RawRequestDefaultExpression<S>,
  P extends RawReplyDefaultExpression<S> = RawReplyDefaultExpression<S>,
  L extends FastifyBaseLogger = FastifyBaseLogger,
  T extends FastifyTypeProvider = FastifyTypeProviderDefault,
> = (this: FastifyInstance<S, Q, P, L, T>, instance: FastifyInstance<S, Q, P, L, T>) => Promise<unknown>
