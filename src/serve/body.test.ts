/** The async context that a hook sets is kept after the body is read, whose events run in the context of the socket. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import touchstone from '../index.ts'

const store = new AsyncLocalStorage<string>()

/** An application whose first hook, in callback style, runs all later stages of the request inside the store. */
async function listening(): Promise<{ url: string; close(): Promise<unknown> }> {
  const app = touchstone()
  app.addHook('onRequest', (request, _reply, done) => {
    store.run(String(request.headers['x-id']), done)
  })
  app.addContentTypeParser('text/slow', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, 'read'))
  })
  app.post('/', async () => store.getStore() ?? 'lost')
  app.setErrorHandler((_error, _request, reply) => {
    reply.code(400).send(store.getStore() ?? 'lost')
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

test('an AsyncLocalStorage of a callback hook is kept in the handler of a request with a body', async () => {
  const { url, close } = await listening()
  const post = async (type: string, body: string, id: string): Promise<string> => {
    const headers = { 'content-type': type, 'x-id': id }
    return (await fetch(url, { method: 'POST', headers, body })).text()
  }
  try {
    const large = JSON.stringify('x'.repeat(300_000))
    assert.equal(await post('application/json', '{}', 'small'), 'small')
    assert.equal(await post('application/json', large, 'large'), 'large')
    assert.equal(await post('text/slow', 'abc', 'stream parser'), 'stream parser')
    assert.equal(await post('application/json', '{', 'broken'), 'broken')
    const many = await Promise.all(
      [...Array(20).keys()].map((id) => post('application/json', large, `${id}`)),
    )
    assert.deepEqual(many, [...Array(20).keys()].map(String))
  } finally {
    await close()
  }
})
