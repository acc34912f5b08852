/** The shared schemas of one context, and the schema controller, which replaces their storage and their compilers. */

import { copyOf } from '../copies.ts'
import { errorCodes } from '../errors.ts'
import type { Serialize, Validate } from '../serve/plan.ts'
import type { SerializerRequest, ValidatorRequest } from '../types/schema-compilers.ts'
import type { SchemaBucket } from '../types/schema-controller.ts'
import { inTime, isFunction, isObject, shown, type UserFunction } from '../values.ts'

/** `T` with a field that is null if a handler which compiles a schema leaves it out. */
type OrNull<T, K extends keyof T> = Omit<T, K> & { [P in K]?: T[P] | string | null }

/** A validator compiler, the default one or one of the application: returns the validator of one schema. */
export type CompileValidator = (route: OrNull<ValidatorRequest, 'httpPart'>) => Validate
/** A serializer compiler: returns the serializer of one schema. */
export type CompileSerializer = (route: OrNull<SerializerRequest, 'httpStatus' | 'contentType'>) => Serialize

/** The functions that create the storage and the compilers of a context; null: the default compiler. */
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
    const schema = copyOf(plainSchema(given))
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

/** The JSON Schema of a fluent schema builder. Returns any other value unchanged. */
export function plainSchema(schema: unknown): unknown {
  const value: object = Object(schema)
  return isBuilder(value) ? value.valueOf() : schema
}

/** Whether a value is a fluent schema builder. */
export function isBuilder(schema: object): boolean {
  const builder: { isFluentSchema?: unknown; isFluentJSONSchema?: unknown; [kFluent]?: unknown } = schema
  return Boolean(builder.isFluentSchema || builder.isFluentJSONSchema || builder[kFluent])
}

/** Checks an error formatter. It must not be async: its result is used at once. */
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
  // Only `bucket` is checked here. A wrong factory or compiler fails when it is called.
  const given = { bucket, ...Object(compilersFactory) } as Partial<CompilerFactories>
  const own = given.bucket || undefined
  return {
    bucket: own === undefined ? otherwise.bucket : (initial) => inTime(own(initial), 'bucket'),
    buildValidator: given.buildValidator ?? otherwise.buildValidator,
    buildSerializer: given.buildSerializer ?? otherwise.buildSerializer,
  }
}
