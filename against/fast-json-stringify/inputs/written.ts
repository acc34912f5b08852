/** The catalogue of response schemas, with payloads that fit, nearly fit, and do not. */

import { type Entry, objectOf } from '../../inputs/entry.ts'
import { EACH } from '../../inputs/values.ts'
import { COMBINED } from './combined.ts'

const I = { type: 'integer' }
const N = { type: 'number' }
const S = { type: 'string' }
const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
const pairs = TYPES.flatMap((one, at) => TYPES.slice(at + 1).map((other) => [one, other]))
const TEXTS: Entry[1] = [
  '',
  'a"b',
  'a\\b',
  '\n\t',
  '\u0000\u001f',
  '\u007f\u2028',
  'ä€😀',
  '\ud800',
  'x'.repeat(70),
  `${'y'.repeat(60)}"ä`,
]
const NUMBERS: Entry[1] = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.01,
  1.5,
  -2.75,
  99.99,
  0.005,
  3000000000.25,
  21474836.48,
  -21474836.49,
  1e21,
  1e-7,
  123456789012,
  4294967296,
  2147483648,
  '5',
  '1.5',
  'x',
  null,
  true,
]
const scalars: readonly Entry[] = [
  ...TYPES.map((type): Entry => [{ type }, EACH]),
  ...TYPES.filter((type) => type !== 'null').map((type): Entry => [{ type, nullable: true }, EACH]),
  ...pairs.map((type): Entry => [{ type }, EACH]),
  [S, TEXTS],
  [{}, [...TEXTS.slice(0, 4), ...EACH]],
  [I, NUMBERS],
  [N, NUMBERS],
  [{ type: 'array', items: N }, [NUMBERS.slice(0, 10), NUMBERS.slice(10, 17), [null], ['x']]],
  [{ type: 'array', items: I }, [NUMBERS.slice(0, 10), NUMBERS.slice(10, 17), [null], ['x']]],
  [{ type: 'array', items: S }, [TEXTS, [1, null, true], [{}], []]],
  ...['date', 'time', 'date-time', 'email', 'uuid', 'binary'].map(
    (format): Entry => [
      { type: 'string', format },
      [
        '2024-02-29',
        '2024-02-29T12:34:56Z',
        '2024-02-29T12:34:56.789+02:00',
        '12:34:56',
        'x',
        '',
        5,
        null,
        true,
        0,
      ],
    ],
  ),
  ...['date', 'time', 'date-time'].map(
    (format): Entry => [{ type: 'string', format, nullable: true }, ['2024-02-29T12:34:56Z', 'x', null, 5]],
  ),
  ...[1, 'a"', null, true, { a: 1 }, [1], ''].map((one): Entry => [{ const: one }, [one, null, 5, 'x']]),
  [{ type: 'string', const: 'a' }, ['a', 'b', null, 1]],
  [{ type: ['string', 'null'], const: 'a' }, ['a', 'b', null, 1]],
  [{ type: 'string', enum: ['a', 'b'] }, ['a', 'c', null, 1]],
  [{ enum: ['a', 1, null] }, ['a', 1, null, 'z', {}]],
  [{ type: 'integer', minimum: 5, maximum: 6 }, [1, 5, 9]],
  [{ type: 'string', minLength: 2, pattern: '^a', maxLength: 3 }, ['b', 'abc', 'abcd']],
]

const LISTS: Entry[1] = [
  [],
  [1],
  ['1'],
  [1, 'a'],
  ['a', 1],
  [1, 'a', 2],
  [null],
  [1, null],
  [{ a: 1 }],
  null,
  {},
  'a',
  5,
]
const lists: readonly Entry[] = [
  [{ type: 'array' }, LISTS],
  [{ type: 'array', items: {} }, LISTS],
  [{ type: 'array', items: true }, LISTS],
  [{ type: 'array', items: S }, LISTS],
  [{ type: 'array', nullable: true, items: S }, LISTS],
  [{ type: 'array', items: { type: ['string', 'null'] } }, LISTS],
  [{ type: 'array', items: { type: ['integer', 'string'] } }, LISTS],
  [
    { type: 'array', items: objectOf({ a: S }) },
    [[], [{}], [{ a: 1, b: 2 }], [{ a: null }], [null], [5], ['x']],
  ],
  [{ type: 'array', items: objectOf({ a: S }, { nullable: true }) }, [[null], [{ a: 'x' }, null], [null]]],
  [{ type: 'array', items: { type: 'array', items: I } }, [[], [[]], [[1, 2], [3]], [[null]], [null], [1]]],
  [{ type: 'array', items: [I, S] }, LISTS],
  [{ type: 'array', items: [I, S], additionalItems: true }, LISTS],
  [{ type: 'array', items: [I, S], additionalItems: false }, LISTS],
  [{ type: 'array', items: [I, S], additionalItems: I }, LISTS],
  [
    { type: 'array', items: [{ type: ['integer', 'null'] }, objectOf({ a: S })] },
    [[1, { a: 1, b: 2 }], [null, {}], [null], [1, 'x'], []],
  ],
  [{ type: 'array', items: [{ type: 'integer', nullable: true }] }, LISTS],
  [{ type: 'array', minItems: 2, maxItems: 2, uniqueItems: true, items: I }, [[1], [1, 1], [1, 2, 3]]],
  [{ type: 'array', contains: I, items: S }, [['a'], [1]]],
]

const PAYLOADS: Entry[1] = [
  { a: undefined, b: 1 },
  { a: 'x', b: undefined },
  {},
  { a: 1 },
  { a: 'x', b: 'y' },
  { b: 2 },
  { a: null },
  { a: 1, 'x-b': 2, c: { d: [1] } },
  { c: null },
  null,
  'a',
  5,
  [],
  [{ a: 1 }],
]
const objects: readonly Entry[] = [
  [{ type: 'object' }, PAYLOADS],
  [objectOf({}), PAYLOADS],
  [objectOf({ a: S }), PAYLOADS],
  [objectOf({ a: S, b: S }), PAYLOADS],
  [objectOf({ b: S, a: S }, { required: ['a'] }), PAYLOADS],
  [objectOf({ a: S }, { required: ['a', 'b'] }), PAYLOADS],
  [objectOf({ a: S }, { nullable: true }), PAYLOADS],
  [{ type: ['object', 'null'], properties: { a: S } }, PAYLOADS],
  [objectOf({ a: S }, { additionalProperties: true }), PAYLOADS],
  [objectOf({ a: S }, { additionalProperties: false }), PAYLOADS],
  [objectOf({ a: S }, { additionalProperties: {} }), PAYLOADS],
  [objectOf({ a: S }, { additionalProperties: S }), PAYLOADS],
  [
    objectOf({ a: S }, { additionalProperties: { type: 'object', additionalProperties: true } }),
    [{ b: { c: 1 } }, { b: {} }, { a: 1 }],
  ],
  [
    objectOf({ a: S }, { additionalProperties: { type: 'array', items: I } }),
    [{ b: [1, 2] }, { b: [] }, { b: null }],
  ],
  [objectOf({ a: S }, { patternProperties: { '^x-': I } }), PAYLOADS],
  [
    objectOf({ a: S }, { patternProperties: { '^x-': I, '^x': S, a: I } }),
    [...PAYLOADS, { xa: 1 }, { ba: '5' }],
  ],
  [objectOf({ a: S }, { patternProperties: { '^x-': I }, additionalProperties: S }), PAYLOADS],
  [objectOf({ a: S }, { patternProperties: { '^x-': I }, additionalProperties: false }), PAYLOADS],
  [objectOf({}, { patternProperties: { '^c': objectOf({ d: { type: 'array' } }) } }), PAYLOADS],
  [objectOf({ a: { ...S, default: 'd"' }, b: { ...I, default: 3 } }), PAYLOADS],
  [
    objectOf({ a: { type: 'boolean', default: false }, b: { type: 'null', default: null } }),
    [{}, { a: 1 }, { b: 5 }],
  ],
  [
    objectOf({ a: { type: 'array', items: S, default: ['x'] }, b: objectOf({}, { default: { z: 1 } }) }),
    [{}, { a: [] }, { b: {} }],
  ],
  [objectOf({ a: { ...S, default: 'd' } }, { required: ['a'] }), [{}, { a: 1 }]],
  [
    objectOf({ a: objectOf({ b: objectOf({ c: { type: 'integer', default: 1 } }) }) }),
    [{}, { a: {} }, { a: { b: {} } }, { a: { b: { c: '2' } } }, { a: { b: null } }, { a: null }],
  ],
  [
    objectOf({ 'a"b': S, 'a\\b': S, 'a\nb': S, 'ä😀': S, '': S, "it's": S, '1': S }),
    [
      { 'a"b': 1, 'a\\b': 2 },
      { 'a\nb': 3, 'ä😀': 4 },
      { '': 5, "it's": 6, '1': 7 },
    ],
  ],
  [
    objectOf({ constructor: S, toString: I, hasOwnProperty: S }),
    [{}, { constructor: 1 }, { toString: '5' }, { hasOwnProperty: 2 }],
  ],
  [
    objectOf({ a: true, b: {} }),
    [
      { a: { x: 1 }, b: [1] },
      { a: null, b: 'x' },
    ],
  ],
  [
    objectOf(
      { a: S },
      {
        minProperties: 1,
        maxProperties: 1,
        propertyNames: { maxLength: 1 },
        dependencies: { a: ['b'] },
        not: { required: ['z'] },
      },
    ),
    PAYLOADS,
  ],
  [{ properties: { a: S } }, PAYLOADS],
  [{ items: S }, [['a'], [1], null, {}]],
]

export const WRITTEN: readonly Entry[] = [...scalars, ...lists, ...objects, ...COMBINED]
