/** A process that runs batches of programs; it may die of one. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Result, Task } from './batch.ts'
import type { FromWorker } from './worker.ts'

/** Milliseconds without a word after which a process counts as stuck. */
const STUCK = 120_000

export class Child {
  readonly #process: ChildProcess
  readonly #waiting = new Map<string, (result: Result | null) => void>()
  #guard: NodeJS.Timeout | undefined
  #output = ''
  dead = false

  /** `careful`: it says which program it begins, and on which side. */
  constructor(how: 'quick' | 'careful', peers: readonly string[]) {
    this.#process = fork(fileURLToPath(new URL('./worker.js', import.meta.url)), [how, ...peers], {
      execArgv: ['--no-deprecation', '--no-warnings'],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-1000)
    })
    this.#process.on('message', (message: FromWorker) => this.#heard(message))
    this.#process.on('error', () => undefined) // it ended before a task reached it
    // `close` and not `exit`: all it wrote has been read by then
    this.#process.on('close', () => this.#over())
    this.#listen()
  }

  /** The result of a batch; null: the process died before. */
  run(task: Task): Promise<Result | null> {
    if (this.dead) return Promise.resolve(null)
    return new Promise((resolve) => {
      this.#waiting.set(nameOf(task), resolve)
      this.#process.send(task)
    })
  }

  /** What it wrote last: the program that it ran, and the side. */
  last(): { program: number; side: string } | null {
    const line = this.#output.trimEnd().split('\n').at(-1)
    return line ? (JSON.parse(line) as { program: number; side: string }) : null
  }

  end(): void {
    this.#process.kill('SIGKILL')
  }

  #heard(message: FromWorker): void {
    this.#listen()
    const name = nameOf(message.task)
    this.#waiting.get(name)?.(message.result)
    this.#waiting.delete(name)
  }

  #listen(): void {
    clearTimeout(this.#guard)
    this.#guard = setTimeout(() => this.end(), STUCK)
  }

  #over(): void {
    clearTimeout(this.#guard)
    this.dead = true
    for (const resolve of this.#waiting.values()) resolve(null)
    this.#waiting.clear()
  }
}

const nameOf = ({ peer, batch }: Task): string => `${peer} ${batch}`
