/** Encapsulation: what a context has, what a child gets when it is created, and what the child gets later. */

import { LATER_OF_REPLIES, LATER_OF_REQUESTS } from '../serve/members/later-members.ts'
import type { ErrorLink, Plan } from '../serve/plan.ts'
import { Reply } from '../serve/reply.ts'
import { Request } from '../serve/request.ts'
import type { Instance } from '../types/app/instance.ts'
import type { SharedSchema } from '../types/schema.ts'
import type { SchemaBucket } from '../types/schema-controller.ts'
import { isObject, type Properties, type UserFunction } from '../values.ts'
import { ExchangeClass } from './exchange-classes.ts'
import { type HookName, HookTable } from './hook-table.ts'
import type { ParserTable } from './parser-table.ts'
import type { CompilerFactories, CompileSerializer, CompileValidator } from './schema-store.ts'

/**
 * copied:      the child copies it when its plugin begins, and does not see later changes of the parent.
 * handed-down: copied, and each later addition of the parent is appended to its existing descendants too.
 * live:        read through the chain of contexts whenever it is used.
 * settled:     read through the chain when the plugin of a route has loaded; the route keeps that value.
 */
export type Inherit = 'copied' | 'handed-down' | 'live' | 'settled'

/** How a child inherits each thing. A parent inherits nothing from its children. `context.test.ts` tries each row. */
export const INHERIT = {
  prefix: 'copied',
  logLevel: 'copied',
  logSerializers: 'copied',
  parsers: 'copied',
  requestValues: 'copied',
  replyValues: 'copied',
  validatorCompiler: 'copied',
  serializerCompiler: 'copied',
  schemaController: 'copied',
  hooks: 'handed-down',
  schemas: 'handed-down',
  decorators: 'live',
  requestMethods: 'live',
  replyMethods: 'live',
  registeredPlugins: 'live',
  notFoundHandler: 'live',
  requestIds: 'live',
  childLoggers: 'live',
  errorHandler: 'settled',
  errorFormatter: 'settled',
  replySerializer: 'settled',
} as const satisfies Record<string, Inherit>

/** Formats the errors of one part; must return an Error. */
export type FormatErrors = (errors: unknown, dataVar: string) => unknown

/** What a context sets for its routes. */
export interface Policy {
  errors: ErrorLink | undefined
  formatErrors: FormatErrors | undefined
  replySerializer: Plan<never>['replySerializer'] | undefined
  /** makes the ids of requests */
  genReqId: UserFunction | undefined
  /** makes the loggers of requests */
  childLogger: UserFunction | undefined
}

/** What a context has when it is created: each row of INHERIT except those of the policy and `notFoundHandler`. */
interface Birth {
  readonly name: string
  readonly prefix: string
  readonly logLevel: string
  readonly logSerializers: object | null
  readonly parsers: ParserTable
  /** values are copied, methods are live */
  readonly requests: ExchangeClass<typeof Request>
  readonly replies: ExchangeClass<typeof Reply>
  readonly validatorCompiler: CompileValidator | undefined
  readonly serializerCompiler: CompileSerializer | undefined
  readonly factories: CompilerFactories
  readonly hooks: HookTable
  readonly schemas: SchemaBucket
  /** the object that plugins get; the prototype of an instance is the instance of the parent context */
  readonly instance: Instance
  readonly registered: Set<string>
}

export class Context {
  readonly name: string
  readonly prefix: string
  readonly parent: Context | null
  readonly children: Context[] = []
  readonly instance: Instance
  readonly logLevel: string
  readonly logSerializers: object | null
  readonly hooks: HookTable
  readonly parsers: ParserTable
  readonly requests: ExchangeClass<typeof Request>
  readonly replies: ExchangeClass<typeof Reply>
  readonly registered: Set<string>
  /** its own name, then the names of the wrapped plugins that loaded in this context */
  readonly nameChain: string[]
  schemas: SchemaBucket
  factories: CompilerFactories
  validatorCompiler: CompileValidator | undefined
  serializerCompiler: CompileSerializer | undefined
  /** a field that is not set has the value of the parent */
  readonly policy: Partial<Policy> = {}
  /** the outermost context with the same prefix: it has the not-found handler for that prefix */
  readonly notFoundLevel: Context
  notFoundSet = false

  private constructor(parent: Context | null, birth: Birth) {
    this.parent = parent
    this.instance = birth.instance
    this.name = birth.name
    this.prefix = birth.prefix
    this.logLevel = birth.logLevel
    this.logSerializers = birth.logSerializers
    this.nameChain = [birth.name]
    this.hooks = birth.hooks
    this.parsers = birth.parsers
    this.requests = birth.requests
    this.replies = birth.replies
    this.registered = birth.registered
    this.schemas = birth.schemas
    this.factories = birth.factories
    this.validatorCompiler = birth.validatorCompiler
    this.serializerCompiler = birth.serializerCompiler
    this.notFoundLevel = parent === null || birth.prefix !== parent.prefix ? this : parent.notFoundLevel
  }

  static root(
    instance: Instance,
    parsers: ParserTable,
    factories: CompilerFactories,
    requests: typeof Request = Request,
  ): Context {
    return new Context(null, {
      name: 'fastify',
      prefix: '',
      logLevel: '',
      logSerializers: null,
      instance,
      hooks: new HookTable(),
      parsers,
      requests: new ExchangeClass(
        requests,
        ['id', 'params', 'raw', 'query', 'log', 'body'],
        LATER_OF_REQUESTS,
      ),
      replies: new ExchangeClass(Reply, ['raw', 'request', 'log'], LATER_OF_REPLIES),
      registered: new Set(),
      schemas: factories.bucket(),
      factories,
      validatorCompiler: undefined,
      serializerCompiler: undefined,
    })
  }

  /** Creates a child. The options of its plugin may set a prefix, a log level and log serializers. */
  fork(name: string, options: Properties): Context {
    const child = new Context(this, {
      name,
      prefix: joinPrefix(this.prefix, options.prefix),
      logLevel:
        typeof options.logLevel === 'string' && options.logLevel !== '' ? options.logLevel : this.logLevel,
      logSerializers: mergeSerializers(this.logSerializers, options.logSerializers),
      parsers: this.parsers.fork(),
      requests: this.requests.fork(),
      replies: this.replies.fork(),
      validatorCompiler: this.validatorCompiler,
      serializerCompiler: this.serializerCompiler,
      factories: this.factories,
      hooks: this.hooks.fork(),
      schemas: this.factories.bucket(this.schemas.getSchemas()),
      instance: Object.create(this.instance),
      registered: new LiveSet(this.registered),
    })
    this.children.push(child)
    return child
  }

  /** Adds a hook to this context and its descendants, after the hooks that they already have. */
  addHook(name: HookName, fn: UserFunction): void {
    this.hooks.add(name, fn)
    if (HookTable.handsDown(name)) for (const child of this.children) child.addHook(name, fn)
  }

  addSchema(schema: SharedSchema): void {
    this.schemas.add(schema)
    for (const child of this.children) child.addSchema(schema)
  }

  /** The current value of a policy: its own, or that of its nearest ancestor. */
  effective<K extends keyof Policy>(key: K): Policy[K] | undefined {
    for (let context: Context | null = this; context !== null; context = context.parent) {
      const own: Policy[K] | undefined = context.policy[key]
      if (own !== undefined) return own
    }
    return undefined
  }

  get pluginName(): string {
    return this.nameChain.join(' -> ')
  }
  /** The place of this context in the tree, for messages. */
  get path(): string {
    return this.parent === null ? 'root' : `${this.parent.path} -> ${this.name}`
  }
}

function joinPrefix(parent: string, own: unknown): string {
  if (typeof own !== 'string' || own === '') return parent
  const below = own.startsWith('/') ? own.slice(1) : own
  return parent.endsWith('/') ? parent + below : `${parent}/${below}`
}

function mergeSerializers(parent: object | null, own: unknown): object | null {
  return isObject(own) ? { ...parent, ...own } : parent
}

// The children see what a parent registers later. The parent does not see what they register.
class LiveSet extends Set<string> {
  readonly #parent: Set<string>
  constructor(parent: Set<string>) {
    super()
    this.#parent = parent
  }
  override has(name: string): boolean {
    return super.has(name) || this.#parent.has(name)
  }
}
