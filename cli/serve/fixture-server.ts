// Serves a fixture on an implementation that has an adapter in JavaScript: the application of its page, on a port.

import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter, Application, LogLine, TraceEntry } from '../../conformance/contract/adapter.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import { requirementsOf } from '../../conformance/contract/requirements.ts'
import { applicationOf, type Fixture, type FixturePart } from '../../conformance/profile/fixtures.ts'

/** The level of log lines under which the route of the fixture finds the notes. */
const NOTE = 'note'

/** Resolves with the address once it listens. Contexts that the implementation cannot build are named in `skips`. */
export async function serveFixture(
  fixture: Fixture,
  implementation: string,
  port: number,
): Promise<{ address: string; application: Application; skips: string[] }> {
  const adapter = await loadBuiltIn(implementation)
  const listen = async (parts: FixturePart[]): Promise<Application & { port: number }> => {
    const application = await build(adapter, fixture, parts)
    return { ...application, port: await application.listen({ port, host: '127.0.0.1' }) }
  }
  // The schools of other frameworks reject a plugin that cannot be built, and nobody waits for it.
  const ignore = (): void => undefined
  process.on('unhandledRejection', ignore)
  let parts = fixture.parts.filter((part) => canBuild(adapter, part))
  let application: Application & { port: number }
  try {
    application = await listen(parts)
  } catch (error) {
    const there = await Promise.all(parts.map((part) => boots(adapter, fixture, part)))
    if (there.every(Boolean)) throw error // it is the port, or all of them together
    parts = parts.filter((_, at) => there[at])
    application = await listen(parts)
  }
  process.off('unhandledRejection', ignore)
  const skips = skipsOf(fixture, parts)
  return { address: `http://127.0.0.1:${application.port}`, application, skips }
}

async function build(adapter: Adapter, fixture: Fixture, parts: FixturePart[]): Promise<Application> {
  const says = { ...identityOf(adapter), skips: skipsOf(fixture, parts) }
  const recorder = createRecorder()
  return adapter.build(applicationOf({ ...fixture, parts }, says), {
    ...recorder,
    trace: new Notes(recorder.log),
  })
}

function skipsOf(fixture: Fixture, parts: FixturePart[]): string[] {
  return fixture.parts.filter((part) => !parts.includes(part)).map(({ prefix }) => prefix)
}

/** `fastify-4.29` is a name here, and fastify 4.29.1 everywhere else. */
function identityOf({ name, version }: Adapter): { name: string; version: string } {
  return { name: name.replace(/-[\d.]+$/, ''), version }
}

async function boots(adapter: Adapter, fixture: Fixture, part: FixturePart): Promise<boolean> {
  try {
    const application = await build(adapter, fixture, [part])
    await application.ready()
    await application.close()
    return true
  } catch {
    return false
  }
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
