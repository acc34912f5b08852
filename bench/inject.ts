/** The race of injected requests: no socket, one request after the other, the CPU of a process of its own. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { message } from './race.ts'
import { ratios, shownRatio, table } from './table.ts'

/** touchstone first, then what it is compared with: itself with the objects of light-my-request, and Fastify's own `inject`. */
export const INJECT_TARGETS = ['touchstone', 'light-my-request', 'fastify-4.29', 'fastify-5'] as const
export type InjectTarget = (typeof INJECT_TARGETS)[number]
export type InjectResults = Map<string, Map<InjectTarget, number[]>>

const ROUTES = ['hello', 'users', 'orders']
const REQUESTS = 30_000
const PROCESS = fileURLToPath(new URL('inject-process.js', import.meta.url))

export async function injectRace(rounds: number, report: (text: string) => void): Promise<InjectResults> {
  const results: InjectResults = new Map(
    ROUTES.map((route) => [route, new Map(INJECT_TARGETS.map((target) => [target, []]))]),
  )
  for (let round = 0; round < rounds; round++) {
    for (const route of ROUTES) {
      const order = round % 2 === 0 ? INJECT_TARGETS : [...INJECT_TARGETS].reverse()
      for (const target of order) {
        report(`inject ${round + 1} of ${rounds}: ${route} on ${target}`)
        results
          .get(route)!
          .get(target)!
          .push(await measure(target, route))
      }
    }
  }
  return results
}

async function measure(target: InjectTarget, route: string): Promise<number> {
  const child = fork(PROCESS, [target, route, String(REQUESTS)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    return (await message<{ cpu: number }>(child)).cpu
  } finally {
    child.kill()
  }
}

export function injectReport(results: InjectResults): string {
  const [own, ...others] = INJECT_TARGETS
  const rows = [...results].map(([route, measured]) => {
    const spent = measured.get(own)!
    return [
      route,
      `${Math.min(...spent).toFixed(1)} µs`,
      ...others.map((other) => shownRatio(ratios(measured.get(other)!, spent))),
    ]
  })
  const head = ['inject', 'touchstone', ...others.map((other) => `${other} / touchstone`)]
  return [
    'Injected requests: CPU of one at its best, and how many times that of touchstone the others need',
    '',
    table(head, rows),
  ].join('\n')
}
