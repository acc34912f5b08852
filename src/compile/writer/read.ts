/** Response schema → shape. It reads a schema as fast-json-stringify does; what it does not know is left to that library. */
import { isPlainObject, type Properties } from '../../values.ts'
import { Leaves, SMALL } from '../json-schema/leaves.ts'
import { typeOf } from '../json-schema/type-of.ts'
import { BARE, textShape } from './bare.ts'
import { merged } from './merge.ts'
import { Unknown } from './output.ts'
import type { Member, ObjectShape, Option, Shape, SharedShape, Slot } from './shape.ts'
import {
  areKnown,
  isBareReference,
  isBareUnion,
  isExact,
  isOfObjects,
  isWronglyNullable,
  ONLY_JUDGING,
} from './values.ts'

const DEEPEST = 40
/** Each part of a merged schema is read twice, so nested ones take more and more time. */
const MOST_MERGES = 200

export type SharedShapes = Leaves<SharedShape>

/** The shape of a schema whose references lead to its own definitions; null: the writer does not know it. */
export function shapeOf(schema: Properties, shared: SharedShapes = new Leaves()): Shape | null {
  try {
    return new Reader(schema, shared).root()
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

class Reader {
  readonly #root: Properties
  readonly #shared: SharedShapes
  /** the targets of references; inside `anyOf` and `oneOf`, where more is asked of schemas, they are others */
  #slots = new Map<object, Slot>()
  readonly #exact = new Map<object, Slot>()
  #level = 0
  #merges = 0
  #hasUnion = false
  #isWrongForAjv = false

  constructor(root: Properties, shared: SharedShapes) {
    this.#root = root
    this.#shared = shared
  }

  root(): Shape {
    const shape = this.#slotOf(this.#root, 0)
    // The library asks ajv for a union, and ajv reads the whole schema.
    if (this.#hasUnion && this.#isWrongForAjv) throw new Unknown('a schema that ajv refuses')
    return shape
  }

  #read(schema: unknown, depth: number): Shape {
    if (typeof schema === 'boolean') {
      if (!schema && this.#isExact) throw new Unknown('a schema that nothing fits')
      return BARE.any!
    }
    const known = plain(schema)
    if (depth > DEEPEST) throw new Unknown('too deep')
    if (known.$ref !== undefined) {
      // At the same level as the root: a definition that leads back to it never ends.
      if (known === this.#root)
        for (const one of Object.values(plain(known.definitions ?? {}))) this.#read(one, depth + 1)
      return this.#slotOf(this.#target(known), depth)
    }
    const make = (): SharedShape => this.#alone(known, depth)
    const isOwn = this.#isExact || depth + SMALL > DEEPEST
    const { shape, isWrongForAjv } = isOwn ? make() : this.#shared.once(known, make)
    this.#isWrongForAjv ||= isWrongForAjv
    return shape
  }

  #alone(schema: Properties, depth: number): SharedShape {
    const outer = this.#isWrongForAjv
    this.#isWrongForAjv = false
    const shape = this.#shape(schema, depth)
    const isWrongForAjv = this.#isWrongForAjv
    this.#isWrongForAjv = outer
    return { shape, isWrongForAjv }
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
    if (!areKnown(schema) || !isBareReference(schema, schema === this.#root))
      throw new Unknown('keywords beside a reference')
    const ref = String(schema.$ref)
    if (ref === '#') return this.#root
    const [, name] = /^#\/definitions\/([\w$.-]+)$/.exec(ref) ?? []
    if (name === undefined) throw new Unknown('a reference in another form')
    return plain(plain(this.#root.definitions)[name])
  }

  /** The schema to which its references lead. */
  #end(schema: Properties): Properties {
    let end = schema
    for (let steps = 0; end.$ref !== undefined; steps++) {
      if (steps > DEEPEST) throw new Unknown('references in a circle')
      end = this.#target(end)
    }
    return end
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
    this.#isWrongForAjv ||= isWronglyNullable(schema)
    // A definition that nothing refers to must be a schema too.
    if (schema.definitions !== undefined)
      for (const one of Object.values(plain(schema.definitions))) this.#inside(one, depth)
    for (const keyword of ONLY_JUDGING)
      if (schema[keyword] !== undefined) this.#inside(schema[keyword], depth)
    if (schema.allOf !== undefined) return this.#all(schema, depth)
    if (schema.anyOf !== undefined || schema.oneOf !== undefined) return this.#union(schema, depth)
    const type = typeOf(schema)
    const written = this.#ofType(schema, type, depth)
    const values = this.#isExact && Array.isArray(schema.enum) ? schema.enum : null
    const shape: Shape = values === null ? written : { kind: 'among', of: written, values }
    return schema.nullable === true ? { kind: 'nullable', of: shape } : shape
  }

  #all({ allOf, definitions: _, ...own }: Properties, depth: number): Shape {
    const isClosed = own.additionalProperties === false
    if (isClosed) delete own.additionalProperties // it closes what all of them declare
    if (++this.#merges > MOST_MERGES) throw new Unknown('too many')
    const schemas = [own, allOf].flat().map((one) => {
      this.#read(one, depth + 1) // each part of it must be right, also what the others overrule
      const schema = this.#end(plain(one))
      if (schema.definitions !== undefined) throw new Unknown('definitions of its own')
      return schema
    })
    const all = plain(merged(schemas))
    return this.#read(isClosed ? { ...all, additionalProperties: false } : all, depth + 1)
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
    this.#hasUnion = true
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
    if (isOfObjects(schema) || schema.items !== undefined) throw new Unknown('keywords of another type')
    return BARE[kind]!
  }

  #object(schema: Properties, depth: number): ObjectShape {
    if (schema.items !== undefined && !Array.isArray(schema.type))
      throw new Unknown('keywords of another type')
    const required: readonly string[] = Array.isArray(schema.required) ? schema.required : []
    const properties = schema.properties === undefined ? {} : plain(schema.properties)
    const keys = Object.keys(properties)
    if (keys.includes('__proto__')) throw new Unknown('a property that is no property')
    // The library merges each schema of a union, and a reference at the root, with what is beside it, and loses these names.
    if ((this.#isExact || this.#root.$ref !== undefined) && keys.some((key) => key in Object.prototype))
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
    const patterns = Object.entries(plain(schema.patternProperties ?? {}))
    return {
      kind: 'object',
      nullable: schema.nullable === true,
      members,
      needed: required.filter((name) => !Object.hasOwn(properties, name)),
      patterns: patterns.map(([key, one]) => ({ test: new RegExp(key), shape: this.#inside(one, depth) })),
      rest: rest === undefined || rest === false ? null : this.#inside(rest, depth),
      isClosed: rest === false,
    }
  }

  #defaultOf(schema: unknown): string | undefined {
    if (!isPlainObject(schema)) return undefined
    const { default: value } = this.#end(schema)
    return value === undefined ? undefined : JSON.stringify(value)
  }

  #list(schema: Properties, depth: number): Shape {
    if (!Array.isArray(schema.type) && isOfObjects(schema)) throw new Unknown('keywords of another type')
    const { items } = schema
    if (Array.isArray(items)) return this.#tuple(schema, items, depth)
    // The library writes what such a list has, but in a union ajv looks whether there is nothing in it.
    if (items === false && this.#isExact) throw new Unknown('a list of nothing in a union')
    return {
      kind: 'list',
      nullable: schema.nullable === true,
      items: items === undefined || items === false ? BARE.any! : this.#inside(items, depth),
    }
  }

  #tuple(schema: Properties, items: unknown[], depth: number): Shape {
    if (this.#isExact || items.length === 0) throw new Unknown('a tuple in a union, or of nothing')
    return {
      kind: 'tuple',
      nullable: schema.nullable === true,
      items: items.map((one) => ({ shape: this.#inside(one, depth), types: this.#typesOf(one) })),
      isOpen: schema.additionalItems !== undefined && schema.additionalItems !== false,
    }
  }

  // The library asks for the type that stands in the schema, before it merges anything.
  #typesOf(item: unknown): string[] {
    const schema = this.#end(plain(item))
    const type = typeOf(schema)
    if (type === undefined || schema.allOf !== undefined) throw new Unknown('an item without a type')
    return [type, schema.nullable === true ? 'null' : []].flat(2).map(String)
  }
}

function plain(value: unknown): Properties {
  if (!isPlainObject(value)) throw new Unknown('not an object')
  return value
}
