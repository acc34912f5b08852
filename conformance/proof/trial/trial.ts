// Runs trials in child processes: each with its own task and deadline, several at a time. A process may die or hang.

import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { compileMutants } from './compile-mutants.ts'
import type { Replaced } from './loader.ts'
import type { Mutant } from './mutant.ts'

/** What a child process is told. */
export interface Order<Task> {
  /** Modules of src/ with another text; none: the tree as it is. */
  replaced: readonly Replaced[]
  task: Task
}

/** `answer`: what the child found out. `died`: it ended without an answer. `late`: it was ended at its limit. */
export type Result<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'died'; why: string }
  | { kind: 'late'; why: string }

export interface TrialOptions {
  /** The module of the child process, which calls `answerTrial`. */
  script: URL
  /** Milliseconds without an answer or a sign of life. A process that goes on is not late, however busy the machine is. */
  limit: number
  signal?: AbortSignal
}

export function runTrial<Task, Answer>(
  order: Order<Task>,
  { script, limit, signal }: TrialOptions,
): Promise<Result<Answer>> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(script), [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--no-warnings', '--no-deprecation'],
      // Some cases write files.
      cwd: tmpdir(),
    })
    let result: Result<Answer> = { kind: 'died', why: 'the process died' }
    const stop = (): void => void child.kill('SIGKILL')
    const timer = setTimeout(() => {
      result = { kind: 'late', why: `it gave no sign of life for ${limit / 1000} s` }
      stop()
    }, limit)
    signal?.addEventListener('abort', stop, { once: true })
    child.on('message', (message: Result<Answer> | { kind: 'alive' }) => {
      if (message.kind === 'alive') timer.refresh()
      else result = message
    })
    child.on('error', () => undefined) // it ended before its order reached it
    child.once('exit', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve(result)
    })
    child.send(order)
  })
}

/** Works on all items, so many at a time; after an abort no item is begun. */
export async function inParallel<Item>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (signal?.aborted) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}

export interface MutantTrial<M extends Mutant, Answer> {
  mutant: M
  result: Result<Answer>
  milliseconds: number
}

export interface MutantTrialOptions<M extends Mutant, Task, Answer> extends TrialOptions {
  jobs: number
  taskOf: (mutant: M) => Task
  /** Is called as each trial ends. */
  finished: (trial: MutantTrial<M, Answer>) => void
}

/** Compiles the mutants and tries each in a process that loads touchstone with the mutant in it. */
export async function tryMutants<M extends Mutant, Task, Answer>(
  mutants: readonly M[],
  { jobs, taskOf, finished, ...options }: MutantTrialOptions<M, Task, Answer>,
): Promise<MutantTrial<M, Answer>[]> {
  const compiled = compileMutants(mutants)
  const trials: MutantTrial<M, Answer>[] = []
  const tryOne = async (mutant: M): Promise<void> => {
    const began = performance.now()
    const order = { replaced: compiled.modulesOf(mutant), task: taskOf(mutant) }
    const result = await runTrial<Task, Answer>(order, options)
    if (options.signal?.aborted) return
    const trial = { mutant, result, milliseconds: Math.round(performance.now() - began) }
    trials.push(trial)
    finished(trial)
  }
  try {
    await inParallel(mutants, jobs, tryOne, options.signal)
  } finally {
    compiled.remove()
  }
  return trials
}
