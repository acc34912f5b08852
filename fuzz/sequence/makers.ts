/** Which requests of a log have made the values that others carry. */
import type { Answer, WireRequest } from '../target/target.ts'
import { alterationTo } from './altered.ts'
import { type Expectation, shifted } from './expectation.ts'
import { keysIn, type Link, leavesOf, linksOf, valuesIn } from './links.ts'
import type { Exchange } from './log.ts'
import type { Recorded } from './replay.ts'

const firsts = new WeakMap<readonly Recorded[], ReadonlyMap<string, number>>()

/** For each value the place of the exchange that showed it first, or that sent it first. */
function firstIn(log: readonly Recorded[]): ReadonlyMap<string, number> {
  const known = firsts.get(log)
  if (known) return known
  const first = new Map<string, number>()
  const note = (value: string, at: number): void => {
    if (value.length > 1 && !first.has(value)) first.set(value, at)
  }
  const reads = ({ request }: Recorded): boolean => request.method === 'GET'
  const passes: ((one: Recorded, at: number) => void)[] = [
    (one, at) => {
      const sent = valuesIn(one.request)
      if (!reads(one)) for (const value of shownBy(one)) if (!sent.has(value)) note(value, at)
    },
    ({ request }, at) => {
      const { method, url, body } = request
      if (method === 'GET' || body === undefined) return
      // What the path names is there before, but for what is put at its end.
      const put = method === 'PUT' ? url.slice(url.lastIndexOf('/') + 1) : ''
      for (const value of valuesIn({ ...request, url: put })) note(value, at)
    },
    (one, at) => {
      if (reads(one)) for (const value of shownBy(one)) note(value, at)
    },
  ]
  for (const pass of passes)
    for (const [at, one] of log.entries())
      if (one.status !== undefined && one.status >= 200 && one.status < 400) pass(one, at)
  firsts.set(log, first)
  return first
}

/** For each value of the core the one request whose answer showed it first, or that sent it first, and what these need in turn. */
export function makersOf<One extends Recorded>(
  core: readonly Recorded[],
  log: readonly One[],
  more: readonly string[],
  kept: readonly One[] = [],
): One[] {
  const first = firstIn(log)
  const found = new Set(kept.map((one) => log.indexOf(one)))
  const open: Iterable<string>[] = [...core.map(({ request }) => valuesIn(request)), more]
  for (const { request } of core)
    for (const word of keysIn(request)) if (!first.has(word)) open.push(alikeIn(word, first))
  for (let values = open.pop(); values !== undefined; values = open.pop())
    for (const value of values) {
      const at = first.get(value)
      if (at === undefined || found.has(at)) continue
      found.add(at)
      open.push(valuesIn(log[at]!.request))
    }
  return [...found].sort((left, right) => left - right).map((at) => log[at]!)
}

function shownBy(one: Recorded): Iterable<string> {
  return one.body === undefined ? [] : leavesOf(one as Exchange).values()
}

/** What led to the things that a core names: what made them, and what was done to each that these requests name. */
export function stepsTo<One extends Recorded>(core: readonly Recorded[], log: readonly One[]): One[] {
  const makers = makersOf(core, log, [])
  const ids = new Set(
    [...makers, ...core].flatMap((one) => segmentsOf(one.request)).filter((one) => /\d/.test(one)),
  )
  const isAbout = ({ request, status = 0 }: Recorded): boolean =>
    request.method !== 'GET' &&
    status >= 200 &&
    status < 300 &&
    segmentsOf(request).some((one) => ids.has(one))
  const about = log.filter(isAbout)
  return makersOf([...about, ...core], log, [], about)
}

/** The key that another one was made from. */
function alikeIn(word: string, known: ReadonlyMap<string, unknown>): string[] {
  for (const value of known.keys()) if (alterationTo(word, value)) return [value]
  return []
}

/** The parts of a path. */
export function segmentsOf({ url }: Recorded['request']): string[] {
  return url.split('?')[0]!.split('/')
}

/** The requests with their answers. What was sent again later has that answer only where it stands at the end. */
export function recordedOf(requests: readonly WireRequest[], log: readonly Exchange[]): Recorded[] {
  const sent = new Map<unknown, Exchange[]>()
  for (const one of log) {
    const known = sent.get(one.request)
    if (known) known.push(one)
    else sent.set(one.request, [one])
  }
  return requests.map((request, at) => {
    const all = sent.get(request)
    const isLast = at === requests.length - 1
    return (isLast ? all?.at(-1) : all && all.length > 1 ? all.shift() : all?.[0]) ?? { request }
  })
}

interface Told {
  requests: WireRequest[]
  links?: Link[]
  expected?: Expectation
  together?: { wrong: number }
  concurrent?: { from: number; to: number }
}

/**
 * A sequence that no fresh application can shorten: what made the values in it comes before it, and of what is not its core the
 * reads stay whose answers give values to later requests.
 */
export function linked(
  { requests: given, expected, together, concurrent }: Told,
  log: readonly Exchange[],
  core = given.length,
): Told {
  const own = recordedOf(given, log)
  const makers = makersOf(own, log, []).filter(({ request }) => !given.includes(request))
  const requests = [...makers.map(({ request }) => request), ...given]
  const answers = [...makers, ...own].map(
    ({ status = 0, body = '', location = '' }: Recorded): Answer => ({
      ...{ status, body },
      headers: { location },
    }),
  )
  const used = new Set(linksOf(requests, answers).map((one) => one.from))
  const isKept = (_: unknown, at: number): boolean => {
    const { method } = requests[at]!
    // A maker that gives nothing has only sent the same value, which a PUT makes a name of.
    const stays = at < makers.length ? method === 'PUT' : method !== 'GET'
    return at >= requests.length - core || stays || used.has(at)
  }
  const kept = requests.filter(isKept)
  const links = linksOf(kept, answers.filter(isKept))
  const before = kept.length - core
  const group = together ? { from: 0, to: core } : concurrent
  return {
    requests: kept,
    ...(links.length > 0 ? { links } : {}),
    ...(expected ? { expected: shifted(expected, before) } : {}),
    ...(together ? { together: { wrong: together.wrong + before } } : {}),
    ...(group ? { concurrent: { from: group.from + before, to: group.to + before } } : {}),
  }
}
