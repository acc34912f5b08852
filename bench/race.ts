/** The race over sockets: every route on every target, in fresh processes, in turn; CPU of the server alone is counted. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { load } from './load.ts'
import { type BenchRoute, ROUTES } from './routes.ts'

export const TARGETS = ['node:http', 'touchstone', 'fastify-4.29', 'fastify-5'] as const
export type Target = (typeof TARGETS)[number]

export interface Measured {
  /** CPU microseconds of the server's process for one request */
  readonly cpu: number
  readonly perSecond: number
}
export type Results = Map<string, Map<Target, Measured[]>>

const SERVER = fileURLToPath(new URL('server.js', import.meta.url))

export interface RaceSettings {
  readonly rounds: number
  /** seconds of load that count; half as much before them does not */
  readonly seconds: number
  readonly connections: number
  /** of touchstone; undefined: its default */
  readonly engine: string | undefined
  /** names of routes; undefined: all */
  readonly routes: readonly string[] | undefined
}

/** Rounds are interleaved: a slow minute of the machine hits every target alike. */
export async function race(settings: RaceSettings, report: (text: string) => void): Promise<Results> {
  const { routes = ROUTES.map(({ name }) => name) } = settings
  const chosen = ROUTES.filter(({ name }) => routes.includes(name))
  const results: Results = new Map(
    chosen.map(({ name }) => [name, new Map(TARGETS.map((target) => [target, []]))]),
  )
  for (let round = 0; round < settings.rounds; round++) {
    for (const route of chosen) {
      const order = round % 2 === 0 ? TARGETS : [...TARGETS].reverse()
      for (const target of order) {
        report(`round ${round + 1} of ${settings.rounds}: ${route.name} on ${target}`)
        results
          .get(route.name)!
          .get(target)!
          .push(await measure(target, route, settings))
      }
    }
  }
  return results
}

/** The process of a server. */
export function serverFor(target: string, route: string, engine: string | undefined): ChildProcess {
  return fork(SERVER, [target, route, ...(engine === undefined ? [] : [engine])], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function measure(target: Target, route: BenchRoute, settings: RaceSettings): Promise<Measured> {
  const server = serverFor(target, route.name, settings.engine)
  try {
    const { port } = await message<{ port: number }>(server)
    const { connections, seconds: duration } = settings
    await load({ port, route, connections, duration: Math.max(0.5, duration / 2) })
    const before = await cpuOf(server)
    const { requests, seconds } = await load({ port, route, connections, duration })
    const after = await cpuOf(server)
    return { cpu: (after - before) / requests, perSecond: requests / seconds }
  } finally {
    server.kill()
  }
}

async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu')
  const { cpu } = await message<{ cpu: NodeJS.CpuUsage }>(server)
  return cpu.user + cpu.system
}

export function message<T>(server: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) =>
      reject(new Error(`the server ended with code ${code} before it answered`))
    server.once('exit', ended)
    server.once('message', (value) => {
      server.removeListener('exit', ended)
      resolve(value as T)
    })
  })
}
