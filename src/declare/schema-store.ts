/** The shared schemas of one context, and what an application may put in the place of their storage and compilers. */
import { errorCodes } from '../errors.ts'
import type { Serialize, Validate } from '../serve/plan.ts'
import type { SchemaBucket, SerializerRequest, ValidatorRequest } from '../types/schema.ts'
import { isFunction, isObject, isPlainObject, shown, type UserFunction } from '../values.ts'

/** A field that is null where a handler that compiles by hand leaves it out. */
type OrNull<T, K extends keyof T> = Omit<T, K> & { [P in K]?: T[P] | string | null }

/** Makes the validator of one schema: the default compiler, or one of the application. */
export type CompileValidator = (route: OrNull<ValidatorRequest, 'httpPart'>) => Validate
/** Makes the serializer of one schema. */
export type CompileSerializer = (route: OrNull<SerializerRequest, 'httpStatus' | 'contentType'>) => Serialize

/** What makes the storage and the compilers of a context; null: the default compiler. */
export interface CompilerFactories {
  readonly bucket: (initial?: Record<string, unknown>) => SchemaBucket
  readonly buildValidator:
    | ((schemas: Readonly<Record<string, unknown>>, options: unknown) => CompileValidator)
    | null
  readonly buildSerializer:
    | ((schemas: Readonly<Record<string, unknown>>, options: unknown) => CompileSerializer)
    | null
}

const kFluent = Symbol.for('fluent-schema-object')

export class SchemaStore implements SchemaBucket {
  readonly #schemas: Map<string, unknown>

  constructor(initial: Record<string, unknown> = {}) {
    this.#schemas = new Map(Object.entries(initial))
  }
  add(given: unknown): void {
    const schema = copy(plainSchema(given))
    const id = isObject(schema) ? schema.$id : undefined
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
  const builder: { isFluentSchema?: unknown; isFluentJSONSchema?: unknown; [kFluent]?: unknown } =
    Object(schema)
  return builder.isFluentSchema || builder.isFluentJSONSchema || builder[kFluent] ? builder.valueOf() : schema
}

// What the application does to its object later must not change the schema. Instances of classes are not ours to copy.
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Reflect.ownKeys(value).map((key) => [key, copy(value[key])]))
}

/** A formatter words errors at once: one that returns a promise would word nothing. */
export function checkFormatter(fn: unknown): UserFunction {
  if (!isFunction(fn)) throw new errorCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(typeof fn, shown(fn))
  if (fn.constructor.name === 'AsyncFunction') {
    throw new errorCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN('AsyncFunction')
  }
  return fn
}

/** The factories of a schema controller, each of them optional. */
export function factoriesOf(controller: unknown, otherwise: CompilerFactories): CompilerFactories {
  const { bucket, compilersFactory } = isObject(controller) ? controller : {}
  if (bucket && !isFunction(bucket)) {
    throw new errorCodes.FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN(typeof bucket)
  }
  // What the functions of a controller return is theirs to get right: a wrong compiler fails when it is used.
  const given = { bucket, ...Object(compilersFactory) } as Partial<CompilerFactories>
  return {
    bucket: given.bucket ?? otherwise.bucket,
    buildValidator: given.buildValidator ?? otherwise.buildValidator,
    buildSerializer: given.buildSerializer ?? otherwise.buildSerializer,
  }
}
