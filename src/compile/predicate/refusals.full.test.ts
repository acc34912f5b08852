/**
 * Wrong schemas: one mistake at each place where a schema can stand. The default compiler refuses each with the message of ajv,
 * although it compiles few schemas, and refuses none of their right neighbours.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isError } from '../../values.ts'
import { ajvCompiler, libraryOf } from '../ajv.ts'
import { SchemaScope } from '../scope.ts'
import { Turns } from '../turns.ts'
import { Predicates } from './plain.ts'

const scope = new SchemaScope({
  right: { $id: 'right', type: 'object', definitions: { a: { type: 'string' } } },
  wrong: { $id: 'wrong', type: 'object', smallest: 1, definitions: { a: { type: 'string' } } },
  filled: {
    $id: 'filled',
    type: 'object',
    default: {},
    definitions: { a: { type: 'string', default: 'a' } },
  },
})

/** [a mistake, the same without it] */
const MISTAKES: [wrong: object, right: object][] = [
  [{ type: 'text' }, { type: 'string' }],
  [{ type: 5 }, { type: 'number' }],
  [{ type: [] }, { type: ['string'] }],
  [{ type: ['string', 'string'] }, { type: ['string', 'null'] }],
  [{ type: ['string', 'text'] }, { type: ['null', 'string'] }],
  [
    { type: 'null', nullable: false },
    { type: 'null', nullable: true },
  ],
  [{ nullable: true }, { type: 'string', nullable: true }],
  [
    { type: 'string', nullable: 'yes' },
    { type: 'string', nullable: false },
  ],
  [
    { type: 'string', minLength: -1 },
    { type: 'string', minLength: 0 },
  ],
  [
    { type: 'string', minLength: '2' },
    { type: 'string', minLength: 2 },
  ],
  [
    { type: 'string', maxLength: 1.5 },
    { type: 'string', maxLength: 1 },
  ],
  [
    { type: 'string', pattern: '(' },
    { type: 'string', pattern: '()' },
  ],
  [
    { type: 'string', pattern: '\\-' },
    { type: 'string', pattern: '-' },
  ],
  [
    { type: 'string', pattern: 5 },
    { type: 'string', pattern: '5' },
  ],
  [
    { type: 'string', format: 'telephone' },
    { type: 'string', format: 'email' },
  ],
  [
    { type: 'string', format: 5 },
    { type: 'string', format: 'date' },
  ],
  [
    { type: 'number', minimum: '1' },
    { type: 'number', minimum: 1 },
  ],
  [
    { type: 'number', maximum: null },
    { type: 'number', maximum: 0 },
  ],
  [
    { type: 'number', exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 1 },
  ],
  [
    { type: 'integer', exclusiveMaximum: [] },
    { type: 'integer', exclusiveMaximum: 1 },
  ],
  [
    { type: 'number', multipleOf: 0 },
    { type: 'number', multipleOf: 0.1 },
  ],
  [
    { type: 'number', multipleOf: -1 },
    { type: 'number', multipleOf: 1 },
  ],
  [
    { type: 'array', items: 5 },
    { type: 'array', items: {} },
  ],
  [
    { type: 'array', items: [] },
    { type: 'array', items: [true], minItems: 1, maxItems: 1 },
  ],
  [
    { type: 'array', minItems: -1 },
    { type: 'array', minItems: 0 },
  ],
  [
    { type: 'array', maxItems: 'x' },
    { type: 'array', maxItems: 9 },
  ],
  [
    { type: 'array', uniqueItems: 1 },
    { type: 'array', uniqueItems: true },
  ],
  [
    { type: 'array', contains: 'x' },
    { type: 'array', contains: false },
  ],
  [
    { type: 'array', additionalItems: false },
    { type: 'array', items: { type: 'null' } },
  ],
  [
    { type: 'object', properties: [] },
    { type: 'object', properties: {} },
  ],
  [
    { type: 'object', properties: { a: 5 } },
    { type: 'object', properties: { a: true } },
  ],
  [
    { type: 'object', required: 'a' },
    { type: 'object', required: ['a'] },
  ],
  [
    { type: 'object', required: ['a', 'a'] },
    { type: 'object', required: [] },
  ],
  [
    { type: 'object', additionalProperties: 'no' },
    { type: 'object', additionalProperties: false },
  ],
  [
    { type: 'object', minProperties: -1 },
    { type: 'object', minProperties: 1 },
  ],
  [
    { type: 'object', maxProperties: 0.5 },
    { type: 'object', maxProperties: 0 },
  ],
  [
    { type: 'object', patternProperties: { '(': {} } },
    { type: 'object', patternProperties: { '^a': {} } },
  ],
  [
    { type: 'object', properties: { ab: {} }, patternProperties: { '^a': {} } },
    { type: 'object', properties: { ba: {} }, patternProperties: { '^a': {} } },
  ],
  [
    { type: 'object', propertyNames: 5 },
    { type: 'object', propertyNames: { maxLength: 5 } },
  ],
  [
    { type: 'object', dependencies: { a: 'b' } },
    { type: 'object', dependencies: { a: ['b'] } },
  ],
  [
    { type: 'object', dependencies: { a: ['b', 'b'] } },
    { type: 'object', dependencies: { a: {} } },
  ],
  [{ enum: [] }, { enum: [null] }],
  [{ enum: 'a' }, { enum: ['a'] }],
  [{ enum: [{ a: 1 }, { a: 1 }] }, { enum: [{ a: 1 }, { a: 2 }] }],
  [{ allOf: [] }, { allOf: [{}] }],
  [{ anyOf: {} }, { anyOf: [{}, { type: 'string' }] }],
  [{ oneOf: [5] }, { oneOf: [true] }],
  [{ not: [] }, { not: { type: 'string' } }],
  [{ if: {} }, { if: {}, then: {} }],
  [{ then: {} }, { if: { type: 'string' }, else: {} }],
  [{ $ref: '#/nowhere' }, { $ref: 'right#' }],
  [{ $ref: 'nothing#' }, { $ref: 'right#/definitions/a' }],
  [{ $ref: 'right#/definitions/b' }, { $ref: 'right' }],
  [{ $ref: 'wrong#' }, { $ref: 'right' }],
  [{ $ref: 'wrong#/definitions/a' }, { $ref: 'right#/definitions/a' }],
  [{ $ref: 'filled#/definitions/a' }, { $ref: 'right#/definitions/a' }],
  [{ $ref: 5 }, { $ref: 'right' }],
  [{ smallest: 1 }, { title: 'a' }],
  [
    { type: 'string', minLenght: 1 },
    { type: 'string', minLength: 1 },
  ],
  [{ title: 5 }, { description: 'a' }],
  [
    { type: 'string', examples: 'a' },
    { type: 'string', examples: ['a'] },
  ],
  [
    { type: 'string', readOnly: 'yes' },
    { type: 'string', readOnly: true },
  ],
  [{ $schema: 'http://json-schema.org/draft-04/schema#' }, {}],
  [
    { not: { type: 'object', properties: { a: { default: 1 } } } },
    { not: { type: 'object', properties: { a: { type: 'integer' } } } },
  ],
]

type Schema = object | boolean
const object = { type: 'object' } as const
const list = { type: 'array' } as const
const PLACES: Record<string, (schema: Schema) => Schema> = {
  root: (schema) => schema,
  property: (schema) => ({ ...object, properties: { a: schema, b: { type: 'string' } } }),
  items: (items) => ({ ...list, items }),
  tuple: (schema) => ({ ...list, items: [true, schema], minItems: 2, maxItems: 2 }),
  'items after a tuple': (additionalItems) => ({
    ...list,
    items: [true],
    minItems: 1,
    maxItems: 1,
    additionalItems,
  }),
  contains: (contains) => ({ ...list, contains }),
  'other properties': (additionalProperties) => ({ ...object, additionalProperties }),
  'properties by pattern': (schema) => ({ ...object, patternProperties: { '^x': schema } }),
  dependency: (schema) => ({ ...object, dependencies: { a: { properties: { b: schema } } } }),
  allOf: (schema) => ({ allOf: [{}, schema] }),
  anyOf: (schema) => ({ anyOf: [{ type: 'null' }, schema] }),
  oneOf: (schema) => ({ oneOf: [schema, { type: 'null' }] }),
  not: (not) => ({ not }),
  if: (schema) => ({ if: schema, then: true }),
  then: (schema) => ({ if: true, then: schema }),
  else: (schema) => ({ if: { type: 'null' }, else: schema }),
  definition: (a) => ({ type: 'string', definitions: { a } }),
  'target of a reference': (a) => ({
    ...object,
    properties: { a: { $ref: '#/definitions/a' } },
    definitions: { a },
  }),
}
const ROOT_ONLY = new Set(['definition', 'target of a reference'])

const compiler = (plugins: (() => void)[]) => ajvCompiler(scope, { customOptions: {}, plugins }, new Turns())
const own = compiler([])
const predicates = new Predicates(libraryOf(scope))

/** The message with which a compiler refuses a schema; null: it does not. */
function refusal(compile: ReturnType<typeof compiler>, schema: Schema): string | null {
  const { warn, error } = console
  console.warn = console.error = () => {}
  try {
    compile({ schema, method: 'POST', url: '/', httpPart: 'body' })
    return null
  } catch (thrown) {
    return isError(thrown) ? thrown.message : String(thrown)
  } finally {
    Object.assign(console, { warn, error })
  }
}

/** All places, and some inside other places: others for each mistake. */
function placesFor(number: number): { name: string; put: (schema: Schema) => Schema }[] {
  return Object.entries(PLACES).flatMap(([name, put], at, all) => {
    const [inner, putInside] = all[(at * 7 + number) % (all.length - ROOT_ONLY.size)]!
    const here = { name, put }
    if ((at + number) % 3 > 0) return [here]
    return [here, { name: `${name} / ${inner}`, put: (schema) => put(putInside(schema)) }]
  })
}

test('each mistake at each place is refused with the message of ajv', (t) => {
  const ajv = compiler([() => {}])
  let refused = 0
  for (const [at, [wrong]] of MISTAKES.entries()) {
    for (const { name, put } of placesFor(at)) {
      const schema = put(structuredClone(wrong))
      const message = refusal(ajv, schema)
      assert.equal(refusal(own, schema), message, `${name}: ${JSON.stringify(schema)}`)
      if (message !== null) refused++
    }
  }
  t.diagnostic(`${refused} schemas are refused`)
  assert.ok(refused > 1300, String(refused))
})

/** The compilers of a scope with one shared schema more, and one that refers to it. */
function besideShared(schema: unknown): [own: ReturnType<typeof compiler>, ajv: ReturnType<typeof compiler>] {
  const sharing = (plugins: (() => void)[]) => {
    const id = String(Reflect.get(Object(schema), '$id') ?? 'more')
    const shared = { [id]: schema, user: { $id: 'user', type: 'array', items: { $ref: `${id}#` } } }
    return ajvCompiler(new SchemaScope(shared), { customOptions: {}, plugins }, new Turns())
  }
  return [sharing([]), sharing([() => {}])]
}

test('a mistake in a shared schema is refused for the first route, or for the first that refers to it, with the message of ajv', (t) => {
  const counts = { refused: 0, referred: 0 }
  const compare = (name: string, shared: unknown): void => {
    const [own, ajv] = besideShared(shared)
    const message = refusal(ajv, { type: 'string' })
    assert.equal(refusal(own, { type: 'string' }), message, `${name}: ${JSON.stringify(shared)}`)
    const later = refusal(ajv, { $ref: 'user#' })
    assert.equal(refusal(own, { $ref: 'user#' }), later, `${name}: ${JSON.stringify(shared)}`)
    if (message !== null) counts.refused++
    else if (later !== null) counts.referred++
  }
  const names = Object.keys(PLACES)
  for (const [at, [wrong, right]] of MISTAKES.entries()) {
    for (const [name, one] of [
      ['definition', wrong],
      [names[at % names.length]!, wrong],
      ['definition', right],
    ] as const)
      compare(name, { $id: 'more', ...Object(PLACES[name]!(structuredClone(one))) })
  }
  for (const $id of [
    'constructor',
    'http://json-schema.org/draft-07/schema',
    'two words',
    '#a',
    'right#',
    '',
  ])
    compare(`the id ${$id}`, { $id, type: 'string' })
  for (const odd of [5, null, 'text', [], true, { type: 'string' }, { $id: 5 }]) compare('odd', odd)
  const twice = { a: { $id: 'b', type: 'string' }, b: { $id: 'b', type: 'string' } } // a storage of the application may say so
  const sharing = ajvCompiler(new SchemaScope(twice), { customOptions: {}, plugins: [] }, new Turns())
  assert.equal(refusal(sharing, { type: 'string' }), 'schema with key or id "b" already exists')
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.refused > 60 && counts.referred > 20, JSON.stringify(counts))
})

test('what has no mistake is not refused, and is not compiled', (t) => {
  const counts = { plain: 0, others: 0 }
  for (const [at, [, right]] of MISTAKES.entries()) {
    for (const { name, put } of placesFor(at)) {
      const schema = put(structuredClone(right))
      assert.equal(refusal(own, schema), null, `${name}: ${JSON.stringify(schema)}`)
      counts[predicates.of(schema) === null ? 'others' : 'plain']++
    }
  }
  t.diagnostic(JSON.stringify(counts))
  assert.equal(counts.others, 0)
})
