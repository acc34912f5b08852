// The messages between the runner and the process of an implementation.

import type { Transport } from '../../spec/case.ts'
import type { AssertionResult } from '../contract/result.ts'

export interface ParentMessage {
  implementation: string
  folder?: string
  /** A folder of the JSON Schema Test Suite, whose cases are among the ids. */
  jsonSchemaSuite?: string
  /** The ids are cases of these fixtures; of all of them, where none is named. */
  fixtures?: string[]
  ids: string[]
  /** Where these cases are: no other file is read. */
  files: string[]
  transports: Transport[]
  concurrency: number
  timeScale?: number
}

/** The answer to `hello`: the assertions that are known to fail on this implementation. */
export interface KnownMessage {
  known: string[]
}

export type ChildMessage =
  | { kind: 'hello'; name: string; version: string; pace: number }
  /** A server over HTTP says its name with the first fixture that it serves. */
  | { kind: 'named'; name: string; version: string }
  | { kind: 'unusable'; message: string }
  | { kind: 'started'; id: string }
  /** Within a case that takes long: the process does not hang. */
  | { kind: 'alive' }
  | { kind: 'finished'; id: string; results: AssertionResult[] }
  | { kind: 'fault'; message: string; stack: string }
  | { kind: 'end' }
