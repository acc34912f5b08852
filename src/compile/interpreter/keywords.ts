/** The keywords of draft 7 in the order in which ajv runs them, and what each reports. */
import { isObject, type Properties } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { areScalars, equalItems } from '../keywords/unique-items.ts'
import { type Complaints, complain, type Interpreter, type Place, partOf, under, valueAt } from './place.ts'

type Keyword = (schema: SchemaObject, place: Place, by: Interpreter) => Complaints

/** The schema, or the value, is known to be a list here. */
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The names and values of what is known to be an object here. */
const partsOf = (value: unknown): [string, unknown][] => Object.entries(Object(value))

/** Whether ajv generates no code for a schema, since each value fits it. */
const fitsAll = (schema: unknown): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).every((key) => !RULES.has(key)))

const only = (...complaint: readonly Parameters<typeof complain>[]): Complaints =>
  complaint.map((one) => complain(...one))

// ── numbers

const COMPARED: Readonly<Record<string, readonly [string, (value: number, limit: number) => boolean]>> = {
  maximum: ['<=', (value, limit) => value <= limit],
  minimum: ['>=', (value, limit) => value >= limit],
  exclusiveMaximum: ['<', (value, limit) => value < limit],
  exclusiveMinimum: ['>', (value, limit) => value > limit],
}

const compares = (keyword: string): Keyword => {
  const [comparison, fits] = COMPARED[keyword]!
  return (schema, place) => {
    const limit = Number(schema[keyword])
    if (fits(Number(valueAt(place)), limit)) return null
    return only([place, keyword, `must be ${comparison} ${limit}`, { comparison, limit }])
  }
}

const multipleOf: Keyword = (schema, place) => {
  const of = Number(schema.multipleOf)
  const quotient = Number(valueAt(place)) / of
  if (of !== 0 && quotient === Number.parseInt(String(quotient), 10)) return null
  return only([place, 'multipleOf', `must be multiple of ${of}`, { multipleOf: of }])
}

// ── lengths

const counts =
  (keyword: string, unit: string, count: (value: unknown) => number): Keyword =>
  (schema, place) => {
    const limit = Number(schema[keyword])
    const number = count(valueAt(place))
    const isMost = keyword.startsWith('max')
    if (isMost ? number <= limit : number >= limit) return null
    return only([
      place,
      keyword,
      `must NOT have ${isMost ? 'more' : 'fewer'} than ${limit} ${unit}`,
      { limit },
    ])
  }

/** The characters of a text, as ajv counts them: a pair of surrogates is one. */
function charactersOf(text: unknown): number {
  let count = 0
  for (const _ of String(text)) count++
  return count
}

// ── texts

const pattern: Keyword = (schema, place) => {
  const source = String(schema.pattern)
  if (new RegExp(source, 'u').test(String(valueAt(place)))) return null
  return only([place, 'pattern', `must match pattern "${source}"`, { pattern: source }])
}

const formats =
  (type: 'string' | 'number'): Keyword =>
  (schema, place, { library }) => {
    const name = String(schema.format)
    const known = library.format(name)
    const own = isObject(known) && !(known instanceof RegExp) ? known : { validate: known }
    const fits: unknown = own.validate
    if (known === true || (own.type ?? 'string') !== type) return null
    const value = valueAt(place)
    const isFitting =
      fits instanceof RegExp
        ? fits.test(String(value))
        : typeof fits === 'function'
          ? fits(value) === true
          : fits === true
    return isFitting ? null : only([place, 'format', `must match format "${name}"`, { format: name }])
  }

// ── values

const constant: Keyword = (schema, place, { library }) =>
  isEqual(schema.const, valueAt(place), library.equal)
    ? null
    : only([place, 'const', 'must be equal to constant', { allowedValue: schema.const }])

const enumeration: Keyword = (schema, place, { library }) => {
  const allowedValues = listOf(schema.enum)
  const value = valueAt(place)
  if (allowedValues.some((one) => isEqual(one, value, library.equal))) return null
  return only([place, 'enum', 'must be equal to one of the allowed values', { allowedValues }])
}

function isEqual(one: unknown, value: unknown, equal: (a: unknown, b: unknown) => boolean): boolean {
  return typeof one === 'object' && one !== null ? equal(value, one) : one === value
}

// ── branches

const branch = (place: Place, keyword: string, name?: number): Place => ({
  ...under(place, keyword, name),
  isBranch: true,
})

const not: Keyword = (schema, place, by) =>
  fitsAll(schema.not) || by.judge(schema.not, branch(place, 'not')) === null
    ? only([place, 'not', 'must NOT be valid'])
    : null

const anyOf: Keyword = (schema, place, by) => {
  const schemas = listOf(schema.anyOf)
  if (schemas.some(fitsAll)) return null
  const all = []
  for (const [at, one] of schemas.entries()) {
    const found = by.judge(one, branch(place, 'anyOf', at))
    if (found === null) return null
    all.push(...found)
  }
  return [...all, complain(place, 'anyOf', 'must match a schema in anyOf')]
}

const oneOf: Keyword = (schema, place, by) => {
  const all = []
  let passing: number | null = null
  for (const [at, one] of listOf(schema.oneOf).entries()) {
    const found = fitsAll(one) ? null : by.judge(one, branch(place, 'oneOf', at))
    if (found !== null) all.push(...found)
    else if (passing === null) passing = at
    else return [...all, complain(place, 'oneOf', ONE_OF, { passingSchemas: [passing, at] })]
  }
  return passing === null ? [...all, complain(place, 'oneOf', ONE_OF, { passingSchemas: null })] : null
}
const ONE_OF = 'must match exactly one schema in oneOf'

const allOf: Keyword = (schema, place, by) => {
  for (const [at, one] of listOf(schema.allOf).entries()) {
    const found = fitsAll(one) ? null : by.judge(one, under(place, 'allOf', at))
    if (found !== null) return found
  }
  return null
}

const conditional: Keyword = (schema, place, by) => {
  const has = (keyword: string): boolean => schema[keyword] !== undefined && !fitsAll(schema[keyword])
  if (!has('then') && !has('else')) return null
  const failingKeyword = by.judge(schema.if, branch(place, 'if')) === null ? 'then' : 'else'
  if (!has(failingKeyword)) return null
  const found = by.judge(schema[failingKeyword], under(place, failingKeyword))
  // Outside of branches the first error ends the validation.
  if (found === null || !(place.isBranch || by.isAfterCall(found))) return found
  return [...found, complain(place, 'if', `must match "${failingKeyword}" schema`, { failingKeyword })]
}

// ── lists

const uniqueItems: Keyword = (schema, place, { library }) => {
  if (schema.uniqueItems !== true) return null
  const list = listOf(valueAt(place))
  const pair = areScalars(schema.items) ? equalScalars(list) : equalItems(list, library.equal)
  if (pair === null) return null
  const { i, j } = pair
  const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`
  return only([place, 'uniqueItems', message, { i, j }])
}

/** As ajv looks for equal scalars: from the end of the list. */
function equalScalars(list: readonly unknown[]): { i: number; j: number } | null {
  const seen = new Map<unknown, number>()
  for (let i = list.length - 1; i >= 0; i--) {
    if (list[i] === '__proto__') continue // ajv keeps the items as names of an object
    const j = seen.get(list[i])
    if (j !== undefined) return { i, j }
    seen.set(list[i], i)
  }
  return null
}

const additionalItems: Keyword = ({ items, additionalItems: more }, place, by) => {
  if (!Array.isArray(items)) return null
  const list = listOf(valueAt(place))
  const limit = items.length
  if (more !== false)
    return fitsAll(more) ? null : eachFrom(limit, list, more, under(place, 'additionalItems'), by)
  if (list.length <= limit) return null
  return only([place, 'additionalItems', `must NOT have more than ${limit} items`, { limit }])
}

function eachFrom(
  first: number,
  list: readonly unknown[],
  schema: unknown,
  inside: Place,
  by: Interpreter,
): Complaints {
  for (let at = first; at < list.length; at++) {
    const found = by.judge(schema, partOf(inside, at))
    if (found !== null) return found
  }
  return null
}

const items: Keyword = ({ items: own }, place, by) => {
  const list = listOf(valueAt(place))
  if (!Array.isArray(own)) return fitsAll(own) ? null : eachFrom(0, list, own, under(place, 'items'), by)
  for (const [at, one] of own.entries()) {
    if (fitsAll(one) || list.length <= at) continue
    const found = by.judge(one, partOf(under(place, 'items', at), at))
    if (found !== null) return found
  }
  return null
}

const contains: Keyword = (schema, place, by) => {
  const list = listOf(valueAt(place))
  const all = []
  if (fitsAll(schema.contains)) {
    if (list.length >= 1) return null
  } else {
    for (let at = 0; at < list.length; at++) {
      const found = by.judge(schema.contains, partOf(branch(place, 'contains'), at))
      if (found === null) return null
      all.push(...found)
    }
  }
  const own = complain(place, 'contains', 'must contain at least 1 valid item(s)', { minContains: 1 })
  return place.isBranch ? [...all, own] : [own]
}

// ── objects

const objectAt = (place: Place): Properties => Object(valueAt(place))

const required: Keyword = (schema, place) => {
  const object = objectAt(place)
  const missingProperty = listOf(schema.required).find((name) => object[String(name)] === undefined)
  if (missingProperty === undefined) return null
  return only([place, 'required', `must have required property '${missingProperty}'`, { missingProperty }])
}

const propertyNames: Keyword = (schema, place, by) => {
  if (fitsAll(schema.propertyNames)) return null
  for (const propertyName in objectAt(place)) {
    const inside = {
      ...branch(place, 'propertyNames'),
      parent: {},
      cell: { value: propertyName },
      key: 'key',
      propertyName,
    }
    const found = by.judge(schema.propertyNames, inside)
    if (found !== null)
      return [...found, complain(place, 'propertyNames', 'property name must be valid', { propertyName })]
  }
  return null
}

const additionalProperties: Keyword = (schema, place, by) => {
  const own = schema.additionalProperties
  if (own !== false && fitsAll(own)) return null
  const object = objectAt(place)
  const patterns = Object.keys(Object(schema.patternProperties)).map((source) => new RegExp(source, 'u'))
  for (const key in object) {
    if (Object.hasOwn(Object(schema.properties), key) || patterns.some((one) => one.test(key))) continue
    if (own === false) {
      if (by.removeAdditional) delete object[key]
      else
        return only([
          place,
          'additionalProperties',
          'must NOT have additional properties',
          { additionalProperty: key },
        ])
      continue
    }
    const found = by.judge(own, partOf(under(place, 'additionalProperties'), key))
    if (found !== null) return found
  }
  return null
}

const dependencies: Keyword = (schema, place, by) => {
  const object = objectAt(place)
  const all = partsOf(schema.dependencies)
  for (const [property, names] of all) {
    if (!Array.isArray(names) || object[property] === undefined) continue
    const missingProperty = names.find((name) => object[name] === undefined)
    if (missingProperty === undefined) continue
    const [depsCount, deps] = [names.length, names.join(', ')]
    const noun = depsCount === 1 ? 'property' : 'properties'
    const params = { property, missingProperty, depsCount, deps }
    return only([
      place,
      'dependencies',
      `must have ${noun} ${deps} when property ${property} is present`,
      params,
    ])
  }
  for (const [property, one] of all) {
    if (Array.isArray(one) || fitsAll(one) || object[property] === undefined) continue
    const found = by.judge(one, under(place, 'dependencies', property))
    if (found !== null) return found
  }
  return null
}

const properties: Keyword = (schema, place, by) => {
  const object = objectAt(place)
  for (const [name, one] of partsOf(schema.properties)) {
    if (fitsAll(one) || object[name] === undefined) continue
    const found = by.judge(one, partOf(under(place, 'properties', name), name))
    if (found !== null) return found
  }
  return null
}

const patternProperties: Keyword = (schema, place, by) => {
  const object = objectAt(place)
  for (const [source, one] of partsOf(schema.patternProperties)) {
    if (fitsAll(one)) continue
    const expression = new RegExp(source, 'u')
    for (const key in object) {
      if (!expression.test(key)) continue
      const found = by.judge(one, partOf(under(place, 'patternProperties', source), key))
      if (found !== null) return found
    }
  }
  return null
}

/** The groups of keywords, in their order: those of one type look at values of that type only. */
export const GROUPS: readonly {
  readonly type: string | null
  readonly keywords: Readonly<Record<string, Keyword>>
}[] = [
  { type: null, keywords: { const: constant, enum: enumeration, not, anyOf, oneOf, allOf, if: conditional } },
  {
    type: 'array',
    keywords: {
      maxItems: counts('maxItems', 'items', (value) => listOf(value).length),
      minItems: counts('minItems', 'items', (value) => listOf(value).length),
      additionalItems,
      items,
      contains,
      uniqueItems,
    },
  },
  {
    type: 'number',
    keywords: {
      ...Object.fromEntries(Object.keys(COMPARED).map((keyword) => [keyword, compares(keyword)])),
      multipleOf,
      format: formats('number'),
    },
  },
  {
    type: 'string',
    keywords: {
      maxLength: counts('maxLength', 'characters', charactersOf),
      minLength: counts('minLength', 'characters', charactersOf),
      pattern,
      format: formats('string'),
    },
  },
  {
    type: 'object',
    keywords: {
      maxProperties: counts('maxProperties', 'properties', (value) => Object.keys(Object(value)).length),
      minProperties: counts('minProperties', 'properties', (value) => Object.keys(Object(value)).length),
      required,
      propertyNames,
      additionalProperties,
      dependencies,
      properties,
      patternProperties,
    },
  },
]

/** All keywords that judge. */
const RULES: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'nullable',
  'then',
  'else',
  ...GROUPS.flatMap(({ keywords }) => Object.keys(keywords)),
])
