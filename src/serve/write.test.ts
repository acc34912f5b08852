/** What a case cannot send: a stream of two sides, of which an answer needs the one. */
import assert from 'node:assert/strict'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import touchstone from '../index.ts'

test('a source whose writing side stays open has ended with its reading side, and is left as it is', async () => {
  const both = new Duplex({ read() {}, write: (_piece, _encoding, done) => done() })
  both.push('read')
  both.push(null)
  const app = touchstone()
  app.get('/', (_request, reply) => void reply.send(both))
  assert.equal((await app.inject('/')).payload, 'read')
  assert.deepEqual([both.destroyed, both.writable], [false, true])
  await app.close()
})
