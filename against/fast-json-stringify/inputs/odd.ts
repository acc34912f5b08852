/** Payloads that JSON cannot say, and texts and numbers that are hard to write. */

export const ODD: readonly unknown[] = [
  ...[undefined, Number.NaN, Number.POSITIVE_INFINITY, -0, 5n, -(10n ** 40n)],
  ...[
    new Date(0),
    new Date(Number.NaN),
    new Date(8.64e15),
    new Date(-1e14),
    /a"b/,
    new Map(),
    Symbol('s'),
    () => 5,
  ],
  new (class Text {
    toString() {
      return 'a "text"'
    }
  })(),
  Object.assign(Object.create(null), { a: 1 }),
  Object.create({ a: 1, b: 'inherited' }),
  { toJSON: () => ({ a: 1, b: 'x' }) },
  { toJSON: () => null },
  { toJSON: () => undefined },
  { toJSON: () => 'text' },
  { toJSON: 5, a: 2 },
  { toString: () => 5 },
  { a: undefined, b: null },
  new Array(2),
  Object('boxed'),
  Object(5),
]

export const TEXTS: readonly unknown[] = [
  ...['', 'a', '"', '\\', '\n', '\u0000', '\u007f', '\u2028', 'ä', '€', '😀', '\ud800', '\udc00x', 'a\ud800'],
  ...[41, 42, 63, 64, 65, 200, 2050, 5001].flatMap((size) => [
    'a'.repeat(size),
    'ä'.repeat(size),
    `${'b'.repeat(size - 1)}"`,
    `${'c'.repeat(size - 1)}\ud800`,
  ]),
]

export const NUMBERS: readonly unknown[] = [
  ...[0, -0, 1, -1, 0.1, 0.01, 1.005, 0.1 + 0.2, 99.99, -2.75, 1e21, 1e-7, 123456789012, 2147483647],
  ...[2147483648, -2147483648, -2147483649, 4294967296, 2 ** 53, Number.MAX_VALUE, 5e-324],
  ...[21474836.47, 21474836.48, -21474836.48, -21474836.49, 0.005, 3000000000.25],
  ...['5', '1.5', '', ' 1', 'x', null, true, false, [], {}, 7n],
]
