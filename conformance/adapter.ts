// What an implementation must offer to be run: build an application from its data, boot it, be asked, be closed.

import type { App, Json, Program, Value } from '../spec/case.ts'

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

/** What the programs of an application leave behind, and what they wait for. */
export interface Recorder {
  trace: TraceEntry[]
  probes: Map<string, Json>
  log: { level: string; msg: string; code?: string }[]
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
}

export interface Adapter {
  name: string
  /** The version of the implementation, for reports. */
  version: string
  /** Of `spec/capabilities.json`, what this implementation lacks. */
  lacks: string[]
  build(app: App, recorder: Recorder): Promise<Application>
}
