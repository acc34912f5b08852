// Serves a fixture on an implementation that has an adapter in JavaScript: the application of its page, on a port.

import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter, Application, LogLine, TraceEntry } from '../../conformance/contract/adapter.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import { requirementsOf } from '../../conformance/contract/requirements.ts'
import { applicationOf, type Fixture, type FixturePart } from '../../conformance/profile/fixtures.ts'

/** The level of log lines under which the route of the fixture finds the notes. */
const NOTE = 'note'

/** Resolves with the address once it listens. */
export async function serveFixture(
  fixture: Fixture,
  implementation: string,
  port: number,
): Promise<{ address: string; application: Application }> {
  const adapter = await loadBuiltIn(implementation)
  const built = fixture.parts.filter((part) => canBuild(adapter, part))
  const skips = fixture.parts.filter((part) => !built.includes(part)).map(({ prefix }) => prefix)
  const says = { name: adapter.name.replace(/-[\d.]+$/, ''), version: adapter.version, skips }
  const recorder = createRecorder()
  const application = await adapter.build(applicationOf({ ...fixture, parts: built }, says), {
    ...recorder,
    trace: new Notes(recorder.log),
  })
  const listening = await application.listen({ port, host: '127.0.0.1' })
  return { address: `http://127.0.0.1:${listening}`, application }
}

function canBuild({ lacks, behaviours: offered }: Adapter, { source }: FixturePart): boolean {
  const { capabilities, behaviours } = requirementsOf(source.body)
  return (
    !capabilities.some((one) => lacks.includes(one)) &&
    (offered === undefined || behaviours.every((one) => offered.includes(one)))
  )
}

/** What functions note becomes a line of the log, which a value of an application can read. */
class Notes extends Array<TraceEntry> {
  readonly #log: LogLine[]

  constructor(log: LogLine[]) {
    super()
    this.#log = log
  }

  override push(...entries: TraceEntry[]): number {
    this.#log.push(...entries.map(({ value }) => ({ level: NOTE, msg: value as string })))
    return this.#log.length
  }
}
