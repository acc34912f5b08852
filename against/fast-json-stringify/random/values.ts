/** Random payloads: any, and those that fit a schema more or less. */
import fc from 'fast-check'
import { isPlainObject, type Properties } from '../../inputs/plain.ts'
import { KEYS } from './schemas.ts'

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'Ada',
    'a"b',
    'a\\',
    '\n',
    'ä',
    '€',
    '😀',
    '\ud800',
    '\udc00x',
    '\u2028',
    '\u007f',
    '12',
    '1.5',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    ...[63, 64, 65, 200, 5001].flatMap((size) => [
      'a'.repeat(size),
      'ä'.repeat(size),
      `"${'b'.repeat(size)}`,
    ]),
  ),
)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  fc.constantFrom(
    0,
    -0,
    1.005,
    0.1 + 0.2,
    1e21,
    1e-7,
    2 ** 31,
    -(2 ** 31),
    2 ** 53,
    Number.MAX_VALUE,
    21474836.47,
    21474836.48,
  ),
)
const odd = fc.constantFrom<unknown>(
  ...[
    new Date(0),
    new Date(NaN),
    new Date(8.64e15),
    new Date(1e12),
    new Date(-1e14),
    /a"b/,
    5n,
    -(10n ** 40n),
  ],
  ...[
    Symbol('s'),
    () => 5,
    new (class Text {
      toString() {
        return 'a text'
      }
    })(),
    Object.create(null),
    new Map(),
  ],
  ...[
    { toJSON: () => ({ a: 1, b: 'x' }) },
    { toJSON: () => null },
    { toJSON: () => undefined },
    { toJSON: 5 },
  ],
  ...[{ toString: () => 5 }, new Array(3), Object('boxed')],
)
export const value = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: text, weight: 3 },
    { arbitrary: number, weight: 3 },
    { arbitrary: fc.constantFrom(true, false, null, undefined), weight: 2 },
    { arbitrary: odd, weight: 1 },
    { arbitrary: tie('object'), weight: 4 },
    { arbitrary: fc.array(tie('value'), { maxLength: 4 }), weight: 2 },
  ),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
})).value

/** A value that fits a schema more or less: without such ones, hardly any would be written to the end. */
export function fitting(schema: unknown, root: Properties, depth: number): fc.Arbitrary<unknown> {
  if (!isPlainObject(schema) || depth > 6) return value
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/')[2]
    return fitting(name === undefined ? root : Reflect.get(Object(root.definitions), name), root, depth + 2)
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...own } = schema
    const all = fc.tuple(...[...allOf, own].map((one) => fitting(one, root, depth + 1)))
    return all.map((parts) => (parts.every(isPlainObject) ? Object.assign({}, ...parts) : parts[0]))
  }
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return fc.oneof(...options.map((option) => fitting(option, root, depth + 1)))
  if (schema.const !== undefined || schema.enum !== undefined)
    return fc.oneof(
      fc.constant(schema.const),
      value,
      fc.constantFrom(...(Array.isArray(schema.enum) ? schema.enum : [1])),
    )
  const type = Array.isArray(schema.type) ? schema.type.at(-1) : schema.type
  if (isPlainObject(schema.properties)) {
    const patterns = isPlainObject(schema.patternProperties) ? Object.values(schema.patternProperties) : []
    const properties = {
      ...Object.fromEntries(patterns.map((one, index) => [KEYS[index], one])),
      ...schema.properties,
    }
    const members = Object.keys(properties).map(
      (key) => [key, fitting(properties[key], root, depth + 1)] as const,
    )
    const all = fc.record(Object.fromEntries(members), {
      requiredKeys: members.map(([key]) => key).slice(0, 2),
    })
    return fc.oneof({ arbitrary: all, weight: 9 }, { arbitrary: value, weight: 1 })
  }
  const near = nearby(type, schema, root, depth)
  return near === null ? value : fc.oneof({ arbitrary: near, weight: 9 }, { arbitrary: value, weight: 1 })
}

function nearby(
  type: unknown,
  schema: Properties,
  root: Properties,
  depth: number,
): fc.Arbitrary<unknown> | null {
  if (type === 'string') return schema.format === undefined ? text : fc.oneof(text, fc.date())
  if (type === 'integer' || type === 'number') return number
  if (type === 'boolean') return fc.boolean()
  if (Array.isArray(schema.items)) {
    const items = fc.tuple(...schema.items.map((one) => fitting(one, root, depth + 1)))
    return fc.oneof(
      items,
      items.map((list) => list.slice(1)),
      items.map((list) => [...list, 'more']),
    )
  }
  if (type === 'array') return fc.array(fitting(schema.items, root, depth + 1), { maxLength: 5 })
  return null
}
