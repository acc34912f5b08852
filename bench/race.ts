/** The race over sockets: every route on every target, in fresh processes, in turn; CPU of the server alone is counted. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
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
}

/** Rounds are interleaved: a slow minute of the machine hits every target alike. */
export async function race(settings: RaceSettings, report: (text: string) => void): Promise<Results> {
  const results: Results = new Map(
    ROUTES.map(({ name }) => [name, new Map(TARGETS.map((target) => [target, []]))]),
  )
  for (let round = 0; round < settings.rounds; round++) {
    for (const route of ROUTES) {
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

async function measure(target: Target, route: BenchRoute, settings: RaceSettings): Promise<Measured> {
  const server = fork(SERVER, [target, route.name], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    const { port } = await message<{ port: number }>(server)
    await load(port, route, settings.connections, Math.max(0.5, settings.seconds / 2))
    const before = await cpuOf(server)
    const { requests, seconds } = await load(port, route, settings.connections, settings.seconds)
    const after = await cpuOf(server)
    return { cpu: (after - before) / requests, perSecond: requests / seconds }
  } finally {
    server.kill()
  }
}

async function load(port: number, route: BenchRoute, connections: number, duration: number) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${route.path}`,
    method: route.method,
    connections,
    duration,
    ...(route.body === undefined
      ? {}
      : { body: route.body, headers: { 'content-type': 'application/json' } }),
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${route.name}: ${result.non2xx} answers were no success, ${result.errors} requests failed`,
    )
  }
  return { requests: result.requests.total, seconds: result.duration }
}

async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu')
  const { cpu } = await message<{ cpu: NodeJS.CpuUsage }>(server)
  return cpu.user + cpu.system
}

function message<T>(server: ChildProcess): Promise<T> {
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
