/** What earlier runs have found, asked again before anything else. */
import type { Finding } from '../engine/finding.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { routeAt, valuesOf } from '../reach/route-match.ts'
import type { Exchange } from '../sequence/log.ts'
import type { Target, WireRequest } from '../target/target.ts'
import { compare } from './transports.ts'

/** Their phases need thousands of requests, or end the process: they find it again themselves. */
const LEFT: ReadonlySet<string> = new Set(['memory-growth', 'slow-input'])
const OVER_SOCKET: ReadonlySet<string> = new Set(['inject-socket', 'header-case'])
/** Findings of routes that are gone, and those that are not shown any more, are noted. */
export async function replay(run: Run, corpus: readonly Finding[]): Promise<void> {
  run.phase = 'corpus'
  const { notes } = run.target
  for (const finding of corpus) {
    const { route, id, check, values, requests } = finding
    const plan = run.plans.find(({ name }) => name === route)
    if (!plan) notes.push(`The corpus has ${id} of ${route}, and that route no longer exists.`)
    if (!plan || requests.length === 0 || LEFT.has(check) || !run.isNew(plan, finding)) continue
    run.checkLimits()
    if (OVER_SOCKET.has(check)) {
      if (values && run.target.askOverSocket) await compare(run, plan, values)
    } else if (values && isJudgedAlone(finding)) await run.try(plan, values)
    else if (!endsProcess(finding) && !(await shown(run, plan, finding)))
      notes.push(`The corpus has ${id} of ${route}, which its requests do not show any more.`)
  }
}

/** One answer shows it, so it is confirmed and shrunk as in any phase. */
function isJudgedAlone({ check, requests, together, expected }: Finding): boolean {
  return requests.length === 1 && !together && !expected && check !== 'unvalidated-media-type'
}

/** Sent here it would end the run; the phases find it, and the process is started again. */
function endsProcess({ check, why }: Finding): boolean {
  return check === 'hang' || (check === 'crash' && !why.startsWith('Nobody catches this'))
}

/** The whole sequence on a fresh application, or on the server itself. */
async function shown(run: Run, plan: RoutePlan, saved: Finding): Promise<boolean> {
  const { prove, timeout, signal } = run.options
  if (!prove) return false
  const { target } = run
  const same = async (): Promise<Target> => ({
    ...{ name: target.name, notes: [], routes: async () => [], close: async () => undefined },
    ask: (request, options) => target.ask(request, options),
  })
  const { unstable: _unstable, reason: _reason, accepted: _accepted, links = [], ...rest } = saved
  const known = new Set(links.map(({ value }) => value))
  const session = run.reach.headersFor(plan)
  const requests = saved.requests.map((one) => withSession(one, session, known))
  const finding = { ...rest, requests, phase: run.phase }
  const log = requests.map((request, at) => recordedOf({ ...finding, links }, request, at, plan.at))
  const options = { fresh: target.fresh?.bind(target) ?? same, timeout, signal }
  const proved = await prove({ finding, plan, read: readOf(plan, requests.at(-1)!) }, log, options)
  if (proved.unstable) return false
  run.findings.set(proved.id, proved)
  run.options.onFinding?.(proved)
  return true
}

function readOf(plan: RoutePlan, request: WireRequest): Values {
  const match = routeAt([plan], request.method, request.url)
  return match ? valuesOf(match, request) : {}
}

/** A secret that was left out of the file, and that no answer gives, is what the run has in its place. */
function withSession(
  request: WireRequest,
  session: Readonly<Record<string, string>>,
  known: ReadonlySet<string>,
): WireRequest {
  const headers = Object.entries(request.headers).flatMap(([name, text]) => {
    const [secret] = /\$SECRET_[A-Z0-9_]+/.exec(text) ?? []
    if (secret === undefined || known.has(secret)) return [[name, text] as const]
    return session[name] === undefined ? [] : [[name, session[name]] as const]
  })
  return { ...request, headers: Object.fromEntries(headers) }
}

/** The exchange as it was, with as much of its answer as later requests have taken from it. */
function recordedOf({ links = [] }: Finding, request: WireRequest, from: number, at: number): Exchange {
  const answer: Record<string, unknown> = {}
  let location = ''
  for (const link of links) {
    if (link.from !== from) continue
    if (link.pointer === 'location') location = `/${encodeURIComponent(link.value)}`
    else put(answer, link.pointer.slice(1).split('/'), link.value)
  }
  return { at, request, status: 200, body: JSON.stringify(answer), location }
}

function put(object: Record<string, unknown>, [first = '', ...rest]: string[], value: string): void {
  const name = first.replaceAll('~1', '/').replaceAll('~0', '~')
  if (rest.length === 0) object[name] = value
  else put((object[name] ??= {}) as Record<string, unknown>, rest, value)
}
