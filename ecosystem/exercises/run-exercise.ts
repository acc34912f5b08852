/** Runs the exercise of a package in both columns, and compares what was seen. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { COLUMNS, type Column } from '../install/columns.ts'
import { type PackageEntry, slugOf } from '../packages/packages.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))

export type Outcome = 'same' | 'differs' | 'fails on touchstone' | 'fails on fastify' | 'fails on both'

export interface ExerciseResult {
  outcome: Outcome
  /** What was seen, or how it failed, where the two are not the same. */
  detail?: Record<Column, string>
}

export async function runExercise(cache: string, entry: PackageEntry): Promise<ExerciseResult> {
  const [theirs, ours] = await Promise.all(COLUMNS.map((column) => runIn(cache, column, entry)))
  if (theirs!.passed && ours!.passed && isDeepStrictEqual(theirs, ours)) return { outcome: 'same' }
  return { outcome: outcomeOf(theirs!, ours!), detail: { fastify: theirs!.output, touchstone: ours!.output } }
}

function outcomeOf(theirs: Ran, ours: Ran): Outcome {
  if (theirs.passed && ours.passed) return 'differs'
  if (theirs.passed) return 'fails on touchstone'
  return ours.passed ? 'fails on fastify' : 'fails on both'
}

interface Ran {
  passed: boolean
  /** The line of what was seen, or the end of what it wrote. */
  output: string
}

function runIn(cache: string, column: Column, entry: PackageEntry): Promise<Ran> {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--no-deprecation', CHILD, cache, column, entry.name, slugOf(entry)],
      {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 60_000,
        killSignal: 'SIGKILL',
      },
    )
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => {
      const output = code === 0 ? (stdout.trim().split('\n').at(-1) ?? '') : `${code}: ${stderr.slice(-2000)}`
      resolve({ passed: code === 0, output })
    })
  })
}
