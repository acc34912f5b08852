// Turns the exports of a module into an adapter: an adapter, an object with describe() and build(), or a factory.

import type { App, Program, Value } from '../../spec/case.ts'
import type { Adapter, Application, Recorder, WireAnswer, WireRequest } from '../contract/adapter.ts'
import { checkedHost } from '../contract/loopback.ts'
import { lackedBy, unknownCapabilities } from '../contract/requirements.ts'
import { fromFastifyLike } from './fastify-like.ts'
import { plainWrap } from './plain-wrap.ts'

/** The smallest adapter: its name and version, and a function that builds an application from its data. */
export interface PlainAdapter {
  describe(): PlainDescription
  /** Builds an application; a throw or a rejection is a failed boot. */
  build(app: App, recorder: Recorder): PlainApplication | Promise<PlainApplication>
}

export interface PlainDescription {
  name: string
  version: string
  language?: string
  homepage?: string
  issues?: string
  /** The supported capabilities of `spec/capabilities.json`. */
  capabilities: string[]
  /** The supported behaviours of `spec/behaviours.json`; none by default. */
  behaviours?: string[]
}

/** A method that is missing is a capability that is lacking. */
export interface PlainApplication {
  ready?(): unknown
  inject?(request: WireRequest): WireAnswer | Promise<WireAnswer>
  listen?(options: Value): { host: string; port: number } | Promise<{ host: string; port: number }>
  run?(program: Program): unknown
  close(): unknown
}

/** The adapter that a module exports as `adapter` or as its default; throws an error that says what would be right. */
export function adapterOf(module: object, where: string): Adapter {
  const { adapter, default: standard } = module as { adapter?: unknown; default?: unknown }
  const inner = (standard as { adapter?: unknown; default?: unknown } | undefined)?.default
  for (const candidate of [adapter, standard, inner]) {
    if (candidate === undefined || candidate === null) continue
    if (isAdapter(candidate)) return candidate
    if (isPlain(candidate)) return fromPlain(candidate, where)
    if (typeof candidate === 'function') return fromFactory(candidate, where)
  }
  throw new Error(
    `${where} exports neither an adapter nor a factory: export default { describe, build }, or a function that makes an instance of the Fastify shape (there are ${Object.keys(module).join(', ') || 'no exports'})`,
  )
}

function isAdapter(value: unknown): value is Adapter {
  const { name, version, lacks, build } = value as Partial<Adapter>
  return (
    typeof name === 'string' &&
    typeof version === 'string' &&
    Array.isArray(lacks) &&
    typeof build === 'function'
  )
}

function isPlain(value: unknown): value is PlainAdapter {
  const { describe, build } = value as Partial<PlainAdapter>
  return typeof describe === 'function' && typeof build === 'function'
}

function fromPlain(plain: PlainAdapter, where: string): Adapter {
  const description = plain.describe()
  const { name, version, language, capabilities, behaviours = [] } = description ?? {}
  if (typeof name !== 'string' || typeof version !== 'string' || !Array.isArray(capabilities))
    throw new Error(
      `${where}: describe() gives { name, version, capabilities: [] }, not ${JSON.stringify(description)}`,
    )
  const unknown = unknownCapabilities(capabilities)
  if (unknown.length > 0)
    throw new Error(
      `${where}: there is no capability ${unknown.join(', ')}; the vocabulary is spec/capabilities.json`,
    )
  return {
    name,
    version,
    ...(language === undefined ? {} : { language }),
    lacks: lackedBy(capabilities),
    declares: capabilities,
    behaviours,
    build: async (app, recorder) => applicationOf(await plain.build(app, recorder)),
  }
}

function applicationOf(built: PlainApplication): Application {
  const lacking = (method: string) => async (): Promise<never> => {
    throw new Error(`the adapter's application has no ${method}()`)
  }
  const application: Application = {
    ready: async () => void (await built.ready?.()),
    listen: built.listen
      ? async (options) => {
          const { host, port } = await (built.listen as NonNullable<typeof built.listen>)(options)
          application.host = checkedHost(host)
          return port
        }
      : lacking('listen'),
    inject: built.inject
      ? async (request) => (built.inject as NonNullable<typeof built.inject>)(request)
      : lacking('inject'),
    run: built.run ? async (program) => built.run?.(program) : lacking('run'),
    close: async () => void (await built.close()),
  }
  return application
}

function fromFactory(factory: unknown, where: string): Adapter {
  const name = (factory as { name?: string }).name || 'factory'
  return fromFastifyLike(factory, {
    name: name === 'default' ? where.replace(/^js:|\.[mc]?js$/g, '').replace(/^.*[\\/]/, '') : name,
    version: '0.0.0',
    lacks: ['line-5', 'line-options', 'strict-responses', 'touchstone-version'],
    wrap: plainWrap,
    bearerAuth: null,
  })
}
