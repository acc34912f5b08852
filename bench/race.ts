/** The race over sockets: every route on every target, in fresh processes, in turn; CPU of the server alone is counted. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { answerOf, load } from './load.ts'
import { type BenchRoute, ROUTES } from './routes/routes.ts'

/** `sketch` is the work of a route without a framework; `touchstone` has its default engine. */
export const TARGETS = [
  'node:http',
  'sketch',
  'touchstone',
  'touchstone-node',
  'fastify-4.29',
  'fastify-5',
] as const
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
  for (const route of chosen) {
    report(`before the rounds: what each target answers on ${route.name}`)
    await assertSame(route)
  }
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

/** A target that answers anything else does another work: its numbers would say nothing. */
async function assertSame(route: BenchRoute): Promise<void> {
  let right: string | undefined
  for (const target of TARGETS) {
    const server = serverFor(target, route.name)
    try {
      const { port } = await message<{ port: number }>(server)
      const { body } = await answerOf(port, route)
      right ??= body
      if (body === right) continue
      const at = [...body].findIndex((unit, index) => unit !== right?.[index])
      const from = Math.max(0, (at < 0 ? body.length : at) - 20)
      throw new Error(
        `${route.name} on ${target}: '${right.slice(from, from + 80)}' is right, as ${TARGETS[0]} answers, and from byte ${from} this came: '${body.slice(from, from + 80)}'`,
      )
    } finally {
      server.kill()
    }
  }
}

/** The process of a server. */
export function serverFor(target: string, route: string): ChildProcess {
  return fork(SERVER, [target, route], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

async function measure(target: Target, route: BenchRoute, settings: RaceSettings): Promise<Measured> {
  const server = serverFor(target, route.name)
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
