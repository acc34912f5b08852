/** The race of the boots: time to ready plus the first request of each of 1,000 routes, and the heap they leave. */
import { fork } from 'node:child_process'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { joinFramework } from '../cli/package/join-framework.ts'

export const BOOT_TARGETS = ['touchstone', 'fastify-4.29', 'fastify-5'] as const
export type BootTarget = (typeof BOOT_TARGETS)[number]
export const SCENES = ['distinct', 'keywords', 'shared', 'same', 'contexts', 'bare', 'first'] as const

export interface BootMeasured {
  /** CPU milliseconds to ready */
  readonly ready: number
  /** CPU milliseconds to ready and the first request of each route */
  readonly all: number
  /** megabytes of heap that stay */
  readonly heap: number
}
export type BootResults = Map<string, Map<BootTarget, BootMeasured[]>>

/** What users load: the framework as the package has it. */
const FRAMEWORK = fileURLToPath(new URL('framework.js', import.meta.url))
const PROCESS = fileURLToPath(new URL('boot-process.js', import.meta.url))

export async function bootRace(rounds: number, report: (text: string) => void): Promise<BootResults> {
  const results: BootResults = new Map(
    SCENES.map((scene) => [scene, new Map(BOOT_TARGETS.map((name) => [name, []]))]),
  )
  joinFramework(FRAMEWORK)
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
    child.once('message', (asked) => {
      child.once('message', (value) => resolve(value as BootMeasured))
      askEach(asked as Asked, `${target} ${scene}`).then(() => child.send('asked'), reject)
    })
    child.once(
      'exit',
      (code) => code !== 0 && reject(new Error(`${target} ${scene} ended with code ${code}`)),
    )
  })
}

interface Asked {
  readonly port: number
  readonly count: number
  readonly method: string
  readonly body: string
}

/** The first request of every route, over one connection, each after the answer to the one before. */
function askEach({ port, count, method, body }: Asked, name: string): Promise<void> {
  const rest =
    method === 'GET'
      ? '\r\n'
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  return new Promise((resolve, reject) => {
    let at = 0
    const socket = net.connect(port, '127.0.0.1')
    const ask = () => socket.write(`${method} /r${at} HTTP/1.1\r\nHost: a\r\n${rest}`)
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('error', reject)
    // Answers are small: each arrives whole.
    socket.on('data', (answer: string) => {
      if (!answer.startsWith('HTTP/1.1 200')) reject(new Error(`${name} /r${at}: ${answer}`))
      at++
      if (at < count) ask()
      else {
        socket.destroy()
        resolve()
      }
    })
  })
}
