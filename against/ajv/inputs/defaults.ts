/** Keywords that stand beside a default, and see it or not; defaults behind references with something beside them. */
import type { Entry, Schema } from '../../inputs/entry.ts'

const TEXT = { type: 'string', default: 'x' }
const COUNT = { type: 'integer', default: 1 }

/** What can stand beside properties with defaults. */
const BESIDE: readonly Schema[] = [
  {},
  ...[0, 1, 2].flatMap((count) => [{ maxProperties: count }, { minProperties: count }]),
  { minProperties: 2, maxProperties: 2 },
  { required: ['a'] },
  { required: ['a', 'b'] },
  ...[{ enum: ['b', 'c'] }, { maxLength: 1 }, { pattern: '^[bc]' }, { const: 'a' }, false].map(
    (propertyNames) => ({
      propertyNames,
    }),
  ),
  ...[['b'], { required: ['b'] }, false, { properties: { b: { type: 'integer' } } }].map((one) => ({
    dependencies: { a: one },
  })),
  { dependencies: { b: ['a'] } },
  { dependencies: { b: { required: ['a'] } } },
  { additionalProperties: false },
  { additionalProperties: { type: 'integer' } },
  { patternProperties: { '^a': { maxLength: 1 } } },
  { patternProperties: { '^[b-d]': { type: 'integer' } }, additionalProperties: false },
  { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  { allOf: [{ required: ['a'] }] },
  { not: { required: ['a'] } },
  { if: { required: ['a'] }, then: { required: ['b'] }, else: { maxProperties: 1 } },
  { if: { properties: { a: { const: 'x' } } }, then: { required: ['b'] } },
  { const: { a: 'x' } },
  { enum: [{}, { a: 'x' }] },
]
const VALUES: Entry[1] = [
  ...[
    {},
    { a: 'y' },
    { a: 5 },
    { a: null },
    { a: [] },
    { a: 'x' },
    { b: 1 },
    { b: '2' },
    { b: [] },
    { c: 2 },
  ],
  ...[{ a: 'y', b: 1 }, { b: 1, c: 2 }, { a: 5, b: 1 }, { a: [], b: 1 }, { a: 'y', b: 1, c: '3' }, null, []],
]

const beside: readonly Entry[] = BESIDE.flatMap((more): Entry[] => [
  [{ type: 'object', properties: { a: TEXT }, ...more }, VALUES],
  [{ type: 'object', properties: { a: TEXT, b: {}, c: COUNT }, ...more }, VALUES],
  [
    { type: 'object', properties: { c: { type: 'object', default: {}, properties: { d: COUNT } } }, ...more },
    VALUES,
  ],
])

/** What can stand beside a reference. */
const SIBLINGS: readonly Schema[] = [
  ...[
    { title: 't' },
    { description: 'd' },
    { type: 'object' },
    { type: 'object', nullable: true },
    { default: {} },
  ],
  ...[{ required: ['n'] }, { required: ['z'] }, { minProperties: 1 }, { maxProperties: 1 }],
  { type: 'object', properties: { z: COUNT } },
  { type: 'object', properties: { n: { type: 'integer', default: 9 } } },
  { additionalProperties: false },
  { properties: { n: {} }, additionalProperties: false },
  ...['allOf', 'anyOf', 'oneOf'].map((keyword) => ({
    [keyword]: [{ required: ['n'] }, { maxProperties: 1 }],
  })),
  { not: { required: ['z'] } },
  { if: { required: ['z'] }, then: { required: ['n'] } },
]
const TREES: Entry[1] = [
  ...[{}, { n: 1 }, { n: '2' }, { n: 'x' }, { z: 1 }, { z: '1', n: 2 }, { next: {} }, { next: { n: 'x' } }],
  ...[{ next: { next: { z: 1 } } }, null, 5, []],
]
const referred: readonly Entry[] = SIBLINGS.flatMap((more): Entry[] => [
  [{ $ref: 'tree#', ...more }, TREES],
  [{ $ref: 'tree#/properties/next', ...more }, TREES],
])

export const FILLED: readonly Entry[] = [...beside, ...referred]
