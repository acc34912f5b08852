/** Draft 7, 6.5: the keywords of objects. */
import { isObject } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { conversionOf, settling } from './conversion.ts'
import { patternOf } from './strings.ts'
import { isJson } from './values.ts'
import {
  bare,
  type Convert,
  countOf,
  type Family,
  inside,
  isListOfNames,
  type Judge,
  type Maker,
  NO,
  never,
  type Place,
  type Plain,
  sequence,
  UNDECIDED,
  UNSURE,
  YES,
} from './verdict.ts'

/** Keywords that see the properties that ajv has filled in before. */
const SEE_DEFAULTS = ['minProperties', 'maxProperties', 'propertyNames', 'dependencies']
export const OBJECT_KEYWORDS = [
  ...['properties', 'required', 'additionalProperties', 'patternProperties'],
  ...SEE_DEFAULTS,
]

/** The order is that of ajv. */
export const objects: Family = (schema, maker, place) => {
  const properties = propertiesOf(schema.properties, maker, place)
  const patterns = patternsOf(schema, maker, place)
  if (properties === null || patterns === null) return null
  // Of an object without names ajv does not look at the properties behind propertyNames, which it may inherit.
  if (schema.propertyNames !== undefined && properties.some(({ name }) => name in Object.prototype))
    return null
  const first = [
    missing(
      properties,
      SEE_DEFAULTS.some((keyword) => schema[keyword] !== undefined),
    ),
    counted(schema),
    required(schema.required, properties),
    named(schema.propertyNames, maker, place),
  ]
  const extra = extraOf(schema.additionalProperties, maker, place)
  const then = dependent(schema.dependencies, maker, place)
  if (!first.every(isValid) || extra === null || then === null) return null
  const isExtra = extras(properties, patterns)
  const fill = fillOf(properties)
  const others = [...patterns.map(({ plain }) => plain), ...(isObject(extra) ? [extra] : [])]
  // What the dependencies of ajv see may be filled in by then.
  const isSeen = then !== undefined && (fill !== null || then.fill !== null)
  if (isSeen || others.some((one) => one.fill !== null)) return UNDECIDED
  const judges = [
    ...first,
    extra && judgeExtra(isExtra, extra),
    then?.judge,
    properties.length > 0 ? judgeProperties(properties) : undefined,
    ...patterns.map(judgePattern),
  ]
  const plain = { judge: sequence(judges.filter(isPart)), fill }
  if (!maker.converts || patterns.length > 1) return plain // the second one would see what the first one converts
  const settle = settling({
    first: sequence(first.filter(isPart)),
    isExtra,
    extra: extra === 'removed' ? null : extra && conversionOf(extra),
    then: then?.judge,
    properties: properties.map(converted),
    patterns: patterns.map(converted),
    fill,
  })
  return { ...plain, settle }
}

/** Undefined: the schema has no such keyword. Null: its value is invalid. */
type Part = Judge | undefined | null
const isValid = (part: Part): part is Judge | undefined => part !== null
const isPart = (part: Judge | undefined): part is Judge => part !== undefined
const converted = <T extends { readonly plain: Plain }>(part: T): T & { readonly convert: Convert } => ({
  ...part,
  convert: conversionOf(part.plain),
})

function counted({ minProperties, maxProperties }: SchemaObject): Part {
  const least = countOf(minProperties, 0)
  const most = countOf(maxProperties, Number.POSITIVE_INFINITY)
  if (least === null || most === null) return null
  if (minProperties === undefined && maxProperties === undefined) return undefined
  return (value) => {
    const count = Object.keys(Object(value)).length
    return count >= least && count <= most ? YES : NO
  }
}

function required(names: unknown, properties: readonly Property[]): Part {
  if (names === undefined) return undefined
  if (!isListOfNames(names)) return null
  const filled = new Set(properties.filter(({ fallback }) => fallback !== null).map(({ name }) => name))
  const missed = names.filter((name) => !filled.has(name))
  return (value) => {
    if (!isObject(value)) return NO
    for (const name of missed) if (value[name] === undefined) return NO
    return YES
  }
}

function named(schema: unknown, maker: Maker, place: Place): Part {
  if (schema === undefined) return undefined
  const names = maker.make(schema, inside(place, ['string']))
  if (names === null || names.fill !== null) return null
  return (value) => {
    for (const name in Object(value)) {
      const verdict = names.judge(name)
      if (verdict !== YES) return verdict
    }
    return YES
  }
}

interface Pattern {
  readonly expression: RegExp
  readonly plain: Plain
}

function patternsOf(schema: SchemaObject, maker: Maker, place: Place): Pattern[] | null {
  const { patternProperties: map, properties } = schema
  if (map === undefined) return []
  if (!isObject(map)) return null
  const declared = isObject(properties) ? Object.keys(properties) : []
  const list: Pattern[] = []
  for (const source of Object.keys(map)) {
    const expression = source === '__proto__' ? null : patternOf(source, maker.library)
    const plain = maker.make(map[source], inside(place))
    if (expression === null || plain === null) return null
    const loose = new RegExp(source) // ajv refuses a pattern that a declared property matches, and looks without the flag u
    if (declared.some((name) => expression.test(name) || loose.test(name))) return null
    list.push({ expression, plain })
  }
  return list
}

function judgePattern({ expression, plain: { judge } }: Pattern): Judge {
  return (value) => {
    if (!isObject(value)) return NO
    for (const name in value) {
      if (!expression.test(name)) continue
      const verdict = judge(value[name])
      if (verdict !== YES) return verdict
    }
    return YES
  }
}

/** What judges undeclared properties; 'removed': ajv removes them; undefined: they may be anything. */
function extraOf(schema: unknown, maker: Maker, place: Place): Plain | 'removed' | undefined | null {
  if (schema === undefined || schema === true) return undefined
  if (schema === false) return maker.changing.removeAdditional ? 'removed' : bare(never)
  return maker.make(schema, inside(place))
}

function extras(properties: readonly Property[], patterns: readonly Pattern[]): (name: string) => boolean {
  const names = new Set(properties.map(({ name }) => name))
  if (patterns.length === 0) return (name) => !names.has(name)
  return (name) => !names.has(name) && !patterns.some(({ expression }) => expression.test(name))
}

function judgeExtra(isExtra: (name: string) => boolean, extra: Plain | 'removed'): Judge {
  if (extra === 'removed') {
    return (value) => {
      for (const name in Object(value)) if (isExtra(name)) return UNSURE
      return YES
    }
  }
  return (value) => {
    if (!isObject(value)) return NO
    for (const name in value) {
      const verdict = isExtra(name) ? extra.judge(value[name]) : YES
      if (verdict !== YES) return verdict
    }
    return YES
  }
}

function dependent(map: unknown, maker: Maker, place: Place): Plain | undefined | null {
  if (map === undefined) return undefined
  if (!isObject(map)) return null
  const lists: Judge[] = []
  const schemas: Judge[] = []
  let fill: Plain['fill'] = null
  for (const name of Object.keys(map)) {
    const dependency = map[name]
    if (name === '__proto__') return null
    if (Array.isArray(dependency)) {
      if (!isListOfNames(dependency)) return null
      lists.push((value) =>
        isObject(value) && value[name] !== undefined && dependency.some((one) => value[one] === undefined)
          ? NO
          : YES,
      )
    } else {
      const plain = maker.make(dependency, place)
      if (plain === null) return null
      fill ??= plain.fill
      schemas.push((value) => (isObject(value) && value[name] !== undefined ? plain.judge(value) : YES))
    }
  }
  return { judge: sequence([...lists, ...schemas]), fill }
}

interface Property {
  readonly name: string
  readonly plain: Plain
  /** makes the default, which belongs to one value only */
  readonly fallback: (() => unknown) | null
  /** the default fits: ajv neither converts nor refuses it */
  readonly isRight: boolean
}

/** Undecided where ajv fills in what other keywords see, or what does not fit itself. */
function missing(properties: readonly Property[], isSeen: boolean): Part {
  const names = properties
    .filter(({ fallback, isRight }) => fallback !== null && (isSeen || !isRight))
    .map(({ name }) => name)
  if (names.length === 0) return undefined
  return (value) => {
    if (!isObject(value)) return NO
    for (const name of names) if (value[name] === undefined) return UNSURE
    return YES
  }
}

function propertiesOf(properties: unknown, maker: Maker, place: Place): Property[] | null {
  if (properties === undefined) return []
  if (!isObject(properties)) return null
  const list: Property[] = []
  for (const name of Object.keys(properties)) {
    const property = properties[name]
    const plain = name === '__proto__' ? null : maker.make(property, inside(place))
    if (plain === null) return null
    const declared = maker.changing.useDefaults && isObject(property) ? property.default : undefined
    if (declared !== undefined && !isJson(declared)) return null
    const isRight = declared === undefined || plain.judge(declared) === YES
    list.push({ name, plain, fallback: declared === undefined ? null : copier(declared), isRight })
  }
  return list
}

function copier(value: unknown): () => unknown {
  if (value === 0) return () => 0 // ajv writes -0 as 0
  if (typeof value !== 'object' || value === null) return () => value
  const text = JSON.stringify(value)
  return () => JSON.parse(text)
}

function judgeProperties(properties: readonly Property[]): Judge {
  return (value) => {
    if (!isObject(value)) return NO
    for (const { name, plain } of properties) {
      const own = value[name]
      if (own === undefined) continue
      const verdict = plain.judge(own)
      if (verdict !== YES) return verdict
    }
    return YES
  }
}

function fillOf(properties: readonly Property[]): Plain['fill'] {
  const filled = properties.filter(({ plain, fallback }) => fallback !== null || plain.fill !== null)
  if (filled.length === 0) return null
  return (value) => {
    if (!isObject(value)) return
    for (const { name, plain, fallback } of filled) {
      if (value[name] === undefined && fallback !== null) value[name] = fallback()
      if (value[name] !== undefined) plain.fill?.(value[name])
    }
  }
}
