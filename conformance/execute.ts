// Runs one case on one implementation over the transports that are asked for.

import type { Case, Exchange, Transport } from '../spec/case.ts'
import type { Adapter } from './adapter.ts'
import { CaseRun } from './case-run.ts'
import { attributing } from './faults.ts'
import type { Cell } from './result.ts'
import { isStateless } from './stateless.ts'

/** The cell of each exchange, by its id. */
export type Cells = Map<string, Cell>

/** Each transport has an application of its own, but where one request can leave nothing for the next: there they share it. */
export async function executeCase(
  adapter: Adapter,
  body: Case,
  transports: Transport[],
): Promise<Map<Transport, Cells>> {
  const lacking = (body.requires ?? []).filter((one) => adapter.lacks.includes(one))
  if (lacking.length > 0) {
    const cell: Cell = { outcome: 'skip', reason: `lacks ${lacking.join(', ')}`, milliseconds: 0 }
    return new Map(
      transports.map((transport) => [
        transport,
        new Map(exchangesOn(body, transport).map((one) => [one.id, cell])),
      ]),
    )
  }
  if (transports.length === 2 && isStateless(body)) return execute(adapter, body, transports)
  const cells = new Map<Transport, Cells>()
  for (const transport of transports)
    cells.set(transport, (await execute(adapter, body, [transport])).get(transport) as Cells)
  return cells
}

async function execute(
  adapter: Adapter,
  body: Case,
  transports: Transport[],
): Promise<Map<Transport, Cells>> {
  const cells = new Map<Transport, Cells>()
  const [first, ...rest] = transports as [Transport, ...Transport[]]
  const run = new CaseRun(adapter, body, first)
  await attributing(run.crashed, async () => {
    await run.boot()
    cells.set(first, await run.exchangeAll(exchangesOn(body, first)))
    for (const transport of rest) {
      await run.changeTo(transport)
      cells.set(transport, await run.exchangeAll(exchangesOn(body, transport)))
    }
    await run.end()
  })
  return cells
}

function exchangesOn(body: Case, transport: Transport): Exchange[] {
  return body.exchanges.filter((one) => runsOn(one, transport))
}

function runsOn(exchange: Exchange, transport: Transport): boolean {
  if (exchange.transports) return exchange.transports.includes(transport)
  return transport === 'socket' || !isSocketOnly(exchange)
}

/** What inject cannot carry, or cannot see. */
function isSocketOnly({ send, expect }: Exchange): boolean {
  return (
    send?.raw !== undefined ||
    send?.abortWhen !== undefined ||
    expect.closed !== undefined ||
    expect.broken !== undefined
  )
}
