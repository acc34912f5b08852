/** Sends a duplex stream, of which a reply only needs the readable side. A case cannot declare one. */
import assert from 'node:assert/strict'
import { Duplex, PassThrough } from 'node:stream'
import { test } from 'node:test'
import touchstone from '../index.ts'

test('a duplex stream ends the reply when its readable side ends; its writable side stays open', async () => {
  const both = new Duplex({ read() {}, write: (_piece, _encoding, done) => done() })
  both.push('read')
  both.push(null)
  const app = touchstone()
  app.get('/', (_request, reply) => void reply.send(both))
  assert.equal((await app.inject('/')).payload, 'read')
  assert.deepEqual([both.destroyed, both.writable], [false, true])
  await app.close()
})

test('a duplex stream that ends without data is an empty reply', async () => {
  const app = touchstone()
  app.addHook('onSend', async (request) =>
    request.url === '/hook' ? new PassThrough().end().resume() : undefined,
  )
  app.get('/', (_request, reply) => void reply.send(new PassThrough().end()))
  app.get('/hook', async () => 'x')
  for (const url of ['/', '/hook']) {
    const { statusCode, payload } = await app.inject(url)
    assert.deepEqual([statusCode, payload], [200, ''], url)
  }
  await app.close()
})
