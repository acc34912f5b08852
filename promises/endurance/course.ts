/** All cycles of one server, and what they say together. */
import type { Cycle, Tally } from './cycle.ts'
import type { Implementation, Kind } from './kinds.ts'

/** Bounds; a run beyond one of them fails. */
export const BOUNDS = {
  /** answers that were accepted and not delivered whole */
  cut: 0,
  /** bytes that the heap may grow in a cycle */
  growth: 2048,
  /** handles more than in the first cycles */
  handles: 2,
} as const

/** The first cycles fill caches and compile: they say nothing of growth. */
const WARM = 50

export interface Course {
  kind: Kind
  implementation: Implementation
  cycles: number
  tally: Tally
  /** bytes that the heap grew in a cycle; null: too few cycles to say */
  growth: number | null
  /** bytes of the heap after the last cycle */
  heap: number
  /** handles that were left more than at the beginning */
  handles: number
  /** medians and maxima over the cycles, in milliseconds */
  delay: { median: number; most: number }
  closing: { median: number; most: number }
  /** the first requests that were cut */
  cut: string[]
  /** what ended the process of the server, or kept close() from ending, and how often */
  failures: { [message: string]: number }
}

export class Courses {
  readonly kind: Kind
  readonly implementation: Implementation
  readonly #heaps: number[] = []
  readonly #handles: number[] = []
  readonly #delays: number[] = []
  readonly #closings: number[] = []
  readonly #tally: Tally = { accepted: 0, whole: 0, refused: 0, cut: 0 }
  readonly #cut: string[] = []
  readonly #failures: { [message: string]: number } = {}

  constructor(kind: Kind, implementation: Implementation) {
    this.kind = kind
    this.implementation = implementation
  }

  add({ tally, closed, cut }: Cycle): void {
    for (const key of Object.keys(tally) as (keyof Tally)[]) this.#tally[key] += tally[key]
    this.#heaps.push(closed.heap)
    this.#handles.push(closed.handles)
    this.#delays.push(closed.delay)
    this.#closings.push(closed.took)
    if (this.#cut.length < 10) this.#cut.push(...cut)
  }

  /** A cycle that did not end: it counts, and the next one has a new process. */
  fail(message: string): void {
    this.#failures[message] = (this.#failures[message] ?? 0) + 1
  }

  get course(): Course {
    return {
      kind: this.kind,
      implementation: this.implementation,
      cycles: this.#heaps.length,
      tally: this.#tally,
      growth: this.#heaps.length < 4 * WARM ? null : slope(this.#heaps.slice(WARM)),
      heap: this.#heaps.at(-1) ?? 0,
      handles:
        this.#handles.length === 0
          ? 0
          : Math.min(...this.#handles.slice(-5)) - Math.min(...this.#handles.slice(0, 5)),
      delay: spread(this.#delays),
      closing: spread(this.#closings),
      cut: this.#cut.slice(0, 10),
      failures: this.#failures,
    }
  }
}

/** Why a course fails; empty: it holds. */
export function faultsOf({ kind, tally, growth, handles, cut, failures, cycles }: Course): string[] {
  const faults: string[] = []
  for (const [message, count] of Object.entries(failures)) faults.push(`${kind}: ${message} (${count} times)`)
  if (cycles === 0) faults.push(`${kind}: no cycle was run`)
  if (tally.cut > BOUNDS.cut)
    faults.push(`${kind}: ${tally.cut} answers were cut, ${BOUNDS.cut} may be: ${cut.join('; ')}`)
  if (growth !== null && growth > BOUNDS.growth)
    faults.push(`${kind}: the heap grew by ${Math.round(growth)} bytes in a cycle, ${BOUNDS.growth} may be`)
  if (handles > BOUNDS.handles)
    faults.push(`${kind}: ${handles} handles more than at the beginning, ${BOUNDS.handles} may be`)
  return faults
}

/** The slope of the line through the medians of ten parts: single collections do not move it. */
export function slope(values: readonly number[]): number {
  const size = Math.floor(values.length / 10)
  const medians = Array.from({ length: 10 }, (_, part) =>
    median(values.slice(part * size, (part + 1) * size)),
  )
  const mean = medians.reduce((sum, value) => sum + value, 0) / 10
  const covariance = medians.reduce((sum, value, at) => sum + (at - 4.5) * (value - mean), 0)
  return covariance / 82.5 / size // 82.5 is the sum of the squares of at - 4.5
}

const spread = (values: readonly number[]): { median: number; most: number } => ({
  median: values.length === 0 ? 0 : median(values),
  most: Math.max(0, ...values),
})

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
