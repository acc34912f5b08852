/** Invalid values that break one keyword of their schema, random and at the edges of each keyword. */

import { isOfType, type TypeName } from './coercion.ts'
import { type Arbitrary, fc } from './fast-check.ts'
import { DEPTH, fitting } from './fitting.ts'
import {
  escapeToken,
  follow,
  isSchema,
  type Schema,
  type SchemaOrBoolean,
  type Surroundings,
  typesOf,
} from './walk.ts'

/** A value that was changed so that one keyword of its schema does not hold any more. */
export interface Broken {
  value: unknown
  keyword: string
  /** of the value */
  pointer: string
}

/** Values of which one keyword is broken, at any depth. Coercion may mend them: an oracle has the last word. */
export function breaking(schema: SchemaOrBoolean, around: Surroundings): Arbitrary<Broken> {
  const base = fitting(schema, around)
  return fc.tuple(base, fc.nat()).map(([value, next]) => {
    const found = breakages(value, schema, around, '')
    if (found.length === 0) return { value, keyword: 'none', pointer: '' }
    const chosen = found[next % found.length] as Change
    return { value: chosen.apply(), keyword: chosen.keyword, pointer: chosen.pointer }
  })
}

/** All of the above for one value, one for each keyword and place: what a deterministic phase goes through. */
export function breakagesOf(value: unknown, schema: SchemaOrBoolean, around: Surroundings): Broken[] {
  return breakages(value, schema, around, '').map(({ apply, keyword, pointer }) => ({
    value: apply(),
    keyword,
    pointer,
  }))
}

interface Change {
  keyword: string
  pointer: string
  apply(): unknown
}

/** Of another type than any of those that are wanted, and not to be coerced to one: objects where there may be none. */
function otherTypes(types: readonly TypeName[]): unknown[] {
  const candidates: unknown[] = [{ wrong: 'type' }, ['wrong', 'type'], 'wrong type', 12345.5, true, null]
  return candidates.filter((candidate) => !types.some((type) => isOfType(candidate, type))).slice(0, 3)
}

function breakages(
  value: unknown,
  schema: SchemaOrBoolean,
  around: Surroundings,
  pointer: string,
  depth = 0,
): Change[] {
  if (typeof schema === 'boolean' || depth > DEPTH * 2) return []
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const target = follow(ref, around)
    return target ? breakages(value, target.schema, target.around, pointer, depth + 1) : []
  }
  const put = (keyword: string, ...wrong: unknown[]): Change[] =>
    wrong.map((one) => ({ keyword, pointer, apply: () => one }))
  const types = typesOf(schema)
  return [
    ...(types ? put('type', ...otherTypes(types)) : []),
    ...(schema['const'] !== undefined ? put('const', { not: schema['const'] }) : []),
    ...(Array.isArray(schema['enum']) ? put('enum', { not: 'one of them' }, 'none of these values') : []),
    ...scalarBreakages(value, schema, put),
    ...(Array.isArray(value) ? listBreakages(value, schema, around, pointer, depth, put) : []),
    ...(isSchema(value) ? objectBreakages(value, schema, around, pointer, depth, put) : []),
  ]
}

type Put = (keyword: string, ...wrong: unknown[]) => Change[]

function scalarBreakages(value: unknown, schema: Schema, put: Put): Change[] {
  const at = (name: string): number | null =>
    typeof schema[name] === 'number' ? (schema[name] as number) : null
  const found: Change[] = []
  const step = typesOf(schema)?.includes('integer') ? 1 : 0.5
  const [least, most] = [at('minimum'), at('maximum')]
  if (least !== null) found.push(...put('minimum', least - step))
  if (most !== null) found.push(...put('maximum', most + step))
  const [above, below] = [at('exclusiveMinimum'), at('exclusiveMaximum')]
  if (above !== null) found.push(...put('exclusiveMinimum', above))
  if (below !== null) found.push(...put('exclusiveMaximum', below))
  const multiple = at('multipleOf')
  if (multiple !== null && typeof value === 'number') found.push(...put('multipleOf', value + multiple / 2))
  const [shortest, longest] = [at('minLength'), at('maxLength')]
  if (shortest !== null && shortest > 0) found.push(...put('minLength', 'x'.repeat(shortest - 1)))
  if (longest !== null && longest < 100_000) found.push(...put('maxLength', 'x'.repeat(longest + 1)))
  if (typeof schema['pattern'] === 'string') found.push(...put('pattern', '\u2603 no match \u2603', ''))
  if (typeof schema['format'] === 'string') found.push(...put('format', 'not of this format \u2603'))
  return found
}

function listBreakages(
  list: unknown[],
  schema: Schema,
  around: Surroundings,
  pointer: string,
  depth: number,
  put: Put,
): Change[] {
  const found: Change[] = []
  const { items, minItems, maxItems } = schema
  if (typeof minItems === 'number' && minItems > 0)
    found.push(...put('minItems', list.slice(0, minItems - 1)))
  if (typeof maxItems === 'number' && maxItems < 10_000)
    found.push(
      ...put(
        'maxItems',
        Array.from({ length: maxItems + 1 }, (_, at) => list[at % Math.max(1, list.length)] ?? at),
      ),
    )
  if (schema['uniqueItems'] === true && list.length > 0) found.push(...put('uniqueItems', [...list, list[0]]))
  for (const [at, item] of list.entries()) {
    const one = Array.isArray(items) ? items[at] : items
    if (!isSchema(one)) continue
    for (const change of breakages(item, one, around, `${pointer}/${at}`, depth + 1))
      found.push({
        ...change,
        apply: () => list.with(at, change.apply()),
      })
  }
  return found
}

function objectBreakages(
  object: Schema,
  schema: Schema,
  around: Surroundings,
  pointer: string,
  depth: number,
  put: Put,
): Change[] {
  const found: Change[] = []
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  for (const name of (schema['required'] ?? []) as string[]) {
    const { [name]: _gone, ...rest } = object
    if (Object.hasOwn(object, name)) found.push(...put('required', rest))
  }
  if (schema['additionalProperties'] === false)
    found.push(...put('additionalProperties', { ...object, 'undeclared-property': 1 }))
  const { minProperties, maxProperties } = schema
  if (typeof minProperties === 'number' && minProperties > 0)
    found.push(
      ...put('minProperties', Object.fromEntries(Object.entries(object).slice(0, minProperties - 1))),
    )
  if (typeof maxProperties === 'number' && maxProperties < 1000)
    found.push(
      ...put('maxProperties', {
        ...object,
        ...Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, at) => [`more${at}`, at])),
      }),
    )
  for (const [name, one] of Object.entries(properties)) {
    if (!Object.hasOwn(object, name)) continue
    for (const change of breakages(
      object[name],
      one as SchemaOrBoolean,
      around,
      `${pointer}/${escapeToken(name)}`,
      depth + 1,
    ))
      found.push({ ...change, apply: () => ({ ...object, [name]: change.apply() }) })
  }
  return found
}
