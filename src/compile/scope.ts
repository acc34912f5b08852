/** A set of visible shared schemas, and what was compiled with it: equal schemas with the same set are compiled once. */

import { copyOf } from '../copies.ts'
import { isError, isObject } from '../values.ts'
import { contentKey } from './json-schema/bundle.ts'
import { toDraft7 } from './json-schema/dialect.ts'
import { ReferenceIndex, type SchemaObject } from './json-schema/references.ts'

export class SchemaScope {
  /** as the application has declared them */
  readonly schemas: Readonly<Record<string, unknown>>
  #known: Readonly<Record<string, unknown>> | null = null
  #index: ReferenceIndex | null = null
  #last: { readonly schema: SchemaObject; readonly index: ReferenceIndex } | null = null
  /** by content, then by purpose */
  readonly #made = new Map<string, Made>()
  readonly #madeOf = new WeakMap<object, Made | null>()

  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.schemas = schemas
  }

  /** The number of different schemas that it has seen. */
  get size(): number {
    return this.#made.size
  }

  /**
   * A schema as the default compilers read it: a copy, one for equal schemas, since they may compile it when a request needs it.
   * Throws for a value that they cannot judge.
   */
  read(schema: unknown): unknown {
    // What JSON can write has no instances of classes inside, so the key of most schemas tells that nothing is to be changed.
    return this.once('read', schema, () => copyOf(this.isAsItIs(schema) ? schema : toDraft7(schema)))
  }
  /** Whether the default compilers read a schema as it is. */
  isAsItIs(schema: unknown): boolean {
    return isObject(schema) && this.#ofObject(schema)?.get('as it is') === true
  }

  /** The shared schemas as the default compilers read them. */
  get known(): Readonly<Record<string, unknown>> {
    this.#known ??= Object.fromEntries(Object.entries(this.schemas).map(readShared))
    return this.#known
  }

  /** Finds the shared schemas by `$id`. */
  get index(): ReferenceIndex {
    this.#index ??= new ReferenceIndex(Object.values(this.known))
    return this.#index
  }
  /** Finds the parts of one schema by `$id`, then the shared schemas. */
  indexWith(schema: SchemaObject): ReferenceIndex {
    // The parts of a route often have the same schema, one after the other.
    if (this.#last?.schema !== schema)
      this.#last = { schema, index: new ReferenceIndex([schema], this.index) }
    return this.#last.index
  }

  /** Whether a schema has no reference, no `$id`, and no other keyword that needs a walk through all of it. */
  isAlone(schema: unknown): boolean {
    return isObject(schema) && this.#ofObject(schema)?.get('alone') === true
  }

  /** The result of `make`, which is called once for schemas with equal content. Each `purpose` has its own results. */
  once<T>(purpose: Purpose, schema: unknown, make: () => T): T {
    const all = isObject(schema) ? this.#ofObject(schema) : this.#ofContent(schema)
    if (all === null) return make()
    const known = all.get(purpose) as T | undefined // all results of a purpose have the same type
    if (known !== undefined) return known
    const made = make()
    all.set(purpose, made)
    return made
  }

  // A schema does not change while its route is compiled, so its key is computed only once.
  #ofObject(schema: object): Made | null {
    let all = this.#madeOf.get(schema)
    if (all === undefined) this.#madeOf.set(schema, (all = this.#ofContent(schema)))
    return all
  }

  #ofContent(schema: unknown): Made | null {
    const key = contentKey(schema)
    if (key === null) return null
    let all = this.#made.get(key)
    if (all === undefined) {
      all = new Map<Purpose, unknown>([
        ['as it is', isAsItIs(key)],
        ['alone', isAlone(key)],
      ])
      this.#made.set(key, all)
    }
    return all
  }
}

// A storage of the application may hold anything; what is no object no reference leads to.
function readShared([id, schema]: [string, unknown]): [string, unknown] {
  if (!isObject(schema)) return [id, schema]
  try {
    return [id, copyOf(toDraft7(schema))]
  } catch (error) {
    const why = isError(error) ? error.message : String(error)
    throw new Error(`the shared schema '${id}' cannot be used: ${why}`, { cause: error })
  }
}

function isAsItIs(key: string): boolean {
  return !key.includes('draft/2020-12') && !key.includes('~standard')
}

// Also the name of a property can look like one of the keywords: then the walk finds nothing.
function isAlone(key: string): boolean {
  return !key.includes('"$') && !key.includes('"pattern')
}

/** The results for one content. */
type Made = Map<Purpose, unknown>
export type Purpose =
  | 'as it is'
  | 'alone'
  | 'read'
  | 'check'
  | 'check params'
  | 'check response'
  | 'headers'
  | 'validate'
  | 'serialize'
  | 'why ajv'
  | 'why fast-json-stringify'

/** The scopes of one application, by content: contexts with equal shared schemas have the same scope. */
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
