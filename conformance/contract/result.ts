// What a run of the specification says: for each assertion and transport what happened, and how that was judged.

import type { Json, Transport } from '../../spec/case.ts'

/**
 * `wording`: it behaves as expected, and words a text otherwise. `split`: each transport matches, but they do not agree. `crash`: the process died of it. `protocol`: its adapter wrote what
 * no adapter may write.
 */
export type Outcome =
  | 'pass'
  | 'wording'
  | 'fail'
  | 'error'
  | 'timeout'
  | 'crash'
  | 'protocol'
  | 'split'
  | 'skip'

/** An answer without what may differ from one run to the next. */
export interface CanonicalAnswer {
  status: number
  headers: Record<string, string | string[]>
  text: string
  trailers?: Record<string, string>
  broken?: true
}

/** What was seen in one exchange. */
export interface Observation {
  answer?: CanonicalAnswer
  answers?: CanonicalAnswer[]
  /** How an operation ended. */
  resolved?: Json
  rejected?: Json
  closed?: boolean
  pending?: string[]
  /** Named connections, if the exchange speaks of some. */
  connections?: Record<string, string>
  trace: Json[]
  probes: Record<string, Json>
  log: Json[]
  /** The log since the last exchange, if the exchange speaks of it. */
  lines?: string[]
}

/** The first place, as a JSON pointer, where the actual value differs from the expected one. */
export interface Difference {
  pointer: string
  expected: Json
  /** Absent where there is nothing. */
  actual?: Json
}

/** What a case is over inject as a whole, line by line: the calls between application and framework, the log, and how its operations ended. */
export interface Story {
  calls: string[]
  log: string[]
  ends: string[]
}

/** Sees what a case does not ask for. */
export interface AnswerObserver {
  story(id: string, story: Story): void
  /** `exchange`: its place in the case. */
  answer(id: string, exchange: number, transport: Transport, answer: CanonicalAnswer): void
}

export interface Cell {
  outcome: Outcome
  /** Why the outcome is not `pass`, in a sentence. */
  reason?: string
  difference?: Difference
  observed?: Observation
  milliseconds: number
}

export interface AssertionResult {
  /** `case[row]#exchange`. */
  id: string
  case: string
  exchange: string
  cells: { [T in Transport]?: Cell }
}

const SEVERITY: Outcome[] = [
  'crash',
  'protocol',
  'timeout',
  'error',
  'fail',
  'split',
  'wording',
  'pass',
  'skip',
]

/** The worst outcome of all transports. */
export function outcomeOf(result: AssertionResult): Outcome {
  const outcomes = Object.values(result.cells).map((cell) => cell.outcome)
  return SEVERITY.find((one) => outcomes.includes(one)) ?? 'skip'
}
