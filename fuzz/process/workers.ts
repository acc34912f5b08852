// Several processes that fuzz one application at the same time, each an instance of its own, and what they found as one.

import { setMaxListeners } from 'node:events'
import type { Finding, FuzzReport, Progress } from '../index.ts'
import { type Supervised, superviseAgain, tallied } from './again.ts'
import type { ChildTask } from './messages.ts'
import type { Outcome, Watched } from './supervise.ts'

/** One outcome for each worker, in their order. Where one cannot begin, the others are stopped and it comes alone. */
export async function superviseWorkers(
  task: ChildTask,
  watched: Watched,
  count: number,
): Promise<Supervised[]> {
  const failed = new AbortController()
  const signal = AbortSignal.any([watched.signal, failed.signal])
  setMaxListeners(count + 10, signal, process)
  const requests: number[] = new Array(count).fill(0)
  const told = new Set<string>()
  let failure: Supervised | null = null
  const runs = requests.map(async (_, at) => {
    const run = await superviseAgain(taskOf(task, at + 1, count), {
      ...watched,
      signal,
      onProgress: (progress) => {
        requests[at] = progress.requests
        watched.onProgress?.(sumOf(progress, requests, told))
      },
      onFinding: (finding) => {
        if (told.has(finding.id)) return
        told.add(finding.id)
        watched.onFinding?.(finding)
      },
    })
    if (failure === null && cannotBegin(run.outcome) && !signal.aborted) {
      failure = run
      failed.abort()
    }
    return run
  })
  const all = await Promise.all(runs)
  return failure === null ? all : [failure]
}

function taskOf(task: ChildTask, index: number, count: number): ChildTask {
  return {
    ...task,
    current: `${task.current}.${index}`,
    workers: count,
    fuzz: {
      ...task.fuzz!,
      shard: { index, count },
      maxRequests: Math.ceil(task.fuzz!.maxRequests / count),
    },
  }
}

function sumOf({ phase }: Progress, requests: readonly number[], told: ReadonlySet<string>): Progress {
  return { phase, requests: requests.reduce((sum, one) => sum + one, 0), findings: told.size }
}

function cannotBegin(outcome: Outcome): boolean {
  if (outcome.type === 'crashed') return outcome.at === null
  return outcome.type !== 'report' && outcome.type !== 'interrupted'
}

const ENDS = ['crashed', 'interrupted', 'max-time', 'max-requests', 'complete'] as const

/** The reports of runs that shared the work as one: a finding of several is told once, as the first of them has it. */
export function joined(reports: readonly FuzzReport[], seconds: number): FuzzReport {
  const [first] = reports as [FuzzReport]
  const branches = reports.flatMap((one) => one.branches ?? [])
  const mostOf = (key: 'reached' | 'known'): number => Math.max(...branches.map((one) => one[key]))
  return {
    ...first,
    ...(first.found ? { found: reports.flatMap(({ found = [] }) => found) } : {}),
    requests: reports.reduce((sum, one) => sum + one.requests, 0),
    seconds,
    routes: tallied(reports.flatMap(({ routes }) => routes)),
    // Each process counts its own: together they have reached at least what one of them has.
    ...(branches.length > 0 ? { branches: { reached: mostOf('reached'), known: mostOf('known') } } : {}),
    findings: once(reports.flatMap(({ findings }) => findings)),
    warnings: once(reports.flatMap(({ warnings }) => warnings)),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
    ended: ENDS.find((why) => reports.some(({ ended }) => ended === why))!,
  }
}

/** One that was shown goes before one that is unstable. */
function once(findings: readonly Finding[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const one of findings) {
    const other = found.get(one.id)
    if (!other || (other.unstable && !one.unstable)) found.set(one.id, one)
  }
  return [...found.values()]
}
