// Runs cases on one implementation inside this process: over both transports, several cases at a time.

import type { Transport } from '../../spec/case.ts'
import type { LoadedCase } from '../../spec/load.ts'
import type { Adapter } from '../contract/adapter.ts'
import type { AssertionResult, Cell } from '../contract/result.ts'
import { observe } from '../judge/answers.ts'
import { differenceOf } from '../judge/compare.ts'
import { transportsOf } from '../wire/modes.ts'
import { executeCase } from './execute.ts'

export interface RunOptions {
  transports: Transport[]
  concurrency: number
  /** Assertions that are known to fail: they are not tried again. */
  known?: ReadonlySet<string>
  started?: (id: string) => void
  finished: (id: string, results: AssertionResult[]) => void
  /** Something begins within a case: a boot, or a request. */
  moved?: () => void
}

/** The adapter died too often; the remaining cases are not run. */
export class GivenUpError extends Error {
  override name = 'GivenUpError'
}

export async function runCases(adapter: Adapter, cases: LoadedCase[], options: RunOptions): Promise<void> {
  const again: LoadedCase[] = []
  const queue = cases.values()
  const work = async (): Promise<void> => {
    for (const one of queue) {
      refuseGivenUp(adapter)
      const results = await runCase(adapter, one, options)
      // A failure among concurrent cases counts only if it happens again alone.
      if (deservesAnother(adapter, one, results, options.known)) again.push(one)
      else options.finished(one.id, results)
    }
  }
  const concurrency = Math.min(options.concurrency, adapter.maxApps ?? Number.POSITIVE_INFINITY)
  await Promise.all(Array.from({ length: concurrency }, work))
  for (const one of again) {
    // Otherwise late output of a bad case would be taken for output of the next one.
    await adapter.settle?.()
    refuseGivenUp(adapter)
    options.finished(one.id, await runCase(adapter, one, options))
  }
}

function refuseGivenUp(adapter: Adapter): void {
  const why = adapter.givenUp?.()
  if (why !== undefined) throw new GivenUpError(why)
}

/** The tag of cases whose application has its own time limit, which concurrent cases may exceed. */
const TIMED = 'timed'

/**
 * A missed deadline among concurrent cases; in a shared process also a crash that another case may have caused.
 */
function deservesAnother(
  adapter: Adapter,
  { body }: LoadedCase,
  results: AssertionResult[],
  known?: ReadonlySet<string>,
): boolean {
  const isTimed = body.tags?.includes(TIMED) === true
  return results.some(({ id, cells }) => {
    const outcomes = Object.values(cells).map(({ outcome }) => outcome)
    const another = adapter.shared && outcomes.some((one) => one === 'crash' || one === 'protocol')
    const late = outcomes.some((one) => one === 'timeout' || (isTimed && one !== 'pass'))
    return another || (late && !known?.has(id))
  })
}

async function runCase(adapter: Adapter, one: LoadedCase, options: RunOptions): Promise<AssertionResult[]> {
  options.started?.(one.id)
  const results: AssertionResult[] = one.body.exchanges.map((exchange) => ({
    id: `${one.id}#${exchange.id}`,
    case: one.id,
    exchange: exchange.id,
    cells: {},
  }))
  const transports = transportsOf(one.body, options.transports)
  const done = await executeCase(adapter, one.body, transports, options.moved)
  observe(adapter.answers, one, done)
  for (const [transport, cells] of done) {
    for (const result of results) {
      const cell = cells.get(result.exchange)
      if (cell) result.cells[transport] = cell
    }
  }
  for (const result of results) {
    judgeSplit(result)
    if (one.wording?.includes(result.exchange)) countWording(result)
  }
  return results
}

/** Where a rule decides a text itself, another wording breaks it. */
function countWording({ cells }: AssertionResult): void {
  for (const cell of Object.values(cells)) if (cell.outcome === 'wording') cell.outcome = 'fail'
}

/** All transports may match a lenient expectation and still differ from each other. */
function judgeSplit(result: AssertionResult): void {
  const passed = Object.entries(result.cells).filter(([, cell]) => cell.outcome === 'pass')
  const [first, ...others] = passed as [Transport, Cell][]
  if (!first) return
  for (const [transport, cell] of others) {
    const difference = splitOf(transport === 'fetch' ? asResponse(first[1]) : first[1], cell)
    if (!difference) continue
    const split = {
      outcome: 'split' as const,
      reason: `${first[0]} and ${transport} disagree`,
      difference,
    }
    result.cells[transport] = { ...cell, ...split }
    if (result.cells[first[0]]?.outcome === 'pass') result.cells[first[0]] = { ...first[1], ...split }
  }
}

/** What a `Response` has of an answer: no trailers, and the values of a list as one. */
function asResponse(cell: Cell): Cell {
  const { observed } = cell
  const answer = observed?.answer
  if (!observed || !answer) return cell
  const { trailers: _, ...rest } = answer
  const headers = Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => name !== 'trailer')
      .map(([name, value]) => [
        name,
        Array.isArray(value) && name !== 'set-cookie' ? value.join(', ') : value,
      ]),
  )
  return { ...cell, observed: { ...observed, answer: { ...rest, headers } } }
}

function splitOf(one: Cell, other: Cell): ReturnType<typeof differenceOf> {
  const [expected, actual] = [one.observed?.answer, other.observed?.answer]
  if (!expected || !actual || expected.broken || actual.broken) return null
  const whole = differenceOf({ $literal: expected as never }, actual as never)
  return whole && (differenceOf(expected as never, actual as never) ?? whole)
}
