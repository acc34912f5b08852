/** `fuzz(app, options)`: the phases one after the other on a target, and the report of what they found. */
import { cost } from './cost/cost.ts'
import { type AnyCheck, CHECK_IDS, isCheckId } from './engine/checks.ts'
import { type Finding, type FuzzReport, isError, type RouteTally } from './engine/finding.ts'
import type { Branches } from './engine/guide.ts'
import { lints } from './engine/lints.ts'
import { planRoute } from './engine/route-plan.ts'
import { Ended, type Progress, Run } from './engine/run.ts'
import { PROFILES, type Profile, type Shard } from './engine/run-options.ts'
import { prove } from './evidence/prove.ts'
import { restarted } from './evidence/restarts.ts'
import { replay } from './phases/corpus.ts'
import { enter } from './phases/enter.ts'
import { keys } from './phases/keys.ts'
import { lookups } from './phases/lookups.ts'
import { mediaTypes } from './phases/media-types.ts'
import { reach } from './phases/reach.ts'
import { recorded } from './phases/recorded.ts'
import { together } from './phases/together.ts'
import { transports } from './phases/transports.ts'
import { boundaries, examples, random } from './phases/values.ts'
import { withDeclared } from './reach/declared.ts'
import { faultOfIdentities, type Identity } from './reach/identities.ts'
import { Reach } from './reach/reach.ts'
import { routeAt } from './reach/route-match.ts'
import type { Recorded } from './sequence/replay.ts'
import { configured } from './setup/configured.ts'
import { faultOfSetup, type Setup } from './setup/setup.ts'
import { again } from './state/again.ts'
import { beside, crowd } from './state/crowd.ts'
import { kept } from './state/kept.ts'
import { others } from './state/others.ts'
import { pages } from './state/pages.ts'
import { pollution } from './state/pollution.ts'
import { removals } from './state/removal.ts'
import { searched } from './state/searched.ts'
import { shown } from './state/shown.ts'
import { strangers } from './state/strangers.ts'
import { undeclared } from './state/undeclared.ts'
import { targetOf } from './target/load.ts'
import { type Target, TargetGone, type WireRequest } from './target/target.ts'

export interface FuzzOptions {
  /** Equal seeds send equal requests. Default 1. */
  seed?: number
  /** Default 10,000. What confirms and shrinks a finding counts too. */
  maxRequests?: number
  /** In milliseconds; no limit by default. */
  maxTime?: number
  /** Milliseconds until a request counts as unanswered. Default 2000. */
  timeout?: number
  /** The checks to make. Default: all of them. */
  checks?: readonly AnyCheck[]
  /**
   * How much of a contract is expected. `lenient`, the default: what a framework answers by itself is declared nowhere, and a payload
   * may have more than its response schema shows. `strict`: each status and each property has to be declared.
   */
  profile?: Profile
  /** Headers of every request, such as `authorization`. */
  headers?: Readonly<Record<string, string>>
  /** Ways in: the first one is used where nothing else is known, the others where it is refused. */
  identities?: readonly Identity[]
  /** What a configuration says: `identities` of it too, if there are none here. */
  setup?: Setup
  /** Ends as soon as the finding with this id is found, and reports no other. */
  only?: string
  /** Ends the run; the report has what was found until then. */
  signal?: AbortSignal
  /** No time in the report, and no check of time or memory: equal runs give equal reports. Default false. */
  deterministic?: boolean
  /** Counts the branches of the application's code: requests that reach a new one are kept and varied. The command has one of V8. */
  branches?: Branches
  /** This run is one of several that share the work: each sends other random requests, and has its part of the phases. */
  shard?: Shard
  /** What earlier runs found: asked again before anything else. */
  corpus?: readonly Finding[]
  /** A session that was recorded: its requests are sent, and its values are used later. */
  recording?: readonly Recorded[]
  /** Routes that are left out, such as `GET /users/:id`. */
  without?: readonly string[]
  onFinding?: (finding: Finding) => void
  onProgress?: (progress: Progress, routes: () => RouteTally[]) => void
  onRequest?: (request: WireRequest, route: string, progress: () => Progress) => void
}

/** An option has a wrong value; the message says what would be right. */
export class FuzzUsageError extends Error {
  override name = 'FuzzUsageError'
}

/** Between the seeds of two runs that share the work. */
const NEXT_SEED = 1_000_003
const GONE = 'the server is not there to be asked again.'
/** Requests before the last one that are told with the end of a server. */
const BEFORE = 2

/** Those that send many requests are behind those that send few. The random phase runs until a limit is reached, so it is last. */
const PHASES = [
  ...[
    lints,
    reach,
    lookups,
    examples,
    keys,
    mediaTypes,
    transports,
    together,
    kept,
    searched,
    pages,
    undeclared,
    pollution,
    removals,
  ],
  ...[shown, again, crowd, beside, strangers, others, boundaries, cost, random],
]
/** Runs that share the work have these all: the first ones are where the others begin, and the last ones share them out. */
const ALL: ReadonlySet<unknown> = new Set([reach, lookups, examples, boundaries, random])
/** After these the findings are shown where that takes a reset, which takes away what the phases have made. */
const PROVED: ReadonlySet<unknown> = new Set([reach, keys, shown, others, cost])

/**
 * Fuzzes an application: reads its routes and schemas, asks what is at the edges of them and beyond, and reports what is wrong.
 * `app` is an instance (before it is ready, to see the most), a function that makes one, a plugin, or a `Target` of your own.
 *
 * @example
 * import touchstone from 'touchstone'
 * import { fuzz } from 'touchstone/fuzz'
 *
 * const app = touchstone()
 * const querystring = { type: 'object', properties: { of: { type: 'integer', minimum: 0, maximum: 9 } }, required: ['of'] } as const
 * app.get('/half', { schema: { querystring } }, async ({ query }) => {
 *   if (query.of === 9) throw new Error('nine')
 *   return { half: query.of / 2 }
 * })
 * const { findings } = await fuzz(app, { maxRequests: 200 })
 * console.log(findings.map(({ check, requests }) => `${check}: ${requests[0]?.url}`)) // [ 'no-5xx: /half?of=9' ]
 */
export async function fuzz(app: unknown, options: FuzzOptions = {}): Promise<FuzzReport> {
  const checks = checked(options.checks, Object.keys(options.setup?.checks ?? {}))
  const { setup, branches = null, without = [] } = options
  const profile = options.profile ?? setup?.profile ?? 'lenient'
  const identities = options.identities ?? setup?.identities
  const fault = (setup && faultOfSetup(setup)) ?? (identities ? faultOfIdentities(identities) : null)
  if (fault !== null) throw new FuzzUsageError(fault)
  if (!PROFILES.includes(profile))
    throw new FuzzUsageError(`The profile is ${PROFILES.join(' or ')}, not ${JSON.stringify(profile)}.`)
  const inner = isTarget(app) ? app : await targetOf(app)
  const target = setup ? configured(inner, setup, options.maxTime) : inner
  const { maxRequests = 10_000, maxTime = Number.POSITIVE_INFINITY, timeout = 2000 } = options
  const { headers = {}, only, signal, shard, onFinding, onProgress, onRequest } = options
  const { seed: given = 1 } = options
  const seed = given + ((shard?.index ?? 1) - 1) * NEXT_SEED
  const from = performance.now()
  try {
    const notes: string[] = []
    const all = (await target.routes()).map((route, at) => planRoute(route, at, notes))
    const plans = profile === 'strict' ? all.map((plan) => ({ ...plan, isStrict: true })) : withDeclared(all)
    const run = new Run(
      target,
      plans,
      {
        ...{ seed, maxRequests, maxTime, timeout, checks, headers, prove, without },
        ...(only === undefined ? {} : { only }),
        ...(signal === undefined ? {} : { signal }),
        ...(shard === undefined ? {} : { shard }),
        ...(onFinding === undefined ? {} : { onFinding }),
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(onRequest === undefined ? {} : { onRequest }),
      },
      new Reach(plans, headers, seed, branches),
    )
    const ended = await through(run, { ...options, identities: identities ?? [] })
    const name = shard && { shard: `${shard.index}/${shard.count}` }
    const found = [...run.findings.values()]
      .map(options.deterministic ? withoutDate : (one) => one)
      // Of a corpus it may be the one of an earlier run.
      .map(({ shard: _earlier, ...one }) => ({ ...one, ...name }))
    return {
      format: 'touchstone-fuzz/1',
      target: target.name,
      form: target.form ?? null,
      seed: given,
      requests: run.requests,
      seconds: options.deterministic ? 0 : Math.round(performance.now() - from) / 1000,
      routes: run.tallies(),
      ...(branches ? { branches: branches.counts() } : {}),
      ...(run.found.length > 0 ? { found: run.found } : {}),
      findings: found.filter(isError),
      warnings: found.filter((one) => !isError(one)),
      notes: [...target.notes, ...notes],
      ended,
    }
  } finally {
    branches?.stop()
    await target.close()
  }
}

function withoutDate(finding: Finding): Finding {
  if (finding.answer === null) return finding
  const { date: _date, ...headers } = finding.answer.headers
  return { ...finding, answer: { ...finding.answer, headers } }
}

async function through(
  run: Run,
  { corpus = [], identities = [], recording = [], deterministic = false }: FuzzOptions,
): Promise<FuzzReport['ended']> {
  let ended: FuzzReport['ended'] = 'complete'
  const { index, count } = run.options.shard ?? { index: 1, count: 1 }
  try {
    const again = await enter(run, identities)
    run.restarted = (end) => restarted(run, end, again)
    const lives = (): number => (run.target.restarts ?? 0) + (run.target.resets ?? 0)
    let life = lives()
    const own = corpus.filter((_, at) => at % count === index - 1)
    await replay(run, own)
    await recorded(run, recording)
    // What is measured by a clock or in memory differs from run to run.
    for (const [at, phase] of PHASES.entries()) {
      if ((phase === cost && deterministic) || !isOf(run.options.shard, at, phase)) continue
      await phase(run)
      if (run.target.resets !== undefined && PROVED.has(phase)) await run.prove()
      if (lives() === life) continue
      // Without what a proof, or the time since a new start, has left: as each proof begins.
      if (run.target.resets !== undefined) await run.target.fresh!()
      run.clear()
      await again()
      await reach(run)
      life = lives()
    }
  } catch (error) {
    if (error instanceof TargetGone) return await gone(run, error)
    if (!(error instanceof Ended)) throw error
    ended = error.why
  }
  try {
    await run.prove()
  } catch (error) {
    if (!(error instanceof TargetGone)) throw error
    return await gone(run, error)
  }
  return ended
}

function isOf(shard: Shard | undefined, at: number, phase: unknown): boolean {
  return shard === undefined || ALL.has(phase) || at % shard.count === shard.index - 1
}

/** What is known of it stays; the last request is told, which cannot be confirmed. */
async function gone(run: Run, { message, request, hangs }: TargetGone): Promise<'crashed'> {
  await run.prove(GONE)
  const check = hangs ? 'hang' : 'crash'
  const plan = routeAt(run.plans, request.method, request.url)?.plan
  const before = run.log
    .all()
    .slice(-BEFORE)
    .map((one) => one.request)
  if (plan) {
    const requests = [...before, request]
    run.note(plan, { check, key: check, why: message }, { requests, answer: null, unstable: true })
    const told = [...run.findings.values()].at(-1)
    if (told?.why === message) told.reason = GONE
  }
  run.target.notes.push(
    `${message}. The run ended in the phase "${run.phase}", at ${request.method} ${request.url}.`,
  )
  return 'crashed'
}

function isTarget(value: unknown): value is Target {
  const { routes, ask } = (value ?? {}) as Partial<Target>
  return typeof routes === 'function' && typeof ask === 'function'
}

function checked(names: readonly string[] | undefined, own: readonly string[]): ReadonlySet<AnyCheck> {
  const all = [...CHECK_IDS, ...own]
  const wrong = names?.find((name) => !isCheckId(name) && !own.includes(name))
  if (wrong !== undefined)
    throw new FuzzUsageError(`There is no check "${wrong}"; there are ${all.join(', ')}.`)
  return new Set(names ?? all)
}
