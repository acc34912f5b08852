/** JSON Schemas as data: their types, their subschemas, and what a reference among the shared schemas leads to. */
import type { TypeName } from './coercion.ts'

export type Schema = { readonly [keyword: string]: unknown }
export type SchemaOrBoolean = Schema | boolean

const TYPES: readonly TypeName[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The types of a schema in its order, `nullable` last; null where it names none. */
export function typesOf({ type, nullable }: Schema): readonly TypeName[] | null {
  if (type === undefined) return null
  const named = [type].flat().filter((one): one is TypeName => TYPES.includes(one as TypeName))
  return nullable === true && !named.includes('null') ? [...named, 'null'] : named
}

/** Keywords under which one value meets several schemas: what coercion does then depends on the order of a validator. */
const COMBINING = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependencies',
  'contains',
  'propertyNames',
] as const
/** Keywords whose value is one schema, a list of schemas, or a map of them. */
const ONE = [
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'items']
const MAPS = ['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']

/** Every direct subschema with the JSON pointer to it. */
export function subschemas(schema: Schema): { pointer: string; schema: Schema }[] {
  const found: { pointer: string; schema: Schema }[] = []
  for (const key of ONE) if (isSchema(schema[key])) found.push({ pointer: `/${key}`, schema: schema[key] })
  for (const key of LISTS) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    for (const [at, one] of list.entries())
      if (isSchema(one)) found.push({ pointer: `/${key}/${at}`, schema: one })
  }
  for (const key of MAPS) {
    const map = schema[key]
    if (!isSchema(map)) continue
    for (const [name, one] of Object.entries(map))
      if (isSchema(one)) found.push({ pointer: `/${key}/${escapeToken(name)}`, schema: one })
  }
  return found
}

export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The schemas that a schema can lead to: itself as the document of '#', and the shared ones by `$id`. */
export interface Surroundings {
  readonly root: SchemaOrBoolean
  readonly shared: Readonly<Record<string, Schema>>
}

/** What `$ref` leads to, with its own surroundings; null where it cannot be followed (an inner `$id`, another document). */
export function follow(
  ref: string,
  around: Surroundings,
): { schema: SchemaOrBoolean; around: Surroundings } | null {
  const hash = ref.indexOf('#')
  const place = hash < 0 ? ref : ref.slice(0, hash)
  const fragment = hash < 0 ? '' : ref.slice(hash + 1)
  const document = place === '' ? around.root : (around.shared[place] ?? around.shared[`${place}#`])
  if (document === undefined) return null
  const inside = place === '' ? around : { ...around, root: document }
  if (fragment === '' || fragment === '/') return { schema: document, around: inside }
  const schema = fragment.startsWith('/') ? atPointer(document, fragment) : withId(document, `#${fragment}`)
  return schema === null ? null : { schema, around: inside }
}

/** The schema itself, or what its `$ref` leads to. */
export function resolved(
  schema: SchemaOrBoolean,
  around: Surroundings,
): { schema: SchemaOrBoolean; around: Surroundings } {
  const ref = typeof schema === 'boolean' ? undefined : schema['$ref']
  return (typeof ref === 'string' ? follow(ref, around) : null) ?? { schema, around }
}

function atPointer(document: SchemaOrBoolean, pointer: string): SchemaOrBoolean | null {
  let value: unknown = document
  for (const token of pointer.slice(1).split('/')) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
    value = (value as Record<string, unknown>)[key]
  }
  return isSchema(value) || typeof value === 'boolean' ? value : null
}

function withId(schema: SchemaOrBoolean, id: string): Schema | null {
  if (typeof schema === 'boolean') return null
  if (schema['$id'] === id) return schema
  for (const { schema: inner } of subschemas(schema)) {
    const found = withId(inner, id)
    if (found) return found
  }
  return null
}

/** Whether anything that a schema leads to combines schemas on one value. */
export function combines(
  schema: SchemaOrBoolean,
  around: Surroundings,
  seen = new Set<SchemaOrBoolean>(),
): boolean {
  if (typeof schema === 'boolean' || seen.has(schema)) return false
  seen.add(schema)
  if (COMBINING.some((key) => schema[key] !== undefined)) return true
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const target = follow(ref, around)
    if (!target || combines(target.schema, target.around, seen)) return true
  }
  return subschemas(schema)
    .filter(({ pointer }) => !/^\/(definitions|\$defs)\//.test(pointer))
    .some(({ schema: inner }) => combines(inner, around, seen))
}
