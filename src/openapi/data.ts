/** Data of the application that is written into a document. */
import { isData, isObject } from '../values.ts'

export const NOT_JSON: unique symbol = Symbol('no JSON')

/** The value as JSON has it, without properties that are undefined; `NOT_JSON` for functions, instances of classes and the like. */
export function jsonOf(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : NOT_JSON
  if (Array.isArray(value)) {
    const list = value.map(jsonOf)
    return list.includes(NOT_JSON) ? NOT_JSON : list
  }
  if (!isData(value)) return NOT_JSON
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => [name, jsonOf(one)] as const)
  return entries.some(([, one]) => one === NOT_JSON) ? NOT_JSON : Object.fromEntries(entries)
}

/** Whether data has, at any depth, what tools follow as a reference. */
export function looksLikeReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(looksLikeReference)
  if (!isObject(value)) return false
  return typeof value.$ref === 'string' || Object.values(value).some(looksLikeReference)
}
