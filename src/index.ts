/** The public exports of the package, each with its public type. */
import { create } from './app.ts'
import { wrapPlugin } from './boot/plugin.ts'
import { routesOf as listRoutes } from './declare/route-list.ts'
import { errorCodes } from './errors.ts'
import { bearerAuth as bearerAuthPlugin } from './plugins/bearer-auth.ts'
import { secures } from './security.ts'
import { LogController as LogControllerValue } from './serve/log-controller.ts'
import { accept as acceptValue, refuse as refuseValue } from './serve/validate.ts'
import { addSchema, decorate, decorateReply, decorateRequest, defineSchema, pluginAs } from './statements.ts'
import type { BearerAuth } from './types/app/bearer-auth.ts'
import type { Accept, PluginWrapper, Refuse, Touchstone } from './types/app/factory.ts'
import type { RoutesOf } from './types/app/route-description.ts'
import type {
  LogControllerClass,
  LogController as LogControllerType,
} from './types/options/log-controller.ts'

// Named by their public types: the declarations of the package then refer to nothing inside of it.
const accept: Accept = acceptValue
const refuse: Refuse = refuseValue
const routesOf: RoutesOf = listRoutes
const bearerAuth: BearerAuth = bearerAuthPlugin
const LogController: LogControllerClass = LogControllerValue
type LogController = LogControllerType
const plugin = wrapPlugin as PluginWrapper // the type of a wrapped plugin has no value at run time

// What `require('touchstone')` returns: the factory, with every export as its property.
const names = { default: create, touchstone: create, fastify: create }
const exported = {
  plugin,
  pluginAs,
  bearerAuth,
  errorCodes,
  LogController,
  routesOf,
  addSchema,
  defineSchema,
  accept,
  refuse,
  secures,
}
const statements = { decorate, decorateRequest, decorateReply }
const touchstone = Object.assign(create, names, exported, statements) as Touchstone // its three names are the same function

export default touchstone

export type * from './types/ajv-options.ts'
export type { Accessor } from './types/app/accessor.ts'
export type * from './types/app/app-hooks.ts'
export type * from './types/app/bearer-auth.ts'
export type * from './types/app/factory.ts'
export type * from './types/app/instance.ts'
export type * from './types/app/later-members.ts'
export type * from './types/app/openapi.ts'
export type * from './types/app/route-description.ts'
export type * from './types/app/route-questions.ts'
export type * from './types/app/routing.ts'
export type * from './types/app/security.ts'
export type * from './types/app/serving.ts'
export type * from './types/app/settings.ts'
export type * from './types/app/statements.ts'
export type {
  Ctx,
  GlobalInstance,
  GlobalReply,
  GlobalRequest,
  GlobalRouteOptions,
  Root,
} from './types/context-type.ts'
export type * from './types/errors.ts'
export type * from './types/exchange/declared-route.ts'
export type * from './types/exchange/handler.ts'
export type * from './types/exchange/hooks.ts'
export type * from './types/exchange/later-members.ts'
export type * from './types/exchange/payload.ts'
export type * from './types/exchange/reply.ts'
export type * from './types/exchange/reply-headers.ts'
export type * from './types/exchange/reply-serialization.ts'
export type * from './types/exchange/request.ts'
export type * from './types/exchange/route.ts'
export type * from './types/exchange/route-info.ts'
export type * from './types/exchange/route-options.ts'
export type * from './types/http.ts'
export type { SchemaInference, TypeOf, UnknownRef } from './types/infer.ts'
export type * from './types/inject/inject.ts'
export type * from './types/inject/inject-chain.ts'
export type * from './types/inject/inject-response.ts'
export type { GlobalKeywords, UnknownKeyword } from './types/keywords.ts'
export type * from './types/logger.ts'
export type * from './types/options/constraint-strategy.ts'
export type * from './types/options/later-options.ts'
export type * from './types/options/limit-options.ts'
export type * from './types/options/listen.ts'
export type * from './types/options/log-controller.ts'
export type * from './types/options/options.ts'
export type * from './types/options/router-options.ts'
export type * from './types/options/server-options.ts'
export type * from './types/parser.ts'
export type * from './types/plugin.ts'
export type * from './types/schema.ts'
export type * from './types/schema-compilers.ts'
export type * from './types/schema-controller.ts'
/** `fastify` is the name under which 4.x applications import the factory. */
export {
  accept,
  addSchema,
  bearerAuth,
  decorate,
  decorateReply,
  decorateRequest,
  defineSchema,
  errorCodes,
  LogController,
  plugin,
  pluginAs,
  refuse,
  routesOf,
  secures,
  touchstone,
  touchstone as fastify,
  touchstone as 'module.exports',
}
