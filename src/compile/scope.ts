/** A set of visible shared schemas, and what was compiled against it: equal schemas that see the same are compiled once. */
import type { Loose } from '../types/plan.ts'
import { contentKey } from './bundle.ts'
import { isObject, ReferenceIndex } from './references.ts'

export class SchemaScope {
  readonly schemas: Readonly<Record<string, unknown>>
  #index: ReferenceIndex | null = null
  readonly #made = new Map<string, unknown>()
  readonly #keys = new WeakMap<object, string | null>()

  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.schemas = schemas
  }

  /** Where every `$id` of the shared schemas is. */
  get index(): ReferenceIndex {
    this.#index ??= new ReferenceIndex(Object.values(this.schemas))
    return this.#index
  }
  /** The same with a route's own schema before them. */
  indexWith(schema: Loose): ReferenceIndex {
    return new ReferenceIndex([schema], this.index)
  }

  /** What `make` makes of a schema, made once for equal content. `purpose` keeps different makers apart. */
  once<T>(purpose: string, schema: unknown, make: () => T): T {
    const content = this.#keyOf(schema)
    if (content === null) return make()
    const key = purpose + content
    const known = this.#made.get(key) as T | undefined
    if (known !== undefined) return known
    const made = make()
    this.#made.set(key, made)
    return made
  }

  // A schema is asked about several times while its route is compiled, and does not change meanwhile.
  #keyOf(schema: unknown): string | null {
    if (!isObject(schema)) return contentKey(schema)
    let key = this.#keys.get(schema)
    if (key === undefined) this.#keys.set(schema, (key = contentKey(schema)))
    return key
  }
}

/** The scopes of one application, by content: contexts that see equal schemas share one. */
export class SchemaScopes {
  readonly #byKey = new Map<string, SchemaScope>()
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<object, number>()

  of(schemas: Readonly<Record<string, unknown>>): SchemaScope {
    const key = Object.values(schemas)
      .map((schema) => (isObject(schema) ? this.#numberOf(schema) : 'none'))
      .join()
    let scope = this.#byKey.get(key)
    if (scope === undefined) this.#byKey.set(key, (scope = new SchemaScope(schemas)))
    return scope
  }

  #numberOf(schema: object): number {
    let number = this.#known.get(schema)
    if (number === undefined) {
      const content = contentKey(schema) ?? `unwritable ${this.#numbers.size}`
      number = this.#numbers.get(content) ?? this.#numbers.size
      this.#numbers.set(content, number)
      this.#known.set(schema, number)
    }
    return number
  }
}
