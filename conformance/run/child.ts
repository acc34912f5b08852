// The process of one implementation: loads its adapter, runs the cases that the parent names, and sends their results.

import { once } from 'node:events'
import { type LoadedCase, loadSuite } from '../../spec/load.ts'
import { connectAdapter } from '../adapters/connectable.ts'
import type { Adapter } from '../contract/adapter.ts'
import { attribute } from '../contract/faults.ts'
import { casesInFixtures, suiteOfFixtures } from '../profile/fixtures.ts'
import { UnusableError } from '../protocol/remote.ts'
import { jsonSchemaCases } from '../suite/json-schema-cases.ts'
import type { ChildMessage, KnownMessage, ParentMessage } from './messages.ts'
import { GivenUpError, runCases } from './run-cases.ts'

const PAUSE = 1000

const send = (message: ChildMessage): void => {
  process.send?.(message)
}

/** An uncaught error belongs to a case; if the case is unknown, the process ends and the parent notices. */
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
// So that child processes, such as that of an adapter, end too. Ctrl-C reaches this process beside its parent.
process.on('SIGTERM', () => process.exit(143))
process.on('SIGINT', () => process.exit(130))
process.removeAllListeners('warning')

process.once('message', async (message: ParentMessage) => {
  const { implementation, folder, ids, transports, concurrency, timeScale = 1 } = message
  const loaded = loadSuite({
    unchecked: true,
    ...(folder === undefined ? {} : { folder }),
    ...(message.fixtures === undefined ? { files: message.files } : { ids: casesInFixtures() }),
  })
  const suite = message.fixtures === undefined ? loaded : suiteOfFixtures(loaded, message.fixtures)
  const others = message.jsonSchemaSuite === undefined ? [] : jsonSchemaCases(message.jsonSchemaSuite)
  const byId = new Map([...suite.cases, ...others].map((one) => [one.id, one]))
  // In the order of `ids`, which may be shuffled.
  const cases = ids.map((id) => byId.get(id)).filter((one) => one !== undefined)
  let adapter: Adapter
  try {
    adapter = await connectAdapter(implementation, { timeScale, fixture: cases[0]?.body.app.fixture ?? '' })
  } catch (error) {
    send({ kind: 'unusable', message: tell(error, implementation) })
    return
  }
  const answer = once(process, 'message') as Promise<[KnownMessage]>
  send({ kind: 'hello', name: adapter.name, version: adapter.version, pace: adapter.pace ?? 1 })
  const [{ known }] = await answer
  let told = adapter.name
  const tellName = (): void => {
    if (adapter.name === told) return
    told = adapter.name
    send({ kind: 'named', name: adapter.name, version: adapter.version })
  }
  try {
    await runCases(adapter, longestFirst(cases, known), {
      transports,
      concurrency,
      known: new Set(known),
      started: (id) => send({ kind: 'started', id }),
      finished(id, results) {
        tellName()
        send({ kind: 'finished', id, results })
      },
      moved: aliveAtTimes(),
    })
  } catch (error) {
    if (!(error instanceof GivenUpError)) throw error
    send({ kind: 'unusable', message: error.message })
    return
  }
  await adapter.stop?.()
  send({ kind: 'end' })
})

/** What differs waits for what does not come, for seconds at worst: it waits while other cases run, and not at the end. */
function longestFirst(cases: LoadedCase[], known: string[]): LoadedCase[] {
  const differing = new Map<string, number>()
  for (const id of known) {
    const [one = ''] = id.split('#')
    differing.set(one, (differing.get(one) ?? 0) + 1)
  }
  return cases.toSorted((a, b) => (differing.get(b.id) ?? 0) - (differing.get(a.id) ?? 0))
}

/** A case with thousands of requests takes longer than a process may be silent. */
function aliveAtTimes(): () => void {
  let last = performance.now()
  return () => {
    const now = performance.now()
    if (now - last < PAUSE) return
    last = now
    send({ kind: 'alive' })
  }
}

function tell(error: unknown, implementation: string): string {
  if (error instanceof UnusableError) return error.message
  return `its adapter ${implementation} does not load: ${(error as Error | null)?.message ?? String(error)}`
}
