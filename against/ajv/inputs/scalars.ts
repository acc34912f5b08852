/** Types, constants, numbers, texts, formats and lists, with values at the limits of each keyword. */
import type { Entry } from '../../inputs/entry.ts'
import { EACH } from '../../inputs/values.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
const pairs = TYPES.flatMap((one, at) => TYPES.slice(at + 1).map((other) => [one, other]))

const types: readonly Entry[] = [
  ...TYPES.map((type): Entry => [{ type }, EACH]),
  ...TYPES.filter((type) => type !== 'null').map((type): Entry => [{ type, nullable: true }, EACH]),
  ...pairs.map((type): Entry => [{ type }, EACH]),
  [{ type: ['string', 'number'], nullable: true }, EACH],
  [{ type: ['boolean', 'integer', 'null'] }, EACH],
  [{ type: ['null', 'boolean', 'integer'] }, EACH],
]

const values: readonly Entry[] = [
  [{ const: 1 }, [1, 1.0, '1', true, [1]]],
  [{ const: 'a"\\b' }, ['a"\\b', 'a', 'a\\"b']],
  [{ const: null }, [null, '', 0, 'null', false]],
  [{ const: false }, [false, 0, 'false', null, '']],
  [{ const: 0 }, [0, -0, '0', false, null]],
  [
    { const: { a: 1, b: [2] } },
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, { a: 1 }, { a: 1, b: [2], c: 3 }, { a: '1', b: [2] }],
  ],
  [{ const: [1, { a: null }] }, [[1, { a: null }], [{ a: null }, 1], [1, {}], [1, { a: null }, 2], '1']],
  [{ const: {} }, [{}, [], { a: 1 }, null]],
  [{ const: [] }, [[], {}, [null], '']],
  [{ type: 'string', const: '1' }, ['1', 1, ['1'], '2']],
  [{ type: 'integer', const: 1 }, [1, '1', true, 2, [1], ['1']]],
  [{ type: 'boolean', const: true }, [true, 'true', 1, false, 'false', [true]]],
  [{ type: ['string', 'null'], const: 'x' }, ['x', null, 'y', '']],
  [{ enum: [1, '1', true, null, 'true'] }, [1, '1', true, null, 'true', false, 0, '', 'null']],
  [{ enum: [[1], { a: 1 }, 'b'] }, [[1], { a: 1 }, 'b', [1, 1], { a: 2 }, 'a', 1, { a: 1, b: 1 }]],
  [{ enum: [{ a: 1, b: 2 }] }, [{ b: 2, a: 1 }, { a: 1 }, []]],
  [{ type: 'integer', enum: [1, 2.5, 3] }, [1, '3', 2.5, '2.5', 2, true]],
  [{ type: 'number', enum: [0, 2.5] }, [0, '2.5', null, false, 1, '']],
  [{ type: 'string', enum: ['', 'a', 'ä'] }, ['', 'a', 'ä', null, 'b', 'A', ['a']]],
  [{ type: 'string', nullable: true, enum: ['a', null] }, ['a', null, 'b', '']],
  [{ type: 'string', nullable: true, enum: ['a'] }, ['a', null, 'b', 0]],
  [{ type: 'array', items: { enum: [1, 'a'] } }, [[1, 'a'], [], [2], 'a', 1, ['a', 'b']]],
  [{ enum: ['a'], const: 'a' }, ['a', 'b']],
  [{ enum: ['a', 'b'], const: 'c' }, ['a', 'c']],
]

const LIMITS: unknown[] = [0, 1, 2, 3, 1.5, 2.5, 2.4999, 2.0001, '2', '1.99', true, null, -2]
const numbers: readonly Entry[] = [
  ...['number', 'integer'].flatMap((type): Entry[] => [
    [{ type, minimum: 2 }, LIMITS],
    [{ type, maximum: 2 }, LIMITS],
    [{ type, exclusiveMinimum: 2 }, LIMITS],
    [{ type, exclusiveMaximum: 2 }, LIMITS],
    [{ type, minimum: 2, exclusiveMinimum: 2 }, LIMITS],
    [{ type, maximum: 2, exclusiveMaximum: 2.5 }, LIMITS],
    [{ type, minimum: 0, maximum: 2 }, LIMITS],
    [{ type, minimum: 2, maximum: 1 }, LIMITS],
    [{ type, minimum: 0 }, [-0, 0, -1, -1e-9, '-0', false, null]],
    [{ type, multipleOf: 2 }, [0, 2, -4, 3, '4', 1e15, 1e21, null, true, 1e300]],
    [{ type, nullable: true, minimum: 1 }, [null, 1, 0, '', '0', false]],
  ]),
  [{ type: 'number', multipleOf: 0.1 }, [0.1, 0.2, 0.3, 0.7, 1, 1.1, 0.05, '0.3', 4.35]],
  [{ type: 'number', multipleOf: 0.01 }, [0.01, 0.07, 1.15, 4.35, 8.41, 19.99, 0.005, 1e15, 1e20]],
  [{ type: 'number', multipleOf: 1.5 }, [3, 1.5, 4.5, 1, 0, -1.5, '3']],
  [{ type: 'number', multipleOf: 1e-7 }, [1e-7, 3e-7, 1e-8, 1, 0.123456789]],
  [{ type: 'number', multipleOf: 123456789 }, [123456789, 246913578, 1e10, 0]],
  [
    { type: 'number' },
    ['1e308', '1e309', '-1e309', '.5', '5.', '+1', '1_0', '١', 'Infinity', 'NaN', '0b1', '\t1\n'],
  ],
  [{ type: 'integer' }, ['1.0', '1e2', '1.5', '1e-2', '9007199254740993', '1e308', '-0', 1.0, 1e300]],
  [{ minimum: 5, type: ['number', 'string'] }, [5, 4, '5', '4', 'a', '']],
]

const WORDS: unknown[] = [
  '',
  'a',
  'ab',
  'abc',
  '😀',
  '😀😀',
  '😀a',
  'é',
  'e\u0301',
  '\ud800',
  12,
  1,
  null,
  true,
]
const strings: readonly Entry[] = [
  [{ type: 'string', minLength: 1 }, WORDS],
  [{ type: 'string', minLength: 2 }, WORDS],
  [{ type: 'string', maxLength: 1 }, WORDS],
  [{ type: 'string', maxLength: 2 }, WORDS],
  [{ type: 'string', maxLength: 0 }, WORDS],
  [{ type: 'string', minLength: 2, maxLength: 2 }, WORDS],
  [{ type: 'string', minLength: 3, maxLength: 2 }, WORDS],
  [{ type: ['string', 'null'], maxLength: 1 }, WORDS],
  [{ type: 'string', nullable: true, minLength: 1 }, WORDS],
  [{ type: 'string', pattern: '^.$' }, ['a', '😀', '', 'ab', '\n', 1, 12, null]],
  [{ type: 'string', pattern: 'b' }, ['b', 'abc', 'a', 'B', '', 'aaab']],
  [{ type: 'string', pattern: '^a|b$' }, ['ax', 'xb', 'xay', 'ab', '']],
  [{ type: 'string', pattern: '^\\p{Lu}' }, ['Äb', 'äb', 'A', '1', '']],
  [{ type: 'string', pattern: '^[^\\d]*$' }, ['', 'abc', 'a1', 1]],
  [{ type: 'string', pattern: '/' }, ['a/b', 'ab', '/']],
  [{ type: 'string', pattern: '' }, ['', 'a', 1]],
  [{ type: 'string', pattern: '^true$' }, [true, 'true', 'TRUE', false]],
  [{ type: 'string', pattern: '^(a+)+$', maxLength: 4 }, ['aaaa', 'aaaaa', 'ab', '']],
]

const FORMATS: { readonly [format: string]: unknown[] } = {
  date: ['2024-02-29', '2023-02-29', '2023-13-01', '2023-1-1', '2023-01-01T00:00:00Z', '', 5, null],
  time: ['00:00:00Z', '23:59:60Z', '24:00:00Z', '12:00:00', '12:00:00+01:00', '12:00:00.123Z', ''],
  'date-time': [
    '2024-02-29T12:00:00Z',
    '2024-02-29t12:00:00z',
    '2024-02-29 12:00:00Z',
    '2024-02-29T12:00:00',
    '2024-02-30T12:00:00Z',
  ],
  duration: ['P1D', 'PT1H', 'P1W', 'P', 'PT', '1D', 'P1DT', 'P1Y2M3DT4H5M6S'],
  uri: ['http://a', 'a:b', '/a', 'http://a b', '', 'http://[::1]/', 'urn:a:b'],
  'uri-reference': ['/a', 'a', '', '#a', 'http://a', 'a b', '\\a'],
  'uri-template': ['/{a}', '/{a', '/a', '{+a}', ''],
  url: ['http://a.de', 'http://a', 'ftp://a.de/x', 'a.de', '', 'https://192.168.0.1'],
  email: ['a@b', 'a@b.c', 'a', '@b', 'a@', 'a b@c.d', 'A+x@b.co'],
  hostname: ['a', 'a.b', '-a', 'a-', 'a_b', '', 'a..b', 'ä', '1.2.3.4'],
  ipv4: ['1.2.3.4', '256.0.0.1', '1.2.3', '01.2.3.4', '', '1.2.3.4.5', '0.0.0.0'],
  ipv6: ['::1', '::', '1:2:3:4:5:6:7:8', '1:2:3', '::1.2.3.4', 'g::', '', '1::2::3'],
  regex: ['^a$', '(', '', '\\Z', '[a', 'a{1}'],
  uuid: [
    '123e4567-e89b-12d3-a456-426614174000',
    '123E4567-E89B-12D3-A456-426614174000',
    'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
    '123e4567',
    '',
  ],
  'json-pointer': ['', '/a', '/a~1b', '/a~2', 'a', '/'],
  'json-pointer-uri-fragment': ['#', '#/a', '/a', '#a', '#/%20'],
  'relative-json-pointer': ['0', '1/a', '01', '0#', '/a', ''],
  byte: ['YQ==', 'YQ', '', 'Y', 'YWI=', 'ä', 'YQ==\n'],
  int32: [1, 2147483647, 2147483648, -2147483648, -2147483649, 1.5, 'a', '1'],
  int64: [1, 9007199254740991, 1.5, 'a', 1e300],
  float: [1, 1.5, 'a', 1e300],
  double: [1, 1.5, 'a', 1e300],
  password: ['', 'a', 1],
  binary: ['', 'a', 1],
  'iso-time': ['12:00:00', '12:00:00Z', '25:00:00', 'a'],
  'iso-date-time': ['2024-02-29 12:00:00', '2024-02-29T12:00:00Z', '2024-02-29', 'a'],
}
const formats: readonly Entry[] = Object.entries(FORMATS).flatMap(([format, given]): Entry[] => {
  const type = ['int32', 'int64', 'float', 'double'].includes(format) ? 'number' : 'string'
  return [
    [{ type, format }, given],
    [{ type, format, nullable: true }, [null, ...given.slice(0, 4)]],
    [{ type: ['string', 'number'], format }, given.slice(0, 5)],
  ]
})

const I = { type: 'integer' }
const S = { type: 'string' }
const LISTS: unknown[] = [
  [],
  [1],
  ['1'],
  [1, 2],
  [1, 'a'],
  ['a'],
  [1, 2, 3],
  ['1', 2, '3', 4],
  1,
  'a',
  null,
  {},
  [null],
  [[1]],
]
const arrays: readonly Entry[] = [
  [{ type: 'array' }, LISTS],
  [{ type: 'array', items: I }, LISTS],
  [{ type: 'array', items: S }, LISTS],
  [{ type: 'array', items: true }, LISTS],
  [{ type: 'array', items: false }, LISTS],
  [{ type: 'array', items: {} }, LISTS],
  [{ type: 'array', items: { type: 'array', items: I } }, [...LISTS, [[1], ['2']], [1, [2]], [['a']]]],
  [{ type: 'array', items: { type: ['integer', 'null'] } }, LISTS],
  [{ type: 'array', items: { type: 'boolean' } }, [[true], ['true', 0], ['x'], 'false', 1, null]],
  [{ type: 'array', items: [I], minItems: 1, additionalItems: false }, LISTS],
  [{ type: 'array', items: [I, S], minItems: 2, additionalItems: I }, LISTS],
  [{ type: 'array', items: [I, S], minItems: 2, maxItems: 2 }, LISTS],
  [{ type: 'array', items: [I, S], minItems: 1, maxItems: 2 }, LISTS],
  [
    {
      type: 'array',
      items: [
        { type: 'integer', default: 5 },
        { type: 'string', default: 'd' },
      ],
      minItems: 1,
      maxItems: 2,
    },
    LISTS,
  ],
  [{ type: 'array', items: { type: 'integer', default: 5 } }, LISTS],
  [{ type: 'array', items: [true, false], minItems: 1, maxItems: 2 }, LISTS],
  [{ type: 'array', minItems: 2 }, LISTS],
  [{ type: 'array', maxItems: 1 }, LISTS],
  [{ type: 'array', maxItems: 0 }, LISTS],
  [
    { type: 'array', items: I, minItems: 1, maxItems: 2, uniqueItems: true },
    [...LISTS, [1, 1], [1, '1'], ['1', '2']],
  ],
  [{ type: 'array', uniqueItems: false, items: I }, [[1, 1], ['1', 1], 'a']],
  [
    { type: 'array', uniqueItems: true },
    [
      [1, '1', true, null, 'null'],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
      [[1], ['1']],
      [{}, []],
      [0, -0],
      [{ a: 1 }, { a: '1' }],
      [null, null],
    ],
  ],
  [
    { type: 'array', uniqueItems: true, items: S },
    [['a', 'b'], ['a', 'a'], [1, '1'], ['__proto__', '__proto__'], ['__proto__', 'constructor'], 'a'],
  ],
  [
    { type: 'array', uniqueItems: true, items: { type: ['string', 'number'] } },
    [
      ['1', 1],
      [1, 1],
      ['a', 'a', 1],
      [true, 'true'],
    ],
  ],
  [
    {
      type: 'array',
      uniqueItems: true,
      items: { type: 'object', properties: { a: { type: 'integer', default: 1 } } },
    },
    [
      [{}, { a: 2 }],
      [{}, {}],
      [{}, { a: 1 }],
      [{ a: '1' }, { a: 1 }],
    ],
  ],
  [{ type: 'array', contains: I }, [...LISTS, ['a', 1], [1.5, 'b']]],
  [{ type: 'array', contains: { const: 1 } }, [[1], [2, 1], [1, 2], [2], [], ['1'], 1]],
  [
    { type: 'array', contains: { type: 'object', required: ['a'] }, minItems: 1 },
    [[{ a: 1 }], [{}, { a: 1 }], [{}], [], [1]],
  ],
  [{ type: 'array', contains: false }, [[], [1]]],
  [{ type: 'array', contains: true }, [[], [1]]],
  [{ type: ['array', 'null'], items: I }, LISTS],
  [{ type: ['array', 'string'], items: I }, LISTS],
  [{ type: ['array', 'object'], items: I, properties: { a: I } }, [...LISTS, { a: '1' }, { a: 'x' }]],
  [{ type: 'array', nullable: true, items: I }, LISTS],
]

export const SCALARS: readonly Entry[] = [...types, ...values, ...numbers, ...strings, ...formats, ...arrays]
