// Runs one case on one implementation over the transports that are asked for.

import type { Case, Transport } from '../../spec/case.ts'
import type { Adapter } from '../contract/adapter.ts'
import { keepStory } from '../contract/beside.ts'
import { attributing } from '../contract/faults.ts'
import { requirementsOf } from '../contract/requirements.ts'
import type { Cell } from '../contract/result.ts'
import { isStateless } from '../contract/stateless.ts'
import { isHttp2 } from '../wire/http2.ts'
import { exchangesOn } from '../wire/modes.ts'
import { CaseRun } from './case-run.ts'

/** The cell of each exchange, by its id. */
export type Cells = Map<string, Cell>

/** Each transport has an application of its own, but where one request can leave nothing for the next: there they share it. */
export async function executeCase(
  adapter: Adapter,
  body: Case,
  transports: Transport[],
  moved?: () => void,
): Promise<Map<Transport, Cells>> {
  const lacking = lackingFor(adapter, body)
  if (lacking !== undefined) return skipAll(body, transports, lacking)
  const others = adapter.line === 5 ? body.exchanges.filter(({ line }) => line === 4) : []
  if (others.length > 0) {
    const left = { ...body, exchanges: body.exchanges.filter((one) => !others.includes(one)) }
    const skipped = skipAll({ ...body, exchanges: others }, transports, OTHER_LINE)
    if (left.exchanges.length === 0) return skipped
    return together(await executeCase(adapter, left, transports, moved), skipped)
  }
  const missing = transports.filter((one) => {
    if (one === 'fetch') return adapter.fetch !== true
    return isHttp2(one) ? !adapter.http2 : adapter.lacks.includes(one === 'inject' ? 'inject' : 'socket')
  })
  if (missing.length > 0) {
    const there = transports.filter((transport) => !missing.includes(transport))
    const done: Map<Transport, Cells> =
      there.length > 0 ? await executeCase(adapter, body, there, moved) : new Map()
    return new Map([...done, ...skipAll(body, missing, `lacks ${missing.join(', ')}`)])
  }
  const shared: Transport[] = isStateless(body)
    ? transports.filter((one) => !isHttp2(one) && one !== 'fetch')
    : []
  const cells = shared.length > 0 ? await execute(adapter, body, shared, moved) : new Map<Transport, Cells>()
  for (const transport of transports.filter((one) => !shared.includes(one)))
    cells.set(transport, (await execute(adapter, body, [transport], moved)).get(transport) as Cells)
  return cells
}

const OTHER_LINE = 'is of the line of Fastify 5'

function together(done: Map<Transport, Cells>, skipped: Map<Transport, Cells>): Map<Transport, Cells> {
  return new Map([...done].map(([one, cells]) => [one, new Map([...cells, ...(skipped.get(one) ?? [])])]))
}

/** Why this implementation cannot be asked this. */
function lackingFor(adapter: Adapter, body: Case): string | undefined {
  const { capabilities, behaviours } = requirementsOf(body)
  const lacking = capabilities.filter((one) => adapter.lacks.includes(one))
  if (lacking.length > 0) return `lacks ${lacking.join(', ')}`
  if (adapter.line === 5 && body.line === 4) return OTHER_LINE
  const strange = behaviours.filter((one) => adapter.behaviours && !adapter.behaviours.includes(one))
  return strange.length > 0 ? `lacks the behaviour ${strange.join(', ')}` : undefined
}

function skipAll(body: Case, transports: Transport[], reason: string): Map<Transport, Cells> {
  const cell: Cell = { outcome: 'skip', reason, milliseconds: 0 }
  return new Map(
    transports.map((transport) => [
      transport,
      new Map(exchangesOn(body, transport).map((one) => [one.id, cell])),
    ]),
  )
}

async function execute(
  adapter: Adapter,
  body: Case,
  transports: Transport[],
  moved?: () => void,
): Promise<Map<Transport, Cells>> {
  const cells = new Map<Transport, Cells>()
  const [first, ...rest] = transports as [Transport, ...Transport[]]
  const run = new CaseRun(adapter, body, first, moved)
  await attributing(run.crashed, async () => {
    const began = performance.now()
    await run.boot()
    const booted = performance.now() - began
    const firstCells = withBoot(await run.exchangeAll(exchangesOn(body, first)), booted)
    cells.set(first, firstCells)
    if (adapter.answers !== undefined && first === 'inject') keepStory(firstCells, run.storyOf(firstCells))
    // No exchange of such a case leaves anything for the next one, if the implementation is right.
    for (const transport of rest) {
      await run.changeTo(transport)
      const exchanges = exchangesOn(body, transport)
      cells.set(transport, await run.exchangeAll(adapter.bothWays ? exchanges.toReversed() : exchanges))
    }
    const left = await run.end()
    if (left !== null) spoil(cells, left)
  })
  return cells
}

/** What an application leaves behind fails its last exchange that has passed. */
function spoil(cells: Map<Transport, Cells>, reason: string): void {
  for (const own of [...cells.values()].reverse()) {
    const last = [...own].findLast(([, { outcome }]) => outcome === 'pass')
    if (last === undefined) continue
    own.set(last[0], { ...last[1], outcome: 'fail', reason })
    return
  }
}

/** The first exchange pays for the boot, so that the durations of a case add up to what the case took. */
function withBoot(cells: Cells, booted: number): Cells {
  const [id, cell] = [...cells].at(0) ?? []
  if (id === undefined || cell === undefined) return cells
  const milliseconds = Math.round((cell.milliseconds + booted) * 10) / 10
  return new Map([...cells, [id, { ...cell, milliseconds }]])
}
