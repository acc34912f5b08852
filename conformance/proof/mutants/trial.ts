// Lets the cases look for mutants; a mutant whose process dies or hangs is noticed.

import { filesOf, type Mutant } from '../trial/mutant.ts'
import { type Result, runTrial, tryMutants } from '../trial/trial.ts'
import type { Answer, Task } from './child.ts'
import type { Verdict, Witness } from './kill.ts'

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

const PROCESS = {
  script: new URL('./child.js', import.meta.url),
  /** Milliseconds; the cases that are tried at a time take far less. */
  limit: 180_000,
}

/** What the specification notices in the unchanged sources, as text; null if nothing, as it must be. */
export async function faultOfOriginal(signal: AbortSignal): Promise<string | null> {
  const task: Task = { rules: [], engine: false, explore: false }
  const result = await runTrial<Task, Answer>({ replaced: [], task }, { ...PROCESS, signal })
  if (result.kind !== 'answer') return result.why
  const by = 'verdict' in result.answer ? result.answer.verdict.by : null
  return by === null ? null : JSON.stringify(by)
}

export async function tryAll(mutants: Mutant[], options: TrialOptions): Promise<Trial[]> {
  const { jobs, explore, signal, finished } = options
  const trials: Trial[] = []
  await tryMutants<Mutant, Task, Answer>(mutants, {
    ...PROCESS,
    jobs,
    signal,
    taskOf: (mutant) => ({ rules: mutant.rules, engine: isOfEngine(mutant), explore }),
    finished: ({ mutant, result, milliseconds }) => {
      const trial = { mutant, milliseconds, ...readResult(mutant, result) }
      trials.push(trial)
      finished(trial)
    },
  })
  return trials
}

function readResult(mutant: Mutant, result: Result<Answer>): Pick<Trial, 'verdict' | 'explored'> {
  if (result.kind !== 'answer')
    return { verdict: verdictOf(mutant, { assertion: 'the process', outcome: 'crash', why: result.why }) }
  const { answer } = result
  if ('verdict' in answer) return { verdict: answer.verdict }
  return { verdict: verdictOf(mutant, null), explored: answer.explored }
}

function verdictOf({ rules }: Mutant, by: Witness | null): Verdict {
  return { by, rules: Object.fromEntries(rules.map((rule) => [rule, by])) }
}

function isOfEngine(mutant: Mutant): boolean {
  return filesOf(mutant).every((file) => file.startsWith('src/engine/'))
}
