/** What a body that arrives in one-byte chunks holds before it ends: in a process of its own, with its collector at hand. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone from '../../index.ts'

const HOST = '127.0.0.1'

const PIECES = 400_000
const KINDS = ['application/json', 'text/own', 'own/bytes', 'inject'] as const

/** Sends the bytes that each kind of body holds for each of its own to the process that started this one. */
async function measure(): Promise<void> {
  const held = (): number => {
    globalThis.gc!()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const app = touchstone()
  app.addContentTypeParser('text/own', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
  app.addContentTypeParser(
    'own/bytes',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )
  app.post('/', async () => 'ok')
  await app.listen({ port: 0, host: HOST })
  const results: Record<string, number> = {}
  // The first round is not counted: what the start of the process left is collected in it.
  for (const kind of [KINDS[0], ...KINDS]) {
    const before = held()
    let sent = 0
    let end = (): void => {}
    if (kind === 'inject') {
      const payload = Readable.from(
        (async function* () {
          for (; sent < PIECES; sent++) yield Buffer.from('1')
          await new Promise<void>((resolve) => {
            end = resolve
          })
        })(),
      )
      void app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/own' }, payload })
      while (sent < PIECES) await sleep(10)
    } else {
      const socket = connect((app.server.address() as AddressInfo).port, HOST).on('error', () => {})
      socket.write(
        `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${kind}\r\ntransfer-encoding: chunked\r\n\r\n`,
      )
      const piece = '1\r\n1\r\n'.repeat(10_000)
      for (; sent < PIECES; sent += 10_000) if (!socket.write(piece)) await once(socket, 'drain')
      end = () => socket.destroy()
    }
    await sleep(200)
    results[kind] = (held() - before) / PIECES
    end()
    await sleep(50)
  }
  process.send!(results)
  await once(process, 'disconnect')
  process.exit()
}

if (process.env.MEASURE_BODIES === '1') await measure()

test('a body of one-byte chunks holds about its size: with every parser, over a socket and inject', {
  timeout: 120_000,
}, async () => {
  const child = spawn(process.execPath, ['--expose-gc', import.meta.filename], {
    env: { ...process.env, MEASURE_BODIES: '1', NODE_TEST_CONTEXT: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [results] = (await once(child, 'message')) as [Record<string, number>]
  child.disconnect()
  for (const kind of KINDS) assert.ok(results[kind]! < 4, `${kind}: ${results[kind]} bytes for each byte`)
})
