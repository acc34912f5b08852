/** Standard Schema at run time: how a schema of a library is recognized, asked about a value, and what it answers. */
import { isBuilder } from '../../declare/schema-store.ts'
import { isData, isFunction, isObject, isThenable, type Properties } from '../../values.ts'
import { pointerStep } from './pointer-step.ts'

/** The part of the interface that judges values. https://standardschema.dev */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): unknown
    readonly jsonSchema?: unknown
  }
}

/** Marks a JSON Schema that stands for a schema of a library, and judges as that does. Registered, so that tools find it. */
export const kView = Symbol.for('touchstone.schema-of-library')

const FULL = ['$schema', 'type', 'properties', '$ref', 'oneOf', 'allOf', 'anyOf', 'enum', 'const', 'not']

// What `z.toJSONSchema()` returns is a JSON Schema with a `~standard` property that is not enumerable. Who passes it means
// the document, which the default validator also converts values for.
function isDocument(schema: object): boolean {
  if (!isData(schema) || kView in schema || !Object.hasOwn(schema, '~standard')) return false
  return (
    !Object.prototype.propertyIsEnumerable.call(schema, '~standard') &&
    FULL.some((keyword) => Object.hasOwn(schema, keyword))
  )
}

/** One complaint, with the fields that the default validator reports. */
export interface StandardError {
  readonly keyword: string
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: object
  readonly message: string
}

export type Judged =
  | { readonly passed: true; readonly value: unknown }
  | { readonly passed: false; readonly errors: StandardError[] }

/** A schema of a library, which may also be a function. */
export function isStandard(schema: unknown): schema is StandardSchema {
  return isFunction(propertiesOf(schema)?.validate)
}

/**
 * The property of the interface, if a value has it: not all versions of libraries can judge. A shorthand may have a property
 * called `~standard`, whose schema has none of these.
 */
export function propertiesOf(schema: unknown): Properties | undefined {
  if (!(isObject(schema) || isFunction(schema))) return undefined
  const properties: unknown = Reflect.get(schema, '~standard')
  if (!isObject(properties) || isDocument(schema)) return undefined
  const { validate, version, vendor } = properties
  return isFunction(validate) || typeof version === 'number' || typeof vendor === 'string'
    ? properties
    : undefined
}

/**
 * Whether a schema shows by a type or a `$ref` that it is a complete JSON Schema: no schema of a library, builder, shorthand or
 * content map. Most do, and need no closer look. False says nothing.
 */
export function isOrdinary(schema: unknown): schema is Properties {
  if (!isObject(schema) || Object.getPrototypeOf(schema) !== Object.prototype) return false
  const { type, $ref } = schema
  if (!(typeof type === 'string' ? type : typeof $ref === 'string' && $ref)) return false
  return schema.content === undefined && schema['~standard'] === undefined && !isBuilder(schema)
}

/** What the library says of a value: its output, or its complaints. It may answer later. */
export function judge(schema: StandardSchema, value: unknown, odd: Odd): Judged | PromiseLike<Judged> {
  const { '~standard': standard } = schema
  const result = standard.validate(value)
  return isThenable(result)
    ? Promise.resolve(result).then((settled) => read(settled, standard.vendor, odd))
    : read(result, standard.vendor, odd)
}
/** The error for a result that the interface does not know. */
export type Odd = (result: unknown) => Error

/** A client must not be able to make an answer long: a list of wrong items has a complaint for each of them. */
const MOST_ERRORS = 100

// Fails closed: only a result of the interface counts.
function read(result: unknown, vendor: string, odd: Odd): Judged {
  const { issues }: { issues?: unknown } = Object(result)
  if (issues !== undefined) {
    const list = Array.isArray(issues) ? issues.slice(0, MOST_ERRORS) : []
    return { passed: false, errors: list.map((issue) => errorOf(issue, vendor)) }
  }
  if (isObject(result) && 'value' in result) return { passed: true, value: result.value }
  throw odd(result)
}

function errorOf(given: unknown, vendor: string): StandardError {
  const issue: Properties = Object(given)
  const path = Array.isArray(issue.path) ? issue.path.map(keyOf) : []
  const keyword = [issue.code, issue.type].find((word) => typeof word === 'string')
  const params = { vendor, path }
  // Not enumerable: the issue may hold the value of the client, which an error reply must not repeat.
  Object.defineProperty(params, 'issue', { value: given })
  return {
    keyword: typeof keyword === 'string' ? keyword : vendor,
    instancePath: path.map((key) => `/${pointerStep(String(key))}`).join(''),
    schemaPath: '#',
    params,
    message: typeof issue.message === 'string' ? issue.message : 'is invalid',
  }
}

// A step of the path is a key, or an object with the key.
function keyOf(step: unknown): unknown {
  const key = isObject(step) ? step.key : step
  return typeof key === 'symbol' ? String(key) : key
}
