/** Whether the schema of a part without a type is a whole schema, or the shorthand that lists the properties of an object. */
import { isObject, type Properties } from '../../values.ts'

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isMap(value)
const isMap = (value: unknown): boolean => isObject(value) && !Array.isArray(value)
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
const isAny = (): boolean => true

type Fits = (value: unknown) => boolean

/** Keywords that judge by themselves, and what the value of each may be. Read as properties they would let everything pass. */
const JUDGES: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['not', isSchema],
  ['if', isSchema],
  ['then', isSchema],
  ['else', isSchema],
  ['const', isAny],
  ['propertyNames', isSchema],
  ['patternProperties', isMap],
  ['enum', Array.isArray],
  ['required', Array.isArray],
  ['oneOf', Array.isArray],
  ['anyOf', Array.isArray],
  ['allOf', Array.isArray],
])

/** The other keywords of which some value is a schema too. As a name of a property each is common. */
const OTHERS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['additionalProperties', isSchema],
  ['unevaluatedProperties', isSchema],
  ['items', isSchema],
  ['additionalItems', isSchema],
  ['unevaluatedItems', isSchema],
  ['contains', isSchema],
  ['dependencies', isMap],
  ['dependentSchemas', isMap],
  ['definitions', isMap],
  ['$defs', isMap],
  ['default', isAny],
  ['uniqueItems', isBoolean],
  ['nullable', isBoolean],
  ['deprecated', isBoolean],
  ['readOnly', isBoolean],
  ['writeOnly', isBoolean],
])

/**
 * How to read a schema that no `type` or the like shows to be whole: `'schema'` where a keyword judges and a value can be no
 * property, `'either'` where each key can be a keyword and a property, and one of them judges.
 */
export function readingOf(schema: Properties): 'shorthand' | 'schema' | 'either' {
  const keys = Object.keys(schema)
  if (!keys.some((key) => JUDGES.get(key)?.(schema[key]))) return 'shorthand'
  if (!keys.every((key) => isSchema(schema[key]))) return 'schema'
  const isWhole = keys.every((key) => (JUDGES.get(key) ?? OTHERS.get(key))?.(schema[key]))
  return isWhole ? 'either' : 'shorthand'
}

/** Such a schema, which is refused. */
export class TwoReadings extends TypeError {
  constructor(schema: Properties) {
    const names = Object.keys(schema).join("', '")
    super(
      `the keys '${names}' can be the keywords of a whole schema, or the names of properties in the shorthand. ` +
        "Write { allOf: [schema] } for the first reading, and { type: 'object', properties: schema } for the second",
    )
  }
}
