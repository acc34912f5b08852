/** `request.context` and `reply.context`: what plugins of 4.x read of a route. One object for each route, made on first use. */

import type { RoutePlan } from './exchange.ts'
import type { AnyRequest } from './plan.ts'

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
