/** Finds the shortest sequence from a fresh application that shows a fault, and the ids in it that come from answers. */

import type { Claim, ProveOptions } from '../engine/claims.ts'
import type { Finding } from '../engine/finding.ts'
import { shifted } from '../sequence/expectation.ts'
import { linksOf } from '../sequence/links.ts'
import type { Exchange } from '../sequence/log.ts'
import { makersOf, recordedOf, stepsTo } from '../sequence/makers.ts'
import { LONG, type Played, play, type Recorded } from '../sequence/replay.ts'
import { takeLate, waitForLate } from '../target/late.ts'
import type { Target } from '../target/target.ts'
import { aboutOf, itemValues, relatedTo } from './needed.ts'
import { shownBy } from './shows.ts'

/** Those that compare two transports are seen twice before they are told; lints send nothing, and a warning is worth no fresh application. */
const UNPROVED: ReadonlySet<string> = new Set([
  ...['inject-socket', 'header-case', 'lint-all-errors', 'response-undeclared'],
])
/** Fresh applications that one finding may cost. */
const TRIES = 80
/** The same where each costs the time of a hang, or that of what happens after an answer. */
const TRIES_LONG = { hang: 8, crash: 30 }
/** Requests that one finding may cost. */
const REQUESTS = 8000
/** Milliseconds for leaving out requests. */
const LONGEST = 4000
/** Requests of a sequence that is worth twice the time. */
const MANY = 16
/** How often requests are sent at the same time to a server. */
const MOMENTS = 4

/** The finding with the sequence of a fresh application; unstable where no sequence shows it there. */
export async function prove(claim: Claim, log: readonly Exchange[], options: ProveOptions): Promise<Finding> {
  const { finding } = claim
  if (finding.requests.length === 0 || UNPROVED.has(finding.check)) return finding
  const proof = new Proof(claim, log, options)
  for (const before of proof.candidates()) {
    if (!(await proof.shows(before))) continue
    await proof.shorten(before)
    return proof.result()
  }
  const reason =
    proof.lost ?? `A fresh application does not show it after the ${log.length} requests before it either.`
  return { ...finding, unstable: true, reason }
}

class Proof {
  lost: string | null = null
  /** Requests of the finding that may not be needed. */
  readonly #lead: Recorded[]
  readonly #claim: Claim
  readonly #core: Recorded[]
  readonly #log: readonly Exchange[]
  readonly #options: ProveOptions
  #triesLeft: number
  /** Whether requests go over a network, where those that are sent together may be read one after the other. */
  #isRemote = false
  #requestsLeft = REQUESTS
  #best: { played: Played; finding: Finding } | null = null

  constructor(claim: Claim, log: readonly Exchange[], options: ProveOptions) {
    this.#claim = claim
    this.#log = log
    this.#options = options
    this.#triesLeft = TRIES_LONG[claim.finding.check as 'hang'] ?? TRIES
    const { requests, together } = claim.finding
    const core = recordedOf(requests, log)
    if (together) core.unshift({ request: requests[together.wrong]! })
    this.#core = core
    this.#lead = claim.core === undefined ? [] : core.splice(0, core.length - claim.core)
  }

  /** Whether a fresh application shows the fault after these requests; what depends on the moment is tried more often. */
  async shows(before: readonly Recorded[]): Promise<boolean> {
    const { together, concurrent } = this.#claim.finding
    for (let turn = 0; turn < MOMENTS; turn++) {
      if (await this.#shows(before)) return true
      if (!this.#isRemote || !(together || concurrent)) return false
    }
    return false
  }

  async #shows(before: readonly Recorded[]): Promise<boolean> {
    const story = [...before, ...this.#core]
    if (this.#triesLeft <= 0 || this.#requestsLeft < story.length || this.#options.signal?.aborted)
      return false
    this.#triesLeft--
    this.#requestsLeft -= story.length
    let target: Target
    try {
      target = await this.#options.fresh()
    } catch (error) {
      this.lost = `A fresh application did not start: ${(error as Error).message}`
      this.#triesLeft = 0
      return false
    }
    this.#isRemote = target.rush !== undefined
    try {
      const { check, together, concurrent } = this.#claim.finding
      const isCrash = check === 'crash'
      // What throws without the request itself is not its mistake.
      if (isCrash && before.length > 0 && (await this.#throws(before))) return false
      const from = together ? before.length + 1 : before.length + (concurrent?.from ?? 0)
      const to = together ? story.length : before.length + (concurrent?.to ?? 0)
      const group = together || concurrent ? { from, to } : undefined
      const played = await play(target, story, { ...this.#options, together: group })
      if (isCrash) await waitForLate()
      // It is asked by nobody, or by another one than it was.
      if ([...played.strays].some((at) => at >= before.length)) return false
      const own = (list: readonly unknown[]) => list.slice(before.length)
      const core = {
        requests: own(played.requests),
        answers: own(played.answers),
        times: own(played.times),
      }
      if (!this.#isAlike(core.answers as Played['answers'])) return false
      const fault = isCrash ? thrown(this.#claim.finding) : shownBy(this.#claim, core as unknown as Played)
      if (fault === null) return false
      this.#best = { played, finding: { ...this.#claim.finding, ...fault } }
      return true
    } finally {
      await target.close().catch(() => undefined)
    }
  }

  async #throws(before: readonly Recorded[]): Promise<boolean> {
    const target = await this.#options.fresh()
    await play(target, before, this.#options)
    await waitForLate()
    await target.close().catch(() => undefined)
    return takeLate() !== undefined
  }

  /** Whether the requests before the last one did what they did when the finding was made. */
  #isAlike(answers: Played['answers']): boolean {
    const { concurrent } = this.#claim.finding
    if (this.#claim.core === undefined && !concurrent) return true
    const [from, to] = this.#claim.core === undefined ? [concurrent!.from, concurrent!.to] : [0, -1]
    const classOf = (status = 0): number => Math.trunc(status / 100)
    return this.#core
      .slice(from, to)
      .every(
        ({ status }, at) => status === undefined || classOf(status) === classOf(answers[from + at]?.status),
      )
  }

  /** Sequences that may have to come before, the short ones first: what concerns the same ids, what changed something, everything. */
  *candidates(): Generator<Recorded[]> {
    const log = this.#log.filter((one) => !this.#core.includes(one))
    if (this.#lead.length === 0) yield []
    const makers = makersOf(this.#core, log, [])
    if (makers.length > 0) yield makers
    if (this.#lead.length > 0) {
      yield this.#lead
      // The whole sequence, and what it needs from before.
      const before = makersOf([...this.#lead, ...this.#core], log, []).filter(
        (one) => !this.#lead.includes(one),
      )
      if (before.length > 0) yield [...before, ...this.#lead]
    }
    // Of a list the item matters that is wrong.
    const item = itemValues(this.#claim.finding)
    const its = item.length > 0 ? makersOf(this.#core, log, item) : []
    if (its.length > makers.length) yield its
    const about = aboutOf(this.#claim.plan, this.#core, log)
    if (about.length > 0) yield makersOf([...about, ...this.#core], log, [], about)
    const steps = stepsTo(this.#core, log)
    if (steps.length > about.length) yield steps
    const related = relatedTo(this.#core, log)
    if (related.length > 0) yield related
    const changing = log.filter(({ request, status }) => status < 400 && request.method !== 'GET')
    // What may be there only once was made by requests like the last one, when it was shrunk.
    const last = this.#core.at(-1)!.request
    const others = changing.filter(
      ({ request }) => request.method !== last.method || request.url !== last.url,
    )
    if (others.length < changing.length) yield others
    if (changing.length > related.length) yield changing
    for (const count of [200, log.length]) if (log.length > 0) yield log.slice(-count)
  }

  /** Looks for the requests that are needed, each with what made the values in it, and leaves out what is not. */
  async shorten(all: readonly Recorded[]): Promise<void> {
    const since = performance.now()
    const isOver = (length: number): boolean =>
      this.#triesLeft <= 0 || performance.now() - since > (length > MANY ? 2 : 1) * LONGEST
    const needed: Recorded[] = []
    let rest = all
    // What was done to the things that it is about is likelier to be needed.
    const near = new Set(stepsTo(this.#core, all))
    // The shortest end that shows it begins with a request that is needed, if what comes after may stay.
    while (!isOver(rest.length)) {
      const withThe = (some: readonly Recorded[]): Recorded[] =>
        makersOf([...some, ...this.#core], rest, [], some)
      const base = withThe(needed)
      const others = rest.filter((one) => !base.includes(one))
      const extra = [...others.filter((one) => !near.has(one)), ...others.filter((one) => near.has(one))]
      if (extra.length === 0) break
      let [without, enough, best] = [-1, extra.length, rest]
      while (enough - without > 1 && !isOver(rest.length)) {
        // Short ones first: they cost less.
        const half = Math.floor(Math.min((without + enough) / 2, without < 0 ? 0 : without * 4 + 4))
        const some = withThe([...needed, ...extra.slice(extra.length - half)])
        if (some.length === best.length || (await this.shows(some))) [enough, best] = [half, some]
        else without = half
      }
      rest = best
      if (enough === 0) break
      needed.push(extra[extra.length - enough]!)
    }
    // What was made for others that are left out now is not needed either: from the last one, of many several at once.
    let kept = rest
    for (const size of rest.length > MANY ? [8, 1] : [1])
      for (let to = kept.length; to > 0 && !isOver(kept.length); to -= size) {
        const from = Math.max(0, to - size)
        if (size === 1 && this.#isMaker(from)) continue
        const without = [...kept.slice(0, from), ...kept.slice(to)]
        if (await this.shows(without)) kept = without
      }
  }

  /** Whether one of the last requests is about what only this one can have made. */
  #isMaker(at: number): boolean {
    const { requests, answers } = this.#best!.played
    if (requests[at]!.method === 'GET') return false
    const core = requests.slice(-this.#core.length)
    return linksOf(requests, answers).some(
      ({ from, value }) =>
        from === at &&
        value.length >= LONG &&
        core.some(({ url }) => url.includes(encodeURIComponent(value))),
    )
  }

  /** The last sequence that showed it, as it was sent. */
  result(): Finding {
    const { played, finding: shown } = this.#best!
    const { unstable: _unstable, ...finding } = shown
    const { together, concurrent, expected } = finding
    const skipped = together ? 1 : 0
    const before = played.requests.length - this.#core.length
    const kept = <T>(list: readonly T[]): T[] => list.filter((_, at) => at < before || at >= before + skipped)
    const requests = kept(played.requests)
    const answers = kept(played.answers)
    const links = linksOf(requests, answers)
    const answer = together ? answers[before + together.wrong] : answers.at(-1)
    const group = together ? { from: 0, to: requests.length - before } : concurrent
    return {
      ...finding,
      requests,
      ...(requests.length > 1 ? { statuses: answers.slice(0, -1).map((one) => one?.status ?? 0) } : {}),
      ...(links.length > 0 ? { links } : {}),
      ...(answer
        ? { answer: { status: answer.status, headers: { ...answer.headers }, body: answer.body } }
        : {}),
      ...(together ? { together: { wrong: together.wrong + before } } : {}),
      ...(group ? { concurrent: { from: group.from + before, to: group.to + before } } : {}),
      ...(expected ? { expected: shifted(expected, before) } : {}),
    }
  }
}

function thrown(finding: Finding): Finding | null {
  return takeLate() === undefined ? null : finding
}
