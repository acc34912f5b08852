/** Takes out of a value what its schema does not let out, before it is written. Nothing of the value is changed: what changes is copied. */

import { isFunction, isObject, type Properties } from '../../values.ts'
import { typeOf } from './type-of.ts'

export type Sift = (value: unknown) => unknown

/** No value is allowed: a property is left out. */
export const NEVER = Symbol('never')
export type Op = Sift | null
export type Found = Op | typeof NEVER

/** A pattern of names, and what is left of their values. */
export interface PatternOp {
  readonly test: RegExp
  readonly found: Found
  /** what it leaves of a value that another pattern writes */
  readonly part: Sift | null
}

export function inTurn(found: readonly Found[]): Found {
  if (found.includes(NEVER)) return NEVER
  const ops = found.filter((one) => typeof one === 'function')
  if (ops.length < 2) return ops[0] ?? null
  return (value) => ops.reduce((known, op) => op(known), value)
}

export function apply(found: Found | undefined, value: unknown): unknown {
  return typeof found === 'function' ? found(value) : value
}

/** The object with what is left of it: the same one where nothing is taken out. */
export function siftObject(
  given: unknown,
  named: ReadonlyMap<string, Found>,
  patterns: readonly PatternOp[],
  rest: Op,
): unknown {
  if (!isObject(given)) return given
  const value: unknown = isFunction(given.toJSON) ? given.toJSON() : given
  if (!isObject(value)) return value
  let made: Properties | null = null
  const put = (name: string, one: unknown): void => {
    made ??= flat(value, named)
    if (one === NEVER) delete made[name]
    else
      Object.defineProperty(made, name, { value: one, writable: true, enumerable: true, configurable: true })
  }
  for (const [name, found] of named) {
    const one = value[name]
    if (found === null || one === undefined) continue
    const left = found === NEVER ? NEVER : found(one)
    if (left !== one) put(name, left)
  }
  if (rest === null && patterns.every(({ found, part }) => found === null && part === null))
    return made ?? value
  for (const name of Object.keys(value)) {
    if (named.has(name)) continue
    const [pattern, ...others] = patterns.filter(({ test }) => test.test(name))
    const found = inTurn([
      pattern === undefined ? rest : pattern.found,
      ...others.map(({ found: one }) => one),
    ])
    let left = found === NEVER ? NEVER : apply(found, value[name])
    for (const { part } of others) if (part !== null && left !== NEVER) left = part(left)
    if (left !== value[name]) put(name, left)
  }
  return made ?? value
}

/** A plain object with what the library reads of a value: its own properties, and declared ones that it inherits. */
function flat(value: Properties, named: ReadonlyMap<string, Found>): Properties {
  const made: Properties = { ...value }
  // A required property `constructor` must not be there by inheritance.
  if (Object.getPrototypeOf(value) === null) Object.setPrototypeOf(made, null)
  for (const name of named.keys())
    if (!Object.hasOwn(made, name) && value[name] !== undefined) made[name] = value[name]
  return made
}

export function mapped(list: readonly unknown[], op: (value: unknown, index: number) => unknown): unknown[] {
  return Array.from(list, (value, index) => {
    const left = op(value, index)
    return left === NEVER ? null : left // as JSON has it
  })
}

export function noMatch(index: number): Error {
  return new Error(`Item at ${index} does not match schema definition.`)
}

/** Throws for a list with an item at a place that has none. */
export function refuseItem(value: unknown, length: number): unknown {
  if (Array.isArray(value) && value.length > length) throw noMatch(length)
  return value
}

/** The types that an item of a tuple must have one of; null: its schema has no type. */
export function typesOf(schema: Properties): string[] | null {
  const found = typeOf(schema)
  return found === undefined ? null : [found, schema.nullable === true ? 'null' : []].flat(2).map(String)
}

/** Whether an item of a tuple has a type, as the library asks. */
export const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  string: (value) => typeof value === 'string' || value === null || hasText(value),
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value) && value.constructor === Object,
  array: (value) => Array.isArray(value),
}

function hasText(value: unknown): boolean {
  return isObject(value) && isFunction(value.toString) && value.toString !== Object.prototype.toString
}

/** Whether a schema says anything of what is written. */
export function isShaping(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).length > 0
}

/** Refuses a schema that cannot be applied, at `ready()`. */
export function refuse(at: string, why: string): never {
  throw new Error(`the schema at ${at} cannot be applied to an answer: ${why}`)
}

/** Whether a schema, as text, may say something of what a sieve is for: most say nothing, and need no walk. */
export function mayForbid(text: string): boolean {
  return /[:[,]false|"items":\[|"patternProperties"|"(?:if|then|else)":true/.test(text)
}
