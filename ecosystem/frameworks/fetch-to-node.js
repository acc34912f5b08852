// fetch-to-node 2: makes a request and a response of Node.js of a `Request`, for `app.routing`. The answers are those of `app.fetch`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { application, EXCHANGES, seen } from './exchanges.js'
import { LOCAL, load } from './load.js'

const { toFetchResponse, toReqRes } = load('.')

const app = application()
// Fastify has no `fetch`: there its socket is asked.
const address = await app.listen(LOCAL)
after(() => app.close())

/** As a client sends it, with the length of its body. */
function requestOf(path, init) {
  const headers = { host: address.slice('http://'.length), ...init.headers }
  if (init.body !== undefined) headers['content-length'] = String(Buffer.byteLength(init.body))
  return new Request(address + path, { ...init, headers })
}

for (const [name, [path, init]] of Object.entries(EXCHANGES)) {
  test(name, async () => {
    const { req, res } = toReqRes(requestOf(path, init))
    app.routing(req, res)
    const around = await seen(await toFetchResponse(res))
    const direct = app.fetch === undefined ? fetch(address + path, init) : app.fetch(requestOf(path, init))
    assert.deepEqual(around, await seen(await direct))
  })
}
