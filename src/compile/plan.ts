/** Context + route declaration → RoutePlan: everything that a request of the route will need, flat and frozen. */
import type { CompilerFactories, Context, FormatErrors } from '../declare/context.ts'
import { REQUEST_HOOKS } from '../declare/hook-table.ts'
import type { Declared } from '../declare/route.ts'
import { formatErrors } from '../serve/validate.ts'
import type {
  AppSettings,
  ErrorLink,
  Fn,
  Loose,
  RoutePlan,
  SerializerCompiler,
  Step,
  ValidatorCompiler,
} from '../types/plan.ts'
import { type AjvSettings, ajvCompiler } from './ajv.ts'
import { fastJsonCompiler } from './fast-json.ts'
import { shapeSchema } from './schema-shape.ts'
import { type SchemaScope, SchemaScopes } from './scope.ts'
import { compileResponses } from './serializers.ts'
import { compileParts } from './validators.ts'

export interface CompileSettings {
  readonly app: AppSettings
  readonly ajv: AjvSettings
  readonly serializerOpts: Loose
  readonly jsonShorthand: boolean
}

const NOTHING: Pick<RoutePlan, 'validate' | 'validators' | 'bodySchema'> = {
  validate: null,
  validators: Object.freeze({}),
  bodySchema: null,
}

export class PlanCompiler {
  readonly #settings: CompileSettings
  /** contexts share a scope, and with it its compilers, only where the same factories make them */
  readonly #scopes = new Map<CompilerFactories, SchemaScopes>()
  readonly #compilers = new Map<
    SchemaScope,
    { validator?: ValidatorCompiler; serializer?: SerializerCompiler }
  >()
  /** what a context sees is looked up once: nothing is declared any more when plans are made */
  readonly #scopeOf = new Map<Context, SchemaScope>()

  constructor(settings: CompileSettings) {
    this.#settings = settings
  }

  /** The plan of one route. `notFound` is where `reply.callNotFound()` leads. */
  compile(route: Declared, notFound: RoutePlan | null): RoutePlan {
    const { context, options } = route
    const schema = isSchema(options['schema'])
      ? shapeSchema(options['schema'], this.#settings.jsonShorthand)
      : undefined
    if (schema !== undefined) options['schema'] = schema // whoever kept the route from onRoute sees it whole
    const hooks = bindHooks(context, options)
    return Object.freeze({
      method: route.method,
      url: route.url,
      config: route.config,
      schema,
      server: context.instance,
      options,
      is404: route.is404,
      headTwin: route.entry.automatic,
      ...hooks,
      handler: route.handler,
      Request: context.requests.make() as RoutePlan['Request'],
      Reply: context.replies.make() as RoutePlan['Reply'],
      parsers: context.parsers,
      bodyLimit: (options['bodyLimit'] as number | undefined) ?? null,
      ...(schema === undefined ? NOTHING : this.#parts(route, schema)),
      attachValidation: options['attachValidation'] === true,
      serializers: this.#responses(route, schema),
      replySerializer: route.settled.replySerializer ?? null,
      errors: errorsOf(route),
      notFound:
        notFound === null ? null : Object.freeze({ ...notFound, onSend: hooks.onSend, notFound: null }),
      // null, as in the reference, for what the caller left out
      compileValidator: (wanted, httpPart, method, url) =>
        this.#validatorCompiler(route)({ schema: wanted, method, url, httpPart: (httpPart ?? null)! }),
      compileSerializer: (wanted, httpStatus, contentType, method, url) =>
        this.#serializerCompiler(route)({
          schema: wanted,
          method,
          url,
          httpStatus: (httpStatus ?? null)!,
          contentType: (contentType ?? null)!,
        }),
      compiled: { validators: null, serializers: null },
      logLevel: (options['logLevel'] as string | undefined) ?? context.logLevel,
      logSerializers: (options['logSerializers'] as object | undefined) ?? context.logSerializers,
      app: this.#settings.app,
    } satisfies RoutePlan)
  }

  #parts(route: Declared, schema: Loose): Pick<RoutePlan, 'validate' | 'validators' | 'bodySchema'> {
    const { context, options, settled } = route
    const own = options['schemaErrorFormatter'] as Fn | undefined
    return compileParts(schema, {
      context,
      scope: () => this.scope(context),
      method: String(route.method),
      url: route.url as string, // what has a schema has one
      compile: (part) => this.#validatorCompiler(route)(part),
      custom:
        typeof options['validatorCompiler'] === 'function' ||
        context.validatorCompiler !== undefined ||
        context.factories.buildValidator !== null,
      format:
        (own?.bind(context.instance) as FormatErrors | undefined) ?? settled.formatErrors ?? formatErrors,
    })
  }

  #responses(route: Declared, schema: Loose | undefined): RoutePlan['serializers'] {
    const response = schema?.['response']
    if (typeof response !== 'object' || response === null) return null
    const compile: SerializerCompiler = (part) => this.#serializerCompiler(route)(part)
    const { context, method, url } = route
    return compileResponses(response as Loose, {
      context,
      method: method as string,
      url: url as string,
      compile,
    })
  }

  /** The route's own compiler, its context's, or the default one for what the context sees. */
  #validatorCompiler({ options, context }: Declared): ValidatorCompiler {
    const own = options['validatorCompiler']
    if (typeof own === 'function') return own as ValidatorCompiler
    return context.validatorCompiler ?? this.defaultValidator(context)
  }

  #serializerCompiler({ options, context }: Declared): SerializerCompiler {
    const own = options['serializerCompiler']
    if (typeof own === 'function') return own as SerializerCompiler
    return context.serializerCompiler ?? this.defaultSerializer(context)
  }

  defaultValidator(context: Context): ValidatorCompiler {
    const scope = this.scope(context)
    const made = this.#compilersOf(scope)
    const build = context.factories.buildValidator
    made.validator ??=
      build === null ? ajvCompiler(scope, this.#settings.ajv) : build(scope.schemas, this.#settings.ajv)
    return made.validator
  }

  defaultSerializer(context: Context): SerializerCompiler {
    const scope = this.scope(context)
    const made = this.#compilersOf(scope)
    const build = context.factories.buildSerializer
    const options = this.#settings.serializerOpts
    made.serializer ??= build === null ? fastJsonCompiler(scope, options) : build(scope.schemas, options)
    return made.serializer
  }

  /** The shared schemas that a context sees. */
  scope(context: Context): SchemaScope {
    let scope = this.#scopeOf.get(context)
    if (scope === undefined) {
      scope = this.#scopesOf(context.factories).of(context.schemas.getSchemas())
      this.#scopeOf.set(context, scope)
    }
    return scope
  }

  #scopesOf(factories: CompilerFactories): SchemaScopes {
    let scopes = this.#scopes.get(factories)
    if (scopes === undefined) this.#scopes.set(factories, (scopes = new SchemaScopes()))
    return scopes
  }

  /** The default compiler of a context if it was needed so far. */
  madeValidator(context: Context): ValidatorCompiler | undefined {
    return this.#compilers.get(this.#scopeOf.get(context) as SchemaScope)?.validator
  }
  madeSerializer(context: Context): SerializerCompiler | undefined {
    return this.#compilers.get(this.#scopeOf.get(context) as SchemaScope)?.serializer
  }

  #compilersOf(scope: SchemaScope) {
    let made = this.#compilers.get(scope)
    if (made === undefined) this.#compilers.set(scope, (made = {}))
    return made
  }
}

function isSchema(schema: unknown): schema is Loose {
  return typeof schema === 'object' && schema !== null
}

type BoundHooks = Pick<RoutePlan, (typeof REQUEST_HOOKS)[number]>

// The context's hooks first, parent before child, then the route's own; null instead of an empty list.
function bindHooks(context: Context, options: Loose): BoundHooks {
  const bound: Partial<Record<(typeof REQUEST_HOOKS)[number], readonly Step[] | null>> = {}
  for (const name of REQUEST_HOOKS) {
    const own = options[name] as Fn | Fn[] | undefined
    const inherited = context.hooks.list(name)
    const list = own ? inherited.concat(own) : inherited
    bound[name] = list.length === 0 ? null : list.map((hook) => hook.bind(context.instance))
  }
  return bound as BoundHooks
}

function errorsOf({ options, settled, context }: Declared): ErrorLink {
  const own = options['errorHandler'] as Fn | undefined
  return own === undefined ? settled.errors : { handler: own.bind(context.instance), parent: settled.errors }
}
