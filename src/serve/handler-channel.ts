/** What is published about each handler on the channels `tracing:fastify.request.handler:*`, to which tracers of Fastify subscribe. */
import { tracingChannel } from 'node:diagnostics_channel'
import { statusOf } from './error-reply.ts'
import type { Exchange } from './exchange.ts'
import type { AnyReply, AnyRequest } from './plan.ts'

/** The channels. Without a subscriber, nothing of this file runs but their `hasSubscribers`. */
export const handlers = tracingChannel<Message, Message>('fastify.request.handler')

/** One object for all events of a request. */
interface Message {
  readonly request: AnyRequest
  readonly reply: AnyReply
  async: boolean
  readonly route: { readonly url: unknown; readonly method: unknown }
  error?: unknown
}

export class HandlerTrace {
  readonly #x: Exchange
  readonly #message: Message

  constructor(x: Exchange) {
    this.#x = x
    const { url, method } = x.plan.config
    this.#message = { request: x.request, reply: x.reply, async: false, route: { url, method } }
  }

  /** Calls a function between `start` and `end`, in the async context that subscribers of `start` set. */
  run(call: () => void): void {
    handlers.start.runStores(this.#message, () => {
      try {
        call()
      } finally {
        handlers.end.publish(this.#message)
      }
    })
  }

  /** The handler, or a hook before it, has failed. Subscribers see the status of the error. */
  failed(error: unknown, waited = false): void {
    const { wire } = this.#x
    const before = wire.statusCode
    this.#message.error = error
    wire.statusCode = statusOf(this.#x, error)
    handlers.error.publish(this.#message)
    if (waited) handlers.asyncStart.publish(this.#message)
    wire.statusCode = before
  }

  /** The handler has returned a promise. */
  waits(): void {
    this.#message.async = true
  }

  /** The promise has settled: calls a function between `asyncStart` and `asyncEnd`. */
  settled(call: () => unknown, failure?: { readonly error: unknown }): void {
    if (failure === undefined) handlers.asyncStart.publish(this.#message)
    else this.failed(failure.error, true)
    try {
      call()
    } finally {
      handlers.asyncEnd.publish(this.#message)
    }
  }
}
