/** One run: sends requests, judges, confirms, shrinks and records. The phases only say what to send. */
import { Log } from '../sequence/log.ts'
import { linked } from '../sequence/makers.ts'
import { hasLate } from '../target/late.ts'
import { type Answer, NoAnswer, type Target, type WireRequest } from '../target/target.ts'
import type { AnyCheck } from './checks.ts'
import { type Claim, Claims } from './claims.ts'
import { type Encoded, encode } from './encode.ts'
import { type Fault, type Finding, findingOf, idOf, type RouteTally } from './finding.ts'
import type { Guide, Headers, Session } from './guide.ts'
import { judge } from './judge.ts'
import type { RoutePlan, Values } from './route-plan.ts'
import { type Asked, Ended, type Noted, Pace, type Progress, type RunOptions } from './run-options.ts'
import { smallest } from './shrink.ts'
import { Tallies } from './tallies.ts'

export { type Asked, Ended, type Progress, type RunOptions }

/** Kept of each route. */
const SUCCESSES = 6
const SHRINK_TRIES = 400
/** Each candidate for a hang costs its time. */
const SHRINK_TRIES_HANG = 40
/** Requests between two attempts to log in again. */
const RENEW_EVERY = 25

export class Run {
  readonly target: Target
  readonly plans: readonly RoutePlan[]
  readonly options: RunOptions
  readonly findings = new Map<string, Finding>()
  /** What was reached so far, for the next requests. */
  readonly reach: Guide
  /** Makes an account and logs in with it; the phases say how. */
  again: (() => Promise<void>) | null = null
  /** Called where a server has ended and was started again. */
  restarted: ((end: { plan: RoutePlan; hangs: boolean }) => Promise<void>) | null = null
  /** What the application was sent: a finding may need some of it. */
  readonly log = new Log()
  /** The first and the newest requests of each route that were answered with a 2xx. */
  readonly successes: { request: WireRequest; answer: Answer }[][]
  /** Secrets of the application that let the run in. */
  readonly found: string[] = []
  phase = 'start'
  requests = 0
  readonly #claims: Claims | null
  readonly #tallies: Tallies
  readonly #pace: Pace
  readonly #startedAt = performance.now()
  /** The number of the request at which the server ended. */
  #endedAt = -1
  #renewedAt = 0
  readonly #progress = (): Progress => ({
    requests: this.requests,
    phase: this.phase,
    findings: this.findings.size,
  })

  constructor(target: Target, plans: readonly RoutePlan[], options: RunOptions, reach: Guide) {
    this.target = target
    this.plans = plans
    this.options = options
    this.reach = reach
    this.#pace = new Pace(options.onProgress)
    this.#tallies = new Tallies(plans, options.without)
    this.successes = plans.map(() => [])
    this.#claims = this.#claimsOf(target, options)
  }

  #remember({ at }: RoutePlan, request: WireRequest, answer: Answer): void {
    const kept = this.successes[at]!
    if (kept.length >= SUCCESSES) kept.splice(2, 1)
    kept.push({ request, answer })
  }

  #claimsOf({ fresh }: Target, { prove, timeout, signal }: RunOptions): Claims | null {
    if (!fresh || !prove) return null
    const crash = { check: 'crash', key: 'crash', why: '' } as const
    return new Claims({
      ...{ prove, log: this.log, plans: this.plans, options: { fresh, timeout, signal } },
      phase: () => this.phase,
      isNewCrash: (plan) => this.isNew(plan, crash),
      drop: ({ id }) => void this.findings.delete(id),
      onCrash: (plan) => {
        this.#tallies.hung(plan)
      },
      tell: (finding) => {
        this.findings.set(finding.id, finding)
        this.options.onFinding?.(finding)
      },
    })
  }

  wants(check: AnyCheck): boolean {
    return this.options.checks.has(check)
  }

  /** Throws `Ended` if a limit is reached: phases call it before each request. */
  checkLimits(): void {
    const { maxRequests, maxTime, signal, only } = this.options
    if (signal?.aborted) throw new Ended('interrupted')
    if (only !== undefined && this.findings.has(only)) throw new Ended('complete')
    if (this.requests >= maxRequests) throw new Ended('max-requests')
    if (maxTime !== Number.POSITIVE_INFINITY && performance.now() - this.#startedAt >= maxTime)
      throw new Ended('max-time')
  }

  /** Whether a route still answers often enough to be asked more. */
  isWorthwhile(plan: RoutePlan): boolean {
    return this.#tallies.isWorthwhile(plan)
  }

  /** Sends and judges; a new fault is confirmed, shrunk and recorded. Null if the values cannot be encoded. */
  async try(plan: RoutePlan, values: Values): Promise<Asked | null> {
    const asked = await this.ask(plan, values)
    if (asked === null) return null
    for (const fault of this.#faultsOf(plan, asked))
      if (this.isNew(plan, fault)) await this.#confirm(plan, values, fault, asked)
    return asked
  }

  /** Null where a part cannot carry its value. */
  encode(plan: RoutePlan, values: Values, session: Headers = this.reach.headersFor(plan)): Encoded | null {
    return encode(plan, values, { ...session, ...this.options.headers })
  }

  /** Sends without judging. */
  async ask(plan: RoutePlan, values: Values, capture = false, timeout?: number): Promise<Asked | null> {
    await this.#renew()
    const session = this.reach.headersFor(plan)
    return this.#asked(plan, values, session, capture, timeout)
  }

  /** The same with another session. */
  askAs(plan: RoutePlan, values: Values, session: Session, capture = false): Promise<Asked | null> {
    return this.#asked(plan, values, session.headers, capture)
  }

  async #asked(
    plan: RoutePlan,
    values: Values,
    session: Headers,
    capture = false,
    timeout?: number,
  ): Promise<Asked | null> {
    const encoded = this.encode(plan, values, session)
    if (encoded === null) return null
    const answer = await this.send(plan, encoded.request, capture, timeout)
    if (answer) this.reach.observe(plan, values, answer, session)
    return { ...encoded, answer }
  }

  /** A request has ended the session of the run: the login is asked again, at most every so many requests. */
  async #renew(): Promise<void> {
    if (this.reach.ended === null || this.requests - this.#renewedAt < RENEW_EVERY) return
    this.#renewedAt = this.requests
    await this.reach.renew((plan, values, session) => this.askAs(plan, values, session), this.again)
  }

  /** Null where no answer came in time. */
  async send(
    plan: RoutePlan,
    request: WireRequest,
    capture = false,
    timeout?: number,
  ): Promise<Answer | null> {
    // A reset takes away what a phase has made: it is done between two.
    if (this.target.resets === undefined) await this.prove()
    if (this.#tallies.isLeftOut(plan)) return null
    this.options.onRequest?.(request, plan.name, this.#progress)
    this.requests++
    this.#tallies.sent(plan)
    this.#pace.tell(this.#progress, () => this.tallies())
    await this.#pace.breathe()
    const from = performance.now()
    const { restarts } = this.target
    try {
      const answer = await this.target.ask(request, { timeout: timeout ?? this.options.timeout, capture })
      this.#tallies.answered(plan, answer.status, performance.now() - from)
      this.log.add(plan.at, request, answer)
      if (answer.status >= 200 && answer.status < 300) this.#remember(plan, request, answer)
      return answer
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      this.log.add(plan.at, request, null)
      if (this.target.restarts !== restarts) await this.#restarted(plan, error)
      return null
    }
  }

  async #restarted(plan: RoutePlan, { message }: NoAnswer): Promise<void> {
    this.#endedAt = this.requests
    const { restarted } = this
    if (!restarted) return
    this.restarted = null // what it asks may end the server too
    try {
      await restarted({ plan, hangs: message.startsWith('no answer in') })
    } finally {
      this.restarted = restarted
      this.#endedAt = this.requests
    }
  }

  /** What was made before is not there any more. */
  clear(): void {
    this.reach.clear()
    this.log.clear()
    for (const kept of this.successes) kept.length = 0
  }

  /** Notes what a phase has found. Only the last `core` requests have to stay; those before may not be needed. */
  note(plan: RoutePlan, fault: Fault, { core, isShown, ...about }: Noted): void {
    if (!this.isNew(plan, fault)) return
    this.#keep(plan, findingOf(fault, plan.name, { ...about, phase: this.phase }), { core, isShown })
  }

  /** Shows on fresh applications what was found since the last time, and tells it; `lost` says why that cannot be. */
  async prove(lost?: string): Promise<void> {
    await this.#claims?.settle(lost)
  }

  /** Whether findings are shown on a fresh application before they are told. */
  get proves(): boolean {
    return this.#claims !== null
  }

  tallies(): RouteTally[] {
    return this.#tallies.all()
  }

  /** How often each route has ended the server. */
  get ends(): number[] {
    return this.#tallies.ends
  }

  #faultsOf(plan: RoutePlan, { read, answer }: Asked): Fault[] {
    // It was thrown away with an exception, which `prove` tells, or the server ended, which is told already.
    if (answer === null && (hasLate() || this.#tallies.isLeftOut(plan) || this.#endedAt === this.requests))
      return []
    if (answer === null) {
      this.#tallies.hung(plan)
      const why = `No answer came in ${this.options.timeout} ms.`
      return [{ check: 'hang', key: 'hang', why }]
    }
    return judge(plan, read, answer)
  }

  isNew(plan: RoutePlan, { check, key }: Fault): boolean {
    if (!this.wants(check)) return false
    const id = idOf(check, plan.name, key)
    if (check === 'no-5xx' && this.#tallies.hasFailedEnough(plan, this.findings.values())) return false
    return !this.findings.has(id) && (this.options.only === undefined || this.options.only === id)
  }

  async #confirm(plan: RoutePlan, values: Values, fault: Fault, first: Asked): Promise<void> {
    const isHang = fault.check === 'hang'
    // Long enough for a route that is only slow, short enough to try often.
    const slow = Math.max(250, this.#tallies.slowest(plan) * 20)
    const timeout = isHang ? Math.min(this.options.timeout, slow) : undefined
    const ask = (candidate: Values): Promise<Asked | null> =>
      this.options.signal?.aborted ? Promise.resolve(null) : this.ask(plan, candidate, true, timeout)
    const judged = (asked: Asked): Fault[] => this.#judged(plan, asked, isHang)
    const shown = await smallest(values, fault, {
      ask,
      judged,
      tries: isHang ? SHRINK_TRIES_HANG : SHRINK_TRIES,
    })
    if (shown?.fault) {
      const { asked, values } = shown
      const about = { requests: [asked.request], values, answer: asked.answer, phase: this.phase }
      this.#keep(plan, findingOf(shown.fault, plan.name, about), { read: asked.read })
      return
    }
    // The receiver read another value than expected, or takes it only once: then a fresh application decides.
    const isTold = ['no-5xx', 'hang'].includes(fault.check)
    if (!shown || !(isTold || this.#claims?.doubts(idOf(fault.check, plan.name, fault.key)))) return
    const { request, answer } = first
    const about = { requests: [request], values, answer, phase: this.phase, unstable: true }
    const finding = findingOf(fault, plan.name, about)
    this.#keep(plan, finding, { read: first.read, isDoubted: !isTold })
  }

  #judged(plan: RoutePlan, asked: Asked, isHang: boolean): Fault[] {
    if (asked.answer === null)
      return isHang
        ? [{ check: 'hang', key: 'hang', why: `No answer came in ${this.options.timeout} ms.` }]
        : []
    return judge(plan, asked.read, asked.answer)
  }

  #keep(plan: RoutePlan, finding: Finding, how: Partial<Claim>): void {
    if (this.findings.has(finding.id)) return
    const { isShown } = how
    const told =
      this.proves && !isShown ? finding : { ...finding, ...linked(finding, this.log.all(), how.core) }
    this.findings.set(told.id, told)
    if (this.#claims && !isShown) this.#claims.add({ finding, plan, ...how })
    else this.options.onFinding?.(told)
  }
}
