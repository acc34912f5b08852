// The application that agents trace, a collector for what they send, and the requests that all of them see.
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { ask, attempt, connect, sleep } from './client.js'

export const TRACE = '0af7651916cd43dd8448eb211c80319c'
export const PARENT = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`

/** The application that is traced: a call to another server in a handler, failures, bodies. `mark` notes where it is. */
export async function traced(fastify, { mark = () => {}, set = async () => {} } = {}) {
  const { default: http } = await import('node:http') // agents replace its functions
  const app = fastify()
  await set(app)
  app.addHook('preHandler', async () => {
    await sleep(1)
    mark('hook')
  })
  app.addHook('onResponse', async () => mark('onResponse'))
  const call = (url) =>
    new Promise((resolve, reject) =>
      http
        .get(url, async (answer) => {
          let text = ''
          for await (const part of answer) text += part
          resolve(text)
        })
        .on('error', reject),
    )
  app.get('/users/:id', async (request) => {
    mark('handler')
    const heard = JSON.parse(await call(`${process.env.ORIGIN}/origin`))
    await sleep(1)
    mark('after the call')
    return { id: request.params.id, heard }
  })
  app.post('/echo', async (request) => {
    mark('echo')
    return request.body
  })
  app.get('/fails', async () => {
    throw new Error('in the handler')
  })
  app.get('/slow', async () => sleep(200).then(() => 'late'))
  return app
}

/** What answers the calls of the application, and takes what agents send: on a path of their own. */
async function collector() {
  const sent = []
  const server = createServer(async (request, response) => {
    const parts = []
    try {
      for await (const part of request) parts.push(part)
    } catch {
      return // the server was ended while its agent wrote
    }
    const bytes = Buffer.concat(parts)
    if (request.url === '/origin') {
      const names = Object.keys(request.headers).filter((name) =>
        /trace|datadog|elastic|baggage|newrelic/.test(name),
      )
      const { traceparent } = request.headers
      response.end(JSON.stringify({ names: names.sort(), trace: traceparent?.split('-')[1] ?? null }))
      return
    }
    sent.push({
      url: request.url,
      body: request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes,
    })
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    sent,
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The requests that every agent sees; what is answered is seen, too. */
async function askAll(see, address) {
  const headers = { traceparent: TRACEPARENT }
  see('a call', await ask(`${address}/users/7?a=1`, { headers }))
  const json = { 'content-type': 'application/json' }
  see('a body', await ask(`${address}/echo`, { method: 'POST', headers: json, body: '{"a":1}' }))
  see('fails', await ask(`${address}/fails`))
  see('nothing', await ask(`${address}/nothing`))
  const wire = await connect(address)
  wire.write('GET /users/1 HTTP/1.1\r\nhost: a\r\n\r\n')
  await wire.until(/heard/)
  wire.write('GET /users/2 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  await wire.closed
  see('two on a connection', wire.text.match(/HTTP\/1.1 \d+|"id":"\d"/g))
  const leaving = await connect(address)
  leaving.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await sleep(80)
  leaving.socket.destroy()
  await sleep(200)
}

/** Runs the server with the agent, and gives what `read` makes of all that was recorded. `environment`: of the server, by the url of the collector. */
export const withAgent =
  (server, read, environment = () => ({})) =>
  async ({ start, load, see }) => {
    const origin = await collector()
    const started = await start(server, { ORIGIN: origin.url, ...environment(origin.url, load.resolve) })
    const address = await started.told('address')
    await askAll(see, address)
    await attempt(`${address}/flush`)
    await sleep(300)
    started.kill('SIGKILL')
    await started.ended()
    read({ see, sent: origin.sent, told: started.all, load })
    origin.close()
  }

/** Spans as lines `path of parents: name attributes`, sorted; the caller is the parent that the header named. */
export function lines(spans) {
  const byId = new Map(spans.map((span) => [span.id, span]))
  const path = ({ name, parent }) => {
    const above = byId.get(parent)
    const rest = above ? `${path(above)} > ` : parent === PARENT ? 'caller > ' : parent ? 'unknown > ' : ''
    return rest + name
  }
  return spans.map((span) => `${path(span)} ${JSON.stringify(span.more)}`).sort()
}

export const kept = (object, pattern) =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => pattern.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
