/** Draft 7, 6.3 and 7: the keywords of strings, and `format`, which may also be one of numbers. */
import { isFunction, isObject } from '../../values.ts'
import { bare, countOf, type Family, type Judge, type Library, NO, sequence, YES } from './verdict.ts'

export const STRING_KEYWORDS = ['minLength', 'maxLength', 'pattern']

export const strings: Family = ({ minLength, maxLength, pattern }, { library }) => {
  const least = countOf(minLength, 0)
  const most = countOf(maxLength, Number.POSITIVE_INFINITY)
  if (least === null || most === null) return null
  const judges: Judge[] = []
  if (minLength !== undefined || maxLength !== undefined)
    judges.push((value) => (isLong(String(value), least, most) ? YES : NO))
  if (pattern !== undefined) {
    const expression = patternOf(pattern, library)
    if (expression === null) return null
    judges.push((value) => (expression.test(String(value)) ? YES : NO))
  }
  return bare(sequence(judges))
}

/** A character outside the basic plane has two code units, so the characters are counted only where that may matter. */
function isLong(text: string, least: number, most: number): boolean {
  const units = text.length
  if (units < least || units > most * 2) return false
  if (units >= least * 2 && units <= most) return true
  let length = 0
  for (const _ of text) length++
  return length >= least && length <= most
}

/** The expression of `pattern`, as ajv makes it; null: ajv would refuse it. */
export function patternOf(pattern: unknown, library: Library): RegExp | null {
  if (typeof pattern !== 'string') return null
  const isRegex = library.format('regex') // the schema of schemas demands it
  if (!isFunction(isRegex) || isRegex(pattern) !== true) return null
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return null
  }
}

/** What `format` says of values of one type. Null: ajv does not know it, or it is no text. */
export function formatOf(
  format: unknown,
  library: Library,
): { readonly type: 'string' | 'number'; readonly judge: Judge | null } | null {
  const made = typeof format === 'string' ? library.format(format) : undefined
  if (made === undefined) return null
  if (made === true) return { type: 'string', judge: null }
  const { type = 'string', validate } =
    isObject(made) && !(made instanceof RegExp) ? made : { validate: made }
  if (type !== 'string' && type !== 'number') return null
  if (validate instanceof RegExp && (validate.global || validate.sticky)) return null // it keeps its place
  if (validate instanceof RegExp) return { type, judge: (value) => (validate.test(String(value)) ? YES : NO) }
  return isFunction(validate) ? { type, judge: (value) => (validate(value) ? YES : NO) } : null
}
