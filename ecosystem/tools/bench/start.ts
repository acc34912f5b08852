/** A server in a process of its own: for tools that end the process, or that have to be loaded before all else. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Ended {
  code: number | null
  signal: string | null
}

export interface Started {
  /** What it told under this name; waits for it. */
  told(what: string): Promise<unknown>
  /** Everything that it told up to now, in order. */
  readonly all: readonly { what: string; value?: unknown }[]
  kill(signal?: NodeJS.Signals): void
  /** How it ended; by force after some seconds. */
  ended(seconds?: number): Promise<Ended>
  /** What it wrote to stderr. */
  readonly errors: string
}

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))

export async function start(
  args: readonly [string, string, string],
  environment: Record<string, string>,
): Promise<Started> {
  const child = fork(CHILD, ['servers', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const all: { what: string; value?: unknown }[] = []
  const waiting = new Map<string, (value: unknown) => void>()
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (text) => (errors += text))
  child.on('message', (message: { what: string; value?: unknown }) => {
    all.push(message)
    waiting.get(message.what)?.(message.value)
  })
  const end = new Promise<Ended>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal: signal as string | null })),
  )
  const started: Started = {
    all,
    get errors() {
      return errors
    },
    kill: (signal = 'SIGTERM') => void child.kill(signal),
    told: (what) => {
      const before = all.find((message) => message.what === what)
      if (before) return Promise.resolve(before.value)
      return new Promise((resolve, reject) => {
        waiting.set(what, resolve)
        end.then(({ code, signal }) =>
          reject(
            new Error(
              `the server ended with ${code ?? signal} before it told ${what}: ${errors.slice(-1500)}`,
            ),
          ),
        )
      })
    },
    ended: async (seconds = 8) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
      const ended = await end
      clearTimeout(timer)
      return ended
    },
  }
  return started
}
