/** The shared schemas of one context. */
import { errorCodes, shown } from '../errors.ts'
import type { Loose } from '../types/plan.ts'

/** The storage behind addSchema; an application may bring its own. */
export interface SchemaBucket {
  add(schema: unknown): unknown
  getSchema(id: string): unknown
  getSchemas(): Record<string, unknown>
}
export type BucketFactory = (initial?: Record<string, unknown>) => SchemaBucket

const kFluent = Symbol.for('fluent-schema-object')

export class SchemaStore implements SchemaBucket {
  readonly #schemas: Map<string, unknown>

  constructor(initial: Record<string, unknown> = {}) {
    this.#schemas = new Map(Object.entries(initial))
  }
  add(given: unknown): void {
    const schema = copy(plainSchema(given)) as Loose | null | undefined
    const id = schema?.['$id']
    if (!id) throw new errorCodes.FST_ERR_SCH_MISSING_ID(shown(given))
    if (typeof id !== 'string') throw new errorCodes.FST_ERR_SCH_MISSING_ID(`$id ${shown(id)}`)
    if (this.#schemas.has(id)) throw new errorCodes.FST_ERR_SCH_ALREADY_PRESENT(id)
    this.#schemas.set(id, schema)
  }
  getSchema(id: string): unknown {
    return this.#schemas.get(id)
  }
  getSchemas(): Record<string, unknown> {
    return Object.fromEntries(this.#schemas)
  }
}

/** The JSON Schema that a builder of the fluent kind stands for; anything else is itself. */
export function plainSchema(schema: unknown): unknown {
  const builder = schema as Loose | null | undefined
  return builder?.['isFluentSchema'] || builder?.['isFluentJSONSchema'] || builder?.[kFluent]
    ? builder.valueOf()
    : schema
}

// What the application does to its object later must not change the schema. Instances of classes are not ours to copy.
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (value === null || value === undefined) return value
  const proto = Object.getPrototypeOf(value)
  if (proto !== Object.prototype && proto !== null) return value
  return Object.fromEntries(Reflect.ownKeys(value).map((key) => [key, copy((value as Loose)[key])]))
}
