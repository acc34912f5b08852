// An exchange that is repeated: its first and its last request are judged, and those between have to be answered alike.

import type { Exchange, SendForm } from '../../spec/case.ts'
import { numbered } from '../contract/fixed-values.ts'
import type { Cell } from '../contract/result.ts'
import type { Carried } from '../wire/carrier.ts'
import { outcomeOfError, tellError } from './outcomes.ts'

type Seen = Omit<Cell, 'milliseconds'>

/** How many repetitions are pipelined at a time. */
const TOGETHER = 32

interface Repeating {
  /** what was traced and logged so far is not of the next one */
  forget(): Promise<void>
  /** whether requests are sent before the answers to those before them have come */
  pipelined: boolean
  /** sends a request and judges its answer */
  once(exchange: Exchange): Promise<Seen>
  carry(exchange: Exchange, send: SendForm): Promise<Carried>
  causeOf(error: unknown): Promise<unknown>
}

export async function repeated(exchange: Exchange, repeating: Repeating): Promise<Seen> {
  if (exchange.repeat === undefined) return eachOf(exchange, repeating)
  try {
    return await run(exchange, repeating)
  } catch (thrown) {
    const error = await repeating.causeOf(thrown)
    return { outcome: outcomeOfError(error), reason: tellError(error) }
  }
}

async function eachOf(exchange: Exchange, { once, forget }: Repeating): Promise<Seen> {
  let seen: Seen = { outcome: 'pass' }
  for (let time = 0; time < (exchange.times ?? 1) && seen.outcome === 'pass'; time++) {
    if (time > 0) await forget()
    seen = await once(exchange)
  }
  return seen
}

async function run(exchange: Exchange, { pipelined, once, carry, forget }: Repeating): Promise<Seen> {
  const together = pipelined ? TOGETHER : 1
  const { repeat: times = 2, send: form = {} } = exchange
  const nth = (n: number): Exchange => ({ ...exchange, send: numbered(form, n) })
  const first = await once(nth(1))
  if (first.outcome !== 'pass') return first
  const expected = first.observed?.answer?.status
  for (let next = 2; next < times; next += together) {
    const numbers = Array.from({ length: Math.min(together, times - next) }, (_, at) => next + at)
    const carried = await Promise.all(numbers.map((n) => carry(exchange, nth(n).send ?? form)))
    const statuses = carried.map(({ answer }) => answer?.status)
    const at = statuses.findIndex((status) => status !== expected)
    if (at < 0) continue
    const difference = { pointer: '/status', expected: expected ?? null, actual: statuses[at] ?? null }
    return { outcome: 'fail', reason: `request ${numbers[at]} of ${times}`, difference }
  }
  await forget()
  return once(nth(times))
}
