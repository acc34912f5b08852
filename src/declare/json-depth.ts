/** How deep JSON values nest. Functions that recurse over a very deep value exceed the stack of calls. */

import { isObject } from '../values.ts'

/** Whether the value of a JSON text nests deeper than the limit. 0: there is none. */
export function isTooDeep(text: string | Buffer, value: unknown, limit: number): boolean {
  if (limit === 0 || text.length <= 2 * limit) return false // each level has two brackets
  if (typeof text === 'string' && !hasMore('[', text, limit) && !hasMore('{', text, limit)) return false
  return isDeeper(value, limit)
}

// Long texts and lists of numbers have few brackets: looking for them takes less time than a walk through the value.
function hasMore(bracket: string, text: string, limit: number): boolean {
  const most = Math.min(limit / 2, 8)
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
    if (++count > most) return true
  return false
}

// Loops without closures, and a call only for what can nest: this runs for every value of a large body.
function isDeeper(value: unknown, left: number): boolean {
  if (left === 0) return typeof value === 'object' && value !== null
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const item: unknown = value[at]
      if (typeof item === 'object' && item !== null && isDeeper(item, left - 1)) return true
    }
  } else if (isObject(value)) {
    for (const key in value) {
      const item = value[key]
      if (typeof item === 'object' && item !== null && isDeeper(item, left - 1)) return true
    }
  }
  return false
}
