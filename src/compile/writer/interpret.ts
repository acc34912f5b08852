/** Writes a value by its shape, without generated code: the first answers of a schema, and all where code is not generated. */
import { isObject } from '../../values.ts'
import { fits } from './fits.ts'
import { type Output, Unknown } from './output.ts'
import {
  DATES,
  type Round,
  writeBoolean,
  writeDate,
  writeInteger,
  writeJson,
  writeKey,
  writeNull,
  writeNumber,
  writeText,
} from './scalars.ts'
import type { ListShape, Member, ObjectShape, Shape, TupleShape } from './shape.ts'

const BRACE = 0x7b
const COMMA = 0x2c

/** Writes at a position, and returns the one behind it. Throws `Unknown` for what fast-json-stringify has to decide. */
export type Write = (out: Output, at: number, value: unknown) => number

export function interpreter(shape: Shape, round: Round): Write {
  return (out, at, value) => new Interpreter(out, round).write(shape, at, value)
}

class Interpreter {
  readonly #out: Output
  readonly #round: Round

  constructor(out: Output, round: Round) {
    this.#out = out
    this.#round = round
  }

  write(shape: Shape, at: number, value: unknown): number {
    const out = this.#out
    this.#room(at)
    switch (shape.kind) {
      case 'text':
        return writeText(out, at, value)
      case 'integer':
        return writeInteger(out, at, value, this.#round)
      case 'number':
        return writeNumber(out, at, value)
      case 'boolean':
        return writeBoolean(out, at, value)
      case 'null':
        return writeNull(out, at)
      case 'any':
        return writeJson(out, at, JSON.stringify(value))
      case 'date':
        return writeDate(out, at, value, DATES[shape.format]!)
      case 'constant':
        return shape.orNull && value === null ? writeNull(out, at) : writeJson(out, at, shape.json)
      case 'nullable':
        return value === null ? writeNull(out, at) : this.write(shape.of, at, value)
      case 'choice': {
        const option = shape.options.find(({ type }) => FITS[type]!(value))
        if (option === undefined) throw new Unknown('no type fits')
        return this.write(option.shape, at, value)
      }
      case 'among':
        return this.write(shape.of, at, value)
      case 'union': {
        const option = shape.options.find((one) => fits(one, value))
        if (option === undefined) throw new Unknown('no schema fits')
        return this.write(option, at, value)
      }
      case 'object':
        return this.#object(shape, at, value)
      case 'list':
        return this.#list(shape, at, value)
      case 'tuple':
        return this.#tuple(shape, at, value)
      case 'again':
        return this.write(shape.slot.shape!, at, value) // it was read to the end
    }
  }

  #object(shape: ObjectShape, at: number, value: unknown): number {
    const object = asJson(value)
    if (object === null) return shape.nullable ? writeNull(this.#out, at) : writeJson(this.#out, at, '{}')
    const { needed, members, patterns, rest } = shape
    if (needed.some((name) => object[name] === undefined)) throw new Unknown('a required property is missing')
    let end = at
    for (const member of members)
      end = this.#member(member, end, end === at ? BRACE : COMMA, object[member.key])
    if (rest !== null || patterns.length > 0) {
      for (const key of Object.keys(object)) {
        if (members.some((member) => member.key === key) || !isWritten(object[key])) continue
        const other = patterns.find(({ test }) => test.test(key))?.shape ?? rest
        if (other === null) continue
        end = this.#key(end, end === at ? BRACE : COMMA, key)
        end = this.write(other, end, object[key])
      }
    }
    const bytes = this.#room(end)
    if (end === at) bytes[end++] = BRACE
    bytes[end++] = 0x7d
    return end
  }

  #member({ key, shape, required, otherwise }: Member, at: number, first: number, value: unknown): number {
    if (value !== undefined) return this.write(shape, this.#key(at, first, key), value)
    if (otherwise !== undefined) return writeJson(this.#out, this.#key(at, first, key), otherwise)
    if (required) throw new Unknown('a required property is missing')
    return at
  }

  // Also before the end of an object or a list: a value that is deep has many ends behind each other.
  #room(at: number): Buffer {
    const out = this.#out
    if (at > out.limit) out.grow(at, 0)
    return out.bytes
  }

  #key(at: number, first: number, key: string): number {
    this.#room(at)
    return writeKey(this.#out, at, first, key)
  }

  #list({ nullable, items }: ListShape, at: number, value: unknown): number {
    const out = this.#out
    if (value === null) return nullable ? writeNull(out, at) : writeJson(out, at, '[]')
    if (!Array.isArray(value)) throw new Unknown('the value is not a list')
    let end = at
    out.bytes[end++] = 0x5b
    const { length } = value
    for (let index = 0; index < length; index++) {
      if (index > 0) this.#room(end)[end++] = COMMA
      end = this.write(items, end, value[index])
    }
    this.#room(end)[end++] = 0x5d
    return end
  }

  #tuple({ nullable, items, isOpen }: TupleShape, at: number, value: unknown): number {
    const out = this.#out
    if (value === null) return nullable ? writeNull(out, at) : writeJson(out, at, '[]')
    if (!Array.isArray(value) || (!isOpen && value.length > items.length)) throw new Unknown('not the tuple')
    let end = at
    out.bytes[end++] = 0x5b
    const { length } = value
    for (let index = 0; index < length; index++) {
      if (index > 0) this.#room(end)[end++] = COMMA
      const one: unknown = value[index]
      const item = items[index]
      if (item?.types.some((type) => ITEM[type]!(one)) === false) throw new Unknown('an item of another type')
      end = this.write(item?.shape ?? { kind: 'any' }, end, one)
    }
    this.#room(end)[end++] = 0x5d
    return end
  }
}

/** The object to write: what its `toJSON` returns, if it has one. */
export function asJson(value: unknown): Record<string, unknown> | null {
  const json: unknown = hasJson(value) ? value.toJSON() : value
  if (json === undefined || typeof json !== 'object') throw new Unknown('the value is not an object')
  return json as Record<string, unknown> | null // any object
}

function hasJson(value: unknown): value is { toJSON(): unknown } {
  return Boolean(value) && typeof (value as { toJSON?: unknown }).toJSON === 'function' // no null, no undefined
}

/** Whether JSON has the value of a property that is not declared. */
export function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}

/** Whether a type of a list of types takes a value. Each but null takes null too: null itself comes first. */
export const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  string: (value) =>
    typeof value === 'string' ||
    value === null ||
    value instanceof Date ||
    value instanceof RegExp ||
    (typeof value === 'object' && hasOwnText(value)),
  integer: (value) => Number.isInteger(value) || value === null,
  number: (value) => typeof value === 'number' || value === null,
  boolean: (value) => typeof value === 'boolean' || value === null,
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  array: (value) => Array.isArray(value),
}

/** Whether an item of a tuple has a type. */
export const ITEM: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...FITS,
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value) && value.constructor === Object,
}

function hasOwnText(value: object): boolean {
  return typeof value.toString === 'function' && value.toString !== Object.prototype.toString
}
