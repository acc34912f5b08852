/** The application without defects, for a number of requests: each finding is a false alarm. */
import { type FuzzTask, fuzzed } from './fuzzed.ts'

export interface Right {
  application: string
  requests: number
  seeds: number
  /** Why a run gave no report. */
  failed: string | null
  findings: { seed: number; id: string; why: string }[]
}

/** Seeds in all: a run that sends nothing is not repeated without end. */
const MOST_SEEDS = 20

export async function rightOnly(folder: string, task: FuzzTask, atLeast: number): Promise<Right> {
  const done: Right = { application: task.application, requests: 0, seeds: 0, failed: null, findings: [] }
  while (done.requests < atLeast && done.seeds < MOST_SEEDS) {
    const seed = ++done.seeds
    const left = ['--seed', String(seed), '--max-requests', String(atLeast - done.requests)]
    const { report, output } = await fuzzed(folder, { ...task, options: [...task.options, ...left] })
    if (report === null) return { ...done, failed: output }
    done.requests += report.requests
    for (const { id, route, why } of report.findings) done.findings.push({ seed, id: `${id} ${route}`, why })
  }
  return done
}

export function rightLines({ application, requests, seeds, failed, findings }: Right): string {
  const told = findings.map(({ seed, id, why }) => `  seed ${seed}: ${id}: ${why}\n`)
  const end = failed === null ? '' : `  no report: ${failed}\n`
  return `${application}: ${requests} requests, ${seeds} seeds, ${findings.length} alarms\n${told.join('')}${end}`
}
