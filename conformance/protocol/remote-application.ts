// An application that an adapter in another process has built, as if it were in this one.

import type { Json } from '../../spec/case.ts'
import type { Application, Recorder } from '../contract/adapter.ts'
import { checkedHost } from '../contract/loopback.ts'
import { AnsweredError, type Session } from './session.ts'
import { answerOfForm, formOfRequest } from './wire.ts'

export class RemoteApplication implements Application {
  readonly #session: Session
  /** the host that the user has named, as in tcp:host:port */
  readonly #named: string | undefined
  readonly #app: string
  readonly #recorder: Recorder
  readonly #ended: () => void
  host = '127.0.0.1'

  constructor(
    session: Session,
    app: string,
    recorder: Recorder,
    named: string | undefined,
    ended: () => void,
  ) {
    this.#session = session
    this.#named = named
    this.#app = app
    this.#recorder = recorder
    this.#ended = ended
  }

  async ready(): Promise<void> {
    await this.#ask(this.#session.call('ready', { app: this.#app }))
  }

  async listen(options: Json): Promise<number> {
    const { host, port } = await this.#ask(this.#session.call('listen', { app: this.#app, options }))
    this.host = checkedHost(host, this.#named)
    return port
  }

  inject: Application['inject'] = async (request) =>
    answerOfForm(
      await this.#ask(this.#session.call('inject', { app: this.#app, request: formOfRequest(request) })),
    )

  run: Application['run'] = async (program) =>
    (await this.#ask(this.#session.call('run', { app: this.#app, program }))).value

  async close(): Promise<void> {
    await this.#ask(this.#session.call('close', { app: this.#app }))
  }

  async drain(): Promise<void> {
    const { trace, probes, log } = await this.#ask(this.#session.call('drain', { app: this.#app }))
    this.#recorder.trace.push(...trace)
    for (const [name, value] of Object.entries(probes)) this.#recorder.probes.set(name, value)
    this.#recorder.log.push(...log)
  }

  async end(): Promise<void> {
    try {
      if (!this.#session.over) await this.#session.call('close', { app: this.#app, end: true })
    } finally {
      this.#ended()
    }
  }

  async #ask<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw shownOf(error)
    }
  }
}

/** What the implementation threw, in the form in which everything thrown is compared. */
export function shownOf(error: unknown): unknown {
  return error instanceof AnsweredError ? error.shown : error
}
