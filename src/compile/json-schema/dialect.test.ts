// Documents of draft 2020-12 as zod writes them: the default validator and zod judge alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import touchstone from '../../index.ts'
import { toDraft7 } from './dialect.ts'

interface Node {
  v: string
  kids: Node[]
}
const node: z.ZodType<Node> = z.object({
  v: z.string(),
  get kids() {
    return z.array(node)
  },
})

const named = z.object({ v: z.string() }).meta({ id: 'Named', title: 'a name' })

/** Schemas whose document says all that they say, with values. */
const SCHEMAS: Record<string, [schema: z.ZodType, ...values: unknown[]]> = {
  object: [
    z.strictObject({ a: z.string().min(2), b: z.number().gt(3).optional() }),
    { a: 'xx' },
    { a: 'x' },
    { a: 'xx', b: 3 },
    {},
  ],
  tuple: [z.tuple([z.string(), z.number()]), ['a', 1], ['a'], [1, 'a'], ['a', 1, 2]],
  rest: [z.tuple([z.string()]).rest(z.boolean()), ['a'], ['a', true], ['a', 'b'], []],
  union: [z.union([z.string(), z.array(z.number())]), 'a', [1], ['a'], { a: 1 }],
  discriminated: [
    z.discriminatedUnion('k', [
      z.object({ k: z.literal('a'), n: z.number() }),
      z.object({ k: z.literal('b') }),
    ]),
    { k: 'a', n: 1 },
    { k: 'b' },
    { k: 'a' },
    { k: 'c' },
  ],
  record: [z.record(z.string().max(2), z.number()), { a: 1 }, { a: 'x' }, { abc: 1 }],
  recursive: [
    node,
    { v: 'a', kids: [{ v: 'b', kids: [] }] },
    { v: 'a', kids: [{ v: 1, kids: [] }] },
    { v: 'a' },
  ],
  named: [
    z.object({ one: named, two: named }),
    { one: { v: 'a' }, two: { v: 'b' } },
    { one: { v: 1 }, two: { v: 'b' } },
  ],
  literal: [z.literal(['a', 'b']), 'a', 'c', ['a']],
  never: [z.strictObject({ no: z.never().optional() }), {}, { no: 1 }],
  nullable: [z.object({ v: z.string().nullable() }), { v: null }, { v: 'a' }, {}],
  intersection: [
    z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    { a: 'a', b: 'b' },
    { a: 'a' },
  ],
}

// The document alone, without what the default validator converts and removes.
const customOptions = { coerceTypes: false, removeAdditional: false }

for (const [name, [schema, ...values]] of Object.entries(SCHEMAS)) {
  test(`${name}: a document that zod writes judges as zod does`, async () => {
    const app = touchstone({ ajv: { customOptions } })
    app.post('/', { schema: { body: z.toJSONSchema(schema, { io: 'input' }) } }, async () => 'x')
    const verdicts: boolean[] = []
    for (const value of values) {
      const headers = { 'content-type': 'application/json' }
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/',
        headers,
        payload: JSON.stringify(value),
      })
      verdicts.push(statusCode === 200)
    }
    assert.deepEqual(
      verdicts,
      values.map((value) => schema.safeParse(value).success),
    )
    assert.ok(verdicts.includes(true) && verdicts.includes(false))
  })
}

test('the formats of zod are accepted, apart from one that no validator knows and no pattern says', async () => {
  const strings = {
    email: z.email(),
    uuid: z.uuid(),
    nanoid: z.nanoid(),
    base64: z.base64(),
    e164: z.e164(),
    iso: z.iso.datetime(),
  }
  for (const [name, schema] of Object.entries(strings)) {
    const app = touchstone()
    app.get('/', { schema: { querystring: { v: z.toJSONSchema(schema) } } }, async () => 'x')
    assert.equal((await app.inject('/?v=!')).statusCode, 400, name)
    const whole = touchstone()
    whole.get('/', { schema: { querystring: z.toJSONSchema(z.object({ v: schema })) } }, async () => 'x')
    assert.equal((await whole.inject('/?v=!')).statusCode, 400, name)
  }
  const jwt = touchstone()
  jwt.get('/', { schema: { querystring: z.toJSONSchema(z.object({ v: z.jwt() })) } }, async () => 'x')
  await assert.rejects(jwt.ready(), /unknown format "jwt"/)
})

test('a document stands inside a schema of draft 7, and one of draft 7 inside a document', () => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  const items = [{ type: 'string', nullable: true }]
  const old = { $schema: 'http://json-schema.org/draft-07/schema#', items }
  const mixed = { properties: { a: { $schema, prefixItems: [old] }, b: { nullable: true }, c: { items } } }
  assert.deepEqual(toDraft7(mixed), {
    properties: { a: { items: [old] }, b: { nullable: true }, c: { items } },
  })
})

test('a document of draft 7 stays the same object', () => {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string', nullable: true }
  assert.equal(toDraft7(schema), schema)
  assert.equal(toDraft7(true), true)
})
