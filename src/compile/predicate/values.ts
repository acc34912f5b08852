/** Draft 7, 6.1: `enum` and `const`. */
import { isData } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { equalItems } from '../keywords/unique-items.ts'
import { type Judge, type Library, NO, YES } from './verdict.ts'

/** The judges of both; null: one of them has an invalid value. */
export function valueJudges(schema: SchemaObject, library: Library): Judge[] | null {
  const judges: Judge[] = []
  if (schema.const !== undefined) {
    if (!isJson(schema.const)) return null
    judges.push(oneOf([schema.const], library))
  }
  const list = schema.enum
  if (list === undefined) return judges
  if (!Array.isArray(list) || list.length === 0 || !list.every(isJson)) return null
  if (equalItems(list, library.equal) !== null) return null
  judges.push(oneOf(list, library))
  return judges
}

function oneOf(list: readonly unknown[], { equal }: Library): Judge {
  const objects = list.filter((one) => typeof one === 'object' && one !== null)
  if (list.length === 1 && objects.length === 0) {
    const [only] = list
    return (value) => (value === only ? YES : NO)
  }
  const scalars = new Set(list)
  if (objects.length === 0) return (value) => (scalars.has(value) ? YES : NO)
  return (value) => (scalars.has(value) || objects.some((one) => equal(value, one)) ? YES : NO)
}

/** What JSON can write, and reads again as the same. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return isData(value) && Object.keys(value).every((key) => key !== '__proto__' && isJson(value[key]))
}
