// Runs cases on one implementation inside this process: over both transports, several cases at a time.

import type { Transport } from '../spec/case.ts'
import type { LoadedCase } from '../spec/load.ts'
import type { Adapter } from './adapter.ts'
import { differenceOf } from './compare.ts'
import { executeCase } from './execute.ts'
import type { AssertionResult, Cell } from './result.ts'

export interface RunOptions {
  transports: Transport[]
  concurrency: number
  started?: (id: string) => void
  finished: (id: string, results: AssertionResult[]) => void
}

export async function runCases(adapter: Adapter, cases: LoadedCase[], options: RunOptions): Promise<void> {
  const again: LoadedCase[] = []
  const queue = cases.values()
  const work = async (): Promise<void> => {
    for (const one of queue) {
      const results = await runCase(adapter, one, options)
      // A deadline that passed in company is tried again alone, and counts only then.
      if (hasTimeout(results)) again.push(one)
      else options.finished(one.id, results)
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, work))
  for (const one of again) options.finished(one.id, await runCase(adapter, one, options))
}

function hasTimeout(results: AssertionResult[]): boolean {
  return results.some((result) => Object.values(result.cells).some((cell) => cell.outcome === 'timeout'))
}

async function runCase(adapter: Adapter, one: LoadedCase, options: RunOptions): Promise<AssertionResult[]> {
  options.started?.(one.id)
  const results: AssertionResult[] = one.body.exchanges.map((exchange) => ({
    id: `${one.id}#${exchange.id}`,
    case: one.id,
    exchange: exchange.id,
    cells: {},
  }))
  for (const [transport, cells] of await executeCase(
    adapter,
    one.body,
    transportsOf(one, options.transports),
  )) {
    for (const result of results) {
      const cell = cells.get(result.exchange)
      if (cell) result.cells[transport] = cell
    }
  }
  for (const result of results) judgeSplit(result)
  return results
}

/** The transports of a case, of those that are wanted. */
export function transportsOf(one: LoadedCase, wanted: Transport[]): Transport[] {
  const own = one.body.transports ?? (one.body.boot === 'manual' ? ['inject'] : ['inject', 'socket'])
  return (own as Transport[]).filter((transport) => wanted.includes(transport))
}

/** Both transports may satisfy a lenient expectation and still disagree. */
function judgeSplit(result: AssertionResult): void {
  const { inject, socket } = result.cells
  if (inject?.outcome !== 'pass' || socket?.outcome !== 'pass') return
  const difference = splitOf(inject, socket)
  if (!difference) return
  const split = { outcome: 'split' as const, reason: 'inject and socket disagree', difference }
  result.cells = { inject: { ...inject, ...split }, socket: { ...socket, ...split } }
}

function splitOf(inject: Cell, socket: Cell): ReturnType<typeof differenceOf> {
  const [expected, actual] = [inject.observed?.answer, socket.observed?.answer]
  if (!expected || !actual || expected.broken || actual.broken) return null
  const whole = differenceOf({ $literal: expected as never }, actual as never)
  return whole && (differenceOf(expected as never, actual as never) ?? whole)
}
