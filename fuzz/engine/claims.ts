/** Findings on their way to being told: each is shown on fresh applications first, where these can be made. */
import type { Exchange, Log } from '../sequence/log.ts'
import { hasLate, takeLate, waitForLate } from '../target/late.ts'
import type { Target } from '../target/target.ts'
import { type Finding, findingOf } from './finding.ts'
import type { RoutePlan, Values } from './route-plan.ts'

/** A finding that is not proved yet. */
export interface Claim {
  readonly finding: Finding
  readonly plan: RoutePlan
  /** What the last request carried, for the judgement of a target that does not tell. */
  readonly read?: Values | undefined
  /** It is told as it is. */
  readonly isShown?: boolean | undefined
  /** It was not seen twice: it is told only where a fresh application shows it. */
  readonly isDoubted?: boolean
  /** How many of the last requests have to stay, and to be answered with the same class of status; all of them by default. */
  readonly core?: number | undefined
}

export interface ProveOptions {
  readonly fresh: () => Promise<Target>
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

/** Shows a finding on fresh applications, and gives it with the requests that are needed there. */
export type Prove = (claim: Claim, log: readonly Exchange[], options: ProveOptions) => Promise<Finding>

/** How often a late exception is attributed: each time costs fresh applications. */
const MOST_BLAMED = 40
/** The same for those of one place in the code. */
const TRIES_A_PLACE = 3
/** How often the same fault is shown on fresh applications that was not seen twice. */
const MOST_DOUBTED = 2
/** Requests before a late exception that may be its cause. */
const SUSPECTS = 12

interface About {
  readonly prove: Prove
  readonly options: ProveOptions
  readonly log: Log
  readonly plans: readonly RoutePlan[]
  phase(): string
  /** Whether a crash of this route is not known yet. */
  isNewCrash(plan: RoutePlan): boolean
  /** Called for each crash of a route. */
  onCrash(plan: RoutePlan): void
  tell(finding: Finding): void
  /** Nothing is told of it. */
  drop(finding: Finding): void
}

export class Claims {
  readonly #about: About
  /** With what was sent until each was found: what comes later may change what it is about. */
  #waiting: { claim: Claim; log: readonly Exchange[] }[] = []
  #isBusy = false
  #blamed = 0
  /** Where exceptions came from, and the route that was found to be their cause. */
  readonly #places = new Map<string, { plan: RoutePlan | null; tries: number }>()
  readonly #doubted = new Map<string, number>()

  constructor(about: About) {
    this.#about = about
  }

  add(claim: Claim): void {
    this.#waiting.push({ claim, log: this.#about.log.all() })
  }

  /** Whether what was seen once is worth fresh applications. */
  doubts(id: string): boolean {
    const count = (this.#doubted.get(id) ?? 0) + 1
    this.#doubted.set(id, count)
    return count <= MOST_DOUBTED
  }

  /** Proves and tells what was found since the last time, or tells it as unstable with the reason. */
  async settle(lost?: string): Promise<void> {
    if (lost !== undefined)
      for (const { claim } of this.#waiting.splice(0))
        this.#about.tell({ ...claim.finding, unstable: true, reason: lost })
    if (this.#isBusy || (this.#waiting.length === 0 && !hasLate())) return
    this.#isBusy = true
    const { options, prove, tell } = this.#about
    try {
      if (hasLate()) await this.#blame()
      for (let count = this.#waiting.length; count > 0; count--) {
        const { claim, log } = this.#waiting[0]!
        const finding = await prove(claim, log, options)
        this.#waiting.shift()
        if (claim.isDoubted && finding.unstable) this.#about.drop(finding)
        else tell(finding)
        // What a fresh application throws after its answers is not of this one.
        if (this.#waiting.length === 0) await waitForLate()
        takeLate()
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** Finds the request after which something was thrown that nobody caught: the last one alone, or the one before, … */
  async #blame(): Promise<void> {
    const { error } = takeLate()!
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error)
    // The same exception at the same place is the same mistake.
    const place = /^ +at .*/m.exec(said)?.[0] ?? said
    const known = this.#places.get(place) ?? { plan: null, tries: 0 }
    this.#places.set(place, known)
    if (known.plan) return this.#about.onCrash(known.plan)
    if (known.tries++ >= TRIES_A_PLACE || this.#blamed++ >= MOST_BLAMED) return
    // What else is on its way would be blamed on the requests that are tried now.
    await waitForLate()
    takeLate()
    const { log, plans, options, phase } = this.#about
    const fault = { check: 'crash', key: 'crash', why: `Nobody catches this: ${said}` } as const
    const suspects = log.all().slice(-SUSPECTS).reverse()
    const findings = suspects.map(({ at, request }) => ({
      plan: plans[at]!,
      finding: findingOf(fault, plans[at]!.name, { requests: [request], answer: null, phase: phase() }),
    }))
    for (const { plan, finding } of findings)
      if (await this.#throwsAlone(finding, options)) return this.#crashed((known.plan = plan), finding)
    // It needs more than one request: the proof finds which.
    for (const claim of findings.slice(0, 4)) {
      if (!this.#about.isNewCrash(claim.plan)) return
      const proved = await this.#about.prove(claim, log.all(), options)
      if (!proved.unstable) return this.#crashed((known.plan = claim.plan), proved)
    }
  }

  async #throwsAlone({ requests }: Finding, { fresh, timeout }: ProveOptions): Promise<boolean> {
    const target = await fresh()
    await target.ask(requests[0]!, { timeout }).catch(() => null)
    await waitForLate()
    await target.close()
    return takeLate() !== undefined
  }

  #crashed(plan: RoutePlan, finding: Finding): void {
    if (this.#about.isNewCrash(plan)) this.#about.tell(finding)
    this.#about.onCrash(plan)
  }
}
