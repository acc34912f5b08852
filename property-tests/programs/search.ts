/** Runs random programs in child processes, and collects what differs. */
import type { Found, Result, Task } from './batch.ts'
import { Child } from './child.ts'

const BATCH = 50
/** Programs mostly wait, so several batches run at a time in a process. */
const AT_A_TIME = 12
/** A process is replaced after so many batches: what programs leave behind goes with it. */
const BATCHES_EACH = 200

export interface Wanted {
  count: number
  seed: number
  peers: readonly string[]
  /** programs that boot and answer, instead of any */
  live: boolean
  /** end after so many differences without a known cause */
  find: number
  /** how many processes */
  jobs: number
  /** the number of the first batch: a search goes on where another one ended */
  from: number
}

export class Search {
  readonly #wanted: Wanted
  readonly #progress: (search: Search) => void
  readonly #children = new Set<Child>()
  /** batches whose process died: each runs again, alone */
  readonly #again: Task[] = []
  #tasks: Iterator<Task>
  #stopped = false
  readonly causes = new Map<string, number>()
  /** the differences without a known cause, by kind: how many, and the smallest program */
  readonly kinds = new Map<string, { count: number; text: string }>()
  programs = 0
  found = 0

  /** `progress` is called after each batch. */
  constructor(wanted: Wanted, progress: (search: Search) => void = () => {}) {
    this.#wanted = wanted
    this.#progress = progress
    this.#tasks = this.#each()
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#wanted.jobs }, () => this.#line()))
  }

  stop(): void {
    this.#stopped = true
    for (const child of this.#children) child.end()
  }

  *#each(): Generator<Task> {
    const { count, seed, peers, live, from } = this.#wanted
    for (let batch = 0; batch * BATCH < count; batch++)
      for (const peer of peers)
        yield { peer, live, seed, batch: from + batch, runs: Math.min(BATCH, count - batch * BATCH), skip: 0 }
  }

  #next(): Task | undefined {
    return this.#stopped || this.found >= this.#wanted.find ? undefined : this.#tasks.next().value
  }

  async #line(): Promise<void> {
    while (!this.#stopped) {
      const again = this.#again.pop()
      if (again !== undefined) await this.#careful(again)
      else if (!(await this.#quick()) && this.#again.length === 0) return
    }
  }

  /** Many batches in one process, until it is old or dies; false where there are no more. */
  async #quick(): Promise<boolean> {
    const first = this.#next()
    if (first === undefined) return false
    const child = this.#child('quick')
    let started = 1
    const one = async (task: Task): Promise<void> => {
      const result = await child.run(task)
      if (result === null) this.#again.push(task)
      else this.#count(result)
      const next = child.dead || started++ >= BATCHES_EACH ? undefined : this.#next()
      if (next !== undefined) await one(next)
    }
    const others = Array.from({ length: AT_A_TIME - 1 }, () => this.#next()).filter(
      (task) => task !== undefined,
    )
    started += others.length
    await Promise.all([first, ...others].map(one))
    this.#end(child)
    return true
  }

  /** One batch alone; where the process dies the program is known, and the batch goes on behind it. */
  async #careful(task: Task): Promise<void> {
    const child = this.#child('careful')
    const result = await child.run(task)
    this.#end(child)
    if (result !== null) return this.#count(result)
    if (this.#stopped) return
    const { program, side } = child.last() ?? { program: task.runs, side: 'none' }
    const where = `program ${program} of batch ${task.batch} beside ${task.peer}`
    const ended: Found = { kind: `${side} ended the process`, text: `✗ ${side} ended the process: ${where}` }
    const theirs = side === task.peer
    this.#count({
      programs: Math.min(program + 1, task.runs) - task.skip,
      causes: theirs ? { 'their-crash': 1 } : {},
      found: theirs ? [] : [ended],
    })
    if (program + 1 < task.runs) this.#again.push({ ...task, skip: program + 1 })
  }

  #count({ programs, causes, found }: Result): void {
    this.programs += programs
    for (const [id, count] of Object.entries(causes)) this.causes.set(id, (this.causes.get(id) ?? 0) + count)
    this.found += found.length
    for (const { kind, text } of found) {
      const before = this.kinds.get(kind)
      this.kinds.set(kind, { count: (before?.count ?? 0) + 1, text: before?.text || text })
    }
    this.#progress(this)
  }

  #child(how: 'quick' | 'careful'): Child {
    const child = new Child(how, this.#wanted.peers)
    this.#children.add(child)
    return child
  }

  #end(child: Child): void {
    this.#children.delete(child)
    child.end()
  }
}
