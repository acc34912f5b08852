/** What a schema says that no value can keep, and what it says that harms: slow patterns, properties that are lost. */
import { explodes } from '../schema/explodes.ts'
import { losesProperties } from '../schema/removal.ts'
import { isSchema, type Schema, typesOf } from '../schema/walk.ts'

type Told<Id> = [id: Id, text: string]

/** Characters up to which even a slow pattern is done soon. */
const SHORT = 20

export function hazardsOf(
  schema: Schema,
): Told<'slow-pattern' | 'removal' | 'fraction' | 'few-properties'>[] {
  const found: Told<'slow-pattern' | 'removal' | 'fraction' | 'few-properties'>[] = []
  const { pattern, maxLength, multipleOf, minProperties, properties, patternProperties, propertyNames } =
    schema
  const names = isSchema(patternProperties) ? Object.keys(patternProperties) : []
  if (typeof pattern === 'string' && !(typeof maxLength === 'number' && maxLength <= SHORT))
    names.push(pattern)
  for (const one of names)
    if (explodes(one))
      found.push([
        'slow-pattern',
        `${one} can take time that doubles with each character: it reads the same text in several ways`,
      ])
  const lost = losesProperties(schema)
  if (lost !== null) found.push(['removal', lost])
  const step = typeof multipleOf === 'number' ? unkept(multipleOf) : null
  if (step !== null)
    found.push([
      'fraction',
      `multipleOf ${multipleOf} refuses ${step}: fractions are not exact, so count in whole units`,
    ])
  const declared = isSchema(properties) ? Object.keys(properties).length : 0
  if (
    typeof minProperties === 'number' &&
    minProperties > declared &&
    !isSchema(schema['additionalProperties']) &&
    !patternProperties &&
    !propertyNames
  )
    found.push([
      'few-properties',
      `minProperties ${minProperties} with ${declared} declared properties: the serializer drops what is not declared, so its answer has too few`,
    ])
  return found
}

/** The first product of a fraction that a division does not give back. */
function unkept(step: number): number | null {
  if (Number.isInteger(step) || step <= 0) return null
  const digits = String(step).split('.')[1]?.length ?? 0
  for (let factor = 1; factor <= 1000; factor++) {
    const product = Number((factor * step).toFixed(digits))
    if (!Number.isInteger(product / step)) return product
  }
  return null
}

const LIMITS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** Why no value at all, or none of a type, keeps a schema, as far as its own keywords tell. */
export function contradictionsOf(schema: Schema): Told<'impossible'>[] {
  const found: string[] = []
  for (const [low, high] of LIMITS)
    if (Number(schema[low]) > Number(schema[high]))
      found.push(`${low} ${schema[low]} is above ${high} ${schema[high]}`)
  const { enum: list, const: only, uniqueItems, minItems, items, minLength } = schema
  const types = typesOf(schema)
  if (Array.isArray(list)) {
    if (list.length === 0) found.push('the enum is empty')
    if (only !== undefined && !list.some((one) => JSON.stringify(one) === JSON.stringify(only)))
      found.push(`const ${JSON.stringify(only)} is not in the enum`)
    if (
      types &&
      list.length > 0 &&
      !list.some(
        (one) => types.includes(typeOf(one)) || (typeOf(one) === 'integer' && types.includes('number')),
      )
    )
      found.push(`no value of the enum is of the type ${types.join(', ')}`)
  }
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  for (const name of (schema['required'] ?? []) as string[])
    if (properties[name] === false) found.push(`${name} is required, and its schema is false`)
  if (uniqueItems === true && isSchema(items)) {
    const choices = Array.isArray(items['enum'])
      ? items['enum'].length
      : items['type'] === 'boolean'
        ? 2
        : Number.POSITIVE_INFINITY
    if (Number(minItems) > choices)
      found.push(`minItems ${minItems} with uniqueItems, and there are ${choices} different items`)
  }
  if (Number(minLength ?? 0) > 1_000_000 || Number(minItems ?? 0) > 500_000)
    found.push(
      `${Number(minLength ?? 0) > 1_000_000 ? `minLength ${minLength}` : `minItems ${minItems}`}: the default bodyLimit of 1 MiB is less`,
    )
  return found.map((text) => ['impossible', `no value fits: ${text}`])
}

function typeOf(value: unknown): 'null' | 'array' | 'object' | 'integer' | 'number' | 'string' | 'boolean' {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'object' | 'string' | 'boolean'
}
