/** The part of the catalogue about values that arrive as text. */
import type { Entry } from '../../inputs/entry.ts'

const ONE: Entry[1] = [
  ...[
    'a',
    '',
    '1',
    '-1',
    '1.5',
    '01',
    '1e2',
    '0x1',
    ' 1 ',
    '+1',
    'true',
    'false',
    'null',
    '[]',
    '{}',
    '1,2',
    'ä€😀',
    'undefined',
    'Infinity',
    '-0',
  ],
]
const MANY: Entry[1] = [...ONE, ['1', '2'], ['1', 'a'], ['a', 'a'], ['', ''], ['true', '0'], ['1']]
const SCALAR_TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array']
const S = { type: 'string' }
const I = { type: 'integer' }

const types: readonly Entry[] = [
  ...SCALAR_TYPES.map((type): Entry => [{ type }, MANY]),
  ...SCALAR_TYPES.filter((type) => type !== 'null').map((type): Entry => [{ type, nullable: true }, MANY]),
  ...SCALAR_TYPES.filter((type) => type !== 'null').map((type): Entry => [{ type: [type, 'null'] }, MANY]),
  ...SCALAR_TYPES.filter((type) => type !== 'null').map((type): Entry => [{ type: ['null', type] }, MANY]),
  ...SCALAR_TYPES.map((type): Entry => [{ type: 'array', items: { type } }, MANY]),
  [{ type: 'array', items: { type: ['integer', 'null'] } }, MANY],
  [{ type: 'array', items: { type: 'array', items: I } }, MANY],
  [{}, MANY],
  [true, MANY],
]

const keywords: readonly Entry[] = [
  [{ const: '1' }, MANY],
  [{ const: 1 }, MANY],
  [{ type: 'integer', const: 1 }, MANY],
  [{ enum: ['1', 'a', 1, true] }, MANY],
  [{ type: 'boolean', enum: [true] }, MANY],
  [{ type: 'number', enum: [1, 1.5, 100] }, MANY],
  [{ type: 'integer', minimum: 1, maximum: 100 }, MANY],
  [{ type: 'number', exclusiveMinimum: -1, multipleOf: 0.5 }, MANY],
  [{ type: 'string', minLength: 1, maxLength: 3 }, MANY],
  [{ type: 'string', pattern: '^\\d' }, MANY],
  [{ type: 'string', format: 'date' }, ['2024-02-29', '2023-02-29', '', ['2024-02-29', 'x']]],
  [{ type: 'array', items: I, minItems: 2 }, MANY],
  [{ type: 'array', items: I, maxItems: 1 }, MANY],
  [{ type: 'array', items: I, uniqueItems: true }, [...MANY, ['1', '1.0'], ['1', '01']]],
  [{ type: 'array', items: S, uniqueItems: true }, MANY],
  [{ type: 'array', items: { enum: ['a', '1'] } }, MANY],
  [{ type: 'array', contains: { type: 'integer' } }, MANY],
  [{ type: 'array', items: [I, S], minItems: 2, maxItems: 2 }, MANY],
  [{ anyOf: [I, { type: 'boolean' }] }, MANY],
  [{ oneOf: [I, { type: 'boolean' }] }, MANY],
  [{ anyOf: [S, I] }, MANY],
  [{ allOf: [I, { type: 'integer', minimum: 1 }] }, MANY],
  [{ not: I }, MANY],
  [{ not: { const: 'a' } }, MANY],
  [{ if: { const: 'a' }, then: true, else: I }, MANY],
  [{ $ref: 'word#' }, MANY],
  [{ $ref: 'tree#/definitions/few' }, MANY],
  [{ $ref: 'http://example.com/far.json#' }, MANY],
  [{ $ref: 'http://example.com/far.json#/definitions/a%20b' }, MANY],
  [{ type: 'array', items: { $ref: 'tree#/definitions/few' } }, MANY],
  [{ type: 'integer', default: 5 }, ['', '1', 'a']],
  [{ type: 'array', items: I, default: [1] }, ['', '1', 'a', ['1', '2']]],
]

export const TEXTS: readonly Entry[] = [...types, ...keywords]
