/** What a run is told, and what it tells on its way. */
import type { Answer, WireRequest } from '../target/target.ts'
import type { AnyCheck } from './checks.ts'
import type { Claim, Prove } from './claims.ts'
import type { Encoded } from './encode.ts'
import type { Finding, findingOf, RouteTally } from './finding.ts'

export const PROFILES = ['lenient', 'strict'] as const
export type Profile = (typeof PROFILES)[number]
export const COVERAGE = ['auto', 'on', 'off'] as const
export type CoverageMode = (typeof COVERAGE)[number]

/** One of `count` runs that share the work, from 1 on. */
export interface Shard {
  readonly index: number
  readonly count: number
}

export interface RunOptions {
  readonly seed: number
  readonly maxRequests: number
  /** Milliseconds; Infinity without a limit. */
  readonly maxTime: number
  /** Milliseconds until a request counts as unanswered. */
  readonly timeout: number
  readonly checks: ReadonlySet<AnyCheck>
  /** Sent with every request: a key, a tenant. */
  readonly headers: Readonly<Record<string, string>>
  /** Ends as soon as this finding was found. */
  readonly only?: string
  readonly signal?: AbortSignal
  /** Routes that are left out, by name. */
  readonly without?: readonly string[]
  /** The phases of the others are left out. */
  readonly shard?: Shard
  /** Used where the target makes fresh applications. */
  readonly prove?: Prove
  readonly onFinding?: (finding: Finding) => void
  readonly onProgress?: (progress: Progress, routes: () => RouteTally[]) => void
  /** Called before each request, so that a watching process knows which one was under way. */
  readonly onRequest?: (request: WireRequest, route: string, progress: () => Progress) => void
}

/** What is noted of a fault beside it. */
export type Noted = Omit<Parameters<typeof findingOf>[2], 'phase'> & Pick<Claim, 'core' | 'isShown'>

export interface Progress {
  requests: number
  phase: string
  findings: number
}

export interface Asked extends Encoded {
  /** Null where none came in time. */
  answer: Answer | null
}

/** Thrown through the phases to end the run. */
export class Ended extends Error {
  readonly why: 'max-requests' | 'max-time' | 'interrupted' | 'complete'
  constructor(why: Ended['why']) {
    super(why)
    this.why = why
  }
}

/** Milliseconds between two turns of the event loop. */
const BREATH = 50
/** Requests between two words about the progress. */
const TOLD_EVERY = 50

/** What is done between requests: the event loop has its turn, and the progress is told. */
export class Pace {
  readonly #onProgress: RunOptions['onProgress']
  #breathedAt = performance.now()
  #toldAt = 0

  constructor(onProgress: RunOptions['onProgress']) {
    this.#onProgress = onProgress
  }

  /** Answers of an application in this process come without a turn of the event loop: signals, timers and messages need some. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#breathedAt < BREATH) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#breathedAt = performance.now()
  }

  tell(progress: () => Progress, tallies: () => RouteTally[]): void {
    const now = progress()
    if (!this.#onProgress || now.requests - this.#toldAt < TOLD_EVERY) return
    this.#toldAt = now.requests
    this.#onProgress(now, tallies)
  }
}
