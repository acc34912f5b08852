// @hono/node-server 2: puts a function `fetch` on a socket. The answers are those of the application's own socket.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { application, EXCHANGES, seen } from './exchanges.js'
import { LOCAL, load } from './load.js'

const { serve } = load('.')

const own = application()
const address = await own.listen(LOCAL)

// Fastify has no `fetch`: there the second one listens too, so that each test runs on it.
const other = application()
await other.ready()
let around = null
const otherAddress =
  other.fetch === undefined
    ? await other.listen(LOCAL)
    : await new Promise((resolve) => {
        around = serve({ fetch: other.fetch, port: 0, hostname: LOCAL.host }, ({ port }) =>
          resolve(`http://${LOCAL.host}:${port}`),
        )
      })
after(async () => {
  around?.close()
  await Promise.all([own.close(), other.close()])
})

for (const [name, [path, init]] of Object.entries(EXCHANGES)) {
  test(name, async () => {
    const answer = await seen(await fetch(otherAddress + path, init))
    assert.deepEqual(answer, await seen(await fetch(address + path, init)))
  })
}
