/**
 * The conversions of ajv with `coerceTypes: 'array'`, for what arrives as text: params, query and headers are objects of scalars
 * and of lists of scalars. Nothing is changed before the whole value fits: ajv gets a value that does not fit as it came.
 */
import { isObject, type Properties } from '../../values.ts'
import { IS } from './types.ts'
import { type Changing, type Convert, type Judge, type Plain, type Settle, UNFIT, YES } from './verdict.ts'

type Coerces = Changing['coerceTypes']

/** What a value becomes that has none of the types; undefined: ajv has no conversion. */
const BECOMES: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => {
    if (value === null) return ''
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  },
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value)
    return number !== undefined && number % 1 === 0 ? number : undefined
  },
  boolean: (value) => {
    if (value === 'true' || value === 1) return true
    return value === 'false' || value === 0 || value === null ? false : undefined
  },
  null: (value) => (value === '' || value === 0 || value === false ? null : undefined),
}

function toNumber(value: unknown): number | undefined {
  if (value === null || typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string' || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** The conversion to scalars. `rest` judges what has one of the types. Null: one of the types is a list or an object. */
export function scalarOf(types: readonly string[], rest: Judge, coerces: Coerces): Convert | null {
  if (!coerces || types.length === 0 || !types.every((type) => Object.hasOwn(BECOMES, type))) return null
  const kinds = types.map((type) => ({ is: IS[type]!, become: BECOMES[type]! }))
  const { is, become } = kinds[0]!
  const fits = (value: unknown): unknown => (rest(value) === YES ? value : UNFIT)
  const convert = (value: unknown): unknown => {
    const opened = coerces === 'array' && Array.isArray(value) && value.length === 1 ? value[0] : value
    if (opened !== value && opensTo(opened, types)) return fits(opened)
    for (const kind of kinds) {
      const made = kind.become(opened)
      if (made !== undefined) return fits(made)
    }
    return UNFIT
  }
  if (kinds.length > 1)
    return (value) => (kinds.some((kind) => kind.is(value)) ? fits(value) : convert(value))
  return (value) => {
    if (is(value)) return rest(value) === YES ? value : UNFIT
    if (typeof value === 'object') return convert(value)
    const made = become(value)
    return made !== undefined && rest(made) === YES ? made : UNFIT
  }
}

/** Whether the only element of a list stays as it is: with several types ajv converts it to the first one that it can. */
function opensTo(element: unknown, types: readonly string[]): boolean {
  const [only, other] = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  return other === undefined && IS[only!]!(element)
}

/** The conversion to a list: a new list if something is converted. `rest` judges the list. */
export function listOf(item: Convert, rest: Judge, coerces: Coerces): Convert {
  return (value) => {
    if (!Array.isArray(value) && (coerces !== 'array' || !isScalar(value))) return UNFIT
    const list: unknown[] = Array.isArray(value) ? value : [value]
    let made = list
    for (let at = 0; at < list.length; at++) {
      const next = item(list[at])
      if (next === UNFIT) return UNFIT
      if (next === list[at]) continue
      if (made === value) made = list.slice()
      made[at] = next
    }
    return rest(made) === YES ? made : UNFIT
  }
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The conversion of a part of an object: what cannot be converted has to fit as it is. */
export const conversionOf = ({ judge, convert }: Plain): Convert =>
  convert ?? ((value) => (judge(value) === YES ? value : UNFIT))

/** The parts of an object in the order in which ajv looks at them. */
export interface Parts {
  /** of the object as it came */
  readonly first: Judge
  readonly isExtra: (name: string) => boolean
  /** of undeclared properties; null: they are removed; undefined: anything fits */
  readonly extra: Convert | null | undefined
  /** of the object without what was removed */
  readonly then: Judge | undefined
  readonly properties: readonly { readonly name: string; readonly convert: Convert }[]
  readonly patterns: readonly { readonly expression: RegExp; readonly convert: Convert }[]
  readonly fill: Plain['fill']
}

const REMOVED = Symbol('removed')

/** The changes of one object, which wait until all of it fits. */
class Changes {
  readonly #names: string[] = []
  readonly #values: unknown[] = []

  add(name: string, value: unknown): this {
    this.#names.push(name)
    this.#values.push(value)
    return this
  }

  apply(object: Properties): void {
    for (let at = 0; at < this.#names.length; at++) {
      const name = this.#names[at]!
      const own = object[name]
      const next = this.#values[at]
      if (next === REMOVED) delete object[name]
      else if (Array.isArray(own) && Array.isArray(next)) refill(own, next)
      else object[name] = next
    }
  }
}

/** A list that is converted stays the same list. */
function refill(list: unknown[], items: readonly unknown[]): void {
  for (let at = 0; at < items.length; at++) {
    const own = list[at]
    const item = items[at]
    if (Array.isArray(own) && Array.isArray(item)) refill(own, item)
    else list[at] = item
  }
}

/** Whether an object fits once it is converted. Then it is converted and filled in, in place. */
export function settling({ first, isExtra, extra, then, properties, patterns, fill }: Parts): Settle {
  return (value) => {
    if (!isObject(value) || first(value) !== YES) return false
    let changes: Changes | null = null // for most objects there are none
    if (extra !== undefined) {
      for (const name in value) {
        if (!isExtra(name)) continue
        const next = extra === null ? REMOVED : extra(value[name])
        if (next === UNFIT) return false
        if (next !== value[name]) changes = (changes ?? new Changes()).add(name, next)
      }
    }
    if (then !== undefined && (changes !== null || then(value) !== YES)) return false
    for (const { name, convert } of properties) {
      const own = value[name]
      if (own === undefined) continue
      const next = convert(own)
      if (next === own) continue
      if (next === UNFIT) return false
      changes = (changes ?? new Changes()).add(name, next)
    }
    for (const { expression, convert } of patterns) {
      for (const name in value) {
        if (!expression.test(name)) continue
        const next = convert(value[name])
        if (next === UNFIT) return false
        if (next !== value[name]) changes = (changes ?? new Changes()).add(name, next)
      }
    }
    changes?.apply(value)
    fill?.(value)
    return true
  }
}
