/** Response schema → shape. It reads a schema as fast-json-stringify does; what it does not know is left to that library. */
import { isPlainObject, type Properties } from '../../values.ts'
import { Unknown } from './output.ts'
import type { Member, ObjectShape, Option, Shape, Slot } from './shape.ts'
import { areKnown, isBareUnion, isExact } from './values.ts'

const DEEPEST = 40
/** What may stand beside `$ref`, without being merged with its target. */
const BESIDE_REF = new Set(['$ref', '$comment', 'title', 'description', 'examples', 'deprecated'])
/** Without `type`, the first of these keywords tells it. */
const TYPE_OF: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'maxProperties', 'minProperties']],
  ['array', ['items', 'maxItems', 'minItems', 'uniqueItems']],
  ['string', ['maxLength', 'minLength', 'pattern']],
  ['number', ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']],
]
const BARE: Readonly<Record<string, Shape>> = {
  null: { kind: 'null' },
  text: { kind: 'text' },
  integer: { kind: 'integer' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
  any: { kind: 'any' },
}
const DATES = {
  'date-time': { kind: 'date', format: 'date-time' },
  date: { kind: 'date', format: 'date' },
  time: { kind: 'date', format: 'time' },
} as const

/** The shape of a schema whose references lead to its own definitions; null: the writer does not know it. */
export function shapeOf(schema: Properties): Shape | null {
  try {
    return new Reader(schema).root()
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

class Reader {
  readonly #root: Properties
  /** the targets of references; inside `anyOf` and `oneOf`, where more is asked of schemas, they are others */
  #slots = new Map<object, Slot>()
  readonly #exact = new Map<object, Slot>()
  #level = 0

  constructor(root: Properties) {
    this.#root = root
  }

  root(): Shape {
    return this.#slotOf(this.#root, 0)
  }

  #read(schema: unknown, depth: number): Shape {
    if (typeof schema === 'boolean') {
      if (!schema && this.#isExact) throw new Unknown('a schema that nothing fits')
      return BARE.any!
    }
    const known = plain(schema)
    if (depth > DEEPEST) throw new Unknown('too deep')
    if (known.$ref !== undefined) return this.#slotOf(this.#target(known), depth)
    return this.#shape(known, depth)
  }

  #slotOf(schema: Properties, depth: number): Shape {
    const known = this.#slots.get(schema)
    if (known !== undefined) {
      if (known.shape === null && known.level === this.#level) throw new Unknown('a reference to itself')
      return known.shape ?? { kind: 'again', slot: known }
    }
    const slot: Slot = { shape: null, level: this.#level }
    this.#slots.set(schema, slot)
    slot.shape = this.#read(schema, depth)
    return slot.shape
  }

  #target(schema: Properties): Properties {
    if (!areKnown(schema) || !Object.keys(schema).every((key) => BESIDE_REF.has(key)))
      throw new Unknown('keywords beside a reference')
    const ref = String(schema.$ref)
    if (ref === '#') return this.#root
    const [, name] = /^#\/definitions\/([\w$.-]+)$/.exec(ref) ?? []
    if (name === undefined) throw new Unknown('a reference in another form')
    return plain(plain(this.#root.definitions)[name])
  }

  /** A schema for a part of the value. */
  #inside(schema: unknown, depth: number): Shape {
    this.#level++
    const shape = this.#read(schema, depth + 1)
    this.#level--
    return shape
  }

  get #isExact(): boolean {
    return this.#slots === this.#exact
  }

  #shape(schema: Properties, depth: number): Shape {
    if (!areKnown(schema)) throw new Unknown('an unknown keyword')
    if (this.#isExact && !isExact(schema)) throw new Unknown('a keyword that decides')
    // A definition that nothing refers to must be a schema too.
    if (schema.definitions !== undefined)
      for (const one of Object.values(plain(schema.definitions))) this.#inside(one, depth)
    if (schema.anyOf !== undefined || schema.oneOf !== undefined) return this.#union(schema, depth)
    const type = typeOf(schema)
    const written = this.#ofType(schema, type, depth)
    const values = this.#isExact && Array.isArray(schema.enum) ? schema.enum : null
    const shape: Shape = values === null ? written : { kind: 'among', of: written, values }
    return schema.nullable === true ? { kind: 'nullable', of: shape } : shape
  }

  #union(schema: Properties, depth: number): Shape {
    const schemas = schema.anyOf ?? schema.oneOf
    if (
      !Array.isArray(schemas) ||
      schemas.length === 0 ||
      !isBareUnion(schema) ||
      (schema.anyOf && schema.oneOf)
    )
      throw new Unknown('other keywords beside anyOf or oneOf')
    const outer = this.#slots
    this.#slots = this.#exact
    const options = schemas.map((one) => this.#read(one, depth + 1))
    this.#slots = outer
    return { kind: 'union', isOne: schema.oneOf !== undefined, options }
  }

  #ofType(schema: Properties, type: unknown, depth: number): Shape {
    if (schema.const === undefined && !Array.isArray(type)) return this.#single(schema, type, depth)
    const isList = Array.isArray(type)
    const types: unknown[] = isList ? type : [type]
    if (isList && (types.length === 0 || new Set(types).size < types.length))
      throw new Unknown('a wrong list of types')
    // Of all types, also of those that a constant does not need: the schema must be valid.
    const options = types.map(
      (one): Option => ({ type: String(one), shape: this.#single(schema, one, depth) }),
    )
    if (schema.const !== undefined)
      return {
        kind: 'constant',
        json: JSON.stringify(schema.const),
        orNull: isList && types.includes('null'),
      }
    if (!isList) return options[0]!.shape
    const isNull = ({ type: one }: Option): number => (one === 'null' ? 0 : 1)
    return { kind: 'choice', options: options.sort((a, b) => isNull(a) - isNull(b)) }
  }

  #single(schema: Properties, type: unknown, depth: number): Shape {
    switch (type) {
      case 'string':
        return textShape(schema.format)
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return this.#list(schema, depth)
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return this.#bare(type, schema, depth)
      case undefined:
        return this.#bare('any', schema, depth)
      default:
        throw new Unknown('a wrong type')
    }
  }

  // The schemas of keywords for another type say nothing here, but they have to be valid.
  #bare(kind: string, schema: Properties, _depth: number): Shape {
    if (
      schema.properties !== undefined ||
      schema.additionalProperties !== undefined ||
      schema.items !== undefined
    )
      throw new Unknown('keywords of another type')
    return BARE[kind]!
  }

  #object(schema: Properties, depth: number): ObjectShape {
    if (schema.items !== undefined && !Array.isArray(schema.type))
      throw new Unknown('keywords of another type')
    const required: readonly string[] = Array.isArray(schema.required) ? schema.required : []
    const properties = schema.properties === undefined ? {} : plain(schema.properties)
    const keys = Object.keys(properties)
    if (keys.includes('__proto__')) throw new Unknown('a property that is no property')
    // The library merges each schema of a union with what is beside it, and loses these names.
    if (this.#isExact && keys.some((key) => key in Object.prototype))
      throw new Unknown('a name of all objects')
    const members = keys.map(
      (key): Member => ({
        key,
        shape: this.#inside(properties[key], depth),
        required: required.includes(key),
        otherwise: this.#defaultOf(properties[key]),
      }),
    )
    if (required.length > 0) members.sort((a, b) => Number(b.required) - Number(a.required))
    const rest = schema.additionalProperties
    return {
      kind: 'object',
      nullable: schema.nullable === true,
      members,
      needed: required.filter((name) => !Object.hasOwn(properties, name)),
      rest: rest === undefined || rest === false ? null : this.#inside(rest, depth),
      isClosed: rest === false,
    }
  }

  #defaultOf(schema: unknown): string | undefined {
    if (!isPlainObject(schema)) return undefined
    if (schema.$ref !== undefined) return this.#defaultOf(this.#target(schema))
    return schema.default === undefined ? undefined : JSON.stringify(schema.default)
  }

  #list(schema: Properties, depth: number): Shape {
    const isOne = !Array.isArray(schema.type)
    if (isOne && (schema.properties !== undefined || schema.additionalProperties !== undefined))
      throw new Unknown('keywords of another type')
    const { items } = schema
    return {
      kind: 'list',
      nullable: schema.nullable === true,
      items: items === undefined || items === false ? BARE.any! : this.#inside(items, depth),
    }
  }
}

function plain(value: unknown): Properties {
  if (!isPlainObject(value)) throw new Unknown('not an object')
  return value
}

function typeOf(schema: Properties): unknown {
  if (schema.type !== undefined) return schema.type
  return TYPE_OF.find(([, keywords]) => keywords.some((keyword) => keyword in schema))?.[0]
}

function textShape(format: unknown): Shape {
  if (format === 'unsafe') throw new Unknown('a text that is not escaped')
  if (format === 'date-time' || format === 'date' || format === 'time') return DATES[format]
  return BARE.text!
}
