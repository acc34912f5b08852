/** The fields of a plan in one object. Each is written out: a spread costs more than all the rest of a plan. */
import type { Declared } from '../declare/declaration.ts'
import type { CompileSerializer, CompileValidator } from '../declare/schema-store.ts'
import { Deadlines } from '../serve/deadlines.ts'
import type { Exchange, RoutePlan } from '../serve/exchange.ts'
import type { Application, PlanHooks, PlanValidation } from '../serve/plan.ts'
import type { Stages } from '../serve/stages.ts'
import type { RouteSchema } from '../types/schema.ts'
import { isFunction } from '../values.ts'
import { errorsOf, handlerOf } from './handlers.ts'
import { infoOf } from './route-info.ts'

function childLoggerOf({ context, options }: Declared, app: Application): RoutePlan['childLogger'] {
  const own = options.childLoggerFactory || context.effective('childLogger') || app.childLogger
  return isFunction(own) ? own.bind(context.instance) : null
}

function limitOf(ms: number): Deadlines | null {
  return ms > 0 ? new Deadlines(ms) : null
}

/** What has been compiled for a route. */
interface Compiled {
  readonly schema: RouteSchema | undefined
  readonly hooks: PlanHooks
  readonly judged: PlanValidation<Exchange>
  readonly serializers: RoutePlan['serializers']
  readonly notFound: RoutePlan | null
  readonly stages: Stages | null
  readonly compilers: {
    /** for schemas that a handler of the route passes at request time */
    passing(route: Declared): { validator: CompileValidator; serializer: CompileSerializer }
  }
}

export function flatPlan(
  route: Declared,
  settings: { readonly app: Application; readonly exposeHeadRoutes: boolean },
  { schema, hooks, judged, serializers, notFound, stages, compilers }: Compiled,
): RoutePlan {
  const { context, options } = route
  return {
    method: route.method,
    url: route.url,
    config: route.config,
    schema,
    server: context.instance,
    info: infoOf(route, schema, settings),
    is404: route.is404,
    headTwin: route.entry.automatic,
    onRequest: hooks.onRequest,
    preParsing: hooks.preParsing,
    preValidation: hooks.preValidation,
    preHandler: hooks.preHandler,
    preSerialization: hooks.preSerialization,
    onSend: hooks.onSend,
    onResponse: hooks.onResponse,
    onError: hooks.onError,
    onTimeout: hooks.onTimeout,
    onRequestAbort: hooks.onRequestAbort,
    handler: handlerOf(route, stages),
    Request: context.requests.make(),
    Reply: context.replies.make(),
    parsers: context.parsers,
    bodyLimit: options.bodyLimit ?? null,
    limit: limitOf(options.handlerTimeout ?? settings.app.handlerTimeout),
    validate: judged.validate,
    validators: judged.validators,
    bodySchema: judged.bodySchema,
    attachValidation: Boolean(options.attachValidation),
    serializers,
    replySerializer: route.settled.replySerializer ?? null,
    errors: errorsOf(route, stages),
    notFound,
    // What a handler leaves out is null, as in 4.17.
    compileValidator: (given, part, { method, url }) =>
      compilers
        .passing(route)
        .validator({ schema: given, method: method!, url: url!, httpPart: part ?? null }),
    compileSerializer: (given, status, type, { method, url }) => {
      const asked = { schema: given, method: method!, url: url! }
      return compilers
        .passing(route)
        .serializer({ ...asked, httpStatus: status ?? null, contentType: type ?? null })
    },
    compiled: { validators: null, serializers: null },
    genReqId: context.effective('genReqId') ?? settings.app.genReqId,
    childLogger: childLoggerOf(route, settings.app),
    logLevel: options.logLevel ?? context.logLevel,
    logSerializers: options.logSerializers ?? context.logSerializers,
    app: settings.app,
  }
}
