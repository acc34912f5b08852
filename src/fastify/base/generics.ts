/** What applications and plugins say of their routes: generics, schemas and `config`. No runtime. */
// biome-ignore-all lint/suspicious/noEmptyInterface: plugins merge members in
import type {
  ContextConfigDefault,
  HTTPMethods,
  ReplyDefault,
  RequestBodyDefault,
  RequestHeadersDefault,
  RequestParamsDefault,
  RequestQuerystringDefault,
} from './raw.ts'

/** The parts of a request as generics: `get<{ Querystring: { page: number } }>(…)`. */
export interface RequestGenericInterface {
  Body?: RequestBodyDefault
  Querystring?: RequestQuerystringDefault
  Params?: RequestParamsDefault
  Headers?: RequestHeadersDefault
}

/** The `config` of routes: plugins merge in what they read there. */
export interface FastifyContextConfig {}
/** What the framework adds to the `config` of a route. */
export interface FastifyRouteConfig {
  url: string
  method: HTTPMethods | HTTPMethods[]
}
/** @deprecated Use `routeOptions`. */
export interface FastifyContext<ContextConfig = ContextConfigDefault> {
  config: FastifyContextConfig & FastifyRouteConfig & ContextConfig
}
/** @deprecated Use `routeOptions`. */
export interface FastifyRequestContext<ContextConfig = ContextConfigDefault>
  extends FastifyContext<ContextConfig> {}
/** @deprecated Use `routeOptions`. */
export interface FastifyReplyContext<ContextConfig = ContextConfigDefault>
  extends FastifyContext<ContextConfig> {}

/** The payload of a reply as a generic: one type, or one for each status. */
export interface ReplyGenericInterface {
  Reply?: ReplyDefault
}

/** What a route says of its types: `get<{ Body: …; Querystring: …; Params: …; Headers: …; Reply: … }>(…)`. */
export interface RouteGenericInterface extends RequestGenericInterface, ReplyGenericInterface {}

/** Plugins merge in what they read of a schema: `tags`, `hide` and so on. */
export interface FastifySchema {
  body?: unknown
  querystring?: unknown
  params?: unknown
  headers?: unknown
  response?: unknown
}
