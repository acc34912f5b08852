/** ENCAPSULATION: what one context knows, what a child gets of it at birth, and what reaches the child later. */

import type { ErrorLink, Plan } from '../serve/plan.ts'
import { Reply } from '../serve/reply.ts'
import { Request } from '../serve/request.ts'
import type { Instance } from '../types/instance.ts'
import type { SchemaBucket, SharedSchema } from '../types/schema.ts'
import { isObject, type Properties, type UserFunction } from '../values.ts'
import { ExchangeClass } from './exchange-classes.ts'
import { type HookName, HookTable } from './hook-table.ts'
import type { ParserTable } from './parser-table.ts'
import type { CompilerFactories, CompileSerializer, CompileValidator } from './schema-store.ts'

/**
 * copied:      as the parent has it when the child's plugin begins; later changes of the parent are not seen.
 * handed-down: copied, and each later addition of the parent is appended to its living descendants.
 * live:        read through the chain of contexts whenever it is used.
 * settled:     read through the chain until the route's plugin has loaded; the route keeps what held then.
 */
export type Inherit = 'copied' | 'handed-down' | 'live' | 'settled'

/** How each thing reaches a child. Nothing ever travels up. `fork()` follows this table row by row. */
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
  errorHandler: 'settled',
  errorFormatter: 'settled',
  replySerializer: 'settled',
} as const satisfies Record<string, Inherit>

/** Words the errors of one part; must return an Error. */
export type FormatErrors = (errors: unknown, dataVar: string) => unknown

/** What one context decides for its routes. */
export interface Policy {
  errors: ErrorLink | undefined
  formatErrors: FormatErrors | undefined
  replySerializer: Plan<never>['replySerializer'] | undefined
}

/** What a context has at birth. Each row of INHERIT but those of the policy is in one of these fields. */
interface Birth {
  readonly name: string
  readonly prefix: string
  readonly logLevel: string
  readonly logSerializers: object | null
  readonly parsers: ParserTable
  /** values copied, methods live */
  readonly requests: ExchangeClass<typeof Request>
  readonly replies: ExchangeClass<typeof Reply>
  readonly validatorCompiler: CompileValidator | undefined
  readonly serializerCompiler: CompileSerializer | undefined
  readonly factories: CompilerFactories
  readonly hooks: HookTable
  readonly schemas: SchemaBucket
  /** the object that plugins speak to; the instances inherit from each other as the contexts do */
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
  /** names of the wrapped plugins that spoke here, after its own */
  readonly nameChain: string[]
  schemas: SchemaBucket
  factories: CompilerFactories
  validatorCompiler: CompileValidator | undefined
  serializerCompiler: CompileSerializer | undefined
  /** where it says nothing, its parent's holds */
  readonly policy: Partial<Policy> = {}
  /** the context whose prefix decides which not-found handler routes of this one fall to */
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

  static root(instance: Instance, parsers: ParserTable, factories: CompilerFactories): Context {
    return new Context(null, {
      name: 'fastify',
      prefix: '',
      logLevel: '',
      logSerializers: null,
      instance,
      hooks: new HookTable(),
      parsers,
      requests: new ExchangeClass(Request),
      replies: new ExchangeClass(Reply),
      registered: new Set(),
      schemas: factories.bucket(),
      factories,
      validatorCompiler: undefined,
      serializerCompiler: undefined,
    })
  }

  /** A child, with what a plugin's options say of it. */
  fork(name: string, options: Properties): Context {
    const child = new Context(this, {
      name,
      prefix: joinPrefix(this.prefix, options.prefix),
      logLevel: typeof options.logLevel === 'string' ? options.logLevel : this.logLevel,
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
      registered: liveSet(this.registered),
    })
    this.children.push(child)
    return child
  }

  /** Adds a hook here and hands it down, behind what the descendants have of their own. */
  addHook(name: HookName, fn: UserFunction): void {
    this.hooks.add(name, fn)
    if (HookTable.handsDown(name)) for (const child of this.children) child.addHook(name, fn)
  }

  addSchema(schema: SharedSchema): void {
    this.schemas.add(schema)
    for (const child of this.children) child.addSchema(schema)
  }

  /** What holds here now: its own decision or the nearest ancestor's. */
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
  /** Where this context stands in the tree, for messages. */
  get path(): string {
    return this.parent === null ? 'root' : `${this.parent.path} -> ${this.name}`
  }
}

function joinPrefix(parent: string, own: unknown): string {
  if (typeof own !== 'string' || own === '') return parent
  if (parent.endsWith('/') && own.startsWith('/')) return parent + own.slice(1)
  return parent + (own.startsWith('/') ? own : `/${own}`)
}

function mergeSerializers(parent: object | null, own: unknown): object | null {
  return isObject(own) ? { ...parent, ...own } : parent
}

// What a parent registers later counts for its children too; what they register does not count for it.
function liveSet(parent: Set<string>): Set<string> {
  return new (class extends Set<string> {
    override has(name: string): boolean {
      return super.has(name) || parent.has(name)
    }
  })()
}
