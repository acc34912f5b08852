import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Serialize } from '../../serve/plan.ts'
import { generate } from './generate.ts'
import { interpreter } from './interpret.ts'
import { Output, SLACK } from './output.ts'
import { shapeOf } from './read.ts'
import { writerOf } from './writer.ts'

const library: (schema: unknown) => Serialize = createRequire(import.meta.url)('fast-json-stringify')
const item = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const list = { type: 'array', items: item }

function writer(schema: Record<string, unknown>) {
  let built = 0
  const serialize = writerOf(shapeOf(schema)!, Math.trunc, () => {
    built++
    return library(schema)
  })
  return { serialize, built: () => built, answer: serialize.answer ?? serialize }
}

const some = (count: number, name = 'Ada') =>
  Array.from({ length: count }, (_, id) => ({ id, name, hidden: 'x' }))

test('a list is written as text or as bytes, before and after code is generated for it', () => {
  const { serialize, answer, built } = writer(list)
  const expected = library(list)
  for (let turn = 0; turn < 500; turn++) {
    const value = some(turn % 120, turn % 7 === 0 ? 'Ädä "€" 😀' : 'Ada')
    assert.equal(serialize(value), expected(value))
    assert.equal(String(answer(value)), expected(value))
  }
  assert.equal(built(), 0, 'the library is not needed')
  assert.ok(Buffer.isBuffer(answer(some(200))), 'a long answer is bytes')
  assert.equal(typeof answer(some(2)), 'string', 'a short one is a text')
})

test('an answer keeps its bytes while others are written', () => {
  const { answer } = writer(list)
  const first = answer(some(300, 'first'))
  const text = String(first)
  for (let turn = 0; turn < 10; turn++) answer(some(300, `other ${turn}`))
  assert.equal(String(first), text)
})

test('a very long answer is whole, and the next one too', () => {
  const { answer } = writer(list)
  const expected = library(list)
  const long = some(40_000, 'a name that makes it long')
  const first = answer(long)
  assert.ok(first.length > 1_500_000)
  assert.equal(String(answer(some(100))), expected(some(100)))
  assert.equal(String(first), expected(long))
})

test('an object without lists is left to the library when it is busy', () => {
  const { serialize, built } = writer(item)
  for (let turn = 0; turn < 200; turn++)
    assert.equal(serialize({ id: turn, name: 'a' }), `{"id":${turn},"name":"a"}`)
  assert.equal(built(), 0)
  assert.equal(serialize({ id: 1, name: 'a' }), '{"id":1,"name":"a"}')
  assert.equal(built(), 1)
})

test('the library decides about what the writer does not know, and tells the error', () => {
  const { serialize, answer, built } = writer(list)
  assert.throws(() => serialize([{ id: 'x' }]), /The value "x" cannot be converted to an integer/)
  assert.throws(() => answer('x'), /does not match schema definition/)
  assert.equal(built(), 1, 'it is built once')
  assert.equal(serialize([{ id: '5' }]), '[{"id":5}]')
  for (let turn = 0; turn < 30; turn++) assert.throws(() => answer({}), TypeError)
  assert.equal(String(answer(some(2))), library(list)(some(2)))
})

test('a getter of a payload may write another answer', () => {
  const { serialize } = writer(list)
  const inner = { id: 2, name: 'inner' }
  const outer = {
    id: 1,
    get name() {
      return serialize([inner])
    },
  }
  assert.equal(serialize([outer, outer]), library(list)([outer, outer]))
})

test('after an error, the next answer is right', () => {
  const { serialize } = writer(list)
  const broken = {
    id: 1,
    get name() {
      throw new Error('the getter fails')
    },
  }
  assert.throws(() => serialize([{ id: 0, name: 'ä' }, broken]), /the getter fails/)
  assert.equal(serialize([{ id: 0, name: 'a' }]), '[{"id":0,"name":"a"}]')
})

test('each property is read once', () => {
  const { serialize } = writer(list)
  let reads = 0
  const counted = Object.defineProperty({ name: 'a'.repeat(100_000) }, 'id', {
    enumerable: true,
    get: () => ++reads,
  })
  assert.equal(serialize([counted]).length, 100_020)
  assert.equal(reads, 1, 'also when the buffer has to grow')
})

test('every literal, list and object has the room that it needs', () => {
  const key = 'k'.repeat(60)
  let schema: Record<string, unknown> = { type: 'boolean' }
  let value: unknown = true
  for (let depth = 0; depth < 30; depth++) {
    schema = {
      type: 'object',
      properties: { [key]: schema, other: { type: 'array', items: { type: 'null' } } },
    }
    value = { [key]: value, other: Array(depth * 7).fill(null) }
  }
  const { answer } = writer(schema)
  const expected = library(schema)(value)
  for (let turn = 0; turn < 300; turn++) assert.equal(String(answer(value)), expected)
})

test('an output has its slack behind the limit after each growth', () => {
  const out = new Output()
  out.grow(10_000, 50_000)
  assert.ok(out.bytes.length - out.limit === SLACK)
  assert.ok(out.bytes.length >= 10_000 + 50_000 + SLACK)
})

test('a process that may not generate code writes the schemas that the writer knows', () => {
  const code = `
    const { shapeOf } = await import(${JSON.stringify(new URL('read.js', import.meta.url).href)})
    const { writerOf } = await import(${JSON.stringify(new URL('writer.js', import.meta.url).href)})
    const serialize = writerOf(shapeOf({ type: 'array', items: { type: 'integer' } }), Math.trunc, () => { throw new Error('built') })
    for (let turn = 0; turn < 300; turn++) if (serialize([turn]) !== '[' + turn + ']') throw new Error(serialize([turn]))`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '-e', code],
    { encoding: 'utf8', cwd: fileURLToPath(new URL('.', import.meta.url)) },
  )
  assert.equal(status, 0, stderr)
})

test('a value that refers to itself deeply has room for all its ends', () => {
  const properties = { text: { type: 'string' }, list: { type: 'array', items: { $ref: '#' } } }
  const tree = { type: 'object', properties }
  const expected = library(tree)
  const shape = shapeOf(tree)!
  let value: unknown = { list: [] }
  for (let level = 0; level < 600; level++) value = { list: [value] }
  // The ends take more than the slack, and begin everywhere around the end of a new buffer.
  for (let count = 400; count < 800; count += 3) {
    const whole = { list: [...Array(count).fill({ text: 'some' }), value] }
    for (const write of [interpreter(shape, Math.trunc), generate(shape, Math.trunc)]) {
      const out = new Output()
      assert.equal(out.text(write(out, 0, whole)), expected(whole))
    }
  }
})

test('bytes that left their buffer are refused', () => {
  const out = new Output()
  assert.throws(() => out.answer(out.bytes.length + 1), /left its buffer/)
  assert.throws(() => out.text(out.bytes.length + 1), /left its buffer/)
})

test('a schema of which ajv or the library refuses a part, where a union asks them, is left to the library', () => {
  const union = { anyOf: [{ type: 'null' }, { const: 'a' }] }
  const refused = [
    { nullable: true },
    { type: ['null', 'string'], nullable: false },
    { id: 'x' },
    { type: 'string', formatMaximum: 5 },
    { 'x-own': { $anchor: '+' } },
    { examples: [{ $id: 'x' }, { $id: 'x', a: 1 }] },
  ]
  for (const a of refused) {
    const schema = { type: 'object', properties: { union, a } }
    assert.throws(() => library(structuredClone(schema))({ union: null }), JSON.stringify(a))
    assert.equal(shapeOf(schema), null, JSON.stringify(a))
  }
})

test('the usual kinds of allOf are written without the library', () => {
  const base = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  const named = { type: 'object', properties: { name: { type: 'string', nullable: true } } }
  const definitions = { base, named }
  const kinds = [
    { allOf: [base, named] },
    { type: 'object', allOf: [{ $ref: '#/definitions/base' }, named], definitions },
    {
      type: 'object',
      properties: { name: named.properties.name },
      allOf: [base],
      additionalProperties: false,
    },
    { allOf: [{ $ref: '#/definitions/base' }], nullable: true, description: 'one or none', definitions },
    {
      type: 'array',
      items: { allOf: [{ $ref: '#/definitions/base' }, { required: ['name'] }, named] },
      definitions,
    },
    { type: 'object', allOf: [base, named], unevaluatedProperties: false },
  ]
  for (const schema of kinds) {
    const { serialize, built } = writer(schema)
    const expected = library(structuredClone(schema))
    const one = { name: 'Ada', id: '7', more: true }
    const value = 'items' in schema ? [one, one] : one
    assert.equal(serialize(value), expected(value))
    assert.equal(built(), 0, JSON.stringify(schema))
  }
})

test('a schema that is a reference is written without the library, unless it leads in a circle', () => {
  const a = { type: 'object', properties: { b: { type: 'integer' } } }
  const schema = { $ref: '#/definitions/a', definitions: { a } }
  const serialize = writerOf(shapeOf(schema)!, Math.trunc, () => assert.fail('the library was asked'))
  assert.equal(String(serialize({ b: 1.5, c: 2 })), library(structuredClone(schema))({ b: 1.5, c: 2 }))
  const circles: readonly { readonly [keyword: string]: unknown }[] = [
    { $ref: '#', definitions: { a } },
    {
      $ref: '#/definitions/a',
      definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
    },
    { $ref: '#/definitions/a', definitions: { b: { $ref: '#/definitions/a' }, a: { $ref: '#' } } },
    { $ref: '#', definitions: { a: { allOf: [{ $ref: '#' }, a] } } },
    { $ref: '#', definitions: { a: { properties: { b: { $ref: '#' } } } } },
    { $ref: '#/definitions/a', definitions: { a, b: 5 } },
    // The library loses this name.
    { $ref: '#/definitions/a', definitions: { a: { type: 'object', properties: { constructor: a } } } },
  ]
  for (const one of circles) assert.equal(shapeOf(one), null, JSON.stringify(one))
})
