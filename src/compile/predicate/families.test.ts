/** What random values rarely meet: each row beside ajv, and schemas that ajv refuses or warns of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ajvCompiler, libraryOf } from '../ajv.ts'
import { SchemaScope } from '../scope.ts'
import { Turns } from '../turns.ts'
import { Predicates } from './plain.ts'
import { NO, UNSURE, YES } from './verdict.ts'

const scope = new SchemaScope({
  text: { $id: 'text', type: 'string', pattern: '^a' },
  counts: { $id: 'counts', type: 'object', properties: { n: { type: 'integer' } } },
  broken: { $id: 'broken', smallest: 1, definitions: { a: { type: 'string' } } },
  tree: { $id: 'tree', type: 'object', properties: { next: { $ref: '#' }, name: { $ref: 'text#' } } },
})
const compile = ajvCompiler(scope, { customOptions: {}, plugins: [() => {}] }, new Turns())
const plainOf = (schema: unknown) => new Predicates(libraryOf(scope)).of(schema)

const union = {
  oneOf: [
    { type: 'object', required: ['k'], properties: { k: { const: 'a' }, n: { type: 'integer' } } },
    { type: 'object', required: ['k'], properties: { k: { const: 'b' }, n: { type: 'string' } } },
  ],
}
const ROWS: [schema: unknown, value: unknown, verdict: number][] = [
  [{ type: 'number', multipleOf: 1 }, 1e21, NO],
  [{ type: 'number', multipleOf: 0.01 }, 0.07, NO],
  [{ type: 'number', multipleOf: 0.01 }, 4.35, NO],
  [{ type: 'number', multipleOf: 0.5 }, 4.5, YES],
  [{ type: 'string', pattern: '^.$' }, '😀', YES],
  [{ type: 'string', maxLength: 2, minLength: 2 }, '😀😀', YES],
  [{ type: 'string', minLength: 2 }, '😀', NO],
  [{ type: 'string', format: 'int32' }, 'x', YES],
  [{ type: 'number', format: 'int32' }, 2 ** 31, NO],
  [{ type: ['string', 'integer'], format: 'date' }, 5, YES],
  [{ type: 'string', nullable: true, format: 'email' }, null, YES],
  [{ type: 'string', nullable: true, enum: ['a'] }, null, NO],
  [{ enum: [{ a: [1] }, 'x'] }, { a: [1] }, YES],
  [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }, YES],
  [{ type: 'array', uniqueItems: true }, [{ a: 1 }, { a: 2 }], YES],
  [{ type: 'array', uniqueItems: true }, [{ a: 1 }, { a: 1 }], UNSURE],
  [{ type: 'array', items: [{ type: 'string' }], minItems: 1, maxItems: 1 }, ['a'], YES],
  [{ type: 'array', items: [{}], minItems: 1, additionalItems: false }, ['a', 'b'], NO],
  [{ type: 'array', contains: { type: 'integer' } }, ['x', 1], YES],
  [{ type: 'array', contains: { type: 'integer' } }, ['1', 1], UNSURE],
  [union, { k: 'b', n: 'x' }, YES],
  [union, { k: 'b', n: 5 }, UNSURE],
  [union, { k: 'c' }, NO],
  [{ type: 'object', properties: { a: true }, additionalProperties: false }, { b: 1 }, UNSURE],
  [{ type: 'object', patternProperties: { '^x': { type: 'integer' } } }, { x1: 'no' }, NO],
  [{ type: 'object', propertyNames: { pattern: '^a' } }, { b: 1 }, NO],
  [{ type: 'object', dependencies: { a: ['b'], c: { required: ['d'] } } }, { a: 1 }, NO],
  [{ type: 'object', dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1, d: 1 }, YES],
  [{ type: 'object', minProperties: 1, maxProperties: 1 }, { a: 1 }, YES],
  [{ $ref: 'tree#' }, { next: { next: { name: 'abc' } } }, YES],
  [{ $ref: 'tree#' }, { next: { next: { name: 'x' } } }, NO],
  [{ $ref: 'tree#/properties/name' }, 'ab', YES],
  [{ if: { type: 'object', required: ['a'] }, then: { $ref: 'tree' }, else: true }, {}, YES],
  [{ not: { type: 'object' } }, { a: 1 }, NO],
  [
    { $id: 'own', type: 'object', properties: { a: { $ref: '#' }, b: { $ref: 'text#' } } },
    { a: { b: 'x' } },
    NO,
  ],
  [{ type: 'array', items: { type: 'integer', default: 1 } }, [1, 2], YES],
  [
    {
      anyOf: [
        { type: 'string', default: 'a' },
        { type: 'null', default: null },
      ],
    },
    'b',
    YES,
  ],
  [{ type: 'object', patternProperties: { '^a': { type: 'integer', default: 1 } } }, { a: 1 }, YES],
  [
    {
      type: 'object',
      properties: { a: { $ref: '#/definitions/a' } },
      definitions: { a: { type: 'integer', default: 1 } },
    },
    { b: 1 },
    YES,
  ],
  [false, 1, NO],
  [true, { a: 1 }, YES],
]

test('the verdict of a row is that of ajv, which leaves the value as it is', () => {
  for (const [schema, value, verdict] of ROWS) {
    const row = JSON.stringify([schema, value])
    assert.equal(plainOf(schema)?.judge(value), verdict, row)
    if (verdict === UNSURE) continue
    const parentData = { root: structuredClone(value) }
    const place = { instancePath: '', parentData, parentDataProperty: 'root', rootData: parentData.root }
    const validate = compile({ schema, method: 'POST', url: '/', httpPart: 'body' })
    assert.equal(validate(parentData.root, place), verdict === YES, row)
    assert.deepEqual(parentData.root, value, row)
  }
})

test('defaults are filled in, and each value has its own', () => {
  const inner = { type: 'object', properties: { n: { type: 'integer', default: 1 } } }
  const plain = plainOf({
    type: 'object',
    required: ['list', 'o'],
    properties: {
      list: { type: 'array', items: inner },
      o: { ...inner, default: { x: [] } },
      nothing: { default: null },
    },
  })
  const [first, second] = [{ list: [{}, { n: 2 }] }, { list: [] }] as { list: object[]; o?: { x: unknown } }[]
  for (const value of [first!, second!]) {
    assert.equal(plain?.judge(value), YES)
    plain?.fill?.(value)
  }
  assert.deepEqual(first, { list: [{ n: 1 }, { n: 2 }], o: { x: [], n: 1 }, nothing: null })
  assert.notEqual(first?.o?.x, second?.o?.x)
})

test('a schema whose defaults other keywords see is right, and ajv decides where one is filled in', () => {
  const filled = { type: 'object', properties: { a: { type: 'integer', default: 1 } } }
  for (const [schema, value, verdict] of [
    [{ type: 'array', items: [{ default: 1 }], minItems: 1, maxItems: 1 }, [1], UNSURE],
    [{ type: 'array', items: [{ default: 1 }], minItems: 1, maxItems: 1 }, [], UNSURE],
    [{ ...filled, minProperties: 1 }, {}, UNSURE],
    [{ ...filled, minProperties: 1 }, { a: 1 }, YES],
    [{ ...filled, dependencies: { a: ['b'] } }, {}, UNSURE],
    [{ type: 'object', properties: { a: { type: 'integer', default: 'x' } } }, {}, UNSURE],
    [{ type: 'object', properties: { a: { type: 'integer', default: 'x' } } }, { a: 5 }, YES],
    [{ type: 'object', allOf: [filled] }, {}, UNSURE],
    [{ type: 'object', if: { required: ['b'] }, then: filled }, { b: 1 }, UNSURE],
    [{ type: 'object', properties: { ...filled.properties, next: { $ref: '#' } } }, {}, UNSURE],
    [{ type: 'object', additionalProperties: filled }, {}, UNSURE],
    [{ type: 'array', items: filled, uniqueItems: true }, [], UNSURE],
  ] as [object, unknown, number][]) {
    const row = JSON.stringify([schema, value])
    assert.equal(plainOf(schema)?.judge(value), verdict, row)
    compile({ schema, method: 'POST', url: '/', httpPart: 'body' }) // does not throw
  }
})

test('a schema that ajv refuses, warns of, or never ends with has no predicate', () => {
  const both = {
    definitions: { a: { allOf: [{ $ref: '#/definitions/b' }] }, b: { $ref: '#/definitions/a' } },
  }
  for (const schema of [
    { $ref: '#' },
    { ...both, $ref: '#/definitions/a' },
    both,
    { type: 'object', properties: { a: { $ref: '#/definitions/none' } } },
    { $ref: 'none#' },
    { definitions: { a: { type: 'text' } } },
    { type: 'array', items: [{}], maxItems: 1 },
    { type: 'array', items: {}, additionalItems: false },
    { type: 'string', default: 'a' },
    { $ref: 'broken#/definitions/a' },
    { enum: [1, 1] },
    { enum: [{ a: 1 }, { a: 1 }] },
    { type: 'object', properties: { ab: {} }, patternProperties: { '^a': {} } },
    { type: 'object', properties: { '😀': {} }, patternProperties: { '^..$': { type: 'string' } } },
    { type: 'object', patternProperties: { '(': {} } },
    { type: 'string', pattern: '\\-' },
    { type: 'string', pattern: 'a\\Z' },
    { type: 'string', format: 'unknown' },
    { type: 'string', format: 'toString' },
    { format: 'date' },
    { pattern: 'a' },
    { nullable: true },
    { type: 'object', anyOf: [{ type: 'string' }] },
    { type: 'string', if: {} },
    { then: {} },
    { not: { type: 'object', properties: { a: { default: 1 } } } },
    { type: 'object', anyOf: [{ allOf: [{ type: 'object', properties: { a: { default: 1 } } }] }] },
    { type: 'object', propertyNames: { allOf: [{ type: 'string' }], default: 1, if: {} } },
    { type: 'object', not: { dependencies: { a: { properties: { a: { default: 1 } } } } } },
    { type: 'array', contains: { type: 'array', items: [{ default: 1 }], minItems: 1, maxItems: 1 } },
    { allOf: [] },
    { type: 'number', multipleOf: 0 },
    { type: 'object', dependencies: { a: ['b', 'b'] } },
    { title: 5 },
    { examples: 1 },
    { $schema: 'http://json-schema.org/draft-04/schema#' },
  ]) {
    assert.equal(plainOf(schema), null, JSON.stringify(schema))
  }
})
