// The messages between the process under test and the one that watches it.

import type {
  ExportForm,
  Finding,
  FuzzReport,
  Profile,
  Progress,
  Reading,
  Recorded,
  RouteTally,
  Setup,
  Shard,
  WireRequest,
} from '../index.ts'

/** What the child is to do. */
export interface ChildTask {
  /** Absolute; null where a server is fuzzed. */
  module: string | null
  /** The address of a server, and the file or address of its OpenAPI document. */
  server?: { url: string; openapi: string; reading: Reading }
  name: string
  /** `npm:fastify@4.17.0`, for plugins. */
  framework?: string
  /** The configuration file, absolute; `setup` where it is JSON. */
  config?: { path: string; setup?: Setup }
  /** The file that holds the request under way, for the case that the process crashes. */
  current: string
  /** Processes that share the rate of the configuration; this one is one of them. */
  workers?: number
  fuzz?: {
    seed: number
    maxRequests: number
    maxTime?: number
    timeout: number
    checks?: string[]
    headers: Record<string, string>
    only?: string
    deterministic: boolean
    profile: Profile
    /** The branches of files below this folder are counted. */
    counted?: string
    shard?: Shard
    corpus?: Finding[]
    recording?: Recorded[]
    /** Routes that end the process: nothing more is sent to them. */
    without?: string[]
  }
  /** Only this request is asked: does the process survive it. */
  probe?: WireRequest
}

export type FromChild =
  | { type: 'progress'; progress: Progress; routes: RouteTally[] }
  | { type: 'finding'; finding: Finding }
  | { type: 'report'; report: FuzzReport }
  | { type: 'survived' }
  | { type: 'booted'; form: ExportForm | null }
  /** The event loop is responsive. */
  | { type: 'alive' }
  | { type: 'no-application'; message: string }
  | { type: 'usage'; message: string }
  | { type: 'no-boot'; message: string }
  /** A function of the configuration failed, or a login was refused. */
  | { type: 'setup'; message: string }
  /** The server does not answer any more. */
  | { type: 'unreachable'; message: string }
  /** An uncaught exception. */
  | { type: 'died'; message: string }

/** The task is a message: a corpus may be longer than an argument can be. */
export type ToChild = { type: 'task'; task: ChildTask } | { type: 'stop' }

/** The file of the request on its way begins with the length of what follows, in so many digits. */
export const LENGTH_DIGITS = 10
