/** No request shows how many compiled functions are kept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { touchstone } from '../index.ts'
import { RequestTimeCompilers } from './request-time.ts'

const place = { method: 'GET', url: '/', httpPart: null }
const pattern = (n: number) => ({ type: 'string', pattern: `^${n}$` })

test('the compilers of request time keep a bounded number of schemas, and functions stay valid', () => {
  const shared = { name: { $id: 'name', type: 'string', maxLength: 2 } }
  const compilers = new RequestTimeCompilers(shared, { customOptions: {}, plugins: [] }, {})
  const seen = new Set<object>()
  const first = compilers.current.validator({ ...place, schema: pattern(0) })
  for (let n = 0; n < 1000; n++) {
    seen.add(compilers.current.scope)
    compilers.current.validator({ ...place, schema: pattern(n) })
    assert.ok(compilers.current.scope.size <= 200)
  }
  assert.equal(seen.size, 5)
  assert.deepEqual([first('0'), first('1')], [true, false])
  const referring = compilers.current.validator({ ...place, schema: { $ref: 'name#' } })
  assert.deepEqual([referring('ab'), referring('abc')], [true, false])
})

test('equal schemas are compiled once, however many objects they are', () => {
  const compilers = new RequestTimeCompilers({}, { customOptions: {}, plugins: [] }, {})
  const { scope } = compilers.current
  const made = Array.from({ length: 1000 }, () =>
    compilers.current.validator({ ...place, schema: pattern(1) }),
  )
  assert.equal(new Set(made).size, 1)
  assert.equal(compilers.current.scope, scope)
})

test('handlers get a verdict at once, however long the compilations before have taken', async () => {
  const app = touchstone()
  const verdicts: unknown[] = []
  app.get('/', async (request) => {
    for (let one = 0; one < 40; one++) {
      const names = Array.from({ length: 150 }, (_, at) => [`p${one}_${at}`, { type: 'integer' }])
      const check = request.compileValidationSchema({
        type: 'object',
        properties: Object.fromEntries(names),
      })
      verdicts.push(check({ [`p${one}_0`]: 'x' }))
    }
  })
  await app.inject('/')
  assert.deepEqual(
    verdicts,
    verdicts.map(() => false),
  )
  assert.equal(verdicts.length, 40)
})
