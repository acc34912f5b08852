/** What connections cost: 10,000 that are kept and idle, and how long the slowest answers take at the same load. */
import { fork } from 'node:child_process'
import net from 'node:net'
import { bytesOf, lengthOf } from './load.ts'
import { message, serverFor } from './race.ts'
import { ROUTES } from './routes/routes.ts'

/** Node alone, both engines of touchstone, and Fastify 5. */
export const CONNECTION_TARGETS = ['node:http', 'touchstone-node', 'touchstone-fast', 'fastify-5'] as const
export type ConnectionTarget = (typeof CONNECTION_TARGETS)[number]

export interface Connections {
  /** bytes of resident memory for each idle connection */
  readonly idle: number
  /** milliseconds in which 99 of 100 requests were answered, at a load that every target carries */
  readonly p99: number
  /** bytes of resident memory of the server after that load */
  readonly resident: number
}
export type ConnectionResults = Map<ConnectionTarget, Connections[]>

/** Requests that are sent in each tick, and the milliseconds between two ticks. */
const STEADY = { requests: 30, every: 5 }
const HELLO = ROUTES[0]!

export async function connectionRace(
  settings: { readonly rounds: number; readonly seconds: number; readonly idle: number },
  report: (text: string) => void,
): Promise<ConnectionResults> {
  const results: ConnectionResults = new Map(CONNECTION_TARGETS.map((target) => [target, []]))
  for (let round = 0; round < settings.rounds; round++)
    for (const target of CONNECTION_TARGETS) {
      report(`round ${round + 1} of ${settings.rounds}: connections of ${target}`)
      results.get(target)!.push(await measure(target, settings.seconds, settings.idle))
    }
  return results
}

async function measure(target: ConnectionTarget, seconds: number, count: number): Promise<Connections> {
  const server = serverFor(target, HELLO.name)
  try {
    const { port } = await message<{ port: number }>(server)
    const resident = async (): Promise<number> => {
      server.send('rss')
      return (await message<{ rss: number }>(server)).rss
    }
    const p99 = await steady(port, seconds)
    const loaded = await resident()
    const idle = await idleClients(port, count)
    const held = await resident()
    idle.kill()
    return { idle: (held - loaded) / count, p99, resident: loaded }
  } finally {
    server.kill()
  }
}

/** Clients in a process of their own, so that one process has not all sockets: each has asked once, and stays. */
async function idleClients(port: number, count: number): Promise<ReturnType<typeof fork>> {
  const clients = fork(new URL(import.meta.url), ['idle', String(port), String(count)])
  await message(clients)
  return clients
}

async function openIdle(port: number, count: number): Promise<void> {
  const bytes = bytesOf(HELLO)
  for (let opened = 0; opened < count; opened += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, () => askOnce(port, bytes)))
  process.send!('idle')
}

function askOnce(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.once('data', () => resolve()).on('error', reject)
  })
}

/** The same number of requests in each tick, whatever has been answered: a slow server is not asked less. */
async function steady(port: number, seconds: number): Promise<number> {
  const length = await lengthOf(port, HELLO)
  const clients = Array.from({ length: STEADY.requests }, () => new Steady(port, length))
  const timer = setInterval(() => {
    for (const client of clients) client.ask()
  }, STEADY.every)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  clearInterval(timer)
  for (const client of clients) client.socket.destroy()
  const times = clients.flatMap(({ times }) => times.slice(times.length >> 2)).sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)]!
}

class Steady {
  readonly socket: net.Socket
  readonly times: number[] = []
  readonly #asked: number[] = []
  readonly #bytes = bytesOf(HELLO)
  #received = 0

  constructor(port: number, length: number) {
    this.socket = net.connect(port, '127.0.0.1')
    this.socket.on('data', (bytes) => {
      this.#received += bytes.length
      for (; this.#received >= length; this.#received -= length)
        this.times.push(performance.now() - this.#asked.shift()!)
    })
  }
  ask(): void {
    this.#asked.push(performance.now())
    this.socket.write(this.#bytes)
  }
}

if (process.argv[2] === 'idle') {
  process.on('disconnect', () => process.exit())
  await openIdle(Number(process.argv[3]), Number(process.argv[4]))
}
