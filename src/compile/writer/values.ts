/** Draft 7: what the values of keywords look like. Of a schema with another value, fast-json-stringify tells what is wrong. */
import { isPlainObject, type Properties } from '../../values.ts'

/** The depth of values that no keyword looks into. */
const DEEPEST = 20

const DRAFT = /^https?:\/\/json-schema\.org\/draft-0[4-7]\/schema#?$/

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
const isData = (value: unknown): boolean => isShallow(value, DEEPEST)

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  if (depth === 0 || !(Array.isArray(value) || isPlainObject(value))) return false
  // A reference or a name of a schema is one for the library and for ajv wherever it stands.
  return Object.entries(value).every(([key, one]) => key[0] !== '$' && isShallow(one, depth - 1))
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value.includes('\\Z')) return false
  try {
    return new RegExp(value, 'u').unicode && !new RegExp(value).unicode
  } catch {
    return false
  }
}

/** The library writes a pattern into its code as it is, without a flag; ajv has the flag `u`. */
const isLiteral = (value: string): boolean => /^[^/\n\r\u2028\u2029]+$/.test(value) && isPattern(value)
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
const areDifferent = (list: unknown[]): boolean => new Set(list).size === list.length
const areNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText) && areDifferent(value)

const VALID: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  $comment: isText,
  $schema: (value) => typeof value === 'string' && DRAFT.test(value),
  format: isText,
  contentMediaType: isText,
  contentEncoding: isText,
  readOnly: isBoolean,
  uniqueItems: isBoolean,
  nullable: isData,
  const: isData,
  default: isData,
  examples: (value) => Array.isArray(value) && isData(value),
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  maximum: isNumber,
  exclusiveMaximum: isNumber,
  minimum: isNumber,
  exclusiveMinimum: isNumber,
  maxLength: isCount,
  minLength: isCount,
  maxItems: isCount,
  minItems: isCount,
  maxProperties: isCount,
  minProperties: isCount,
  pattern: isPattern,
  required: areNames,
  dependencies: (value) => isPlainObject(value) && Object.values(value).every(areNames),
  patternProperties: (value) => isPlainObject(value) && Object.keys(value).every(isLiteral),
  allOf: (value) => Array.isArray(value) && value.length > 0,
  enum: (value) => Array.isArray(value) && value.length > 0 && value.every(isScalar) && areDifferent(value),
}

/** Schemas that say nothing of what is written. */
export const ONLY_JUDGING = ['not', 'contains', 'propertyNames', 'additionalItems']
/** What is read elsewhere: it says what is written. */
const READ = new Set([
  ...['type', 'properties', 'additionalProperties', 'items', 'definitions', '$ref', 'anyOf', 'oneOf'],
])
/** What the writer does not know. */
const UNKNOWN = new Set([
  ...['if', 'then', 'else', '$id'],
  // ajv knows or refuses these, where the library asks it
  ...['id', '$anchor', '$dynamicAnchor', '$async', 'formatMaximum', 'formatMinimum'],
  ...['formatExclusiveMaximum', 'formatExclusiveMinimum'],
])

/** Whether the writer knows all keywords of a schema, and their values are right. */
export function areKnown(schema: Readonly<Record<string, unknown>>): boolean {
  for (const keyword in schema) {
    if (READ.has(keyword) || ONLY_JUDGING.includes(keyword)) continue
    if (UNKNOWN.has(keyword)) return false
    const isValid = Object.hasOwn(VALID, keyword) ? VALID[keyword]! : isData // no keyword of draft 7
    if (!isValid(schema[keyword])) return false
  }
  return true
}

/** What may stand beside `anyOf` and `oneOf`, and inside: these say nothing of a value. */
const SILENT = ['title', 'description', '$comment', '$schema', 'default', 'definitions', 'deprecated']
const BESIDE_UNION = new Set([...SILENT, 'anyOf', 'oneOf'])
/** What a schema inside may have: what the shape says. */
const SHAPING = new Set([...BESIDE_UNION, ...READ, 'required', 'nullable', 'const', 'enum'])

export const isBareUnion = (schema: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(schema).every((keyword) => BESIDE_UNION.has(keyword))

/** Whether a value that the writer can write as the shape says is one that the schema accepts, and the other way round. */
export function isExact(schema: Readonly<Record<string, unknown>>): boolean {
  const { type, nullable, const: constant, enum: values } = schema
  if (!Object.keys(schema).every((keyword) => SHAPING.has(keyword))) return false
  if (constant !== undefined && (!isScalar(constant) || values !== undefined || nullable !== undefined))
    return false
  if (constant !== undefined && type !== undefined && type !== jsonType(constant)) return false
  if (type !== undefined) return true
  // Without a type, keywords like `properties` accept all values of other types.
  return ['properties', 'required', 'additionalProperties', 'items', 'nullable'].every(
    (key) => !(key in schema),
  )
}

/** What ajv refuses of `nullable`. */
export function isWronglyNullable({ type, nullable }: Properties): boolean {
  if (nullable === undefined) return false
  return type === undefined || (nullable === false && [type].flat().includes('null'))
}

function jsonType(value: unknown): string {
  if (value === null) return 'null'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Whether a schema has a keyword that says what objects have. */
export const isOfObjects = (schema: Properties): boolean =>
  ['properties', 'additionalProperties', 'patternProperties'].some((keyword) => schema[keyword] !== undefined)

/** What may stand beside `$ref`, without being merged with its target. */
const BESIDE_REF = new Set(['$ref', '$comment', 'title', 'description', 'examples', 'deprecated'])

/** Whether nothing beside `$ref` is merged with its target. A bundle that is a reference has the definitions that it leads to. */
export const isBareReference = (schema: Properties, isBundle: boolean): boolean =>
  Object.keys(schema).every((key) => BESIDE_REF.has(key) || (isBundle && key === 'definitions'))
