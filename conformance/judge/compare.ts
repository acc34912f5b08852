// Compares expected values, matchers included, with actual ones, and returns the first difference with its place.

import { isDeepStrictEqual } from 'node:util'
import type { Json, Matcher } from '../../spec/case.ts'
import { escapePointer } from '../../spec/matrix.ts'
import type { Difference } from '../contract/result.ts'

type Actual = Json | undefined
type Match = (operand: Matcher, actual: Actual, pointer: string) => Difference | null

export function differenceOf(expected: Matcher, actual: Actual, pointer = ''): Difference | null {
  if (expected === null || typeof expected !== 'object') {
    return Object.is(expected, actual) ? null : tell(pointer, expected, actual)
  }
  if (Array.isArray(expected)) return differenceOfArrays(expected, actual, pointer)
  const match = matcherOf(expected)
  if (match) return match.run(match.operand, actual, pointer)
  return differenceOfObjects(expected, actual, pointer, false)
}

export function matches(expected: Matcher, actual: Actual): boolean {
  return differenceOf(expected, actual) === null
}

function tell(pointer: string, expected: Json, actual: Actual): Difference {
  return actual === undefined ? { pointer, expected } : { pointer, expected, actual }
}

function matcherOf(expected: Record<string, Json>): { run: Match; operand: Matcher } | null {
  const keys = Object.keys(expected)
  const key = keys[0]
  if (keys.length !== 1 || key === undefined) return null
  const run = Object.hasOwn(MATCHERS, key) ? MATCHERS[key] : undefined
  return run ? { run, operand: expected[key] as Matcher } : null
}

function differenceOfArrays(expected: Json[], actual: Actual, pointer: string): Difference | null {
  if (!Array.isArray(actual)) return tell(pointer, expected, actual)
  for (const [index, item] of expected.entries()) {
    if (index >= actual.length) return tell(`${pointer}/${index}`, item, undefined)
    const found = differenceOf(item, actual[index], `${pointer}/${index}`)
    if (found) return found
  }
  if (actual.length === expected.length) return null
  return tell(`${pointer}/${expected.length}`, { $absent: true }, actual[expected.length])
}

function isAbsent(expected: Json | undefined): boolean {
  return (
    expected !== null &&
    typeof expected === 'object' &&
    !Array.isArray(expected) &&
    expected?.['$absent'] === true
  )
}

function differenceOfObjects(
  expected: Record<string, Json>,
  actual: Actual,
  pointer: string,
  open: boolean,
): Difference | null {
  if (actual === null || typeof actual !== 'object' || Array.isArray(actual))
    return tell(pointer, expected, actual)
  for (const key of Object.keys(expected)) {
    const value = Object.hasOwn(actual, key) ? actual[key] : undefined
    const wanted = expected[key] as Json
    const place = `${pointer}/${escapePointer(key)}`
    if (isAbsent(wanted)) {
      if (value !== undefined) return tell(place, wanted, value)
      continue
    }
    if (value === undefined) return tell(place, wanted, undefined)
    const found = differenceOf(wanted, value, place)
    if (found) return found
  }
  if (open) return null
  const extra = Object.keys(actual).find((key) => !Object.hasOwn(expected, key))
  return extra === undefined
    ? null
    : tell(`${pointer}/${escapePointer(extra)}`, { $absent: true }, actual[extra])
}

function jsonType(actual: Actual): string {
  if (actual === null) return 'null'
  if (Array.isArray(actual)) return 'array'
  return typeof actual
}

const MATCHERS: Record<string, Match> = {
  $any: (_, actual, pointer) => (actual === undefined ? tell(pointer, { $any: true }, actual) : null),
  $absent: (_, actual, pointer) => (actual === undefined ? null : tell(pointer, { $absent: true }, actual)),
  $literal: (operand, actual, pointer) =>
    isDeepStrictEqual(operand, actual) ? null : tell(pointer, operand, actual),
  $subset: (operand, actual, pointer) =>
    differenceOfObjects(operand as Record<string, Json>, actual, pointer, true),
  $regex: (operand, actual, pointer) => {
    const [source, flags] = Array.isArray(operand) ? operand.map(String) : [String(operand)]
    const hit = typeof actual === 'string' && new RegExp(source as string, flags).test(actual)
    return hit ? null : tell(pointer, { $regex: operand }, actual)
  },
  $type: (operand, actual, pointer) => {
    const type = jsonType(actual)
    const hit = operand === type || (operand === 'integer' && Number.isInteger(actual))
    return hit ? null : tell(pointer, { $type: operand }, actual)
  },
  $oneOf: (operand, actual, pointer) => {
    const hit = (operand as Matcher[]).some((one) => matches(one, actual))
    return hit ? null : tell(pointer, { $oneOf: operand }, actual)
  },
  $and: (operand, actual, pointer) => {
    for (const one of operand as Matcher[]) {
      const found = differenceOf(one, actual, pointer)
      if (found) return found
    }
    return null
  },
  $not: (operand, actual, pointer) =>
    matches(operand, actual) ? tell(pointer, { $not: operand }, actual) : null,
  $contains: (operand, actual, pointer) => {
    const inText = typeof actual === 'string' && typeof operand === 'string' && actual.includes(operand)
    const inArray = Array.isArray(actual) && actual.some((item) => matches(operand, item))
    return inText || inArray ? null : tell(pointer, { $contains: operand }, actual)
  },
  $unordered: (operand, actual, pointer) => {
    const wanted = operand as Matcher[]
    if (!Array.isArray(actual) || actual.length !== wanted.length)
      return tell(pointer, { $unordered: operand }, actual)
    const left = [...actual]
    for (const one of wanted) {
      const index = left.findIndex((item) => matches(one, item))
      if (index < 0) return tell(pointer, { $contains: one }, actual)
      left.splice(index, 1)
    }
    return null
  },
}

/** Whether a key is a matcher; an expectation may not use an unknown one by mistake. */
export function isMatcher(key: string): boolean {
  return key in MATCHERS
}
