// One conversation with an adapter: sends commands, matches answers by id, and reports protocol errors.

import type { Json } from '../../spec/case.ts'
import { AdapterFault, SkippedError } from '../contract/faults.ts'
import { LineReader, LONGEST_LINE } from './lines.ts'
import type { Link, LinkEvents } from './link.ts'
import {
  type Answer,
  type CommandName,
  type Commands,
  faultOfAnswer,
  faultOfCommand,
  show,
} from './messages-schema.ts'

/** The adapter answered with an error; what was thrown, shown as JSON. */
export class AnsweredError extends Error {
  readonly shown: Json
  constructor(shown: Json) {
    super(show(shown))
    this.shown = shown
  }
}

interface Pending {
  cmd: CommandName
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** The conversation ends after so many lines that answer no command. */
const FLOOD = 100

export class Session {
  readonly #pending = new Map<number, Pending>()
  /** Commands that were given up; a late answer to one is not a fault. */
  readonly #abandoned = new Set<number>()
  readonly #watchers = new Set<(fault: AdapterFault) => void>()
  readonly #reader = new LineReader()
  #link: Link | null = null
  #lastId = 0
  #breaches = 0
  /** Set once this conversation is over; the reason is what every later command is answered with. */
  over: AdapterFault | null = null

  static async open(start: (events: LinkEvents) => Promise<Link>): Promise<Session> {
    const session = new Session()
    session.#link = await start({
      data: (piece) => session.#take(piece),
      gone: (how) => session.#finish(new AdapterFault('crash', `its process ${how}`)),
    })
    return session
  }

  get stderrSize(): number {
    return this.#link?.stderrSize ?? 0
  }

  /** Receives each fault until it is removed. */
  watch(watcher: (fault: AdapterFault) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Rejects with an AnsweredError, with a SkippedError, or with the AdapterFault of this conversation. */
  call<C extends CommandName>(cmd: C, fields: Commands[C]['in']): Promise<Commands[C]['out']> {
    if (this.over) return Promise.reject(this.over)
    const id = ++this.#lastId
    const command = { id, cmd, ...fields }
    const fault = faultOfCommand(command)
    if (fault !== undefined) return Promise.reject(new Error(`a command of ours is wrong ${fault}`))
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { cmd, resolve: resolve as Pending['resolve'], reject })
      this.#link?.send(JSON.stringify(command))
    })
  }

  /** The same, within a time; null when it passed. */
  async callWithin<C extends CommandName>(
    milliseconds: number,
    cmd: C,
    fields: Commands[C]['in'],
  ): Promise<Commands[C]['out'] | null> {
    const id = this.#lastId + 1
    const work = this.call(cmd, fields)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, milliseconds, null)
    })
    work.catch(() => undefined)
    try {
      const value = await Promise.race([work, late])
      if (value === null && this.#pending.delete(id)) this.#abandoned.add(id)
      return value
    } finally {
      clearTimeout(timer)
    }
  }

  /** What stands at the end of stdout without a line end, as a sentence. */
  get halfLine(): string | undefined {
    const { rest } = this.#reader
    return rest === '' ? undefined : `it wrote half a line, ${show(rest)}, and no line end`
  }

  /** Ends the conversation and the process behind it, and rejects all pending commands. */
  async end(fault: AdapterFault): Promise<void> {
    this.#finish(fault)
    await this.#link?.end()
  }

  /** Reads on until a ping is answered: what was written before has then been seen. Ends it where none is answered. */
  async settle(milliseconds: number): Promise<void> {
    while (!this.over) {
      try {
        if ((await this.callWithin(milliseconds, 'ping', {})) !== null) return
        await this.end(
          new AdapterFault('timeout', `it did not answer a ping within ${Math.round(milliseconds)} ms`),
        )
      } catch (error) {
        if (error instanceof AnsweredError) return
        // A line that is left of the breach took the ping along. A flood of them ends the conversation, so this ends.
      }
    }
  }

  /** Resolves when the other side is gone by itself. */
  gone(): Promise<void> {
    if (this.over) return Promise.resolve()
    return new Promise((resolve) => {
      const unwatch = this.watch(() => {
        if (!this.over) return
        unwatch()
        resolve()
      })
    })
  }

  #take(piece: Buffer): void {
    if (this.over) return
    for (const line of this.#reader.take(piece)) this.#line(line)
    if (this.#reader.flooded) {
      const told = `it floods: ${LONGEST_LINE / 1024 / 1024} MB on stdout without a line end`
      void this.end(new AdapterFault('protocol', told))
    }
  }

  #line(line: string): void {
    if (this.over) return
    let answer: Answer
    try {
      answer = JSON.parse(line)
    } catch {
      this.#breach(
        `it wrote a line that is not JSON: ${show(line)}; stdout is for answers alone, write everything else to stderr`,
      )
      return
    }
    const { id } = (answer ?? {}) as { id?: unknown }
    if (typeof id === 'number' && this.#abandoned.delete(id)) return
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined
    if (!pending) {
      this.#breach(tellStranger(line, id, this.#lastId, [...this.#pending.keys()]))
      return
    }
    const fault = faultOfAnswer(pending.cmd, answer)
    if (fault !== undefined) {
      this.#breach(`its answer to ${pending.cmd} is wrong ${fault}: ${show(line)}`)
      return
    }
    this.#pending.delete(answer.id)
    if (answer.skipped) pending.reject(new SkippedError(tellSkipped(answer.skipped)))
    else if ('error' in answer) pending.reject(new AnsweredError(answer.error ?? null))
    else pending.resolve(answer.ok)
  }

  /** A wrong line fails all pending commands, because it is unknown for which it was meant. */
  #breach(message: string): void {
    const fault = new AdapterFault('protocol', message)
    this.#breaches++
    if (this.#breaches > FLOOD) {
      const told = `it floods: more than ${FLOOD} lines that answer nothing; the last: ${message}`
      void this.end(new AdapterFault('protocol', told))
      return
    }
    for (const id of this.#pending.keys()) this.#abandoned.add(id)
    this.#tellAll(fault)
  }

  #finish(fault: AdapterFault): void {
    if (this.over) return
    const { halfLine } = this
    this.over =
      halfLine === undefined ? fault : new AdapterFault(fault.outcome, `${fault.message}; ${halfLine}`)
    this.#tellAll(this.over)
  }

  #tellAll(fault: AdapterFault): void {
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of waiting) reject(fault)
    for (const watcher of [...this.#watchers]) watcher(fault)
  }

  /** What came on stderr since the offset: its last lines. */
  stderrSince(offset: number): string {
    return (this.#link?.stderr(offset) ?? '').trimEnd().split('\n').slice(-12).join('\n').slice(-1500)
  }
}

function tellStranger(line: string, id: unknown, lastId: number, pending: number[]): string {
  const waiting =
    pending.length === 0 ? 'nothing waits for one' : `${pending.slice(0, 8).join(', ')} wait for one`
  if (typeof id !== 'number') return `it wrote a line without an id: ${show(line)}; ${waiting}`
  if (id >= 1 && id <= lastId) return `it answered ${id} twice: ${show(line)}`
  return `it answered ${id}, and no command had that id: ${show(line)}; ${waiting}`
}

function tellSkipped({ message, issue }: { message: string; issue?: string }): string {
  return issue === undefined ? message : `${message} (${issue})`
}
