/** Options of the sockets have their effect: what the system does with a connection, as Linux tells it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { GET, KINDS, type KindName, open, PLAIN, serve, session, talk } from './kinds.ts'

/** What Linux tells of the socket at this port whose other end is that port: what it holds, and its timer. */
function stateOf(port: number, peer: number): { unread: number; timer: string; jiffies: number } {
  const hex = (number: number): string => number.toString(16).toUpperCase().padStart(4, '0')
  const row = readFileSync('/proc/self/net/tcp', 'utf8')
    .split('\n')
    .find((one) => new RegExp(`: \\w+:${hex(port)} \\w+:${hex(peer)} 01`).test(one))
  const found = / 01 \w{8}:(\w{8}) (\w\w):(\w{8})/.exec(row ?? '')
  assert.ok(found !== null, `no connection ${port} ${peer}`)
  const [, unread, timer, jiffies] = found as unknown as [string, string, string, string]
  return { unread: Number.parseInt(unread, 16), timer, jiffies: Number.parseInt(jiffies, 16) }
}

const portOf = (socket: Socket): number => (socket.address() as AddressInfo).port
/** That of keep-alive. What the other end has to acknowledge has a timer of its own. */
const PROBES = '02'

/** The timer of keep-alive of the server's end of a connection on which nothing happens; null: none. */
async function probesOf(kind: KindName, options: object): Promise<number | null> {
  const { app, port } = await serve(kind, {}, options)
  const client = KINDS[kind].version === 2 ? await session(kind, port) : null
  const socket = client === null ? await open(kind, port) : null
  if (socket !== null) await talk(socket, GET, { until: /hello$/ })
  const peer = portOf(socket ?? (client!.socket as Socket))
  while (!['00', PROBES].includes(stateOf(port, peer).timer)) await sleep(20)
  const { timer, jiffies } = stateOf(port, peer)
  socket?.destroy()
  client?.destroy()
  await app.close()
  return timer === PROBES ? jiffies / 100 : null
}

const PROBED: readonly KindName[] = [...PLAIN, 'both', 'h2c', 'h2']

test('keepAlive and keepAliveInitialDelay: when the system probes a silent connection', {
  timeout: 60_000,
}, async () => {
  if (process.platform !== 'linux') return
  for (const kind of PROBED) {
    assert.equal(await probesOf(kind, { keepAlive: false }), null, kind)
    for (const delay of [3600, 30_000]) {
      const seconds = await probesOf(kind, { keepAlive: true, keepAliveInitialDelay: 1000 * delay })
      assert.ok(seconds !== null && seconds > delay / 2 && seconds <= delay, `${kind}: ${seconds}`)
    }
  }
})

const ROUNDS = 20
const PIECES = ['one', 'two', 'three']

/** Lets the process read what has arrived, without waiting. */
async function takeTurns(): Promise<void> {
  for (let at = 0; at < 5; at++) await new Promise(setImmediate)
}

/**
 * How often a client does not have an answer in pieces when the last is written: the system keeps one back for up to 40 milliseconds,
 * until the one before it is acknowledged.
 */
async function countHeld(kind: KindName, options: object): Promise<number> {
  let text = ''
  let held = 0
  const { app, port } = await serve(kind, {}, options, (one) => {
    one.get('/pieces', async (_request, reply) => {
      const { raw } = reply.hijack()
      for (const piece of PIECES) {
        raw.write(piece)
        await takeTurns()
      }
      if (!text.includes('three')) held++
      raw.end('end')
    })
  })
  const socket = await open(kind, port)
  socket.on('data', (chunk) => {
    text += chunk
  })
  for (let at = 0; at < ROUNDS; at++) {
    text = ''
    await talk(socket, GET.replace('/', '/pieces'), { until: /end\r\n0\r\n\r\n$/ })
  }
  socket.destroy()
  await app.close()
  return held
}

/** A process that does not run for a while may see another answer in some rounds. A session of HTTP/2 always sets it. */
test('noDelay: whether the system sends a piece before the one before it is acknowledged', {
  timeout: 60_000,
}, async () => {
  if (process.platform !== 'linux') return
  for (const kind of [...PLAIN, 'both'] as const)
    for (const noDelay of [true, false, undefined]) {
      const held = await countHeld(kind, noDelay === undefined ? {} : { noDelay })
      assert.equal(held > ROUNDS / 2, noDelay === false, `${kind} ${noDelay}: ${held}`)
    }
})
