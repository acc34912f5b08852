/** S1–S7, S14: from a schema literal to a type, and `$ref`s. */

import type { TypeOf, UnknownRef } from '../infer.ts'
import { defineSchema, same, touchstone } from './harness.test-d.ts'

declare function read<const S>(schema: S): TypeOf<S>
declare function sent<const S>(schema: S): TypeOf<S, {}, 'out'>

// ── S1 scalars, enum, const, nullable, several types, arrays, tuples
const scalars = read({
  type: 'object',
  required: ['s', 'n', 'e', 'nul', 'ta', 'arr', 'tup', 'c'],
  properties: {
    s: { type: 'string' },
    n: { type: 'integer', minimum: 1 },
    e: { type: 'string', enum: ['a', 'b'] },
    nul: { type: 'string', nullable: true },
    ta: { type: ['string', 'null'] },
    arr: { type: 'array', items: { type: 'number' } },
    tup: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
    c: { const: 'k' },
    opt: { type: 'boolean' },
    def: { type: 'number', default: 3 },
  },
})
same<
  typeof scalars,
  {
    s: string
    n: number
    e: 'a' | 'b'
    nul: string | null
    ta: string | null
    arr: number[]
    tup: [string, number]
    c: 'k'
    def: number
    opt?: boolean
  }
>(true)

// ── draft 2020-12: tuples, and a document without a type
const tuples = read({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['pair', 'rest', 'open'],
  properties: {
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    rest: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'boolean' } },
    open: { type: 'array', prefixItems: [{ type: 'string' }] },
  },
})
same<typeof tuples, { pair: [string, number]; rest: [string, ...boolean[]]; open: [string, ...unknown[]] }>(
  true,
)
const letters = read({ $schema: 'https://json-schema.org/draft/2020-12/schema', enum: ['a', 'b'] })
same<typeof letters, 'a' | 'b'>(true)
const dollar = read({ $schema: { type: 'string' } })
same<typeof dollar, { $schema?: string }>(true)

// ── S2 what is required, on the way in and on the way out
const out = sent({
  type: 'object',
  required: ['d', 'at', 'n'],
  properties: {
    d: { type: 'number', default: 3 },
    at: { type: 'string', format: 'date-time' },
    n: { type: 'integer' },
  },
})
same<typeof out, { at: string | Date; n: number | bigint; d?: number }>(true)

// ── S3 a bag of properties is an object; `enum` alone is a property of that name
const bag = read({ name: { type: 'string' }, age: { type: 'integer', default: 1 } })
same<typeof bag, { age: number; name?: string }>(true)
const odd = read({ enum: { type: 'string' } })
same<typeof odd, { enum?: string }>(true)

// ── S4 references within the schema
const local = read({
  type: 'object',
  definitions: {
    x: { $id: '#named', type: 'object', properties: { k: { type: 'string' } }, required: ['k'] },
  },
  $defs: { y: { type: 'integer' } },
  properties: {
    a: { $ref: '#/definitions/x' },
    b: { $ref: '#/properties/a' },
    c: { $ref: '#named' },
    d: { $ref: '#/$defs/y' },
    z: { $ref: '#/definitions/nope' },
  },
  required: ['a', 'b', 'c', 'd', 'z'],
})
same<
  typeof local,
  { a: { k: string }; b: { k: string }; c: { k: string }; d: number; z: UnknownRef<'#/definitions/nope'> }
>(true)
const tree = read({
  type: 'object',
  properties: { v: { type: 'number' }, kids: { type: 'array', items: { $ref: '#' } } },
  required: ['v', 'kids'],
})
tree.kids[0]?.kids[0]?.v.toFixed()

// ── S5 references to shared schemas, and between them
const app = touchstone()
  .addSchema({
    $id: 'user',
    type: 'object',
    definitions: {
      address: {
        $id: '#address',
        type: 'object',
        properties: { zip: { type: 'string' } },
        required: ['zip'],
      },
    },
    properties: { id: { type: 'integer' }, home: { $ref: '#/definitions/address' } },
    required: ['id', 'home'],
  })
  .addSchema({
    $id: 'http://example.com/team.json',
    type: 'object',
    properties: { users: { type: 'array', items: { $ref: 'user#' } } },
    required: ['users'],
  })
type Address = { zip: string }
type Person = { id: number; home: Address }
app.post('/refs', { schema: { body: { $ref: 'user#' }, querystring: { $ref: 'user' } } }, (request) => {
  same<typeof request.body, Person>(true)
  same<typeof request.query, Person>(true)
})
app.post(
  '/pointers',
  {
    schema: {
      body: { $ref: 'http://example.com/team.json#' },
      querystring: { $ref: 'user#/definitions/address' },
      params: { $ref: 'user#address' },
      headers: { $ref: 'user#/properties/home' },
    },
  },
  (request) => {
    same<typeof request.body, { users: Person[] }>(true)
    same<typeof request.query, Address>(true)
    same<typeof request.params, Address>(true)
    request.headers.zip.length
  },
)

// ── S6 a reference that leads nowhere in this context
app.get('/unknown', { schema: { querystring: { $ref: 'nobody#' } } }, (request) => {
  same<typeof request.query, UnknownRef<'nobody#'>>(true)
  // @ts-expect-error using it
  request.query.name
})
app.post('/unknown', { schema: { body: { $ref: 'nobody#/properties/name' } } }, ({ body }) => {
  // Its own words: `addSchema` is called as a statement, and what it returns is dropped.
  same<(typeof body)['~advice'], "addSchema returns the instance that knows 'nobody'">(true)
  // @ts-expect-error using it
  body.length
})
app.post('/unknown/inside', { schema: { body: { $ref: 'user#/properties/nothing' } } }, ({ body }) =>
  same<(typeof body)['~advice'], "the schema has nothing at 'user#/properties/nothing'">(true),
)
app.put('/unknown/whole', { schema: { body: { $ref: 'nobody' } } }, ({ body }) =>
  same<(typeof body)['~advice'], "addSchema returns the instance that knows 'nobody'">(true),
)
// what is sent by it is anything: whoever calls addSchema as a statement writes this first
const list = { type: 'array', items: { $ref: 'nobody#' } } as const
app.post(
  '/unknown/sent',
  { schema: { response: { 201: { $ref: 'nobody#' }, 200: list } } },
  (_request, reply) => {
    // @ts-expect-error a list, of whatever
    reply.code(200).send({ id: 1 })
    reply.code(200).send([{ id: 1 }, 'two'])
    return reply.code(201).send({ id: 1 })
  },
)
app.get('/unknown/returned', { schema: { response: { 200: { $ref: 'nobody#' } } } }, async () => ({ id: 1 }))
touchstone()
  .register(async (child) => child.addSchema({ $id: 'inner', type: 'string' }))
  .post('/', { schema: { body: { $ref: 'inner#' } } }, (request) => {
    same<typeof request.body, UnknownRef<'inner#'>>(true)
  })
app.register(async (child) => {
  child.post('/', { schema: { body: { $ref: 'user#' } } }, (request) => request.body.id.toFixed())
})
// @ts-expect-error the id is taken
app.addSchema({ $id: 'user', type: 'string' })
app.register(async (child) => {
  // @ts-expect-error the id is taken by the parent
  child.addSchema({ $id: 'user' })
})
touchstone()
  .register(async (child) => child.addSchema({ $id: 'u', type: 'string' }))
  .register(async (child) => child.addSchema({ $id: 'u', type: 'number' }))
// @ts-expect-error an id is needed
app.addSchema({ type: 'string' })

// ── S7 combined schemas
const one = read({
  oneOf: [{ type: 'string' }, { type: 'object', properties: { q: { type: 'number' } }, required: ['q'] }],
})
same<typeof one, string | { q: number }>(true)
const all = read({
  allOf: [
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    { type: 'object', properties: { b: { type: 'number' } } },
  ],
})
all.a.length
all.b?.toFixed()
const map = read({ type: 'object', additionalProperties: { type: 'number' } })
same<typeof map, { [key: string]: number }>(true)

// ── S14 schemas that stand elsewhere
const defined = defineSchema({ type: 'object', properties: { w: { type: 'string' } }, required: ['w'] })
const constant = { type: 'object', properties: { w: { type: 'string' } }, required: ['w'] } as const
const widened = { type: 'object', properties: { w: { type: 'string' } }, required: ['w'] }
app.post('/defined', { schema: { body: defined, querystring: constant } }, (request) => {
  same<typeof request.body, { w: string }>(true)
  same<typeof request.query, { w: string }>(true)
})
app.post('/widened', { schema: { body: widened } }, (request) => {
  same<typeof request.body, unknown>(true)
})
