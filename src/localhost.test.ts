/** localhost with two addresses. The machines that run the cases have one, and a case cannot listen again where the second port is taken. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import net, { type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type TestContext, test } from 'node:test'
import touchstone from './index.ts'

const dns = createRequire(import.meta.url)('node:dns') as typeof import('node:dns')
const has6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const UPGRADE = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: x\r\n\r\n'

function both() {
  const lines: string[] = []
  const app = touchstone({
    logger: { stream: { write: (line: string) => lines.push(JSON.parse(line).msg) } },
    disableRequestLogging: true,
  })
  app.get('/', async () => 'answered')
  return { app, lines }
}

/** Another process may have the port at the second address: then it is not bound, and the next application tries again. */
async function listening(t: TestContext, text?: (address: string) => string) {
  for (let time = 0; time < 10; time++) {
    const { app, lines } = both()
    t.after(() => app.close())
    await app.listen({ port: 0, host: 'localhost', ...(text && { listenTextResolver: text }) })
    if (app.addresses().length === 2) return { app, lines, port: (app.server.address() as AddressInfo).port }
    await app.close()
  }
  throw new Error('the second address was never free')
}

async function ask(host: string, port: number): Promise<string> {
  const socket = net.connect(port, host)
  let received = ''
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece
  })
  socket.write(UPGRADE)
  await once(socket, 'close')
  return received
}

test('localhost with two addresses', { skip: has6 ? false : 'this machine has no ::1' }, async (t) => {
  const { lookup } = dns.promises
  const all = ['127.0.0.1', '::1'].map((address) => ({ address, family: net.isIP(address) }))
  dns.promises.lookup = (async () => all) as unknown as typeof lookup
  t.after(() => {
    dns.promises.lookup = lookup
  })

  await t.test('each has the port of the first, and a line of the log', async (t) => {
    const { app, lines, port } = await listening(t)
    const [other, main] = app.addresses()
    assert.deepEqual(
      [main?.address, main?.port, other?.address, other?.port],
      ['127.0.0.1', port, '::1', port],
    )
    assert.deepEqual(lines, [
      `Server listening at http://127.0.0.1:${port}`,
      `Server listening at http://[::1]:${port}`,
    ])
    await app.close()
    assert.deepEqual(app.addresses(), [])
  })

  await t.test('listenTextResolver is asked for each', async (t) => {
    const { lines, port } = await listening(t, (address) => `at ${address}`)
    assert.deepEqual(lines, [`at http://127.0.0.1:${port}`, `at http://[::1]:${port}`])
  })

  await t.test(
    'an upgrade at each reaches a listener that was added behind another one, and after listen',
    async (t) => {
      const { app, port } = await listening(t)
      assert.match(await ask('::1', port), /^HTTP\/1\.1 200 .*answered$/s, 'nobody listens for upgrades')
      app.server.on('timeout', () => {})
      app.server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
      for (const { address } of all) assert.match(await ask(address, port), /^HTTP\/1\.1 101 /, address)
    },
  )
})
