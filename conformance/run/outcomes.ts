// Which exchanges of a case run together, and how an error that ends one is told.

import type { Exchange } from '../../spec/case.ts'
import { TimeoutError } from '../contract/deadline.ts'
import { AdapterFault, NotAskedError, SkippedError } from '../contract/faults.ts'
import type { Cell } from '../contract/result.ts'
import { DECLINED } from '../judge/doubt.ts'
import { StatementError } from '../peer/control.ts'

/** Neighbours that run at the same time; any other exchange is alone. */
export function groupsOf(exchanges: Exchange[]): Exchange[][] {
  const groups: Exchange[][] = []
  for (const exchange of exchanges) {
    const last = groups.at(-1)
    if (exchange.parallel !== undefined && last?.[0]?.parallel === exchange.parallel) last.push(exchange)
    else groups.push([exchange])
  }
  return groups
}

export function failedBoot(error: unknown): Omit<Cell, 'milliseconds'> {
  return {
    outcome: outcomeOfError(error),
    reason: ownWords(error) ? tellError(error) : `did not boot: ${tellError(error)}`,
  }
}

/** What is not asked has not failed to boot, and a server over HTTP has booted before. */
function ownWords(error: unknown): boolean {
  return error instanceof SkippedError || error instanceof StatementError
}

export function outcomeOfError(error: unknown): 'crash' | 'timeout' | 'protocol' | 'skip' | 'error' {
  if (error instanceof AdapterFault) return error.outcome
  if (error instanceof SkippedError) return 'skip'
  return error instanceof TimeoutError ? 'timeout' : 'error'
}

export function tellError(error: unknown): string {
  if (error instanceof NotAskedError) return error.message
  if (error instanceof SkippedError) return `${DECLINED}${error.message}`
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return message === undefined
    ? String(error)
    : `${code === undefined ? '' : `${String(code)} `}${String(message)}`
}
