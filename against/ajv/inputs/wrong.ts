/** Schemas with one mistake: ajv refuses each at boot, or writes a warning, wherever it stands. */
import type { Entry, Schema } from '../../inputs/entry.ts'

const of = (type: string, ...keywords: Schema[]): Schema[] => keywords.map((one) => ({ type, ...one }))

const WRONG: readonly Schema[] = [
  ...['text', 5, [], ['string', 'string'], ['string', 'text'], null].map((type) => ({ type })),
  ...[
    { nullable: true },
    { smallest: 1 },
    { title: 5 },
    { $ref: 5 },
    { $ref: '#/nowhere' },
    { $ref: 'none#' },
  ],
  ...[{ enum: [] }, { enum: 'a' }, { enum: [{ a: 1 }, { a: 1 }] }, { not: [] }, { if: {} }, { then: {} }],
  ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => [[], {}, [5]].map((list) => ({ [keyword]: list }))),
  ...of('null', { nullable: false }),
  ...of(
    'string',
    { nullable: 'yes' },
    { minLength: -1 },
    { minLength: '2' },
    { maxLength: 1.5 },
    { pattern: '(' },
  ),
  ...of(
    'string',
    { pattern: '\\-' },
    { pattern: 5 },
    { format: 'telephone' },
    { format: 5 },
    { minLenght: 1 },
  ),
  ...of('string', { examples: 'a' }, { readOnly: 'yes' }, { minimum: 1 }, { properties: {} }),
  ...of('number', { minimum: '1' }, { maximum: null }, { exclusiveMinimum: true }, { multipleOf: 0 }),
  ...of('integer', { multipleOf: -1 }, { exclusiveMaximum: [] }, { maxLength: 1 }),
  ...of('array', { items: 5 }, { items: [] }, { minItems: -1 }, { maxItems: 'x' }, { uniqueItems: 1 }),
  ...of('array', { contains: 'x' }, { additionalItems: false }, { items: [{}, {}], minItems: 1 }),
  ...of('object', { properties: [] }, { properties: { a: 5 } }, { required: 'a' }, { required: ['a', 'a'] }),
  ...of('object', { additionalProperties: 'no' }, { minProperties: -1 }, { maxProperties: 0.5 }),
  ...of('object', { patternProperties: { '(': {} } }, { propertyNames: 5 }, { dependencies: { a: 'b' } }),
  ...of(
    'object',
    { properties: { ab: {} }, patternProperties: { '^a': {} } },
    { dependencies: { a: ['b', 'b'] } },
  ),
  { $schema: 'http://json-schema.org/draft-04/schema#' },
  { not: { type: 'object', properties: { a: { default: 1 } } } },
]

/** One value: those of which ajv only warns are asked it. */
export const WRONGS: readonly Entry[] = WRONG.map((schema) => [schema, ['a']])
