/** Clients cannot fill the memory with media types. No reply shows this. */
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

test('the cache has a limited number of media types, and no long ones', () => {
  const megabyte = 1024 * 1024
  assert.ok(heldAfter(50_000, (time) => `a/b; v=${time}`) < 4 * megabyte)
  assert.ok(heldAfter(180, (time) => `a/b; v=${time}${'x'.repeat(100_000)}`) < 4 * megabyte)
})

test('a header that was parsed before gives the same object', () => {
  const first = parseMediaType('Text/Plain; Charset=UTF-8')
  assert.equal(parseMediaType('Text/Plain; Charset=UTF-8'), first)
  assert.deepEqual(first, {
    essence: 'text/plain',
    parameters: new Map([['charset', 'utf-8']]),
    canonical: 'text/plain;charset=utf-8',
  })
})

test('essenceOf reads any content type of an application, also a malformed one', () => {
  assert.equal(essenceOf(' Application/JSON ; v'), 'application/json')
  assert.equal(essenceOf(['Text/Plain; a=b']), 'text/plain')
  assert.equal(essenceOf(undefined), 'undefined')
})
