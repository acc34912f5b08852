/** The part of the catalogue about objects, combined schemas and references. */
import { type Entry, objectOf } from '../../inputs/entry.ts'

const I = { type: 'integer' }
const S = { type: 'string' }
const O = { type: 'object' }
const NAMED: Entry[1] = [
  {},
  { a: 1 },
  { a: '1' },
  { a: 'x' },
  { b: 1 },
  { a: 1, b: 'b' },
  { a: null },
  { a: 1, c: 1 },
  { 'x-a': '5' },
  [],
  null,
  'a',
  [{ a: 1 }],
]
const objects: readonly Entry[] = [
  [O, NAMED],
  [objectOf({ a: I }), NAMED],
  [objectOf({ a: I }, { required: ['a'] }), NAMED],
  [objectOf({ a: I }, { required: ['a', 'b'] }), NAMED],
  [objectOf({ a: I }, { required: [] }), NAMED],
  [
    objectOf({}, { required: ['toString', 'constructor'] }),
    [{}, { toString: 1 }, { toString: 1, constructor: 2 }, []],
  ],
  [objectOf({ toString: I, constructor: S }), [{}, { toString: '1' }, { toString: 'x' }, { constructor: 1 }]],
  [objectOf({ a: { ...I, nullable: true } }, { required: ['a'] }), NAMED],
  [objectOf({ a: true, b: false }), NAMED],
  [objectOf({ a: {} }, { additionalProperties: false }), NAMED],
  [objectOf({ a: I }, { additionalProperties: true }), NAMED],
  [objectOf({ a: I }, { additionalProperties: I }), [...NAMED, { b: '2' }, { b: 'x' }, { b: [3] }]],
  [objectOf({}, { additionalProperties: S }), [{}, { a: 1 }, { a: {} }, { a: [1] }, { a: null, b: true }]],
  [
    objectOf({}, { additionalProperties: objectOf({ a: I }, { required: ['a'] }) }),
    [{}, { x: { a: '1' } }, { x: {} }, { x: 1 }],
  ],
  [
    objectOf({ a: I }, { patternProperties: { '^x-': I }, additionalProperties: false }),
    [...NAMED, { 'x-a': 'q' }, { a: 1, 'x-b': 2, c: 3 }],
  ],
  [
    objectOf({ a: I }, { patternProperties: { '^x-': I }, additionalProperties: S }),
    [...NAMED, { 'x-a': 'q' }, { a: 1, 'x-b': 2, c: 3 }, { c: {} }],
  ],
  [
    objectOf({}, { patternProperties: { a: S, b: I } }),
    [{ a: 1 }, { b: '1' }, { ab: 1 }, { ab: 'x' }, { c: {} }, { b: 'x' }],
  ],
  [
    objectOf({}, { patternProperties: { '^.$': I, '': true } }),
    [{ a: '1' }, { ab: 'x' }, { '😀': '1' }, { '😀': 'x' }],
  ],
  [objectOf({}, { propertyNames: { maxLength: 1 } }), [{}, { a: 1 }, { ab: 1 }, { '': 1 }, { '😀': 1 }]],
  [
    objectOf({}, { propertyNames: { pattern: '^a', minLength: 2 } }),
    [{}, { ab: 1 }, { a: 1 }, { b: 1 }, { ab: 1, b: 2 }],
  ],
  [objectOf({}, { propertyNames: { enum: ['a', 'b'] } }), [{}, { a: 1, b: 2 }, { c: 1 }, { a: 1, c: 2 }]],
  [objectOf({}, { propertyNames: { format: 'email' } }), [{}, { 'a@b.c': 1 }, { a: 1 }]],
  [objectOf({}, { propertyNames: false }), [{}, { a: 1 }]],
  [objectOf({}, { minProperties: 1 }), NAMED],
  [objectOf({}, { maxProperties: 1 }), NAMED],
  [objectOf({}, { minProperties: 1, maxProperties: 1 }), NAMED],
  [objectOf({ a: { ...I, default: 1 } }, { minProperties: 1 }), NAMED],
  [objectOf({ a: { ...I, default: 1 } }, { maxProperties: 1 }), NAMED],
  [objectOf({ a: I }, { maxProperties: 1, additionalProperties: false }), NAMED],
  [objectOf({}, { dependencies: { a: ['b'] } }), NAMED],
  [objectOf({}, { dependencies: { a: ['b', 'c'], b: [] } }), [...NAMED, { a: 1, b: 1, c: 1 }]],
  [
    objectOf({}, { dependencies: { a: objectOf({ b: I }, { required: ['b'] }) } }),
    [...NAMED, { a: 1, b: '2' }],
  ],
  [objectOf({}, { dependencies: { a: false, b: true } }), NAMED],
  [objectOf({ a: { ...I, default: 5 } }, { dependencies: { a: ['b'] } }), NAMED],
  [
    objectOf({ a: objectOf({ b: { ...I, default: 1 } }) }),
    [{}, { a: {} }, { a: { b: '2' } }, { a: null }, { a: { b: null } }],
  ],
  [
    objectOf({ a: objectOf({ b: { ...I, default: 1 } }, { default: {} }) }),
    [{}, { a: {} }, { a: { b: 3 } }, { a: null }],
  ],
  [objectOf({ a: { ...I, default: 'x' } }), [{}, { a: 1 }, { a: 'y' }]],
  [objectOf({ a: { ...I, default: '7' } }), [{}, { a: 1 }]],
  [objectOf({ a: { ...S, default: 5 } }), [{}, { a: 1 }, { a: null }]],
  [objectOf({ a: { ...S, default: null } }), [{}, { a: 'x' }]],
  [objectOf({ a: { ...S, nullable: true, default: null } }), [{}, { a: 'x' }, { a: null }]],
  [objectOf({ a: { type: 'array', items: I, default: ['1'] } }), [{}, { a: [] }, { a: 1 }]],
  [objectOf({ a: { ...I, default: 1 } }, { required: ['a'] }), NAMED],
  [objectOf({ a: { enum: ['x', 'y'], default: 'z' } }), [{}, { a: 'x' }, { a: 'z' }]],
  [
    objectOf({ a: { type: 'boolean', default: false }, b: { type: 'number', default: -0 } }),
    [{}, { a: 1 }, { b: '0' }],
  ],
  [
    objectOf({ 'a"b': I, "a'b": I, 'a\\b': I, 'a\nb': I, 'ä😀': I }),
    [{ 'a"b': '1' }, { "a'b": 'x' }, { 'a\\b': '1' }, { 'a\nb': 'x' }, { 'ä😀': '1' }, { 'ä😀': 'x' }],
  ],
  [{ type: ['object', 'null'], properties: { a: I } }, NAMED],
  [{ type: 'object', nullable: true, properties: { a: I }, required: ['a'] }, NAMED],
  [{ type: ['object', 'string'], properties: { a: I }, minLength: 2 }, [...NAMED, 'ab']],
]

const BOTH: Entry[1] = [1, '1', 'a', true, null, 5, 'abc', -1, 1.5, [], [1], {}]
const branches = [
  [I, S],
  [S, I],
  [{ type: 'boolean' }, I],
  [{ type: 'null' }, I],
  [I, { type: 'null' }],
  [
    { ...I, minimum: 2 },
    { ...I, maximum: 4 },
  ],
  [
    { ...S, minLength: 2 },
    { ...S, maxLength: 2 },
  ],
  [{ const: 1 }, { const: 'a' }],
  [{ enum: [1, 'a'] }, { enum: ['a', null] }],
  [true, I],
  [false, I],
  [{}, S],
]
const A = objectOf({ a: I }, { required: ['a'] })
const B = objectOf({ b: S }, { required: ['b'] })
const CLOSED_A = { ...A, additionalProperties: false }
const CLOSED_B = { ...B, additionalProperties: false }
const FILLED = objectOf({ c: { ...I, default: 3 } })
const PAIRS: Entry[1] = [
  { a: 1 },
  { a: '1' },
  { b: 'x' },
  { a: 1, b: 'x' },
  { a: 1, z: 1 },
  { a: '1', b: 2, z: 3 },
  {},
  { a: 'x' },
  { a: 'x', b: 'y' },
  null,
]
const objectBranches = [
  [A, B],
  [B, A],
  [CLOSED_A, CLOSED_B],
  [CLOSED_A, B],
  [A, FILLED],
  [objectOf({ a: { const: 1 } }), objectOf({ a: { const: '1' } })],
  [
    objectOf({ k: { const: 'x' }, a: I }, { required: ['k'] }),
    objectOf({ k: { const: 'y' }, a: S }, { required: ['k'] }),
  ],
]
const KINDS: Entry[1] = [{ k: 'x', a: 1 }, { k: 'x', a: 'q' }, { k: 'y', a: 1 }, { k: 'z' }, {}]

const combined: readonly Entry[] = [
  ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword): Entry[] => [
    ...branches.map((list): Entry => [{ [keyword]: list }, BOTH]),
    [{ type: 'integer', [keyword]: [{ minimum: 2 }, { maximum: 4 }] }, [...BOTH, 3, '3']],
    [{ type: 'string', [keyword]: [{ minLength: 2 }, { pattern: '^a' }] }, BOTH],
    [
      { type: 'array', items: I, [keyword]: [{ minItems: 2 }, { maxItems: 3 }] },
      [[1], [1, 2], ['1', '2'], [1, 2, 3, 4], 1, ['x', 'y']],
    ],
    ...objectBranches.map((list): Entry => [{ type: 'object', [keyword]: list }, [...PAIRS, ...KINDS]]),
    [{ type: 'object', properties: { z: I }, additionalProperties: false, [keyword]: [A, B] }, PAIRS],
    [
      { type: 'object', properties: { a: I, b: S }, [keyword]: [{ required: ['a'] }, { required: ['b'] }] },
      PAIRS,
    ],
    [{ [keyword]: [{ [keyword]: [I, S] }, { type: 'null' }] }, BOTH],
    [{ [keyword]: [I] }, BOTH],
  ]),
  ...[
    S,
    I,
    { type: 'null' },
    {},
    { const: 1 },
    { enum: ['a', 1] },
    { minimum: 2, type: 'number' },
    { not: I },
    true,
    false,
  ].map((schema): Entry => [{ not: schema }, BOTH]),
  ...[A, CLOSED_A, FILLED].map((schema): Entry => [{ type: 'object', not: schema }, PAIRS]),
  [{ type: 'integer', not: { const: 1 } }, [1, '1', 2, true, 'a']],
  [{ if: I, then: { minimum: 2 }, else: { maxLength: 1 }, type: ['integer', 'string'] }, BOTH],
  [{ if: { const: 1 }, then: false, else: true }, BOTH],
  [{ if: S, then: { enum: ['a', '1'] } }, BOTH],
  [{ if: S, else: { enum: [1, null] } }, BOTH],
  [{ if: true, then: I, else: S }, BOTH],
  [{ if: false, then: I, else: S }, BOTH],
  [{ type: 'object', if: A, then: B, else: FILLED }, PAIRS],
  [
    {
      type: 'object',
      if: objectOf({ a: { const: 1 } }, { required: ['a'] }),
      then: { required: ['b'] },
      else: { required: ['z'] },
    },
    PAIRS,
  ],
  [{ type: 'object', if: CLOSED_A, then: { maxProperties: 1 }, else: true }, PAIRS],
  [
    {
      type: 'object',
      allOf: [
        { if: A, then: B },
        { if: B, then: A },
      ],
    },
    PAIRS,
  ],
]

const references: readonly Entry[] = [
  [{ $ref: 'word#' }, ['a', 'abc', 'abcd', 5, 12345, null]],
  [{ $ref: 'word#', description: 'd' }, ['a', 'abcd', 1]],
  [
    { $ref: 'tree#' },
    [{}, { n: '1' }, { n: 'x' }, { next: {} }, { next: { next: { n: 'x' } } }, { next: 5 }, null],
  ],
  [{ $ref: 'tree#/definitions/few' }, [1, 0, '2', '0', 'a']],
  [{ $ref: 'tree#/definitions/own' }, [1, 0, '2', '0', 'a']],
  [{ $ref: 'tree#/properties/n' }, [1, '2', 'a', null]],
  [{ $ref: 'tree#/properties/next' }, [{}, { n: '1' }, { n: 'x' }, 1]],
  [{ $ref: 'http://example.com/far.json#' }, [[], ['a'], ['abcd'], 'a', 1, null]],
  [{ $ref: 'http://example.com/far.json#/definitions/a%20b' }, [true, 'true', 'x', 0, 2]],
  [{ $ref: 'http://example.com/far.json#named' }, [9, 10, '9', '10', 'x']],
  [{ type: 'array', items: { $ref: 'word#' } }, [['a'], ['abcd'], 'a', 'abcd', [1], []]],
  [{ type: 'array', items: { $ref: 'tree#' } }, [[{}], [{ n: 'x' }], [{ n: '1' }, { next: {} }], {}]],
  [{ anyOf: [{ $ref: 'word#' }, { $ref: 'tree#/definitions/few' }] }, ['a', 'abcd', 5, 12345, 0]],
  [
    { oneOf: [{ $ref: 'tree#/definitions/few' }, { $ref: 'http://example.com/far.json#named' }] },
    [1, 10, 0, '5', 'x'],
  ],
  [{ not: { $ref: 'word#' } }, ['a', 'abcd', 5, null]],
  [{ allOf: [{ $ref: 'tree#' }, { type: 'object', required: ['n'] }] }, [{}, { n: 1 }, { n: 'x' }]],
  [{ type: 'object', additionalProperties: { $ref: 'word#' } }, [{}, { a: 'b' }, { a: 'abcd' }, { a: 1 }]],
  [
    { type: 'object', patternProperties: { '^x': { $ref: 'tree#/definitions/few' } } },
    [{ x: 1 }, { x: 0 }, { x: '2' }, { y: 0 }],
  ],
  [
    { if: { $ref: 'word#' }, then: { const: 'a' }, else: { $ref: 'tree#/definitions/few' } },
    ['a', 'b', 'abcd', 1, 0],
  ],
]

export const OBJECTS: readonly Entry[] = [...objects, ...combined, ...references]
