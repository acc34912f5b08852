/** The race of the boots: time to ready plus the first request of each of 1,000 routes, and the heap they leave. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const BOOT_TARGETS = ['touchstone', 'fastify-4.29', 'fastify-5'] as const
export type BootTarget = (typeof BOOT_TARGETS)[number]
export const SCENES = ['distinct', 'shared', 'same', 'contexts'] as const

export interface BootMeasured {
  /** CPU milliseconds to ready */
  readonly ready: number
  /** CPU milliseconds to ready and the first request of each route */
  readonly all: number
  /** megabytes of heap that stay */
  readonly heap: number
}
export type BootResults = Map<string, Map<BootTarget, BootMeasured[]>>

const PROCESS = fileURLToPath(new URL('boot-process.js', import.meta.url))

export async function bootRace(rounds: number, report: (text: string) => void): Promise<BootResults> {
  const results: BootResults = new Map(
    SCENES.map((scene) => [scene, new Map(BOOT_TARGETS.map((name) => [name, []]))]),
  )
  for (let round = 0; round < rounds; round++) {
    for (const scene of SCENES) {
      for (const target of BOOT_TARGETS) {
        report(`boot ${round + 1} of ${rounds}: ${scene} on ${target}`)
        results
          .get(scene)!
          .get(target)!
          .push(await measure(target, scene))
      }
    }
  }
  return results
}

function measure(target: string, scene: string): Promise<BootMeasured> {
  return new Promise((resolve, reject) => {
    const child = fork(PROCESS, [target, scene], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('message', (value) => resolve(value as BootMeasured))
    child.once(
      'exit',
      (code) => code !== 0 && reject(new Error(`${target} ${scene} ended with code ${code}`)),
    )
  })
}
