/** The part of the catalogue of response schemas about combined schemas and references. */
import { type Entry, objectOf } from '../../inputs/entry.ts'

const I = { type: 'integer' }
const N = { type: 'number' }
const S = { type: 'string' }
const UNION: Entry[1] = [
  'a',
  '',
  'abc',
  0,
  1,
  5,
  1.5,
  true,
  null,
  [],
  [1],
  ['a'],
  {},
  { a: 1 },
  { a: 'x' },
  { b: 1 },
  { k: 'x', a: 1 },
  { k: 'y', a: 'q' },
]
const unions: readonly Entry[] = ['anyOf', 'oneOf'].flatMap((keyword): Entry[] =>
  [
    [S, I],
    [I, S],
    [N, { type: 'null' }],
    [{ type: 'boolean' }, { type: 'null' }, S],
    [
      { type: 'array', items: S },
      { type: 'array', items: I },
    ],
    [
      { type: 'array', items: I },
      { type: 'object', properties: { a: I } },
    ],
    [objectOf({ a: I }, { required: ['a'] }), objectOf({ b: I }, { required: ['b'] })],
    [objectOf({ a: I }), objectOf({ a: S })],
    [objectOf({ k: { const: 'x' }, a: I }), objectOf({ k: { const: 'y' }, a: S })],
    [
      objectOf({ k: { enum: ['x', 'z'] }, a: I }, { required: ['k'] }),
      objectOf({ k: { type: 'string' }, a: S }),
    ],
    [objectOf({ a: I }, { additionalProperties: false }), objectOf({ b: S }, { additionalProperties: true })],
    [
      { type: 'string', maxLength: 1 },
      { type: 'string', minLength: 3 },
    ],
    [
      { type: 'integer', minimum: 3 },
      { type: 'integer', maximum: 0 },
    ],
    [{ const: 1 }, { const: 'a' }],
    [{ enum: ['a', 5] }, { type: 'null' }],
    [{ type: 'string', format: 'date' }, I],
    [{ type: 'string', nullable: true }, I],
    [{ anyOf: [S, I] }, { type: 'null' }],
    [{ oneOf: [S, I] }, { type: 'null' }],
    [{ $ref: 'word#' }, { $ref: 'tree#' }],
    [{}, S],
  ].map((list): Entry => [{ [keyword]: list }, UNION]),
)
const A = objectOf({ a: I }, { required: ['a'] })
const B = objectOf({ b: S })
const MERGED: Entry[1] = [
  {},
  { a: 1 },
  { b: 'x' },
  { a: 1, b: 'x' },
  { a: 1, b: 'x', c: 2, z: 1 },
  { a: 'q' },
  null,
]
const merged: readonly Entry[] = [
  [{ type: 'object', allOf: [A, B] }, MERGED],
  [{ allOf: [A, B] }, MERGED],
  [{ allOf: [B, A] }, MERGED],
  [{ type: 'object', properties: { z: I }, allOf: [A, B] }, MERGED],
  [{ type: 'object', allOf: [A, B], additionalProperties: true }, MERGED],
  [{ type: 'object', allOf: [A, B], additionalProperties: false }, MERGED],
  [{ allOf: [A, objectOf({ a: { ...I, default: 4 }, c: { ...I, default: 9 } })] }, MERGED],
  [{ allOf: [A, { required: ['b'] }] }, MERGED],
  [{ allOf: [objectOf({ a: I }, { required: ['a'] }), objectOf({ b: S }, { required: ['b'] })] }, MERGED],
  [
    { allOf: [objectOf({ a: objectOf({ x: I }) }), objectOf({ a: objectOf({ y: I }) })] },
    [{ a: { x: 1, y: 2, z: 3 } }, { a: {} }],
  ],
  [{ allOf: [{ allOf: [A] }, { allOf: [B] }] }, MERGED],
  [{ allOf: [{ $ref: 'tree#' }, B] }, [{}, { n: 1, b: 2 }, { next: { n: 2 } }]],
  [{ allOf: [A] }, MERGED],
  [{ type: 'object', if: A, then: B, else: objectOf({ z: I }) }, MERGED],
  [
    {
      type: 'object',
      properties: { c: I },
      if: objectOf({ a: { const: 1 } }),
      then: objectOf({ b: S }),
      else: objectOf({ z: I }),
    },
    MERGED,
  ],
]
const references: readonly Entry[] = [
  [{ $ref: 'word#' }, ['a', 5, null, {}]],
  [{ $ref: 'word#', title: 't' }, ['a', 5]],
  [{ $ref: 'tree#' }, [{}, { n: '1', z: 1 }, { next: {} }, { next: { n: 3, next: { n: 4 } } }, null, 5]],
  [{ $ref: 'tree#/definitions/own' }, [1, '2', 'x', null]],
  [{ $ref: 'tree#/properties/n' }, [1, '2', null]],
  [{ $ref: 'tree#/properties/next' }, [{}, { n: 1 }, { next: { n: 2 } }]],
  [{ $ref: 'http://example.com/far.json#' }, [[], ['a', 1], null]],
  [{ $ref: 'http://example.com/far.json#named' }, [9, 10.5, 'x']],
  [{ $ref: 'http://example.com/far.json#/definitions/a%20b' }, [true, 0, 'x', null]],
  [{ type: 'array', items: { $ref: 'tree#' } }, [[], [{ n: 1, z: 2 }, {}], [null]]],
  [{ type: 'object', additionalProperties: { $ref: 'tree#' } }, [{ a: { n: 1, z: 2 } }, {}]],
  [{ type: 'object', patternProperties: { '^a': { $ref: 'word#' } } }, [{ a: 1, b: 2 }, { ab: 'x' }]],
]

export const COMBINED: readonly Entry[] = [...unions, ...merged, ...references]
