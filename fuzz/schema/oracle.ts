/**
 * What a request part ought to become, and whether it ought to be taken: the written coercion table, then draft 7 to the letter.
 * The verdict is about the value on the wire, not about the one that was meant.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { coerce } from './coercion.ts'
import { combines, follow, isSchema, type SchemaOrBoolean, type Surroundings, typesOf } from './walk.ts'

export interface OracleOptions {
  /** Types are coerced as the default validator does; off: a value is taken as it is. */
  coercion?: boolean
  /** Defaults are filled in. */
  defaults?: boolean
  /** Undeclared properties of closed objects are removed instead of refused. */
  removal?: boolean
  /** A scalar of another type may be taken: it is not judged. */
  anyScalar?: boolean
  /** Nor is a value that is valid once undeclared properties are removed. */
  anyAdditional?: boolean
}

export type Verdict =
  | { valid: true; value: unknown }
  | { valid: false; value: unknown; keyword: string; pointer: string; message: string }
  /** Several schemas meet one value and coercion may decide: the table does not say which comes first. */
  | { valid: 'unknown'; value: unknown }

/** Whatever judges a part. */
export interface PartOracle {
  /** Whether it decides for every value. */
  readonly isComplete: boolean
  /** Whether a value is valid as it is. */
  accepts(value: unknown): boolean
  judge(given: unknown): Verdict
}

export class Oracle implements PartOracle {
  readonly #around: Surroundings
  readonly #strict: ValidateFunction
  readonly #lenient: boolean
  readonly #options: Required<OracleOptions>

  /** Throws where the schema does not compile as draft 7. */
  constructor(
    schema: SchemaOrBoolean,
    shared: Surroundings['shared'] = {},
    { coercion = true, defaults = true, removal = true, ...doubts }: OracleOptions = {},
  ) {
    this.#around = { root: schema, shared }
    this.#options = { anyScalar: false, anyAdditional: false, ...doubts, coercion, defaults, removal }
    this.#lenient = combines(schema, this.#around)
    // A schema that is not added has no '#'; one with an $id may be among the shared ones already.
    const addUsedSchema = !(isSchema(schema) && schema['$id'] !== undefined)
    const ajv = new Ajv({ strict: false, allErrors: false, logger: false, addUsedSchema })
    addFormats.default(ajv)
    for (const one of Object.values(shared)) ajv.addSchema(one)
    // `$async` changes how the verdict is returned, not what is accepted.
    this.#strict = ajv.compile(isSchema(schema) && schema['$async'] ? { ...schema, $async: false } : schema)
  }

  /** Whether the table decides for every value, with no several schemas on one. */
  get isComplete(): boolean {
    return !this.#lenient
  }

  /** Draft 7, nothing coerced. */
  accepts(value: unknown): boolean {
    return this.#strict(value) === true
  }

  judge(given: unknown): Verdict {
    // The given value is not mutated.
    const value = this.#lenient ? given : this.#change(given, this.#around.root, this.#around)
    if (this.#strict(value))
      return { valid: this.#options.anyAdditional && !this.#strict(given) ? 'unknown' : true, value }
    // A value that is refused as it is may still be taken, once a branch has coerced it.
    if (this.#lenient && (this.#options.coercion || this.#isDoubtful())) return { valid: 'unknown', value }
    const [error] = this.#strict.errors ?? []
    if (this.#options.anyScalar && error && isScalarFault(error.keyword, valueAt(value, error.instancePath)))
      return { valid: 'unknown', value }
    // ajv counts the properties of an object before it removes some.
    const countAt = (one: unknown): number =>
      Object.keys(valueAt(one, error?.instancePath ?? '') ?? {}).length
    if (error?.keyword === 'minProperties' && countAt(given) > countAt(value))
      return { valid: 'unknown', value }
    return {
      valid: false,
      value,
      keyword: error?.keyword ?? 'false schema',
      pointer: error?.instancePath ?? '',
      message: error?.message ?? 'is refused by the schema false',
    }
  }

  /** Whether another type, or a property less, may lead to another branch. */
  #isDoubtful(): boolean {
    const { anyScalar, anyAdditional } = this.#options
    return (anyScalar || anyAdditional) && this.#strict.errors!.some(({ keyword }) => BRANCHES.has(keyword))
  }

  #change(given: unknown, schema: SchemaOrBoolean, around: Surroundings): unknown {
    if (typeof schema === 'boolean') return given
    const types = typesOf(schema)
    let value = this.#options.coercion && types ? coerce(given, types) : given
    const ref = schema['$ref']
    if (typeof ref === 'string') {
      const target = follow(ref, around)
      if (target) value = this.#change(value, target.schema, target.around)
    }
    if (Array.isArray(value)) return this.#items(value, schema, around)
    if (isSchema(value)) return this.#properties(value, schema, around)
    return value
  }

  #items(
    list: unknown[],
    { items, additionalItems }: { [key: string]: unknown },
    around: Surroundings,
  ): unknown[] {
    const schemaAt = (at: number): unknown =>
      Array.isArray(items) ? (at < items.length ? items[at] : additionalItems) : items
    const filled = [...list]
    if (this.#options.defaults && Array.isArray(items))
      for (const [at, one] of items.entries())
        if (filled.length <= at && filled.length === at && hasDefault(one))
          filled.push(structuredClone(one.default))
    return filled.map((item, at) => this.#below(item, schemaAt(at), around))
  }

  #properties(
    object: { readonly [key: string]: unknown },
    schema: { readonly [key: string]: unknown },
    around: Surroundings,
  ): unknown {
    const properties = isSchema(schema['properties']) ? schema['properties'] : {}
    const patterns = Object.entries(isSchema(schema['patternProperties']) ? schema['patternProperties'] : {})
    const entries: [string, unknown][] = []
    for (const [name, given] of Object.entries(object)) {
      const matching = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(name))
      const declared = Object.hasOwn(properties, name)
      const extra = schema['additionalProperties']
      if (!declared && matching.length === 0) {
        if (extra === false && this.#options.removal) continue
        entries.push([name, this.#below(given, extra, around)])
        continue
      }
      let value = given
      if (declared) value = this.#below(value, properties[name], around)
      for (const [, one] of matching) value = this.#below(value, one, around)
      entries.push([name, value])
    }
    if (this.#options.defaults)
      for (const [name, one] of Object.entries(properties))
        if (!Object.hasOwn(object, name) && hasDefault(one))
          entries.push([name, this.#below(structuredClone(one.default), one, around)])
    return Object.fromEntries(entries)
  }

  #below(value: unknown, schema: unknown, around: Surroundings): unknown {
    return isSchema(schema) ? this.#change(value, schema, around) : value
  }
}

const BRANCHES = new Set([
  ...['oneOf', 'anyOf', 'not', 'if', 'additionalProperties', 'minProperties', 'maxProperties'],
])

function hasDefault(schema: unknown): schema is { default: unknown } {
  return isSchema(schema) && schema['default'] !== undefined
}

/** A type, or values of a type, that a scalar of another one may become, alone or in a list. */
function isScalarFault(keyword: string, value: unknown): boolean {
  const [only] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [value]
  return ['type', 'enum', 'const'].includes(keyword) && (typeof only !== 'object' || only === null)
}

function valueAt(value: unknown, pointer: string): unknown {
  let at = value
  for (const token of pointer.split('/').slice(1))
    at = (at as Record<string, unknown> | undefined)?.[token.replaceAll('~1', '/').replaceAll('~0', '~')]
  return at
}
