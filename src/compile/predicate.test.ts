/** When a schema is compiled: the tests count compilations, which no request shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Ajv from 'ajv'
import { libraryOf } from './ajv.ts'
import { Predicates } from './predicate/plain.ts'
import { lazyValidator } from './predicate.ts'
import { SchemaScope } from './scope.ts'
import { Turns } from './turns.ts'

const plainOf = (schema: object) => new Predicates(libraryOf(new SchemaScope({}))).of(schema)!
const ajv = new Ajv.default({ coerceTypes: 'array', logger: false })

test('a schema is compiled when a value does not fit, and when its route is busy', () => {
  let compilations = 0
  const compile = () => {
    compilations++
    return ajv.compile({ type: 'integer' }) as never
  }
  const validate = lazyValidator(plainOf({ type: 'integer' }), compile, new Turns())
  for (let at = 0; at < 5000; at++) assert.equal(validate(at), true)
  assert.equal(compilations, 0)
  validate(1)
  assert.equal(compilations, 1)
  const other = lazyValidator(plainOf({ type: 'integer' }), compile, new Turns())
  assert.equal(other('x'), false)
  assert.equal(compilations, 2)
  assert.equal((other.errors as unknown[]).length, 1)
})

test('params, query and headers are converted without a compilation, and a wrong one comes to it as it was', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: { n: { type: 'integer' }, list: { type: 'array', items: { type: 'boolean' } } },
  }
  const asked: unknown[] = []
  const compile = () => (value: unknown) => {
    asked.push(value)
    return false
  }
  const validate = lazyValidator(plainOf(schema), compile as never, new Turns())
  const query = { n: '5', list: ['true', 'false'], more: 'x' }
  const { list } = query
  assert.equal(validate(query), true)
  assert.deepEqual(query, { n: 5, list: [true, false] })
  assert.equal(query.list, list) // in place, for hooks that have it
  assert.deepEqual(asked, [])
  assert.equal(validate({ n: '5', list: 'no', more: 'x' }), false)
  assert.deepEqual(asked, [{ n: '5', list: 'no', more: 'x' }])
})

test('a wrong value waits while others compile, with a verdict of its own; values that fit do not wait', async () => {
  let time = 0
  const turns = new Turns({ now: () => time, burst: 10, share: 0.5 })
  const compiled: string[] = []
  const lazy = (name: string) => {
    const inner = { type: 'object', properties: { n: { type: 'integer' } } } // a predicate converts nothing in it
    const schema = { type: 'object', properties: { [name]: inner } }
    return lazyValidator(
      plainOf(schema),
      () => {
        compiled.push(name)
        time += 30
        return ajv.compile(schema) as never
      },
      turns,
    )
  }
  const [first, second, third] = [lazy('a'), lazy('b'), lazy('c')]
  assert.equal(first({ a: { n: 'x' } }), false) // 10 ms were left: it compiles at once, and takes 30
  const waits = [
    second({ b: { n: 'x' } }),
    second({ b: { n: '5' } }),
    third({ c: { n: 'x' } }),
  ] as Promise<unknown>[]
  assert.ok(waits.every((one) => one instanceof Promise))
  assert.deepEqual([first({ a: { n: 1 } }), second({ b: { n: 1 } }), third({ c: {} })], [true, true, true])
  assert.deepEqual(compiled, ['a'])
  assert.equal(third.byHand!({ c: { n: 'x' } }), false) // a handler needs the verdict at once
  assert.deepEqual(compiled, ['a', 'c'])
  const ending = Promise.all(waits)
  const clock = setInterval(() => {
    time += 100
  })
  const [wrong, right, other] = await ending
  clearInterval(clock)
  assert.deepEqual(compiled, ['a', 'c', 'b'])
  assert.equal(right, true)
  const errorsOf = (verdict: unknown) => (verdict as { error: { instancePath: string }[] }).error
  assert.deepEqual(
    [wrong, other].map((verdict) => errorsOf(verdict)[0]!.instancePath),
    ['/b/n', '/c/n'],
  )
})
