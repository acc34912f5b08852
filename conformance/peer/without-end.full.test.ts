// Servers whose answers have no end, or never come: each limit is waited for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedOf, caseOf, serving, told } from '../fixtures/fixture-peer.ts'

test('an answer without an end, and one that never comes, end in their limits', async () => {
  const at = await serving((request, response) => {
    if (request.url === '/hangs') return true
    if (request.url !== '/endless') return false
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
    return true
  })
  const results = await askedOf(at, [caseOf('c', '/endless', '/hangs', '/fine')])
  const [endless, hangs, fine] = told(results)
  assert.match(endless ?? '', /^error an answer has no end: more than 16777216 bytes came$/)
  assert.match(hangs ?? '', /^timeout the exchange took longer than/)
  assert.equal(fine, 'pass')
})
