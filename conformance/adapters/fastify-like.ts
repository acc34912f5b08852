// Turns any factory of the fastify shape into an adapter: builds the case's application on it, and speaks to it.

import { Readable } from 'node:stream'
import type { App, Program } from '../../spec/case.ts'
import type { Adapter, Application, Recorder, WireAnswer, WireRequest } from '../contract/adapter.ts'
import { watchLeftovers } from '../contract/leftovers.ts'
import { runAsync, runSync } from '../language/functions.ts'
import { Given } from '../language/given.ts'
import { LANGUAGE } from '../language/parts.ts'
import { Scope, type World } from '../language/scope.ts'
import { evaluate } from '../language/values.ts'
import { answerOf, requestOf } from '../wire/fetch-carrier.ts'

/** The members of an instance that are used here; others are called by name, from the data of a case. */
interface InstanceLike {
  ready(): PromiseLike<unknown>
  listen(options: unknown): Promise<string>
  close(): PromiseLike<unknown>
  inject(request: unknown): Promise<InjectAnswer>
  fetch?(request: Request): Promise<Response>
  server: { address(): { port: number } | string | null }
}

interface InjectAnswer {
  statusCode: number
  headers: Record<string, string | string[] | number | undefined>
  rawPayload: Buffer
  trailers?: Record<string, string>
}

export interface FastifyLike {
  name: string
  version: string
  /** The implementation's plugin wrapper, such as the package fastify-plugin. */
  wrap: (plugin: never, metadata?: never) => unknown
  bearerAuth: unknown
  /** Capabilities of spec/capabilities.json that the implementation lacks. */
  lacks?: string[]
  /** It is of the line of Fastify 5 and has no other. */
  line?: 5
  /** Whether it listens for HTTP/2. @default true */
  http2?: boolean
  /** Whether it answers a `Request`. @default false */
  fetch?: boolean
  /** Whether it leaves the objects of the application as they are; then each boot and the end of each case check it, and requests come in two orders. @default false */
  leavesInputs?: boolean
  /** The deprecations that it has told: each is told once in a process, and nothing keeps the process alive once it has closed. */
  told?: Set<string>
  /** Where the implementation spells a factory option differently. */
  adaptOptions?: (options: Record<string, unknown>) => unknown
}

export function fromFastifyLike(factory: unknown, parts: FastifyLike): Adapter {
  return {
    name: parts.name,
    version: parts.version,
    lacks: parts.lacks ?? [],
    ...(parts.line && { line: parts.line }),
    http2: parts.http2 ?? true,
    ...(parts.fetch && { fetch: true }),
    bothWays: parts.leavesInputs === true,
    build: (app, recorder) => build(factory as (options?: unknown) => InstanceLike, parts, app, recorder),
  }
}

async function build(
  factory: (options?: unknown) => InstanceLike,
  parts: FastifyLike,
  app: App,
  recorder: Recorder,
): Promise<Application> {
  const world: World = {
    recorder,
    language: LANGUAGE,
    wrap: parts.wrap as World['wrap'],
    bearerAuth: parts.bearerAuth,
    symbols: new Map(),
    given: new Given(),
    another: (other, scope) => {
      const made = create(factory, parts, other, scope)
      others.push(made)
      runSync(other.do, scope.child({ app: made }))
      return made
    },
  }
  const left = parts.told === undefined ? undefined : watchLeftovers(parts.told)
  const others: InstanceLike[] = []
  const outer = new Scope(world, null, {})
  const instance = create(factory, parts, app, outer)
  const scope = outer.child({ app: instance })
  // The instance has to be closed even if the program fails half-way.
  const started = runAsync(app.do, scope)
  started.catch(() => undefined)
  const made = applicationOf(instance, scope, started, parts.leavesInputs === true)
  const end = async (): Promise<void> => {
    await Promise.all([instance, ...others].map((one) => one.close()))
  }
  if (left === undefined) return { ...made, end }
  return { ...made, end, left: () => changeIn(scope) ?? left() }
}

function create(
  factory: (options?: unknown) => InstanceLike,
  parts: FastifyLike,
  app: App,
  scope: Scope,
): InstanceLike {
  const given = evaluate(app.options, scope)
  const plain = given !== null && typeof given === 'object' && !Array.isArray(given)
  const options = plain ? (parts.adaptOptions?.(given as Record<string, unknown>) ?? given) : given
  scope.world.given.keep('the options of the factory', options)
  return app.options === undefined ? factory() : factory(options)
}

function applicationOf(
  instance: InstanceLike,
  scope: Scope,
  started: Promise<unknown>,
  leavesInputs: boolean,
): Application {
  return {
    async ready() {
      await started
      await instance.ready()
      if (leavesInputs) refuseChanges(scope)
    },
    async listen(options) {
      await started
      await instance.listen(evaluate(options, scope))
      const address = instance.server.address()
      return address !== null && typeof address === 'object' ? address.port : 0
    },
    inject: async (request) => {
      await started
      return inject(instance, request)
    },
    fetch: async (request) => {
      await started
      return fetched(instance, request)
    },
    close: async () => {
      await instance.close()
    },
    run: (program: Program) => runAsync(program, scope),
  }
}

function refuseChanges(scope: Scope): void {
  const change = changeIn(scope)
  if (change !== null) throw new Error(change)
}

function changeIn({ world }: Scope): string | null {
  const place = world.given.changed()
  return place === null ? null : `the implementation has changed an object of the application: ${place}`
}

async function inject(instance: InstanceLike, request: WireRequest): Promise<WireAnswer> {
  const { method, url, headers, body, chunks } = request
  const payload = chunks ? Readable.from(chunks) : (body ?? undefined)
  let answer: InjectAnswer
  try {
    answer = await instance.inject({ method, url, headers, payload })
  } catch (error) {
    if (isBroken(error)) return { status: 0, headers: {}, body: Buffer.alloc(0), trailers: {}, broken: true }
    throw error
  }
  return {
    status: answer.statusCode,
    headers: textHeaders(answer.headers),
    body: answer.rawPayload,
    trailers: answer.trailers ?? {},
  }
}

async function fetched(instance: InstanceLike, request: WireRequest): Promise<WireAnswer> {
  try {
    return await answerOf(await instance.fetch!(requestOf(request)))
  } catch (error) {
    if (isBroken(error)) return { status: 0, headers: {}, body: Buffer.alloc(0), trailers: {}, broken: true }
    throw error
  }
}

/** The code with which light-my-request reports a destroyed response. */
function isBroken(error: unknown): boolean {
  const { message, code } = (error ?? {}) as { message?: string; code?: string }
  return (
    code === 'LIGHT_ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /destroyed before completion|aborted/.test(String(message))
  )
}

function textHeaders(headers: InjectAnswer['headers']): WireAnswer['headers'] {
  const text: WireAnswer['headers'] = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    // A single cookie is a string here, and an array from a socket.
    const many = name.toLowerCase() === 'set-cookie' && !Array.isArray(value) ? [value] : value
    text[name.toLowerCase()] = Array.isArray(many) ? many.map(String) : String(many)
  }
  return text
}
