/** The public face: names only, each with its public type. */
import { create } from './app.ts'
import { wrapPlugin } from './boot/plugin.ts'
import { routesOf as listRoutes } from './declare/route-list.ts'
import { errorCodes as codes } from './errors.ts'
import { bearerAuth as bearer } from './plugins/bearer-auth.ts'
import * as statements from './statements.ts'
import type { BearerAuth } from './types/bearer-auth.ts'
import type { ErrorCodes } from './types/errors.ts'
import type {
  AddSchemaStatement,
  DecorateReplyStatement,
  DecorateRequestStatement,
  DecorateStatement,
  DefineSchema,
  PluginAs,
  PluginWrapper,
  RoutesOf,
  Touchstone,
} from './types/factory.ts'

export const touchstone = create as unknown as Touchstone
export default touchstone
/** The factory under the name that applications of the line import. */
export const fastify = touchstone
export const plugin = wrapPlugin as unknown as PluginWrapper
export const pluginAs = statements.pluginAs as unknown as PluginAs
export const bearerAuth = bearer as unknown as BearerAuth
export const errorCodes = codes as unknown as ErrorCodes
export const decorate: DecorateStatement = statements.decorate as unknown as DecorateStatement
export const decorateRequest: DecorateRequestStatement =
  statements.decorateRequest as unknown as DecorateRequestStatement
export const decorateReply: DecorateReplyStatement =
  statements.decorateReply as unknown as DecorateReplyStatement
export const addSchema: AddSchemaStatement = statements.addSchema as unknown as AddSchemaStatement
export const routesOf = listRoutes as RoutesOf
export const defineSchema = statements.defineSchema as unknown as DefineSchema

// What `require('touchstone')` gives: the factory, with every export as its property.
const names = {
  default: create,
  touchstone: create,
  fastify: create,
  plugin,
  pluginAs,
  bearerAuth,
  errorCodes,
  routesOf,
}
type Names = {
  readonly fastify: Touchstone
  readonly plugin: PluginWrapper
  readonly pluginAs: PluginAs
  readonly bearerAuth: BearerAuth
  readonly decorate: DecorateStatement
  readonly decorateRequest: DecorateRequestStatement
  readonly decorateReply: DecorateReplyStatement
  readonly addSchema: AddSchemaStatement
  readonly defineSchema: DefineSchema
  readonly routesOf: RoutesOf
}
const forms = { decorate, decorateRequest, decorateReply, addSchema, defineSchema }
const cjs = Object.assign(create, names, forms) as unknown as Touchstone & Names

export type * from './types/app-hooks.ts'
export type * from './types/bearer-auth.ts'
export type {
  Ctx,
  GlobalInstance,
  GlobalReply,
  GlobalRequest,
  GlobalRouteOptions,
  Root,
} from './types/context-type.ts'
export type * from './types/errors.ts'
export type * from './types/factory.ts'
export type * from './types/hooks.ts'
export type * from './types/http.ts'
export type { SchemaInference, TypeOf, UnknownRef } from './types/infer.ts'
export type * from './types/inject.ts'
export type * from './types/instance.ts'
export type * from './types/logger.ts'
export type * from './types/options.ts'
export type * from './types/parser.ts'
export type * from './types/plugin.ts'
export type * from './types/reply.ts'
export type * from './types/request.ts'
export type * from './types/route.ts'
export type * from './types/schema.ts'
export type * from './types/serving.ts'
export type * from './types/settings.ts'
export { cjs as 'module.exports' }
