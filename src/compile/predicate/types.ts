/** The keywords `type` and `nullable`, and which values ajv converts to a type. */
import { isObject } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { type Judge, NO, UNSURE, YES } from './verdict.ts'

export const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: (value) => Array.isArray(value),
  object: isObject,
}

const isType = (type: unknown): type is string => typeof type === 'string' && Object.hasOwn(IS, type)

/** The types of a schema; empty: it has no `type`; null: its keywords are invalid. */
export function typesOf({ type, nullable }: SchemaObject): string[] | null {
  if (type === undefined) return nullable === undefined ? [] : null
  if (nullable !== undefined && typeof nullable !== 'boolean') return null
  if (nullable === undefined && isType(type)) return [type]
  const types: unknown[] = Array.isArray(type) ? type : [type]
  if (types.length === 0 || new Set(types).size !== types.length) return null
  if (!types.every(isType)) return null
  if (nullable === false && types.includes('null')) return null
  return nullable === true && !types.includes('null') ? [...types, 'null'] : types
}

/** Whether ajv takes a type beside those of schemas for the same value without a warning. */
export const isAllowed = (type: string, types: readonly string[]): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))

/** Whether ajv takes keywords for values of a type without a warning. */
export const isJudged = (type: string, types: readonly string[]): boolean =>
  types.includes(type) || (type === 'number' && types.includes('integer'))

const JUDGES = new Map<string, Judge>(Object.keys(IS).map((type) => [type, judgeOf([type])]))

/** `coerces`: ajv may convert a value of another type. */
export function typeJudge(types: readonly string[], coerces: boolean): Judge {
  if (!coerces) return (value) => (types.some((type) => IS[type]!(value)) ? YES : NO)
  return (types.length === 1 ? JUDGES.get(types[0]!) : undefined) ?? judgeOf(types)
}

function judgeOf(types: readonly string[]): Judge {
  const [only, ...others] = types.map((type) => IS[type]!)
  if (others.length === 0) return (value) => (only!(value) ? YES : isConverted(value, types) ? UNSURE : NO)
  return (value) => (types.some((type) => IS[type]!(value)) ? YES : isConverted(value, types) ? UNSURE : NO)
}

/** Whether ajv may convert a value that has none of the types. It says yes to more values than ajv converts. */
function isConverted(value: unknown, types: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length === 1 && types.some((type) => type !== 'object')
  if (isObject(value)) return false
  return types.some((type) => BECOMES[type]!(value))
}

const BOOLEANS: ReadonlySet<unknown> = new Set([0, 1, null, 'true', 'false'])

const BECOMES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: () => true,
  array: () => true,
  object: () => false,
  number: isNumeric,
  integer: isNumeric,
  boolean: (value) => BOOLEANS.has(value),
  null: (value) => value === '' || value === 0 || value === false,
}

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return false // no integer, or no finite number
  return typeof value === 'string' ? !Number.isNaN(Number(value)) : true
}
