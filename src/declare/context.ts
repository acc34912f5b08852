/** ENCAPSULATION: what one context knows, what a child gets of it at birth, and what reaches the child later. */
import { Reply } from '../serve/reply.ts'
import { Request } from '../serve/request.ts'
import type {
  ErrorLink,
  Fn,
  Loose,
  ReplySerializer,
  SerializerCompiler,
  ValidatorCompiler,
} from '../types/plan.ts'
import { ExchangeClass } from './exchange-classes.ts'
import { type HookName, HookTable } from './hook-table.ts'
import type { ParserTable } from './parser-table.ts'
import type { BucketFactory, SchemaBucket } from './schema-store.ts'

/**
 * copied:      as the parent has it when the child's plugin begins; later changes of the parent are not seen.
 * handed-down: copied, and each later addition of the parent is appended to its living descendants.
 * live:        read through the prototype chain whenever it is used.
 * settled:     read through the chain until the route's plugin has loaded; the route keeps what held then.
 */
export type Inherit = 'copied' | 'handed-down' | 'live' | 'settled'

/** Nothing ever travels up; `fork()` follows this table row by row. */
export interface INHERIT extends Record<string, Inherit> {
  prefix: 'copied'
  logLevel: 'copied'
  parsers: 'copied'
  requestValues: 'copied'
  replyValues: 'copied'
  validatorCompiler: 'copied'
  serializerCompiler: 'copied'
  hooks: 'handed-down'
  schemas: 'handed-down'
  decorators: 'live'
  requestMethods: 'live'
  replyMethods: 'live'
  registeredPlugins: 'live'
  notFoundHandler: 'live'
  errorHandler: 'settled'
  errorFormatter: 'settled'
  replySerializer: 'settled'
}

export type FormatErrors = (errors: unknown, dataVar: string) => unknown

/** The compiler factories of a schema controller; null: the default ones. */
export interface CompilerFactories {
  buildValidator: ((schemas: Record<string, unknown>, options: unknown) => ValidatorCompiler) | null
  buildSerializer: ((schemas: Record<string, unknown>, options: unknown) => SerializerCompiler) | null
  bucket: BucketFactory
}

/** What one context decides for its routes. */
export interface Policy {
  errors: ErrorLink | undefined
  formatErrors: FormatErrors | undefined
  replySerializer: ReplySerializer | undefined
}

interface Birth {
  name: string
  prefix: string
  logLevel: string
  logSerializers: object | null
}

export class Context {
  readonly name: string
  readonly prefix: string
  readonly parent: Context | null
  readonly children: Context[] = []
  /** the object that plugins speak to; the instances inherit from each other as the contexts do */
  instance: Loose
  readonly logLevel: string
  readonly logSerializers: object | null
  readonly hooks: HookTable
  readonly parsers: ParserTable
  readonly requests: ExchangeClass
  readonly replies: ExchangeClass
  readonly registered: Set<string>
  /** names of the wrapped plugins that spoke here, after its own */
  readonly nameChain: string[]
  schemas: SchemaBucket
  factories: CompilerFactories
  validatorCompiler: ValidatorCompiler | undefined
  serializerCompiler: SerializerCompiler | undefined
  /** where it says nothing, its parent's holds */
  readonly policy: Partial<Policy> = {}
  /** the context whose prefix decides which not-found handler routes of this one fall to */
  readonly notFoundLevel: Context
  notFoundSet = false

  private constructor(parent: Context | null, instance: Loose, birth: Birth, made: Inherited) {
    this.parent = parent
    this.instance = instance
    this.name = birth.name
    this.prefix = birth.prefix
    this.logLevel = birth.logLevel
    this.logSerializers = birth.logSerializers
    this.nameChain = [birth.name]
    this.hooks = made.hooks
    this.parsers = made.parsers
    this.requests = made.requests
    this.replies = made.replies
    this.registered = made.registered
    this.schemas = made.schemas
    this.factories = made.factories
    this.validatorCompiler = made.validatorCompiler
    this.serializerCompiler = made.serializerCompiler
    this.notFoundLevel = parent === null || birth.prefix !== parent.prefix ? this : parent.notFoundLevel
  }

  static root(instance: Loose, parsers: ParserTable, factories: CompilerFactories): Context {
    const birth = { name: 'fastify', prefix: '', logLevel: '', logSerializers: null }
    return new Context(null, instance, birth, {
      hooks: new HookTable(),
      parsers,
      requests: new ExchangeClass(Request),
      replies: new ExchangeClass(Reply as never),
      registered: new Set(),
      schemas: factories.bucket(),
      factories,
      validatorCompiler: undefined,
      serializerCompiler: undefined,
    })
  }

  fork(name: string, options: Loose): Context {
    const child = new Context(
      this,
      Object.create(this.instance),
      {
        name,
        prefix: joinPrefix(this.prefix, options['prefix']),
        logLevel: (options['logLevel'] as string | undefined) ?? this.logLevel,
        logSerializers: mergeSerializers(this.logSerializers, options['logSerializers']),
      },
      {
        hooks: this.hooks.fork(),
        parsers: this.parsers.fork(),
        requests: this.requests.fork(),
        replies: this.replies.fork(),
        registered: liveSet(this.registered),
        schemas: this.factories.bucket(this.schemas.getSchemas()),
        factories: this.factories,
        validatorCompiler: this.validatorCompiler,
        serializerCompiler: this.serializerCompiler,
      },
    )
    this.children.push(child)
    return child
  }

  /** Adds a hook here and hands it down, behind what the descendants have of their own. */
  addHook(name: HookName, fn: Fn): void {
    this.hooks.add(name, fn)
    if (HookTable.handsDown(name)) for (const child of this.children) child.addHook(name, fn)
  }

  addSchema(schema: unknown): void {
    this.schemas.add(schema)
    for (const child of this.children) child.addSchema(schema)
  }

  /** What holds here now: its own decision or the nearest ancestor's. */
  effective<K extends keyof Policy>(key: K): Policy[K] {
    for (let context: Context | null = this; context !== null; context = context.parent) {
      const own = context.policy[key]
      if (own !== undefined) return own
    }
    return undefined as Policy[K]
  }

  get pluginName(): string {
    return this.nameChain.join(' -> ')
  }
  /** Where this context stands in the tree, for messages. */
  get path(): string {
    return this.parent === null ? 'root' : `${this.parent.path} -> ${this.name}`
  }
}

interface Inherited {
  hooks: HookTable
  parsers: ParserTable
  requests: ExchangeClass
  replies: ExchangeClass
  registered: Set<string>
  schemas: SchemaBucket
  factories: CompilerFactories
  validatorCompiler: ValidatorCompiler | undefined
  serializerCompiler: SerializerCompiler | undefined
}

function joinPrefix(parent: string, own: unknown): string {
  if (typeof own !== 'string' || own === '') return parent
  if (parent.endsWith('/') && own.startsWith('/')) return parent + own.slice(1)
  return parent + (own.startsWith('/') ? own : `/${own}`)
}

function mergeSerializers(parent: object | null, own: unknown): object | null {
  return own ? { ...parent, ...own } : parent
}

// What a parent registers later counts for its children too; what they register does not count for it.
function liveSet(parent: Set<string>): Set<string> {
  return new (class extends Set<string> {
    override has(name: string): boolean {
      return super.has(name) || parent.has(name)
    }
  })()
}
