// What an implementation must offer to be run: build an application from its data, boot it, be asked, be closed.

import type { App, Json, Program, Value } from '../../spec/case.ts'
import type { AdapterFault } from './faults.ts'

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

/** What a logger was told: the names of the fields beside the message, and what a child logger adds to each line. */
export interface LogLine {
  level: string
  msg: string
  code?: string
  fields?: string[]
  bound?: Record<string, string | number>
}

/** What the programs of an application leave behind, and what they wait for. */
export interface Recorder {
  trace: TraceEntry[]
  probes: Map<string, Json>
  log: LogLine[]
  /** Resolves once a program, or the runner, opens the gate. */
  gate(name: string): Promise<void>
  openGate(name: string): void
}

/** An application that was declared; nothing of it has run but the root program. */
export interface Application {
  ready(): Promise<unknown>
  /** Listens where told and says the port. */
  listen(options: Value): Promise<number>
  inject(request: WireRequest): Promise<WireAnswer>
  close(): Promise<unknown>
  /** Runs a program on the root instance. */
  run(program: Program): Promise<unknown>
  /** Where it listens, if not on 127.0.0.1. */
  host?: string
  /** Fetches into the recorder what was recorded in another process. */
  drain?(): Promise<void>
  /** The last call: nothing more will be asked. Where there is none, `close`. */
  end?(): Promise<unknown>
}

export interface Adapter {
  name: string
  /** The version of the implementation, for reports. */
  version: string
  /** Of `spec/capabilities.json`, what this implementation lacks. */
  lacks: string[]
  language?: string
  /** Where it was declared what is there, and not what is lacking. */
  declares?: string[]
  /** Of `spec/behaviours.json`, what it offers; all where it does not say. */
  behaviours?: string[]
  build(app: App, recorder: Recorder): Promise<Application>
  /** So many applications at a time at most. */
  maxApps?: number
  /** All limits are multiplied by it. */
  pace?: number
  /** Cases that run at the same time share a process that may die: each of them is tried again alone. */
  shared?: boolean
  /** After a time-out or a broken connection: what is wrong with the adapter as a whole; null when nothing is. */
  diagnose?(): Promise<AdapterFault | null>
  /** Resolves when all that it wrote so far has been read. */
  settle?(): Promise<void>
  /** Why it is no use to go on. */
  givenUp?(): string | undefined
  /** Ends the process behind it; what was wrong with how it ended. */
  stop?(): Promise<string | undefined>
}
