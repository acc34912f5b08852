/** The coercion table: what a value becomes if a schema names another type. It uses no validator. */

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'

/** Whether a value is of a type, as draft 7 has it: an integer is a number, 1.0 is an integer, NaN is nothing. */
export function isOfType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return typeof value === type
  }
}

/** What a value becomes for one type, or undefined where the table has no entry. */
const TABLE: Readonly<Record<TypeName, (value: unknown) => unknown>> = {
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
  array: (value) => (typeof value === 'object' && value !== null ? undefined : [value]),
  object: () => undefined,
}

function toNumber(value: unknown): number | undefined {
  if (value === null) return 0
  if (typeof value === 'boolean') return Number(value)
  // An empty text is not a number, and neither is what only looks like one to a parser that stops early.
  if (typeof value !== 'string' || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/**
 * The value as it is after coercion to one of `types`, in their order. What is of one of them stays; a list of one element is
 * opened where no list is wanted; what fits nothing stays as it is, to be refused.
 *
 * @example
 * coerce('7', ['integer']) // 7
 * coerce('7', ['array']) // ['7']
 * coerce(['7'], ['integer']) // 7
 * coerce('x', ['integer']) // 'x'
 */
export function coerce(value: unknown, types: readonly TypeName[]): unknown {
  if (types.some((type) => isOfType(value, type))) return value
  if (types.every((type) => type === 'object')) return value // nothing becomes an object, not even what holds one
  const opened = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
  const [only, ...others] = types.filter((type) => type !== 'integer' || !types.includes('number'))
  if (opened !== value && only && others.length === 0 && isOfType(opened, only)) return opened
  // With several types the table decides also for what a list held: [1] for a text or a number is '1'.
  for (const type of types) {
    const coerced = TABLE[type](opened)
    if (coerced !== undefined) return coerced
  }
  return value
}
