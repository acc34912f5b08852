/** A declared route: its checked options, its entry in the router, and what the compiler needs of it. */
import type { BootQueue } from '../boot/queue.ts'
import type { RoutePlan } from '../serve/exchange.ts'
import type { ErrorLink, Plan } from '../serve/plan.ts'
import type { Instance } from '../types/app/instance.ts'
import type { Root } from '../types/context-type.ts'
import type { RouteConfig } from '../types/exchange/route-info.ts'
import type { RouteSettings } from '../types/exchange/route-options.ts'
import type { HttpMethod } from '../types/http.ts'
import type { RouteSchema } from '../types/schema.ts'
import type { Properties, UserFunction } from '../values.ts'
import type { Context, FormatErrors } from './context.ts'
import type { RequestHook } from './hook-table.ts'
import type { OptionChecks } from './option-names.ts'
import type { CompileSerializer, CompileValidator } from './schema-store.ts'

type Functions =
  | 'handler'
  | 'errorHandler'
  | 'validatorCompiler'
  | 'serializerCompiler'
  | 'schemaErrorFormatter'

/** The checked options of a route. `onRoute` hooks get this object and may change it. */
export interface RouteDeclaration
  extends Omit<RouteSettings<Root, RouteSchema, string, Instance>, RequestHook | Functions>,
    Partial<Record<RequestHook, unknown>> {
  method: HttpMethod | readonly HttpMethod[]
  url: string
  path: string
  handler: UserFunction
  errorHandler?: UserFunction
  validatorCompiler?: CompileValidator
  serializerCompiler?: CompileSerializer
  schemaErrorFormatter?: UserFunction
  version?: unknown
  /** options of plugins */
  [key: string]: unknown
}

/** The entry of a route in the router. It is added when the route is declared; ready() sets its plan. */
export interface RouteEntry {
  plan: RoutePlan | null
  /** an automatic HEAD route, which a declared HEAD route replaces */
  readonly automatic: boolean
  /** the GET route from whose plan that of this automatic HEAD route is made, when it is first needed */
  readonly get: RouteEntry | null
  /** the handler as it was declared, for `findRoute` */
  readonly handler: UserFunction | null
  readonly config: RouteConfig
}

/** A route that the router has found: its entry, and the names of its parameters. */
export interface Found {
  readonly entry: RouteEntry
  readonly params: readonly string[]
}

/** A declared route, which the compiler turns into a plan at ready(). */
export interface Declared {
  readonly context: Context
  readonly method: Plan<never>['method']
  readonly url: string | undefined
  readonly handler: UserFunction
  readonly config: RouteConfig
  /** the options of the route: onRoute hooks may have changed them */
  readonly options: Partial<RouteDeclaration>
  readonly is404: boolean
  readonly entry: RouteEntry
  /** the policy of the context when its plugin had loaded */
  settled: Settled
}

export interface Settled {
  errors: ErrorLink
  formatErrors: FormatErrors | undefined
  replySerializer: Plan<never>['replySerializer'] | undefined
}

/** What the declaration of a route needs of the application. */
export interface RouteHost {
  readonly methods: readonly HttpMethod[]
  readonly exposeHeadRoutes: boolean
  readonly ignoreTrailingSlash: boolean
  readonly ignoreDuplicateSlashes: boolean
  readonly queue: Pick<BootQueue<Instance>, 'watch' | 'later' | 'isLast'>
  readonly checks: OptionChecks
  add(method: string | readonly string[], url: string, constraints: Properties, entry: RouteEntry): void
  find(method: string, url: string, constraints: Properties): Found | null
  /** whether the application has its own strategy for this constraint, which may take any value */
  isOwnStrategy(name: string): boolean
  remove(method: string, url: string, constraints: Properties): void
  /** keeps the route for the compiler, and settles it when its plugin has loaded */
  declared(route: Declared): void
}
