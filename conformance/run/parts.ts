// One implementation in several processes at a time: its cases are dealt out, and what the processes find is put together.

import type { LoadedCase } from '../../spec/load.ts'
import { type ImplementationRun, type SuperviseOptions, supervise } from './supervise.ts'

/** A process takes a second to start: fewer cases than this are not worth one more. */
const WORTH_A_PROCESS = 100

/** As `supervise`, in so many processes at most. A server that somebody else started is one, however many ask it. */
export async function superviseInParts(options: SuperviseOptions, jobs: number): Promise<ImplementationRun> {
  const { cases, implementation } = options
  const worth = Math.max(1, Math.floor(cases.length / WORTH_A_PROCESS))
  const count = implementation.startsWith('tcp:') ? 1 : Math.min(jobs, worth)
  if (count === 1) return supervise(options)
  const runs = await Promise.all(dealt(cases, count).map((part) => supervise({ ...options, cases: part })))
  const [first] = runs as [ImplementationRun, ...ImplementationRun[]]
  const failed = runs.find((run) => run.failure !== undefined)
  return {
    // Who did not get as far as to say its name does not know its version either.
    ...(runs.find(({ version }) => version !== '') ?? first),
    results: runs.flatMap(({ results }) => results),
    crashes: runs.reduce((sum, { crashes }) => sum + crashes, 0),
    milliseconds: Math.max(...runs.map(({ milliseconds }) => milliseconds)),
    ...(failed?.failure === undefined ? {} : { failure: failed.failure }),
  }
}

/** In turns, because the cases of one file take alike. */
function dealt(cases: LoadedCase[], count: number): LoadedCase[][] {
  return Array.from({ length: count }, (_, part) => cases.filter((_case, at) => at % count === part))
}
