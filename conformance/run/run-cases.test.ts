// What a case may take: the time of the client, and of a machine that is busy, is not that of the implementation.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { Transport } from '../../spec/case.ts'
import type { Adapter } from '../contract/adapter.ts'
import { caseOf } from '../fixtures/fixture-peer.ts'
import { runCases } from './run-cases.ts'

/** A server in this process: each piece that comes costs it a while, in which nothing else runs. */
const adapter: Adapter = {
  name: 'costly',
  version: '',
  lacks: ['inject'],
  async build() {
    const server = createServer((_, response) => void response.end('fine'))
    server.on('connection', (socket) =>
      socket.prependListener('data', () => {
        for (const until = performance.now() + 2; performance.now() < until; );
      }),
    )
    return {
      ready: async () => undefined,
      listen: async () => {
        await once(server.listen(0, '127.0.0.1'), 'listening')
        return (server.address() as { port: number }).port
      },
      inject: () => Promise.reject(new Error('not asked')),
      run: async () => undefined,
      close: async () => void server.close(),
    }
  },
}

async function outcomesOf(transport: Transport, moved?: () => void): Promise<(string | undefined)[]> {
  const one = caseOf('c', '/a', '/b')
  const outcomes: (string | undefined)[] = []
  await runCases(adapter, [{ ...one, body: { ...one.body, timeoutMs: 40 } }], {
    transports: [transport],
    concurrency: 1,
    finished: (_, results) => outcomes.push(...results.map(({ cells }) => cells[transport]?.outcome)),
    ...(moved ? { moved } : {}),
  })
  return outcomes
}

test('a request that is written byte by byte has its time from the last byte', async () => {
  assert.deepEqual(await outcomesOf('split'), ['pass', 'pass'])
})

test('a case tells that it moves with each thing that it waits for', async () => {
  let moved = 0
  await outcomesOf('socket', () => moved++)
  assert.ok(moved >= 3, `a boot and two requests moved ${moved} times`)
})
