/** Draft 7, 6.6 and 6.7: schemas that judge the same value. ajv tries them one after the other, so a branch may convert it. */
import type { SchemaObject } from '../json-schema/references.ts'
import { type Judge, type Maker, NO, type Place, sequence, UNSURE, YES } from './verdict.ts'

export const COMBINATORS = ['not', 'anyOf', 'oneOf', 'allOf', 'if', 'then', 'else']

/** The judges in the order of ajv, and whether a branch fills in defaults: null where a keyword is invalid. */
export function combinators(schema: SchemaObject, maker: Maker, place: Place): Branches | null {
  /** of a schema in which ajv refuses defaults */
  const branch = (one: unknown): Judge | null => {
    const plain = maker.make(one, place)
    return plain === null || plain.fill !== null ? null : plain.judge
  }
  let fills = false
  /** of a schema in which ajv fills in defaults, which what follows sees */
  const filling = (one: unknown): Judge | null => {
    const plain = maker.make(one, place)
    if (plain === null) return null
    fills ||= plain.fill !== null
    return plain.judge
  }
  const judges: Judge[] = []
  if (schema.not !== undefined) {
    const judge = branch(schema.not)
    if (judge === null) return null
    judges.push(opposite(judge))
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const list = schema[keyword]
    if (list === undefined) continue
    if (!Array.isArray(list) || list.length === 0) return null
    const branches: Judge[] = []
    for (const one of list) {
      const judge = keyword === 'allOf' ? filling(one) : branch(one)
      if (judge === null) return null
      branches.push(judge)
    }
    judges.push(JOIN[keyword](branches))
  }
  const condition = conditional(schema, branch, filling)
  if (condition === null) return null
  if (condition !== undefined) judges.push(condition)
  return { judges, fills }
}

export interface Branches {
  readonly judges: readonly Judge[]
  readonly fills: boolean
}
export const NO_BRANCHES: Branches = { judges: [], fills: false }

function opposite(judge: Judge): Judge {
  return (value) => {
    const verdict = judge(value)
    return verdict === UNSURE ? UNSURE : verdict === YES ? NO : YES
  }
}

const JOIN: Readonly<Record<'anyOf' | 'oneOf' | 'allOf', (branches: readonly Judge[]) => Judge>> = {
  anyOf: (branches) => (value) => {
    for (const judge of branches) {
      const verdict = judge(value)
      if (verdict !== NO) return verdict
    }
    return NO
  },
  oneOf: (branches) => (value) => {
    let found = false
    for (const judge of branches) {
      const verdict = judge(value)
      if (verdict === UNSURE) return UNSURE
      if (verdict === NO) continue
      if (found) return NO
      found = true
    }
    return found ? YES : NO
  },
  allOf: sequence,
}

/** ajv refuses `if` alone, and `then` or `else` without `if`. */
function conditional(
  schema: SchemaObject,
  branch: (one: unknown) => Judge | null,
  filling: (one: unknown) => Judge | null,
): Judge | undefined | null {
  const parts = [schema.if, schema.then, schema.else]
  if (parts.every((one) => one === undefined)) return undefined
  if (schema.if === undefined || (schema.then === undefined && schema.else === undefined)) return null
  const test = branch(schema.if)
  const [yes, no] = [schema.then, schema.else].map((one) => filling(one === undefined ? true : one))
  if (!test || !yes || !no) return null
  return (value) => {
    const verdict = test(value)
    return verdict === UNSURE ? UNSURE : verdict === YES ? yes(value) : no(value)
  }
}
