/** Draft 7, 6.4: the keywords of arrays. */
import { isObject } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { equalItems } from '../keywords/unique-items.ts'
import { listOf } from './conversion.ts'
import {
  type Convert,
  countOf,
  type Family,
  inside,
  type Judge,
  type Maker,
  NO,
  type Place,
  type Plain,
  sequence,
  UNDECIDED,
  UNSURE,
  YES,
} from './verdict.ts'

export const ARRAY_KEYWORDS = ['items', 'additionalItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']

export const arrays: Family = (schema, maker, place) => {
  const { items, additionalItems, minItems, maxItems, uniqueItems, contains } = schema
  const least = countOf(minItems, 0)
  const most = countOf(maxItems, Number.POSITIVE_INFINITY)
  if (least === null || most === null) return null
  const first: Judge[] = []
  if (minItems !== undefined || maxItems !== undefined)
    first.push((value) => (isList(value) && value.length >= least && value.length <= most ? YES : NO))
  const each = Array.isArray(items)
    ? tuple(items, schema, maker, place)
    : additionalItems === undefined && itemsOf(items, maker, place)
  if (each === null || each === false) return null // additionalItems beside no tuple is a mistake
  const then: Judge[] = []
  if (contains !== undefined) {
    const one = maker.make(contains, inside(place))
    if (one === null || one.fill !== null) return null
    then.push(containing(one.judge))
  }
  if (uniqueItems !== undefined && typeof uniqueItems !== 'boolean') return null
  if (uniqueItems === true) then.push(unique(maker))
  // ajv fills in the defaults of a tuple before it counts, and those of items before it compares them
  if (each === UNDECIDED || (each.fill !== null && then.length > 0)) return UNDECIDED
  const plain = {
    judge: sequence([...first, ...(each.judge === null ? [] : [each.judge]), ...then]),
    fill: each.fill,
  }
  return each.convert === undefined || !maker.converts
    ? plain
    : { ...plain, convert: listOf(each.convert, sequence([...first, ...then]), maker.changing.coerceTypes) }
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

interface Items {
  readonly judge: Judge | null
  readonly fill: Plain['fill']
  readonly convert?: Convert
}

function itemsOf(items: unknown, maker: Maker, place: Place): Items | null {
  if (items === undefined) return { judge: null, fill: null, convert: (item) => item }
  const each = maker.make(items, inside(place))
  if (each === null) return null
  const { judge: one, fill, convert } = each
  const judge: Judge = (value) => (isList(value) ? allFrom(value, 0, one) : NO)
  if (fill === null) return { judge, fill, ...(convert !== undefined && { convert }) }
  const fillAll = (value: unknown): void => {
    if (isList(value)) for (const item of value) fill(item)
  }
  return { judge, fill: fillAll }
}

function allFrom(list: readonly unknown[], start: number, judge: Judge): ReturnType<Judge> {
  for (let at = start; at < list.length; at++) {
    const verdict = judge(list[at])
    if (verdict !== YES) return verdict
  }
  return YES
}

/** ajv writes a warning for a tuple whose length is not fixed, so it gets the schema. */
function tuple(
  items: readonly unknown[],
  { minItems, maxItems, additionalItems }: SchemaObject,
  maker: Maker,
  place: Place,
): Items | null {
  const { length } = items
  if (length === 0 || minItems !== length || (maxItems !== length && additionalItems !== false)) return null
  const places = items.map((item) => maker.make(item, inside(place)))
  const rest = additionalItems === undefined ? undefined : maker.make(additionalItems, inside(place))
  if (rest === null || !places.every((one) => one !== null)) return null
  const isFilled = items.some((item) => isObject(item) && item.default !== undefined)
  if (isFilled || [...places, rest].some((one) => one !== undefined && one.fill !== null)) return UNDECIDED
  const judgesOf = places.map((one) => one.judge)
  const judge: Judge = (value) => {
    if (!isList(value)) return NO
    const more = rest === undefined ? YES : allFrom(value, length, rest.judge) // ajv judges them first
    if (more !== YES) return more
    for (let at = 0; at < length && at < value.length; at++) {
      const verdict = judgesOf[at]!(value[at])
      if (verdict !== YES) return verdict
    }
    return YES
  }
  return { judge, fill: null }
}

/** ajv stops at the first item that fits. Of an empty list it may say what it said of the list before. */
function containing(judge: Judge): Judge {
  return (value) => {
    if (!isList(value) || value.length === 0) return UNSURE
    for (const item of value) {
      const verdict = judge(item)
      if (verdict !== NO) return verdict
    }
    return NO
  }
}

/** Of scalars ajv compares texts in an object, which is not always right: so equal items are its business. */
function unique({ library }: Maker): Judge {
  return (value) =>
    isList(value) && (value.length < 2 || equalItems(value, library.equal) === null) ? YES : UNSURE
}
