// The explorer over HTTP: a touchstone application that serves the page and streams the results of a run.

import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AssertionResult } from '../../conformance/contract/result.ts'
import { LiveRun } from '../../conformance/explorer/live-run.ts'
import { type MadePage, pageData } from '../../conformance/explorer/page-data.ts'
import { htmlOf, packed, sourceOf } from '../../conformance/formats/page.ts'
import { readExpectations } from '../../conformance/judge/expectations.ts'
import type { ConformanceReport, PreparedSuite } from '../../conformance/run/run.ts'
import * as touchstone from '../../src/index.ts'
import type { RunArguments } from '../options/run-and-report.ts'
import { toldOfPort } from '../options/usage.ts'
import { RerunError, type Rerunner, rerunner } from './rerun.ts'

interface ServerLike {
  get(path: string, handler: (request: RequestLike, reply: ReplyLike) => unknown): unknown
  post(path: string, handler: (request: RequestLike, reply: ReplyLike) => unknown): unknown
  addHook(
    name: 'onRequest' | 'onSend',
    hook: (request: RequestLike, reply: ReplyLike) => Promise<unknown>,
  ): unknown
  listen(options: { port: number; host: string }): Promise<string>
  close(): Promise<unknown>
}

interface RequestLike {
  hostname: string
  headers: Record<string, string | string[] | undefined>
  body: unknown
  raw: { on(event: 'close', listener: () => void): unknown }
}

interface ReplyLike {
  type(mediaType: string): ReplyLike
  header(name: string, value: string): ReplyLike
  code(status: number): ReplyLike
  send(payload: unknown): unknown
}

/** Milliseconds during which results are collected into one event, so that the page redraws less often. */
const PAUSE = 120

/** Milliseconds in which a page may read the last event before the server ends. */
const LEAVING = 1000

const LOCAL = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

export class ExplorerServer {
  readonly #app: ServerLike
  readonly #listeners = new Set<PassThrough>()
  /** All events so far: a client that connects later receives them from the beginning. */
  readonly #told: string[] = []
  #data: MadePage
  #html = ''
  #live: LiveRun | null = null
  #timer: NodeJS.Timeout | undefined
  #rerun: Rerunner | null = null

  /** Without data the page waits for a run, and so it does with data that are `live`. */
  constructor(data?: MadePage) {
    this.#data = data ?? { ...pageData([]), live: true }
    const create = (touchstone as unknown as { default: (options: object) => ServerLike }).default
    this.#app = create({ forceCloseConnections: true }) // Ctrl-C ends it, whatever is connected
    // A page of another site can give its name the address of this machine, and would read the report.
    this.#app.addHook('onRequest', async ({ hostname }, reply) => {
      if (LOCAL.test(hostname)) return undefined
      return reply
        .code(403)
        .type('text/plain')
        .send(`This server answers for 127.0.0.1 and localhost only.\n`)
    })
    this.#app.addHook('onSend', async (_, reply) => {
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    })
    this.#app.get('/', (_, reply) => {
      this.#html ||= htmlOf(this.#data)
      return reply.type('text/html; charset=utf-8').send(this.#html)
    })
    this.#app.get('/data', (_, reply) => {
      if (this.#data.live) return reply.code(404).send({ message: 'The run has not ended yet.' })
      return reply.type('text/plain; charset=utf-8').send(packed(this.#data))
    })
    this.#app.post('/rerun', (request, reply) => this.#runAgain(request, reply))
    this.#app.get('/events', (_, reply) => reply.type('text/event-stream').send(this.#listen()))
  }

  async listen(port: number): Promise<string> {
    try {
      return await this.#app.listen({ port, host: '127.0.0.1' })
    } catch (error) {
      throw toldOfPort(port, error)
    }
  }

  /** What the page is served with from now on can be run again, a case at a time. */
  runsAgain(names: readonly string[], settings: Parameters<typeof rerunner>[2] = {}): void {
    this.#rerun = rerunner(() => this.#data, names, settings)
    this.#data = { ...this.#data, reruns: true }
    this.#html = ''
  }

  async #runAgain({ headers, body }: RequestLike, reply: ReplyLike): Promise<unknown> {
    // A page of another site can post a form to this address, but not with a header of its own.
    if (headers['x-touchstone'] === undefined || !this.#rerun)
      return reply.code(403).send({ message: 'Not from here.' })
    const { case: id, column } = Object(body) as { case?: unknown; column?: unknown }
    if (typeof id !== 'string' || typeof column !== 'number')
      return reply.code(400).send({ message: 'The body is { "case": ID, "column": NUMBER }.' })
    try {
      return { assertions: await this.#rerun({ case: id, column }) }
    } catch (error) {
      if (!(error instanceof RerunError)) throw error
      return reply.code(409).send({ message: error.message })
    }
  }

  /** Starts a run whose results are sent to all clients. */
  begin(prepared: PreparedSuite, args: RunArguments): void {
    const expectations = args.expectations ?? readExpectations
    this.#live = new LiveRun(prepared, args.implementations, (name) => expectations(name, ''))
    const { data, ...beginning } = this.#live.beginning(args.transports)
    this.#tell('begin', { ...beginning, began: Date.now(), data: { ...data, ...this.#lasting() } })
  }

  take(implementation: string, results: AssertionResult[]): void {
    this.#live?.take(implementation, results)
    this.#timer ??= setTimeout(() => this.#flush(), PAUSE)
  }

  end(report: ConformanceReport): void {
    this.#flush()
    this.#data = { ...pageData([sourceOf('', report)]), ...this.#lasting() }
    this.#html = ''
    this.#tell(report.ended === 'interrupted' ? 'interrupted' : 'end', {})
  }

  /** What the page has beside the run. */
  #lasting(): Pick<MadePage, 'reruns' | 'ecosystem'> {
    const { reruns, ecosystem } = this.#data
    return { ...(reruns ? { reruns } : {}), ...(ecosystem ? { ecosystem } : {}) }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    // A page leaves when it has read how the run ended.
    const until = performance.now() + LEAVING
    while (this.#listeners.size > 0 && performance.now() < until) await sleep(20)
    for (const listener of this.#listeners) listener.end()
    await this.#app.close()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const results of this.#live?.judged() ?? []) this.#tell('results', results)
  }

  #tell(event: string, data: unknown): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    this.#told.push(text)
    for (const listener of this.#listeners) listener.write(text)
  }

  #listen(): PassThrough {
    const stream = new PassThrough()
    stream.write('retry: 1000\n\n')
    for (const text of this.#told) stream.write(text)
    this.#listeners.add(stream)
    stream.on('close', () => this.#listeners.delete(stream))
    return stream
  }
}
