// The process of one implementation: loads its adapter, runs the cases that it is told, and says what it sees line by line.

import { loadSuite } from '../spec/load.ts'
import { loadAdapter } from './adapters/registry.ts'
import { attribute } from './faults.ts'
import type { ChildMessage, ParentMessage } from './messages.ts'
import { runCases } from './run-cases.ts'

const send = (message: ChildMessage): void => {
  process.send?.(message)
}

/** An error that nobody caught belongs to a case; where it is not known to which, it ends the process, and the parent finds out. */
function die(error: unknown): void {
  if (attribute(error)) return
  const { stack, message } = (error ?? {}) as { stack?: string; message?: string }
  process.send?.(
    { kind: 'fault', message: message ?? String(error), stack: stack ?? '' } satisfies ChildMessage,
    () => process.exit(70),
  )
}

process.on('uncaughtException', die)
process.on('unhandledRejection', die)
process.on('disconnect', () => process.exit(0))
process.removeAllListeners('warning')

process.once('message', async (message: ParentMessage) => {
  const { implementation, folder, ids, transports, concurrency } = message
  const wanted = new Set(ids)
  const suite = loadSuite({ unchecked: true, ...(folder === undefined ? {} : { folder }) })
  const cases = suite.cases.filter((one) => wanted.has(one.id))
  let adapter: Awaited<ReturnType<typeof loadAdapter>>
  try {
    adapter = await loadAdapter(implementation)
  } catch (error) {
    send({ kind: 'unusable', message: (error as Error).message })
    return
  }
  send({ kind: 'hello', name: adapter.name, version: adapter.version })
  await runCases(adapter, cases, {
    transports,
    concurrency,
    started: (id) => send({ kind: 'started', id }),
    finished: (id, results) => send({ kind: 'finished', id, results }),
  })
  send({ kind: 'end' })
})
