// The rooms of tests that can notice a mutant, in the order in which they are asked.

import type { Answer, Task } from '../mutants/child.ts'
import type { Replaced } from '../trial/loader.ts'
import { type Result, runTrial } from '../trial/trial.ts'
import { testsThatReach } from './reach.ts'
import { failingTest } from './test-files.ts'

/** A mutant that is compiled. */
export interface Candidate {
  readonly id: string
  readonly set: string
  readonly says: string
  readonly rules: readonly string[]
  readonly files: readonly string[]
  readonly replaced: readonly Replaced[]
}

export interface Room {
  readonly name: string
  /** The first witness; null: nothing here notices it. */
  ask(candidate: Candidate, signal: AbortSignal): Promise<string | null>
}

const CASES = { script: new URL('../mutants/child.js', import.meta.url), limit: 180_000 }

async function askCases({ rules, files, replaced }: Candidate, signal: AbortSignal): Promise<string | null> {
  const engine = files.every((file) => file.startsWith('src/engine/'))
  // The first assertion is enough: which rules see it is a question of `npm run test:mutants`.
  const task: Task = { rules: rules.slice(0, 1), engine, explore: false }
  const result: Result<Answer> = await runTrial<Task, Answer>({ replaced, task }, { ...CASES, signal })
  if (result.kind !== 'answer') return result.why
  const by = 'verdict' in result.answer ? result.answer.verdict.by : null
  return by === null ? null : by.assertion
}

const inFolder = (name: string, folder: string): Room => ({
  name,
  ask: ({ files, replaced }, signal) => failingTest(testsThatReach(folder, files), replaced, signal),
})

export const ROOMS: readonly Room[] = [
  { name: 'cases', ask: askCases },
  inFolder('unit tests', 'src'),
  inFolder('against', 'against'),
  inFolder('properties', 'property-tests'),
]
