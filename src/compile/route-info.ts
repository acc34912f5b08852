/** The content of `request.routeOptions`. */
import type { Declared } from '../declare/declaration.ts'
import type { RoutePlan } from '../serve/exchange.ts'
import type { RouteSchema } from '../types/schema.ts'

export function infoOf(
  { method, url, config, options, context, handler }: Declared,
  schema: RouteSchema | undefined,
  {
    app,
    exposeHeadRoutes,
  }: { app: { bodyLimit: number; handlerTimeout: number }; exposeHeadRoutes: boolean },
): RoutePlan['info'] {
  return {
    method,
    url: url === undefined ? undefined : String(config.url), // as on 4.17, also of a route that an onRoute hook has moved
    bodyLimit: options.bodyLimit ?? app.bodyLimit,
    handlerTimeout: options.handlerTimeout ?? app.handlerTimeout,
    attachValidation: Boolean(options.attachValidation),
    logLevel: options.logLevel ?? context.logLevel,
    exposeHeadRoute: options.exposeHeadRoute ?? exposeHeadRoutes,
    prefixTrailingSlash: options.prefixTrailingSlash ?? 'both',
    config,
    schema,
    handler: options.handler ?? handler, // a not-found handler is no option
    constraints: options.constraints,
  }
}
