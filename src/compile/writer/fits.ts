/**
 * `anyOf` and `oneOf`: fast-json-stringify takes the first schema that ajv accepts a value with, without conversion. Here a shape
 * is asked, of schemas that say nothing more than their shape.
 */
import { isObject } from '../../values.ts'
import { Unknown } from './output.ts'
import type { ListShape, ObjectShape, Shape } from './shape.ts'

/** Whether the schema of a shape accepts a value as it is. Throws `Unknown` for what only the library can tell. */
export function fits(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'any':
      return true
    case 'text':
      if (isObject(value) && !Array.isArray(value)) throw new Unknown('an object that may have a text')
      return typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'constant':
      return !isObject(value) && Number.isNaN(value) === false && JSON.stringify(value) === shape.json
    case 'among':
      return fits(shape.of, value) && shape.values.includes(value)
    case 'nullable':
      return value === null || fits(shape.of, value)
    case 'choice':
      return shape.options.some((option) => fits(option.shape, value))
    case 'union': {
      const { length } = shape.options.filter((option) => fits(option, value))
      return shape.isOne ? length === 1 : length > 0
    }
    case 'object':
      return isFitting(shape, value)
    case 'list':
      return areFitting(shape, value)
    case 'again':
      return fits(shape.slot.shape!, value) // it was read to the end
    case 'tuple':
    case 'date':
      throw new Unknown('a format or a tuple, which only the library knows')
  }
}

function isFitting({ members, needed, rest, isClosed }: ObjectShape, value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value)) return false
  if (typeof value.toJSON === 'function') throw new Unknown('an object that writes itself')
  if (needed.some((name) => value[name] === undefined)) return false
  for (const { key, shape, required } of members) {
    const member = value[key]
    if (member === undefined ? required : !fits(shape, member)) return false
  }
  if (!isClosed && rest === null) return true
  for (const key in value) {
    if (members.some((member) => member.key === key)) continue
    if (rest === null || !fits(rest, value[key])) return false
  }
  return true
}

function areFitting({ items }: ListShape, value: unknown): boolean {
  if (!Array.isArray(value)) return false
  for (let index = 0; index < value.length; index++) if (!fits(items, value[index])) return false
  return true
}
