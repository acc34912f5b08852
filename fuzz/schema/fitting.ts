/** Values made to fit a schema, on fast-check. */

import type { TypeName } from './coercion.ts'
import { type Arbitrary, fc } from './fast-check.ts'
import { conditions, inlined, merged } from './merge.ts'
import { follow, isSchema, type Schema, type SchemaOrBoolean, type Surroundings, typesOf } from './walk.ts'

type Json = Arbitrary<unknown>

/** How deep a schema that leads to itself is followed. */
export const DEPTH = 4

const ANYTHING: Json = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 1.5, '', 'a', '1', 'true', 'null'),
  fc.integer({ min: -1000, max: 1000 }),
  fc.string({ maxLength: 8 }),
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'extra'), fc.integer(), { maxKeys: 2, noNullPrototype: true }),
)

/**
 * Values made to fit. What a schema says in several places at once (`not`, `oneOf`, a pattern beside a length) is aimed at and
 * not promised: who needs certainty asks an oracle.
 */
export function fitting(schema: SchemaOrBoolean, around: Surroundings, depth = 0): Json {
  if (typeof schema === 'boolean') return ANYTHING
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0)
    return fc.constantFrom(...(schema['enum'] as unknown[]))
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    if (depth >= DEPTH * 2) return ANYTHING
    const whole = Object.keys(schema).some((key) => BESIDE.includes(key)) ? inlined(schema, around) : schema
    if (whole !== schema) return fitting(whole, around, depth + 1)
    const target = follow(ref, around)
    return target ? fitting(target.schema, target.around, depth + 1) : ANYTHING
  }
  if (depth > DEPTH * 3) return ANYTHING // branches that lead to themselves
  for (const key of ['oneOf', 'anyOf'] as const) {
    const branches = schema[key] as SchemaOrBoolean[] | undefined
    if (!Array.isArray(branches) || branches.length === 0) continue
    const { [key]: _branches, ...rest } = schema
    const ways = branches.map((branch) => merged(rest, inlined(branch, around)))
    const open = ways.filter((way) => way !== false)
    return open.length === 0 ? ANYTHING : fc.oneof(...open.map((way) => fitting(way, around, depth + 1)))
  }
  if (Array.isArray(schema['allOf'])) {
    const { allOf, ...rest } = schema
    const members = (allOf as SchemaOrBoolean[]).map((one) => inlined(one, around))
    return fitting(members.reduce<SchemaOrBoolean>(merged, rest), around, depth + 1)
  }
  if (schema['if'] !== undefined) {
    const ways = conditions(schema)
    return ways.length === 0 ? ANYTHING : fc.oneof(...ways.map((way) => fitting(way, around, depth + 1)))
  }
  const types = typesOf(schema) ?? impliedTypes(schema)
  return types.length === 0 ? ANYTHING : fc.oneof(...types.map((type) => ofType(type, schema, around, depth)))
}

/** Keywords beside `$ref` that say something about the value. */
const BESIDE = ['properties', 'required', 'allOf', 'anyOf', 'oneOf', 'if', 'minProperties', 'propertyNames']

/** A schema without a type speaks of one by its keywords; where it does not, anything goes. */
function impliedTypes(schema: Schema): TypeName[] {
  if (schema['properties'] || schema['required'] || schema['additionalProperties'] !== undefined)
    return ['object']
  if (schema['items']) return ['array']
  if (schema['pattern'] || schema['maxLength'] !== undefined || schema['format']) return ['string']
  if (schema['minimum'] !== undefined || schema['maximum'] !== undefined || schema['multipleOf'])
    return ['number']
  return ['string', 'integer', 'boolean', 'null']
}

function ofType(type: TypeName, schema: Schema, around: Surroundings, depth: number): Json {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numbers(schema, type === 'integer')
    case 'string':
      return texts(schema)
    case 'array':
      return lists(schema, around, depth)
    default:
      return objects(schema, around, depth)
  }
}

function numbers(schema: Schema, integer: boolean): Json {
  const step = Number(schema['multipleOf'] ?? (integer ? 1 : 0))
  const { least, most } = limitsOf(schema, integer ? 1 : 0.5)
  if (step > 0)
    return whole(Math.ceil(least / step), Math.floor(most / step)).map((factor) =>
      rounded(factor * step, step),
    )
  const any = fc.double({ min: least, max: Math.max(least, most), noNaN: true, noDefaultInfinity: true })
  const [from, to] = [Math.ceil(least), Math.floor(most)]
  // Between 0 and 1 there is no whole number.
  return from > to ? any : fc.oneof(any, whole(from, to))
}

/** Whole numbers, of those that a double tells apart: beyond them the library would draw for ever. */
function whole(from: number, to: number): Arbitrary<number> {
  const [least, most] = [
    Math.max(from, Number.MIN_SAFE_INTEGER),
    Math.min(Math.max(from, to), Number.MAX_SAFE_INTEGER),
  ]
  return least > most ? fc.constantFrom(from, Math.max(from, to)) : fc.integer({ min: least, max: most })
}

/** Without the last digits that a product of decimals leaves. */
function rounded(value: number, step: number): number {
  const digits = String(step).split('.')[1]?.length ?? 0
  return Number(value.toFixed(digits))
}

function limitsOf(schema: Schema, open: number): { least: number; most: number } {
  const at = (name: string): number | undefined =>
    typeof schema[name] === 'number' ? (schema[name] as number) : undefined
  const low = Math.max(at('minimum') ?? -Infinity, (at('exclusiveMinimum') ?? -Infinity) + open)
  const high = Math.min(at('maximum') ?? Infinity, (at('exclusiveMaximum') ?? Infinity) - open)
  const least = Number.isFinite(low) ? low : Number.isFinite(high) ? Math.min(high - 1000, -1000) : -1000
  return { least, most: Number.isFinite(high) ? high : Math.max(least + 1000, 1000) }
}

const WORD = fc.integer({ min: 0, max: 36 ** 6 }).map((one) => one.toString(36))

/** A value of each format that is well formed beyond doubt. */
export const FORMATS: Readonly<Record<string, Json>> = {
  date: fc
    .date({ min: new Date('1970-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('1970-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((d) => d.toISOString()),
  time: fc.constantFrom('00:00:00Z', '23:59:59Z', '12:30:00+02:00'),
  // Another one each time: an address is often there only once.
  email: fc
    .oneof(fc.constant('first.last@example.org'), WORD, WORD, WORD)
    .map((one) => (one.includes('@') ? one : `${one}@example.com`)),
  uuid: fc.uuid(),
  uri: fc.oneof(
    fc.constantFrom('http://example.com/a', 'urn:isbn:1', 'https://example.com/?q=1#f'),
    WORD.map((one) => `https://example.com/${one}`),
  ),
  'uri-reference': fc.constantFrom('/a', 'b?c', '#d'),
  hostname: fc.constantFrom('example.com', 'a', 'a-b.example'),
  ipv4: fc.ipV4(),
  ipv6: fc.constantFrom('::1', '2001:db8::1'),
  regex: fc.constantFrom('a', '^b$', '[0-9]+'),
  'json-pointer': fc.constantFrom('', '/a', '/a~1b/0'),
}

// By number: the library's own characters of all planes bring a table of a million entries along.
const ASCII = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
const ANY_CHARACTER = fc
  .oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0x100, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code))

function texts(schema: Schema): Json {
  const least = Number(schema['minLength'] ?? 0)
  const most = Number(schema['maxLength'] ?? Math.max(least, 12))
  if (least > LONGEST) return fc.constant('') // no request carries so much
  const fits = (text: string): boolean => [...text].length >= least && [...text].length <= most
  const format = typeof schema['format'] === 'string' ? FORMATS[schema['format']] : undefined
  if (format) return format
  const pattern = schema['pattern']
  const isLimited = schema['minLength'] !== undefined || schema['maxLength'] !== undefined
  if (typeof pattern === 'string') return matching(pattern, isLimited ? fits : null)
  // Of a long text the beginning is always the same: thousands of drawn characters would show nothing more.
  const head = 'x'.repeat(Math.max(0, least - DRAWN))
  const minLength = least - head.length
  const maxLength = Math.max(minLength, Math.min(most - head.length, minLength + DRAWN))
  const of = (unit: Arbitrary<string>): Json =>
    fc.string({ minLength, maxLength, unit }).map((text) => head + text)
  return fc.oneof(of(ASCII), of(ANY_CHARACTER))
}

/** Characters and items of the longest values. */
const LONGEST = 1_500_000
/** So many characters of a text, and items of a list, are drawn. */
const DRAWN = 24
/** So many texts of a pattern are looked at before its lengths are given up. */
const LOOKED_AT = 200

function matching(pattern: string, fits: ((text: string) => boolean) | null): Json {
  try {
    const texts = fc.stringMatching(new RegExp(pattern, 'u'))
    if (fits === null) return texts
    // Where pattern and lengths contradict each other, waiting for a text that has both would never end.
    const some = fc.sample(texts, { numRuns: LOOKED_AT, seed: 1 })
    return some.some(fits) ? texts.filter(fits) : texts
  } catch {
    return fc.string() // a pattern that the generator cannot read
  }
}

function lists(schema: Schema, around: Surroundings, depth: number): Json {
  const { items } = schema
  const least = Number(schema['minItems'] ?? 0)
  const most =
    depth >= DEPTH ? least : Math.max(least, Math.min(Number(schema['maxItems'] ?? least + 3), least + 3))
  if (Array.isArray(items)) {
    const places = (items as SchemaOrBoolean[]).map((one) => fitting(one, around, depth + 1))
    return fc.tuple(...places)
  }
  const contained = isSchema(schema['contains']) ? schema['contains'] : null
  const item = isSchema(items) ? fitting(items, around, depth + 1) : ANYTHING
  if (least > LONGEST / 2) return fc.constant([])
  if (schema['uniqueItems'] === true && !contained) return uniqueLists(item, least, most)
  // Of a long list the beginning is always the same, as of a long text.
  const repeated = Math.max(0, least - DRAWN)
  const drawn = fc.array(item, { minLength: least - repeated, maxLength: most - repeated })
  const list =
    repeated === 0
      ? drawn
      : drawn.map((some) => [...Array.from({ length: repeated }, () => some[0]), ...some])
  // A generator of unique lists would search for ever where there are too few different items.
  const plain = schema['uniqueItems'] === true ? list.map(withoutRepetition) : list
  return contained
    ? fc.tuple(plain, fitting(contained, around, depth + 1)).map(([list, one]) => [...list, one])
    : plain
}

/** More items are drawn than are needed: a generator of unique ones would search for ever where there are too few different items. */
function uniqueLists(item: Json, least: number, most: number): Json {
  const drawn = fc.array(item, { minLength: least * 2 + 2, maxLength: most * 2 + 2 })
  return fc.tuple(drawn, fc.nat()).map(([list, next]) => {
    const different = withoutRepetition(list)
    return different.slice(0, least + (next % (most - least + 1)))
  })
}

function withoutRepetition(list: unknown[]): unknown[] {
  return [...new Map(list.map((item) => [JSON.stringify(item), item])).values()]
}

function objects(schema: Schema, around: Surroundings, depth: number): Json {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = new Set((schema['required'] ?? []) as string[])
  const wanted = Object.entries(properties).filter(
    ([name, one]) => required.has(name) || (depth < DEPTH && one !== false),
  )
  const model: Record<string, Json> = Object.create(null)
  for (const [name, one] of wanted) model[name] = fitting(one as SchemaOrBoolean, around, depth + 1)
  for (const name of required) model[name] ??= ANYTHING
  const own = fc.record(model, { requiredKeys: [...required], noNullPrototype: true })
  const least = Number(schema['minProperties'] ?? 0)
  const extra = extraOf(schema, properties, around, depth)
  if (extra === null) return own
  // Names may be drawn twice.
  const keys = fc.array(extra, {
    minLength: Math.max(0, (least - wanted.length) * 2),
    maxLength: least * 2 + 1,
  })
  return fc.tuple(own, keys).map(([object, more]) => ({ ...Object.fromEntries(more), ...object }))
}

/** Names that a schema does not declare; one at least. */
function undeclared(properties: Schema): string[] {
  const names = ['extra', 'more', 'x1', 'x2', 'x3'].filter((name) => !Object.hasOwn(properties, name))
  let last = 'extra_'
  while (Object.hasOwn(properties, last)) last += '_'
  return names.length > 0 ? names : [last]
}

/** Properties beside the declared ones, where an object has a reason for them. */
function extraOf(
  schema: Schema,
  properties: Schema,
  around: Surroundings,
  depth: number,
): Arbitrary<[string, unknown]> | null {
  const patterns = Object.entries(isSchema(schema['patternProperties']) ? schema['patternProperties'] : {})
  const made = patterns.map(([pattern, one]) =>
    fc.tuple(
      matching(pattern, null) as Arbitrary<string>,
      fitting(one as SchemaOrBoolean, around, depth + 1),
    ),
  )
  const additional = schema['additionalProperties']
  if (isSchema(additional) || Number(schema['minProperties'] ?? 0) > Object.keys(properties).length)
    made.push(
      fc.tuple(
        isSchema(schema['propertyNames'])
          ? (fitting({ type: 'string', ...schema['propertyNames'] }, around, depth + 1) as Arbitrary<string>)
          : fc.constantFrom(...undeclared(properties)),
        isSchema(additional) ? fitting(additional, around, depth + 1) : ANYTHING,
      ),
    )
  return depth < DEPTH && made.length > 0 ? fc.oneof(...made) : null
}
