/** What no answer shows: that clients cannot fill the memory with media types. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { essenceOf, parseMediaType } from './media-type.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heldAfter(times: number, header: (time: number) => string): number {
  collect()
  const before = process.memoryUsage().heapUsed
  for (let time = 0; time < times; time++) parseMediaType(header(time))
  collect()
  return process.memoryUsage().heapUsed - before
}

test('the cache holds so many media types and no more, and no long ones', () => {
  const megabyte = 1024 * 1024
  assert.ok(heldAfter(50_000, (time) => `a/b; v=${time}`) < 4 * megabyte)
  assert.ok(heldAfter(180, (time) => `a/b; v=${time}${'x'.repeat(100_000)}`) < 4 * megabyte)
})

test('what was parsed before is the same object, in whatever order', () => {
  const first = parseMediaType('Text/Plain; Charset=UTF-8')
  assert.equal(parseMediaType('Text/Plain; Charset=UTF-8'), first)
  assert.deepEqual(first, {
    essence: 'text/plain',
    parameters: new Map([['charset', 'utf-8']]),
    canonical: 'text/plain;charset=utf-8',
  })
})

test('the essence of what an application wrote, malformed or not', () => {
  assert.equal(essenceOf(' Application/JSON ; v'), 'application/json')
  assert.equal(essenceOf(['Text/Plain; a=b']), 'text/plain')
  assert.equal(essenceOf(undefined), 'undefined')
})
