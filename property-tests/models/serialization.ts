/** What a value becomes behind a response schema, and which schema of a route that is: no serializer in here. */
import { follow, isSchema, type SchemaOrBoolean, type Surroundings } from '../../fuzz/schema/walk.ts'

/** A fitting value without the properties that its schema does not declare, and with the defaults of those it lacks. */
export function projected(value: unknown, schema: SchemaOrBoolean, around: Surroundings): unknown {
  if (typeof schema === 'boolean') return value
  if (typeof schema['$ref'] === 'string') {
    const target = follow(schema['$ref'], around)
    return target ? projected(value, target.schema, target.around) : value
  }
  if (Array.isArray(value)) {
    const { items } = schema
    return value.map((item, at) => {
      const one: unknown = Array.isArray(items) ? items[at] : items
      return isSchema(one) ? projected(item, one, around) : item
    })
  }
  if (!isSchema(value)) return value
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const patterns = Object.entries(isSchema(schema['patternProperties']) ? schema['patternProperties'] : {})
  const additional = schema['additionalProperties']
  const entries: [string, unknown][] = []
  for (const [name, given] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    const pattern = patterns.find(([text]) => new RegExp(text, 'u').test(name))?.[1]
    const extra = additional === true || isSchema(additional) ? additional : undefined
    const one = own ?? pattern ?? extra
    if (one !== undefined) entries.push([name, projected(given, one as SchemaOrBoolean, around)])
  }
  for (const [name, one] of Object.entries(properties))
    if (!Object.hasOwn(value, name) && defaultOf(one, around) !== undefined)
      entries.push([name, defaultOf(one, around)])
  return Object.fromEntries(entries)
}

/** A default counts behind a reference too. */
function defaultOf(schema: unknown, around: Surroundings): unknown {
  if (!isSchema(schema)) return undefined
  const target = typeof schema['$ref'] === 'string' ? follow(schema['$ref'], around) : null
  return target ? defaultOf(target.schema, target.around) : schema['default']
}

/** Which key of a response map a status chooses: the exact one, then its class, then the default; null: none of them. */
export function chosenKey(keys: readonly string[], status: number): string | null {
  const wanted = [String(status), `${Math.floor(status / 100)}xx`, 'default']
  for (const one of wanted) {
    const found = keys.find((key) => key.toLowerCase() === one)
    if (found !== undefined) return found
  }
  return null
}
