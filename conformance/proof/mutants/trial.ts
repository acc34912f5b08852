// Tries mutants in processes of their own, so many at a time; one that dies or hangs has been noticed.

import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Answer, Order } from './child.ts'
import type { CompiledMutants } from './compile-mutants.ts'
import type { Verdict, Witness } from './kill.ts'
import { type Mutant, ROOT } from './mutant.ts'

export interface Trial {
  mutant: Mutant
  verdict: Verdict
  milliseconds: number
  explored?: Record<string, [noticed: number, of: number]>
}

export interface TrialOptions {
  jobs: number
  explore: boolean
  signal: AbortSignal
  finished: (trial: Trial) => void
}

/** The whole specification over both transports takes far less, also on a busy machine. */
const LIMIT = 180_000

export async function tryMutants(
  mutants: Mutant[],
  compiled: CompiledMutants,
  options: TrialOptions,
): Promise<void> {
  const queue = mutants.values()
  const work = async (): Promise<void> => {
    for (const mutant of queue) {
      if (options.signal.aborted) return
      const trial = await tryOne(mutant, compiled.fileOf(mutant), options)
      if (!options.signal.aborted) options.finished(trial)
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, work))
}

/** What the specification says of the tree as it is: it has to notice nothing. */
export function tryOriginal(signal: AbortSignal): Promise<Answer> {
  return ask({ replaced: null, rules: [], explore: false }, signal)
}

async function tryOne(mutant: Mutant, file: string, { explore, signal }: TrialOptions): Promise<Trial> {
  const began = performance.now()
  const url = pathToFileURL(`${ROOT}dist/${mutant.file.replace(/\.ts$/, '.js')}`).href
  const answer = await ask({ replaced: { url, file }, rules: mutant.rules, explore }, signal)
  const milliseconds = Math.round(performance.now() - began)
  if (answer.kind === 'verdict') return { mutant, verdict: answer.verdict, milliseconds }
  if (answer.kind === 'explored')
    return { mutant, verdict: verdictOf(mutant, null), milliseconds, explored: answer.rules }
  const witness: Witness = { assertion: 'the process', outcome: 'crash', why: answer.why }
  return { mutant, verdict: verdictOf(mutant, witness), milliseconds }
}

function verdictOf({ rules }: Mutant, by: Witness | null): Verdict {
  return { by, rules: Object.fromEntries(rules.map((rule) => [rule, by])) }
}

function ask(order: Order, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--no-warnings', '--no-deprecation'],
      // Some of them write files.
      cwd: tmpdir(),
    })
    let answer: Answer | null = null
    let why = 'the process died'
    const stop = (): void => void child.kill('SIGKILL')
    const timer = setTimeout(() => {
      why = `it hung for ${LIMIT / 1000} s`
      stop()
    }, LIMIT)
    signal.addEventListener('abort', stop, { once: true })
    child.once('message', (message: Answer) => {
      answer = message
    })
    child.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(answer ?? { kind: 'crash', why })
    })
    child.send(order)
  })
}
