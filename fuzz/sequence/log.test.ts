/** What is kept of a long run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../target/target.ts'
import { Log } from './log.ts'

test('of old requests those that changed something are kept, so many of each route', () => {
  const log = new Log()
  const add = (at: number, method: string, url: string, status: number): void =>
    log.add(at, { method, url, headers: {} }, { status, headers: {}, body: '' } as Answer)
  for (let turn = 0; turn < 200; turn++) add(0, 'POST', `/made/${turn}`, 201)
  add(1, 'PUT', '/refused', 400)
  for (let turn = 0; turn < 6000; turn++) add(2, 'GET', `/read/${turn}`, 200)
  const urls = log.all().map(({ request }) => request.url)
  assert.deepEqual(
    urls.filter((url) => !url.startsWith('/read')),
    Array.from({ length: 120 }, (_, turn) => `/made/${turn}`),
  )
  assert.equal(urls.at(-1), '/read/5999')
})
