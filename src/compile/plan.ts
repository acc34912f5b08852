/** Context + route declaration → RoutePlan: everything that the requests of a route need, flat and frozen. */
import type { Context } from '../declare/context.ts'
import type { Declared } from '../declare/declaration.ts'
import type { CompilerFactories, CompileSerializer, CompileValidator } from '../declare/schema-store.ts'
import type { Exchange, RoutePlan } from '../serve/exchange.ts'
import type { Application, PlanValidation } from '../serve/plan.ts'
import { Stages, type Timed } from '../serve/stages.ts'
import { formatErrors } from '../serve/validate.ts'
import type { RouteSchema } from '../types/schema.ts'
import { inTime, isData, isFunction, isObject, shown } from '../values.ts'
import { type AjvSettings, addsKeywords, ajvCompiler } from './ajv.ts'
import { fastJsonCompiler } from './fast-json.ts'
import { flatPlan } from './flat-plan.ts'
import { SharedHooks } from './handlers.ts'
import { type JudgedBy, judgedBy } from './judged-by.ts'
import type { CodePolicy } from './keywords/generated-code.ts'
import type { ReportUnsafe } from './keywords/unsafe-patterns.ts'
import { ownCompilers } from './own-compilers.ts'
import { RequestTimeCompilers } from './request-time.ts'
import { ResponseChecks, type ResponseValidation } from './response-checks.ts'
import { type Shaping, shapeSchema } from './schema-shape.ts'
import { type SchemaScope, SchemaScopes } from './scope.ts'
import { compileResponses } from './serializers.ts'
import { viewOf } from './standard/route-view.ts'
import { isStandard } from './standard/standard.ts'
import { Turns } from './turns.ts'
import { buildError, compileParts } from './validators.ts'

export interface CompileSettings {
  readonly app: Application
  readonly ajv: AjvSettings
  readonly serializerOpts?: object | undefined
  readonly jsonShorthand: boolean
  readonly responseValidation?: ResponseValidation | undefined
  readonly exposeHeadRoutes: boolean
  readonly unsafe: ReportUnsafe | null
  readonly code: CodePolicy
  readonly serverTiming?: Timed | undefined
}

const NOTHING: PlanValidation<Exchange> = {
  validate: null,
  validators: Object.freeze({}),
  bodySchema: null,
}

export class PlanCompiler {
  readonly #settings: CompileSettings
  readonly #turns = new Turns()
  /** contexts share a scope and its compilers only if they have the same factories */
  readonly #scopes = new Map<CompilerFactories, SchemaScopes>()
  readonly #compilers = new Map<
    SchemaScope,
    {
      validator?: CompileValidator
      serializer?: CompileSerializer
      checks?: ResponseChecks
      passing?: RequestTimeCompilers
    }
  >()
  /** the scope of each context: no schema is declared any more when plans are made */
  readonly #scopeOf = new Map<Context, SchemaScope>()
  #shared: { readonly stages: Stages | null; readonly hooks: SharedHooks } | null = null
  /** what the schemas that `routeOptions` shows were made of */
  readonly #shapes = new WeakMap<RouteSchema, RouteSchema>()

  constructor(settings: CompileSettings) {
    this.#settings = settings
  }

  /** Makes the plan of one route. `notFound` is the plan for `reply.callNotFound()`. */
  compile(route: Declared, notFound: RoutePlan | null): RoutePlan {
    const { options } = route
    const own = ownCompilers(route)
    const shaped = isSchema(options.schema, route)
      ? this.#shapeOf(options.schema, own.parts, route)
      : undefined
    const schema = shaped === undefined ? undefined : viewOf(shaped, own)
    if (schema !== undefined) {
      this.#shapes.set(schema, shaped!)
      options.schema = schema // an onRoute hook may have kept the options: they have the full schema
    }
    this.#shared ??= this.#share()
    const { stages, hooks: shared } = this.#shared
    const hooks = shared.of(route)
    const plan = flatPlan(route, this.#settings, {
      schema,
      hooks,
      judged: shaped === undefined ? NOTHING : this.#parts(route, shaped, own.parts),
      serializers: this.#responses(route, shaped, own.responses),
      notFound: notFound === null ? null : shared.notFound(notFound, hooks),
      stages,
      compilers: this,
    })
    return Object.freeze(plan)
  }

  // Whether somebody listens counts when the first plan is made: at ready().
  #share() {
    const stages = Stages.of(this.#settings.serverTiming ?? null)
    return { stages, hooks: new SharedHooks(stages) }
  }

  // Routes may share their options: / and its form with a trailing slash do. The second one meets the full schema of the first.
  #shapeOf(schema: RouteSchema, custom: boolean, route: Declared): RouteSchema {
    const known = this.#shapes.get(schema)
    if (known !== undefined) return known
    const refuse: Shaping['refuse'] = (cause, part, where, own) => {
      const code = part === 'response' ? 'FST_ERR_SCH_SERIALIZATION_BUILD' : 'FST_ERR_SCH_VALIDATION_BUILD'
      const { context, method, url } = route
      return buildError(code, cause, { context, method: String(method), url: String(url) }, where, own)
    }
    return shapeSchema(schema, { shorthand: this.#settings.jsonShorthand, custom, refuse })
  }

  /** The compilers for schemas that a handler passes at request time. */
  passing(route: Declared): { validator: CompileValidator; serializer: CompileSerializer } {
    const own = ownCompilers(route)
    const made = this.#compilersOf(this.scope(route.context))
    const { ajv, serializerOpts = {}, code } = this.#settings
    const { schemas } = this.scope(route.context)
    made.passing ??= new RequestTimeCompilers(schemas, ajv, serializerOpts, code)
    const { validator, serializer } = made.passing.current
    return {
      validator: own.parts ? this.#validatorCompiler(route) : validator,
      serializer: own.responses ? this.#serializerCompiler(route) : serializer,
    }
  }

  /** What judges the parts and writes the responses of a route, and why. */
  judged(route: Declared): JudgedBy[] {
    const { ajv, serializerOpts = {} } = this.#settings
    return judgedBy(route, {
      scope: this.scope(route.context),
      ajv,
      serializerOpts,
      own: ownCompilers(route),
    })
  }

  #parts(route: Declared, schema: RouteSchema, custom: boolean): PlanValidation<Exchange> {
    const { context, options, settled } = route
    const own = options.schemaErrorFormatter?.bind(context.instance)
    return compileParts(schema, {
      context,
      scope: () => this.scope(context),
      method: String(route.method),
      url: String(route.url), // a not-found handler has none, and no schema
      compile: (part) => this.#validatorCompiler(route)(part),
      custom,
      format: own ?? settled.formatErrors ?? formatErrors,
      keywords: addsKeywords(this.#settings.ajv),
      unsafe: this.#settings.unsafe,
    })
  }

  #responses(route: Declared, schema: RouteSchema | undefined, custom: boolean): RoutePlan['serializers'] {
    const response: unknown = schema?.response
    if (response === undefined || response === null) return null
    const compile: CompileSerializer = (part) => this.#serializerCompiler(route)(part)
    const { context, method, url } = route
    return compileResponses(response, {
      context,
      method: String(method),
      url: String(url),
      compile,
      custom,
      validation: this.#settings.responseValidation ?? 'off',
      checks: () => this.#checks(context),
    })
  }

  /** The compiler of the route, of its context, or the default one for the schemas of the context. */
  #validatorCompiler({ options, context }: Declared): CompileValidator {
    if (isFunction(options.validatorCompiler)) return options.validatorCompiler
    return context.validatorCompiler ?? this.defaultValidator(context)
  }

  #serializerCompiler({ options, context }: Declared): CompileSerializer {
    if (isFunction(options.serializerCompiler)) return options.serializerCompiler
    return context.serializerCompiler ?? this.defaultSerializer(context)
  }

  #checks(context: Context): ResponseChecks {
    const scope = this.scope(context)
    const made = this.#compilersOf(scope)
    made.checks ??= new ResponseChecks(scope, this.#settings.ajv, this.#settings.code.report)
    return made.checks
  }

  defaultValidator(context: Context): CompileValidator {
    const scope = this.scope(context)
    const made = this.#compilersOf(scope)
    const build = context.factories.buildValidator
    made.validator ??=
      build === null
        ? ajvCompiler(scope, this.#settings.ajv, this.#turns, this.#settings.code)
        : inTime(build(scope.schemas, this.#settings.ajv), 'buildValidator')
    return made.validator
  }

  defaultSerializer(context: Context): CompileSerializer {
    const scope = this.scope(context)
    const made = this.#compilersOf(scope)
    const build = context.factories.buildSerializer
    const options = this.#settings.serializerOpts ?? {}
    made.serializer ??=
      build === null
        ? fastJsonCompiler(scope, options, this.#settings.code)
        : inTime(build(scope.schemas, options), 'buildSerializer')
    return made.serializer
  }

  /** The scope with the shared schemas of a context. */
  scope(context: Context): SchemaScope {
    let scope = this.#scopeOf.get(context)
    if (scope === undefined) {
      const schemas = inTime(context.schemas.getSchemas(), 'getSchemas of the bucket')
      scope = this.#scopesOf(context.factories).of(schemas)
      this.#scopeOf.set(context, scope)
    }
    return scope
  }

  #scopesOf(factories: CompilerFactories): SchemaScopes {
    let scopes = this.#scopes.get(factories)
    if (scopes === undefined) this.#scopes.set(factories, (scopes = new SchemaScopes()))
    return scopes
  }

  /** The default compiler of a context, if a schema has needed it. */
  madeValidator(context: Context): CompileValidator | undefined {
    return this.#madeFor(context)?.validator
  }
  madeSerializer(context: Context): CompileSerializer | undefined {
    return this.#madeFor(context)?.serializer
  }
  #madeFor(context: Context) {
    const scope = this.#scopeOf.get(context)
    return scope === undefined ? undefined : this.#compilers.get(scope)
  }

  #compilersOf(scope: SchemaScope) {
    let made = this.#compilers.get(scope)
    if (made === undefined) this.#compilers.set(scope, (made = {}))
    return made
  }
}

const PARTS = ['body', 'querystring', 'query', 'params', 'headers', 'response']

// `undefined` and `null` declare nothing. Any other value but an object with parts is a mistake, which nothing would judge.
function isSchema(schema: unknown, { method, url, context }: Declared): schema is RouteSchema {
  if (schema === undefined || schema === null) return false
  const plain = isData(schema) || (isObject(schema) && PARTS.some((part) => part in schema))
  if (plain && !isStandard(schema)) return true
  const source = { context, method: String(method), url: String(url) }
  const wrong = new TypeError(
    `${shown(schema)} is not an object such as { body, querystring, params, headers, response }`,
  )
  throw buildError('FST_ERR_SCH_VALIDATION_BUILD', wrong, source, 'schema of the route', undefined)
}
