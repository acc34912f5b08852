/** How each route was answered, and which routes are asked no more. */
import type { Finding, RouteTally } from './finding.ts'
import type { RoutePlan } from './route-plan.ts'

/** After so many timeouts a route is skipped, to save time for the others. */
const HANGS_A_ROUTE = 3
/** So often a route may end a server that is started again. */
const MOST_ENDS = 2
/** Failures of one route that are told: a message may be another one each time. */
const MOST_ERRORS = 5

export class Tallies {
  /** How often each route has ended the server. */
  readonly ends: number[]
  readonly #plans: readonly RoutePlan[]
  readonly #without: readonly string[]
  readonly #counts: { requests: number; statuses: Map<number, number>; hangs: number; slowest: number }[]

  constructor(plans: readonly RoutePlan[], without: readonly string[] = []) {
    this.#plans = plans
    this.#without = without
    this.ends = plans.map(() => 0)
    this.#counts = plans.map(() => ({ requests: 0, statuses: new Map(), hangs: 0, slowest: 0 }))
  }

  sent({ at }: RoutePlan): void {
    this.#counts[at]!.requests++
  }

  answered({ at }: RoutePlan, status: number, took: number): void {
    const count = this.#counts[at]!
    if (took > count.slowest) count.slowest = took
    count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1)
  }

  hung({ at }: RoutePlan): void {
    this.#counts[at]!.hangs++
  }

  /** Milliseconds of the slowest answer. */
  slowest({ at }: RoutePlan): number {
    return this.#counts[at]!.slowest
  }

  /** Whether a route still answers often enough to be asked more. */
  isWorthwhile(plan: RoutePlan): boolean {
    return this.#counts[plan.at]!.hangs < HANGS_A_ROUTE && !this.isLeftOut(plan)
  }

  isLeftOut({ at, name }: RoutePlan): boolean {
    return this.ends[at]! >= MOST_ENDS || this.#without.includes(name)
  }

  /** Whether enough failures of a route are known. */
  hasFailedEnough({ name }: RoutePlan, findings: Iterable<Finding>): boolean {
    let count = 0
    for (const { route, check } of findings) if (route === name && check === 'no-5xx') count++
    return count >= MOST_ERRORS
  }

  all(): RouteTally[] {
    return this.#plans.map(({ name, at }) => {
      const { requests, statuses } = this.#counts[at]!
      const sorted = [...statuses].sort(([left], [right]) => left - right)
      return { route: name, requests, statuses: Object.fromEntries(sorted) }
    })
  }
}
