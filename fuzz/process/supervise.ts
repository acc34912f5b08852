// Watches the process under test: notices that it crashed or hangs, stops it, and keeps what was found.

import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ExportForm, Finding, FuzzReport, Progress, RouteTally, WireRequest } from '../index.ts'
import { type ChildTask, type FromChild, LENGTH_DIGITS, type ToChild } from './messages.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))

export interface Watched {
  onProgress?: (progress: Progress) => void
  onFinding?: (finding: Finding) => void
  /** Lines that the application writes. */
  onOutput?: (text: string) => void
  /** Modules that the child imports first, as `node --import` does. */
  imports: string[]
  signal: AbortSignal
}

/** The last request, as the file of it tells. */
export interface OnItsWay {
  request: WireRequest
  route: string
  progress: Progress
}

export type Outcome =
  | { type: 'report'; report: FuzzReport }
  | { type: 'survived' }
  | { type: 'no-application' | 'no-boot' | 'usage' | 'unreachable' | 'setup'; message: string }
  | {
      /** `interrupted`: it did not end by itself after the interrupt. */
      type: 'crashed' | 'interrupted'
      /** The exception, the signal or the exit code. */
      message: string
      stoodStill: boolean
      form: ExportForm | null
      at: OnItsWay | null
      findings: Finding[]
      progress: Progress
      routes: RouteTally[]
      output: string
    }

/** Milliseconds of silence beyond the timeout of a request after which the event loop counts as blocked. */
const PATIENCE = 3000
/** The same for one request alone, once the application has booted. */
const PATIENCE_OF_PROBE = 1500
/** The same for a server: a long document is read and compiled without a word. */
const PATIENCE_OF_SERVER = 30_000
/** Milliseconds until an application has to be ready, where no limit of the run says less. */
const BOOT = 120_000
/** More than the whole run has: a machine that does much else takes its time to start a process. */
const TO_START = 5000
/** Milliseconds that showing what was found may take when the time of a run is over. */
const AFTER = 30_000
/** A timer takes no more. */
const MOST = 2 ** 31 - 1
/** After being asked to stop. */
const GRACE = 1000
/** A process that the application has left behind may hold its output open. */
const LAST_WORDS = 500

export function superviseFuzz(task: ChildTask, watched: Watched): Promise<Outcome> {
  const child = fork(CHILD, [], {
    // In a group of its own: Ctrl-C is ours to pass on, after the report.
    detached: true,
    execArgv: [...process.execArgv, ...watched.imports.map((one) => `--import=${one}`)],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Which worker it is, for data of its own.
    ...(task.fuzz?.shard
      ? { env: { ...process.env, TOUCHSTONE_WORKER: String(task.fuzz.shard.index) } }
      : {}),
  })
  return new Promise((resolve) => new Watch(child, task, watched, resolve))
}

class Watch {
  readonly #child: ChildProcess
  readonly #task: ChildTask
  readonly #watched: Watched
  readonly #resolve: (outcome: Outcome) => void
  readonly #findings: Finding[] = []
  readonly #patience: number
  #progress: Progress = { requests: 0, phase: 'start', findings: 0 }
  #routes: RouteTally[] = []
  #outcome: Outcome | null = null
  #output = ''
  #died: string | null = null
  #form: ExportForm | null = null
  #stoodStill = false
  #ended = false
  readonly #kill = (): void => this.#killGroup()
  #timer: NodeJS.Timeout
  #limit: NodeJS.Timeout | undefined

  constructor(child: ChildProcess, task: ChildTask, watched: Watched, resolve: (outcome: Outcome) => void) {
    this.#child = child
    this.#task = task
    this.#watched = watched
    this.#resolve = resolve
    this.#patience = (task.server ? PATIENCE_OF_SERVER : PATIENCE) + (task.fuzz?.timeout ?? 0)
    this.#timer = setTimeout(() => this.#silent(), this.#patience)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-4000)
        watched.onOutput?.(text)
      })
    const stop = (): void => this.#stop()
    // A function of the configuration that does not end says so itself before.
    const boot = Math.min(BOOT, (task.fuzz?.maxTime ?? BOOT) + TO_START)
    if (!task.server) this.#limit = setTimeout(() => this.#neverReady(boot), boot)
    child.send({ type: 'task', task } satisfies ToChild)
    if (watched.signal.aborted) stop()
    watched.signal.addEventListener('abort', stop)
    child.on('message', (message: FromChild) => this.#take(message))
    child.on('error', (error) => {
      this.#died = error.message
    })
    process.once('exit', this.#kill)
    let lastWords: NodeJS.Timeout | undefined
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(lastWords)
      watched.signal.removeEventListener('abort', stop)
      this.#end(code, signal)
    }
    child.on('exit', (code, signal) => {
      clearTimeout(this.#timer)
      clearTimeout(this.#limit)
      process.off('exit', this.#kill)
      this.#killGroup() // what the application has started
      lastWords = setTimeout(end, LAST_WORDS, code, signal)
    })
    child.on('close', end)
  }

  #take(message: FromChild): void {
    this.#timer.refresh()
    switch (message.type) {
      case 'progress':
        this.#progress = message.progress
        this.#routes = message.routes
        this.#watched.onProgress?.(message.progress)
        break
      case 'finding':
        this.#findings.push(message.finding)
        this.#watched.onFinding?.(message.finding)
        break
      case 'died':
        this.#died = message.message
        break
      case 'booted':
        this.#form = message.form
        clearTimeout(this.#limit)
        this.#limit = this.#last()
        if (!this.#task.probe) break
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#silent(), PATIENCE_OF_PROBE)
        break
      case 'alive':
        break
      default:
        this.#outcome = message
    }
  }

  #stop(): void {
    if (this.#child.connected) this.#child.send({ type: 'stop' } satisfies ToChild)
    setTimeout(this.#kill, GRACE).unref()
  }

  #neverReady(boot: number): void {
    this.#outcome = { type: 'no-boot', message: `It is not ready after ${boot / 1000} seconds.` }
    this.#killGroup()
  }

  /** The run watches its limit itself: this is for what never comes back to it. */
  #last(): NodeJS.Timeout | undefined {
    const { maxTime } = this.#task.fuzz ?? {}
    if (maxTime === undefined || maxTime + AFTER > MOST) return undefined
    return setTimeout(() => {
      this.#died = `It did not end ${AFTER / 1000} seconds after the limit of its time.`
      this.#stop()
    }, maxTime + AFTER)
  }

  /** The process is the first of its group. */
  #killGroup(): void {
    try {
      process.kill(-(this.#child.pid as number), 'SIGKILL')
    } catch {
      this.#child.kill('SIGKILL')
    }
  }

  #silent(): void {
    this.#stoodStill = true
    this.#killGroup()
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#ended) return
    this.#ended = true
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.destroy()
    if (this.#outcome !== null) {
      this.#resolve(this.#outcome)
      return
    }
    const ended = signal === null ? `It ended with exit code ${code}.` : `It was ended by ${signal}.`
    const at = this.#current()
    this.#resolve({
      type: this.#watched.signal.aborted ? 'interrupted' : 'crashed',
      message:
        this.#died ?? (this.#stoodStill ? `Its event loop stood still for ${this.#patience} ms.` : ended),
      stoodStill: this.#stoodStill,
      form: this.#form,
      at,
      findings: this.#findings,
      progress: at?.progress ?? this.#progress,
      routes: this.#routes,
      output: this.#output,
    })
  }

  #current(): OnItsWay | null {
    try {
      const bytes = readFileSync(this.#task.current)
      const length = Number(bytes.toString('utf8', 0, LENGTH_DIGITS))
      return JSON.parse(bytes.toString('utf8', LENGTH_DIGITS, LENGTH_DIGITS + length)) as OnItsWay
    } catch {
      return null
    }
  }
}
