/** The Request and the Reply class of a context, with what decorateRequest and decorateReply add to it and its descendants. */
import { errorCodes } from '../errors.ts'
import { isFunction, shown } from '../values.ts'

export { decoratorOf } from '../serve/members/later-members.ts'

type Class = new (...args: never[]) => object

/** Computed properties whose setter takes any value. */
const REPLACEABLE: ReadonlySet<PropertyKey> = new Set(['id', 'log', 'headers'])

/** Most contexts have no decorators of their own. */
const NONE: ReadonlyMap<PropertyKey, never> = new Map<PropertyKey, never>()

const warned = new Set<PropertyKey>()

/** `C` is the base class, Request or Reply. */
export class ExchangeClass<C extends Class = Class> {
  readonly #base: C
  readonly #parent: ExchangeClass<C> | null
  /** members of the base class that 4.17 does not have: a decorator may take their names */
  readonly #later: ReadonlySet<PropertyKey>
  /** what each object has from its constructor, where no prototype shows it */
  readonly #fields: readonly PropertyKey[]
  /** children inherit them through the prototype chain, also those that are declared later */
  #methods: ReadonlyMap<PropertyKey, PropertyDescriptor> = NONE
  /** those of the parent when the context was created: later values of the parent are not seen. A new value makes a new map */
  #values: ReadonlyMap<PropertyKey, unknown>
  #decorated = false
  #made: C | null = null

  constructor(
    base: C,
    fields: readonly PropertyKey[] = [],
    later: ReadonlySet<PropertyKey> = new Set(),
    parent: ExchangeClass<C> | null = null,
  ) {
    this.#base = base
    this.#fields = fields
    this.#later = later
    this.#parent = parent
    this.#values = parent === null ? NONE : parent.#values
  }

  fork(): ExchangeClass<C> {
    return new ExchangeClass(this.#base, this.#fields, this.#later, this)
  }

  /** Whether each object has it. The members that the constructor sets count, as those of the prototype do. */
  has(name: PropertyKey): boolean {
    return name in this.#base.prototype || this.#fields.includes(name) || this.#inherited(name)
  }
  #inherited(name: PropertyKey): boolean {
    if (this.#methods.has(name) || this.#values.has(name)) return true
    for (let at = this.#parent; at !== null; at = at.#parent) if (at.#methods.has(name)) return true
    return false
  }

  decorate(name: PropertyKey, value: unknown, dependencies: unknown): void {
    if (this.#methods.has(name) || this.#values.has(name) || name === 'constructor') {
      throw new errorCodes.FST_ERR_DEC_ALREADY_PRESENT(String(name))
    }
    checkDependencies(name, dependencies, (dependency) => this.has(dependency))
    this.#decorated = true
    const accessors = accessorsOf(value)
    if (accessors !== null) this.#methods = new Map([...this.#methods, [name, accessors]])
    else if (typeof value === 'function') {
      const method = { value, writable: true, configurable: true, enumerable: true }
      this.#methods = new Map([...this.#methods, [name, method]])
    } else {
      if (this.#isComputed(name)) throw new errorCodes.FST_ERR_DEC_ALREADY_PRESENT(String(name))
      if (typeof value === 'object' && value !== null) warnReference(name)
      this.#values = new Map([...this.#values, [name, value]])
    }
  }

  // The constructor assigns the value to each new request. A getter without a setter would throw, and the setter of `sent`
  // or `statusCode` would change the reply.
  #isComputed(name: PropertyKey): boolean {
    if (name === '__proto__') return true
    if (this.#later.has(name)) return false
    const own = descriptorOf(this.#base.prototype, name)
    return own?.get !== undefined && !REPLACEABLE.has(name)
  }

  /** The class of this context, made once at ready(). Without decorators of its own, it is the class of the parent. */
  make(): C {
    this.#made ??= this.#addsNothing() ? (this.#parent?.make() ?? this.#base) : this.#build()
    return this.#made
  }

  // The parent may have more values: those that it got after this context was created.
  #addsNothing(): boolean {
    return !this.#decorated && this.#values.size === (this.#parent?.valueCount ?? 0)
  }
  get valueCount(): number {
    return this.#values.size
  }

  #build(): C {
    const Base: new (...args: unknown[]) => object = Object(this.#base)
    const values = [...this.#values]
    const Made = class extends Base {
      constructor(...args: unknown[]) {
        super(...args)
        for (const [name, value] of values) Reflect.set(this, name, value)
      }
    }
    // The constructor assigns the values of this context; the methods are inherited from the class of the parent.
    if (this.#parent !== null) Object.setPrototypeOf(Made.prototype, this.#parent.make().prototype)
    // A value takes the place of a getter without a setter.
    for (const [name] of values)
      if (this.#later.has(name))
        Object.defineProperty(Made.prototype, name, { value: undefined, writable: true })
    for (const [name, descriptor] of this.#methods) Object.defineProperty(Made.prototype, name, descriptor)
    return Made as unknown as C // it extends the base class and takes the same arguments
  }
}

/** The property of an object, or of what it inherits from. */
function descriptorOf(of: object | null, name: PropertyKey): PropertyDescriptor | undefined {
  if (of === null) return undefined
  return Object.getOwnPropertyDescriptor(of, name) ?? descriptorOf(Reflect.getPrototypeOf(of), name)
}

/** `{ getter, setter }` as a property descriptor; null for any other value. */
export function accessorsOf(value: unknown): PropertyDescriptor | null {
  if (typeof value !== 'object' || value === null) return null
  const { getter, setter }: { getter?: unknown; setter?: unknown } = value
  if (!isFunction(getter) && !isFunction(setter)) return null
  return {
    ...(isFunction(getter) ? { get: getter } : {}),
    ...(isFunction(setter) ? { set: setter } : {}),
  }
}

export function checkDependencies(
  name: PropertyKey,
  given: unknown,
  has: (name: PropertyKey) => boolean,
): void {
  if (given === undefined || given === null) return
  if (!Array.isArray(given))
    throw new errorCodes.FST_ERR_DEC_DEPENDENCY_INVALID_TYPE(String(name), shown(given))
  for (const dependency of given) {
    if (!has(dependency))
      throw new errorCodes.FST_ERR_DEC_MISSING_DEPENDENCY(String(dependency), String(name))
  }
}

function warnReference(name: PropertyKey): void {
  if (warned.has(name)) return
  warned.add(name)
  process.emitWarning(
    `The value of the decorator '${String(name)}' is shared by all requests; give { getter } for one of each`,
    { type: 'FastifyDeprecation', code: 'FSTDEP006' },
  )
}
