/** The conversions of ajv to the types of a schema, one value after the other, as its generated code makes them. */
import { IS } from '../predicate/types.ts'

type Coerces = boolean | 'array'

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean' || value === null) return Number(value)
  if (typeof value !== 'string' || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const TO: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: (value) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return value === null ? '' : undefined
  },
  number: toNumber,
  integer: (value) => {
    const number = toNumber(value)
    return number !== undefined && number % 1 === 0 ? number : undefined
  },
  boolean: (value) => {
    if (value === 'false' || value === 0 || value === null) return false
    return value === 'true' || value === 1 ? true : undefined
  },
  null: (value) => (value === '' || value === 0 || value === false ? null : undefined),
}

/** The types to which ajv converts. */
export const convertible = (types: readonly string[], coerces: Coerces): readonly string[] =>
  coerces === false
    ? []
    : types.filter((type) => Object.hasOwn(TO, type) || (type === 'array' && coerces === 'array'))

/** Whether the only element of a list stays as it is: beside another type ajv converts it to the first one that it can. */
function opensTo(element: unknown, types: readonly string[]): boolean {
  const [only, other] = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  return other === undefined && IS[only!]!(element)
}

/** The only element of a list, where ajv looks at it; else the value. */
export const openedBy = (value: unknown, coerces: Coerces): unknown =>
  coerces === 'array' && Array.isArray(value) && value.length === 1 ? value[0] : value

/** What a value becomes that has none of the types; undefined: there is no conversion. `isOpened`: it was the only element of a list. */
export function converted(
  own: unknown,
  isOpened: boolean,
  types: readonly string[],
  coerces: Coerces,
): unknown {
  if (isOpened && opensTo(own, types)) return own
  for (const type of convertible(types, coerces)) {
    const made = type === 'array' ? (isScalar(own) ? [own] : undefined) : TO[type]!(own)
    if (made !== undefined) return made
  }
  return undefined
}
