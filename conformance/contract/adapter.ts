// The interface of an adapter: build an application from its data, boot it, send it requests, close it.

import type { App, Json, Program, Value } from '../../spec/case.ts'
import type { AdapterFault, NotAskedError } from './faults.ts'
import type { AnswerObserver } from './result.ts'

/** A request as a transport carries it. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string | string[]>
  body: Buffer | null
  /** The pieces of a body whose length is not announced. */
  chunks: Buffer[] | null
}

export interface WireAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
  trailers: Record<string, string>
  /** The answer broke off before its end. */
  broken?: boolean
}

/** One line of what an application traced; `via` is the request it belongs to, `GET /x`. */
export interface TraceEntry {
  value: Json
  via: string | null
}

/** A log line: the names of the fields beside the message, and the bindings of a child logger; of pino the whole line. */
export interface LogLine {
  level: string
  msg: string
  code?: string
  fields?: string[]
  bound?: Record<string, string | number>
  line?: { [key: string]: Json }
}

/** Is told of calls, so that those of two implementations can be compared. */
export interface CallLog {
  readonly lines: readonly string[]
  made(fn: object): void
  entered(fn: object, self: unknown, args: readonly unknown[]): void
  calling(path: string, args: readonly unknown[]): (how: 'returned' | 'threw', value: unknown) => void
}

/** What the programs of an application leave behind, and what they wait for. */
export interface Recorder {
  trace: TraceEntry[]
  probes: Map<string, Json>
  log: LogLine[]
  /** What the application and the framework call of each other, where that is compared. */
  calls?: CallLog
  /** Resolves once a program, or the runner, opens the gate. */
  gate(name: string): Promise<void>
  openGate(name: string): void
}

/** An application that was declared; nothing of it has run but the root program. */
export interface Application {
  ready(): Promise<unknown>
  /** Listens and returns the port. */
  listen(options: Value): Promise<number>
  inject(request: WireRequest): Promise<WireAnswer>
  /** Sends it as a `Request`. Only of an adapter with `fetch`. */
  fetch?(request: WireRequest): Promise<WireAnswer>
  close(): Promise<unknown>
  /** Runs a program on the root instance. */
  run(program: Program): Promise<unknown>
  /** Where it listens, if not on 127.0.0.1. */
  host?: string
  /** Nobody answers for it but its server: answers have a limit, and a connection whose answer is late is not used again. */
  peer?: boolean
  /** Fetches into the recorder what was recorded in another process. */
  drain?(): Promise<void>
  /** The last call, after which the application is not used. Default: `close`. */
  end?(): Promise<unknown>
  /** After `end`: what it has left behind or changed, which fails the case; null: nothing. */
  left?(): string | null
}

export interface Adapter {
  name: string
  /** The version of the implementation, for reports. */
  version: string
  /** The capabilities of `spec/capabilities.json` that this implementation lacks. */
  lacks: string[]
  /** The line of Fastify that each of its applications is of, where it is not the 4 and no option chooses it: cases of the other are skipped. */
  line?: 5
  language?: string
  /** The declared capabilities, if the adapter declares them instead of what it lacks. */
  declares?: string[]
  /** The behaviours of `spec/behaviours.json` that it offers; all by default. */
  behaviours?: string[]
  build(app: App, recorder: Recorder): Promise<Application>
  /** Its applications listen for HTTP/2 when their options are `http2: true`, and for TLS with a key and a certificate in `https`. */
  http2?: boolean
  /** Its applications have `fetch`. @default false */
  fetch?: boolean
  /** The maximum number of applications at a time. */
  maxApps?: number
  /** The factor for all time limits. */
  pace?: number
  /** How long a boot may take in milliseconds, where it starts a process first. */
  bootLimit?: number
  /** Cases that run at the same time share a process that may die: each of them is tried again alone. */
  shared?: boolean
  /** After a timeout or a broken connection: what is wrong with the adapter as a whole, or why it was not asked; null if nothing is. */
  diagnose?(): Promise<AdapterFault | NotAskedError | null>
  /** Resolves when everything that it wrote so far has been read. */
  settle?(): Promise<void>
  /** Why the adapter is given up; undefined if it is not. */
  givenUp?(): string | undefined
  /** Ends the process behind it, and returns what was wrong with how it ended. */
  stop?(): Promise<string | undefined>
  /** Where two transports share an application, the second one asks in the opposite order: the answers have to be the same. @default false */
  bothWays?: boolean
  /** Sees whole answers and stories of the cases that pass. */
  answers?: AnswerObserver
}
