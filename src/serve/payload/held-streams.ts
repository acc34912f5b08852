/**
 * The streams of the application, from the moment they are handed in: from preParsing hooks, as payloads, from onSend hooks. One that
 * fails before a stage reads it ends no process, and one that nobody has read when the answer has left is destroyed.
 */
import type { Readable } from 'node:stream'
import type { SafeLog } from '../../safe-log.ts'
import { disown, isFunction, isObject } from '../../values.ts'
import type { Wire } from '../wire/wire.ts'

/** A stream of node, or an older one, which has `close` or `abort` instead of `destroy`. */
export type Source = Readable & {
  close?: (done: () => void) => void
  abort?: () => void
  writableFinished?: boolean
}

/** What a stream may have to be ended with. */
interface Endable {
  on(event: 'error', listener: () => void): unknown
  destroy?(): unknown
  close?(done: () => void): unknown
  abort?(): unknown
}

/** What a stream is for: `body` replaces the body of the request, `answer` is sent. */
type Use = 'body' | 'answer'

interface Held {
  readonly stream: Source
  readonly use: Use
  failure: { readonly error: unknown } | null
  /** set for an older stream, which does not say it itself */
  ended: boolean
}

/** Who reads a stream now, and hears of failures of the streams that feed it. */
interface Reader {
  readonly stream: unknown
  readonly failed: (error: unknown) => unknown
}

export class HeldStreams {
  readonly #all: Held[] = []
  readonly #readers: Record<Use, Reader | null> = { body: null, answer: null }
  readonly #log: SafeLog
  #released = false

  constructor(wire: Wire, log: SafeLog) {
    this.#log = log
    wire.settled(() => this.#releaseSoon())
  }

  add(stream: Source, use: Use): void {
    if (this.#all.some((held) => held.stream === stream)) return
    const held: Held = { stream, use, failure: null, ended: false }
    this.#all.push(held)
    try {
      stream.on('error', (error: unknown) => this.#fail(held, error))
      if (stream.readableEnded === undefined) noteEnd(held)
    } catch {} // a method of a stream that is not one of node: the stage that reads it fails, too
    if (this.#released) this.#releaseSoon()
  }

  /** Calls `failed` when the stream that is read, or one that feeds it, fails without another listener; now, if it has failed. */
  follow(use: Use, stream: unknown, failed: (error: unknown) => unknown): void {
    const reader = { stream, failed }
    this.#readers[use] = reader
    const before = this.#all.find(
      (held) => held.use === use && held.failure !== null && concerns(held, reader),
    )
    if (before !== undefined) failed(before.failure!.error)
  }
  /** Makes the reader of a stream fail with this error. Whether there is one. */
  interrupt(use: Use, error: unknown): boolean {
    const reader = this.#readers[use]
    reader?.failed(error)
    return reader !== null
  }
  unfollow(use: Use): void {
    this.#readers[use] = null
  }

  #fail(held: Held, error: unknown): void {
    const { stream, use } = held
    if (listeners(stream, 'error') > 1) return // the application, or the stage that reads it, handles the error
    held.failure ??= { error }
    const reader = this.#readers[use]
    if (reader !== null && concerns(held, reader)) reader.failed(error)
  }

  // Later: a stream that the application has piped into one of these is left by it in the next turn.
  #releaseSoon(): void {
    this.#released = true
    setImmediate(() => {
      for (const { stream, ended } of this.#all.splice(0))
        if (!ended && !isOver(stream) && !isRead(stream)) discard(stream, this.#log)
    })
  }
}

function noteEnd(held: Held): void {
  const end = (): void => {
    held.ended = true
  }
  held.stream.on('end', end)
  held.stream.on('close', end)
}

function concerns({ stream }: Held, reader: Reader): boolean {
  return stream === reader.stream || isRead(stream)
}

/** Whether somebody takes what a stream has: a stream that it is piped into, or a listener. */
function isRead(stream: Source): boolean {
  return stream.readableFlowing === true || listeners(stream, 'data') + listeners(stream, 'readable') > 0
}

function isOver({ readableEnded, destroyed }: Source): boolean {
  return readableEnded === true || destroyed === true
}

function listeners(stream: Source, event: string): number {
  try {
    return stream.listenerCount(event)
  } catch {
    return 0 // not a stream of node
  }
}

/** The part of an exchange that holds streams. */
interface Holder {
  readonly wire: Wire
  readonly log: SafeLog
  readonly status: string
  held: HeldStreams | null
}

/** Keeps a value that the application has handed in, if it is a stream. */
export function hold(x: Holder, value: unknown): void {
  if (!isObject(value) || !isStream(value)) return
  if (x.wire.made && Object.is(value, x.wire.request)) return // node's own
  x.held ??= new HeldStreams(x.wire, x.log)
  x.held.add(value, x.status === 'open' ? 'body' : 'answer')
}

/** Ends a payload that is not sent: the request has an answer already. */
export function drop(x: Holder, payload: unknown): void {
  if (typeof payload !== 'object' || payload === null) return
  hold(x, payload)
  cancelWeb(payload)
}

export function isStream(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null) return false
  try {
    return isFunction(Reflect.get(value, 'pipe')) && isFunction(Reflect.get(value, 'on'))
  } catch {} // a getter that throws
  return false
}

/** Cancels a web stream, or the body of a `Response`. */
export function cancelWeb(payload: object): void {
  try {
    const tag: unknown = Reflect.get(payload, Symbol.toStringTag)
    const stream: unknown =
      tag === 'Response' ? Reflect.get(payload, 'body') : tag === 'ReadableStream' ? payload : null
    if (!isObject(stream) || stream.locked === true || !isFunction(stream.cancel)) return
    disown(stream.cancel())
  } catch {} // of another implementation of fetch
}

/** An older stream does not say that it has been ended. */
const discarded = new WeakSet<object>()

/** Ends a stream that is read no further. It may be of no class of node: none of its methods may do harm. */
export function discard(stream: Endable, log: SafeLog): void {
  if (discarded.has(stream)) return
  discarded.add(stream)
  const failed = (error: unknown): void => log.warn({ err: error }, 'a stream could not be destroyed')
  try {
    stream.on('error', () => {}) // an error that it emits because it was destroyed is expected
    const ended: unknown = endOf(stream)
    if (ended === UNENDED) log.warn('stream payload does not end properly')
    else if (ended !== stream && disown(ended)) Promise.resolve(ended).catch(failed)
  } catch (error) {
    failed(error)
  }
}

const UNENDED = Symbol('a stream without a method that ends it')

function endOf(stream: Endable): unknown {
  if (isFunction(stream.destroy)) return stream.destroy()
  if (isFunction(stream.close)) return stream.close(() => {})
  if (isFunction(stream.abort)) return stream.abort()
  return UNENDED
}
