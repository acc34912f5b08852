// One implementation in several processes: distributes the cases and merges the results.

import type { LoadedCase } from '../../spec/load.ts'
import { isPeer } from '../peer/address.ts'
import { type ImplementationRun, type SuperviseOptions, supervise } from './supervise.ts'

/** A process takes a second to start: fewer cases than this are not worth one more. */
const WORTH_A_PROCESS = 100

/** Runs work when there is room for it, in the order in which it was asked for. */
export type Room = <T>(work: () => Promise<T>) => Promise<T>

/** Room for so many at a time. */
export function roomFor(most: number): Room {
  const waiting: (() => void)[] = []
  let free = most
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/**
 * In how many processes each implementation runs, where so many run at a time. What is left goes to the first ones: they are
 * complete first. Where there are fewer processes than implementations, that is the first one alone: each further process compiles
 * again what the others have compiled.
 */
export function partsFor(implementations: number, jobs: number): number[] {
  const each = Math.max(1, Math.floor(jobs / implementations))
  const left = jobs > implementations ? jobs % implementations : Number(jobs > 1 && implementations > jobs)
  return Array.from({ length: implementations }, (_, at) => each + (at < left ? 1 : 0))
}

/** As `supervise`, in at most so many processes. A server that is already running counts as one process, and fixtures are started one after the other. */
export async function superviseInParts(
  options: SuperviseOptions,
  jobs: number,
  room: Room,
): Promise<ImplementationRun> {
  const { cases, implementation } = options
  const worth = Math.max(1, Math.floor(cases.length / WORTH_A_PROCESS))
  const count = implementation.startsWith('tcp:') || isPeer(implementation) ? 1 : Math.min(jobs, worth)
  if (count === 1) return room(() => supervise(options))
  const runs = await Promise.all(
    dealt(cases, count).map((part) => room(() => supervise({ ...options, cases: part }))),
  )
  const [first] = runs as [ImplementationRun, ...ImplementationRun[]]
  const failed = runs.find((run) => run.failure !== undefined)
  return {
    // A process that died before `hello` has no version.
    ...(runs.find(({ version }) => version !== '') ?? first),
    results: runs.flatMap(({ results }) => results),
    crashes: runs.reduce((sum, { crashes }) => sum + crashes, 0),
    milliseconds: Math.max(...runs.map(({ milliseconds }) => milliseconds)),
    ...(failed?.failure === undefined ? {} : { failure: failed.failure }),
  }
}

/** Round robin, because the cases of one file take about as long as each other. */
function dealt(cases: LoadedCase[], count: number): LoadedCase[][] {
  return Array.from({ length: count }, (_, part) => cases.filter((_case, at) => at % count === part))
}
