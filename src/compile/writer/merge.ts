/**
 * `allOf`: fast-json-stringify makes one schema of several for the same value, and writes as that one says. The same is done
 * here, keyword by keyword, for what cannot end in an error; the rest is left to the library.
 */
import { isPlainObject, type Properties } from '../../values.ts'
import { typeOf } from '../json-schema/type-of.ts'
import { Unknown } from './output.ts'

/** One schema that says what several say. Throws `Unknown` where only the library can tell. */
export function merged(schemas: readonly unknown[]): unknown {
  if (schemas.length === 1) return schemas[0]
  if (schemas.includes(false)) return false
  const all = schemas.filter(isPlainObject)
  if (all.length < schemas.filter((one) => one !== true).length) throw new Unknown('not a schema')
  if (all.length === 0) return true
  const made: Properties = {}
  for (const keyword of new Set(all.flatMap((schema) => Object.keys(schema)))) {
    const values = all.filter((schema) => keyword in schema).map((schema) => schema[keyword])
    const value = keyword === 'properties' ? propertiesOf(all) : mergedValue(keyword, values)
    if (value !== undefined) made[keyword] = value
  }
  checkTypes(all, made)
  return made
}

/** The value of one keyword; undefined: the values differ, and say nothing of what is written. */
function mergedValue(keyword: string, values: readonly unknown[]): unknown {
  const [first, ...others] = values
  switch (keyword) {
    case 'type':
    case 'enum': {
      const lists = values.map((value): unknown[] => (Array.isArray(value) ? value : [value]))
      const common = lists.reduce((one, other) => one.filter((value) => other.includes(value)))
      if (common.length === 0) throw new Unknown('no value has all types')
      return keyword === 'type' && common.length === 1 ? common[0] : common
    }
    case 'required':
    case 'allOf':
      return [...new Set(values.flat())]
    case 'items':
      if (values.some(Array.isArray)) throw new Unknown('a tuple')
      return merged(values)
    case 'additionalProperties':
      return merged(values)
    case 'additionalItems':
    case 'dependencies':
    case 'patternProperties':
      throw new Unknown('keywords about several properties or items')
    case 'nullable':
      if (!values.every((value) => typeof value === 'boolean')) throw new Unknown('a wrong nullable')
      return !values.includes(false)
  }
  if (others.every((value) => JSON.stringify(value) === JSON.stringify(first))) return first
  if (DECIDING.has(keyword)) throw new Unknown('different values of a keyword')
  return typeof first === 'number' || typeof first === 'boolean' ? first : undefined
}

/** Keywords of which the library refuses different values, or merges them in a way of its own. */
const DECIDING = new Set([
  'const',
  'default',
  'format',
  '$ref',
  'anyOf',
  'oneOf',
  'not',
  'contains',
  'propertyNames',
  'multipleOf',
  'definitions',
])

/** A property is merged with what the other schemas say of it, also with their `additionalProperties`. */
function propertiesOf(schemas: readonly Properties[]): Properties {
  const made: Properties = {}
  for (const schema of schemas) {
    for (const name of Object.keys(Object(schema.properties))) {
      if (name in Object.prototype) throw new Unknown('a name of all objects')
      if (name in made) continue
      const others = schemas.filter((other) => other !== schema)
      const found = [schema, ...others].map(({ properties, additionalProperties }) =>
        isPlainObject(properties) && properties[name] !== undefined ? properties[name] : additionalProperties,
      )
      made[name] = merged(found.filter((one) => one !== undefined))
    }
  }
  return made
}

/** The library writes the type that it infers into a schema, so whether it merges that one depends on the place. */
function checkTypes(schemas: readonly Properties[], made: Properties): void {
  const types = schemas.map(typeOf).filter((type) => type !== undefined)
  const isInferred = types.length > schemas.filter(({ type }) => type !== undefined).length
  if (isInferred && types.some((type) => type !== typeOf(made))) throw new Unknown('a type that is inferred')
}
