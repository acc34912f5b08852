/** Routes that need a key: whether they reject another one, and whether their neighbours need one too. */
import type { Headers } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isSchema } from '../schema/walk.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { liveOf, samplerOf } from './live.ts'

/** What is asked by monitors and clients before they have a key. */
const PUBLIC = /\/(status|version|healthz?|health-?check|ping|livez?|readyz?|ready|info)$/i
/** Paths below which hardly anything is for everybody. */
const PERSONAL = /^\/((api|v\d+)\/)*(admin\w*|me|my|account|internal|private|manage|settings)\//i
/** Locked routes beside a single open one that show that it was forgotten. */
const ALONE_AMONG = 5

interface Tried {
  plan: RoutePlan
  values: Values
  request: WireRequest
  answer: Answer
}

export async function keys(run: Run): Promise<void> {
  if (!run.wants('auth-altered-key') && !run.wants('auth-missing')) return
  run.phase = 'keys'
  const locked: Tried[] = []
  const open: Tried[] = []
  for (const plan of run.plans) {
    let tried = await withKey(run, plan, liveOf(run, plan))
    if (tried?.answer.status === 404) tried = (await withSomething(run, plan)) ?? tried
    if (tried === null) continue
    if (isRefusal(tried.answer)) locked.push(tried)
    else if (entered(tried)) open.push(tried)
  }
  const careless: RoutePlan[] = []
  for (const one of locked) {
    // One door stands before all routes of a context: what it lets in is told once.
    if (careless.some((plan) => groupsOf(plan).some(({ has }) => has(one.plan)))) continue
    if (await alter(run, one)) careless.push(one.plan)
  }
  for (const one of open) report(run, one, locked, open)
}

/** What is not there says less than what is: without a key, what is shown to those who have one. */
async function withSomething(run: Run, plan: RoutePlan): Promise<Tried | null> {
  const sampler = samplerOf(run, plan)
  for (let turn = 0; turn < 8; turn++) {
    run.checkLimits()
    const values = run.reach.fill(plan, sampler.fitting(), turn % 2)
    if (((await run.ask(plan, values))?.answer?.status ?? 500) < 300) return withKey(run, plan, values)
  }
  return null
}

/** A request with a key, or without any. */
async function withKey(run: Run, plan: RoutePlan, values: Values, key: Headers = {}): Promise<Tried | null> {
  run.checkLimits()
  const encoded = run.encode(plan, values, key)
  if (encoded === null) return null
  const { authorization: _key, ...headers } = encoded.request.headers
  const { authorization } = key
  const request = {
    ...encoded.request,
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
  }
  const answer = await run.send(plan, request)
  return answer === null ? null : { plan, values, request, answer }
}

function isRefusal({ status }: Answer): boolean {
  return status === 401 || status === 403
}

/** Whether the handler answered, as far as that can be seen. */
function entered({ plan, answer }: Tried): boolean {
  if (!answer.seen) return answer.status < 400
  return answer.seen.handled && answer.seen.route === plan.route.url
}

/** Whether another key lets a request in; the first one that does is told. */
async function alter(run: Run, { plan, values }: Tried): Promise<boolean> {
  const own = run.reach.headersFor(plan)
  const right = run.options.headers['authorization'] ?? own['authorization']
  const keys = alteredKeys(right).map(([how, key]) => [how, { authorization: key }] as [string, Headers])
  const others = right === undefined ? Object.entries(own) : []
  for (const [name, key] of others)
    keys.push(
      ...alteredValues(name, key).map(
        ([how, value]) => [how, { ...own, [name]: value }] as [string, Headers],
      ),
    )
  for (const [how, key] of keys) {
    const fault = { check: 'auth-altered-key', key: how, why: '' } as const
    if (!run.isNew(plan, fault)) continue
    const tried = await withKey(run, plan, values, key)
    if (tried === null || isRefusal(tried.answer) || !entered(tried)) continue
    const why = `Without a key the answer is a refusal, and with ${how} it is ${tried.answer.status}.`
    run.note(plan, { ...fault, why }, { requests: [tried.request], answer: tried.answer })
    return true
  }
  return false
}

function alteredKeys(right: string | undefined): [how: string, key: string][] {
  const guesses: [string, string][] = ['', 'null', 'undefined', '*', 'true', "' or 1=1 --"].map((key) => [
    `the key ${JSON.stringify(key)}`,
    `Bearer ${key}`.trim(),
  ])
  guesses.push(['another key', 'Bearer another-key'], ['another scheme', 'Basic YTpi'])
  if (right === undefined) return guesses
  const [scheme = '', ...rest] = right.split(' ')
  const key = rest.join(' ')
  return [
    ...guesses,
    ['the key without its last character', right.slice(0, -1)],
    ['the key and one character more', `${right}x`],
    ['the key in another case', `${scheme} ${swapCase(key)}`],
    ['the first half of the key', `${scheme} ${key.slice(0, Math.ceil(key.length / 2))}`],
    ['the key with its last character changed', `${right.slice(0, -1)}${right.endsWith('x') ? 'y' : 'x'}`],
  ].filter(([, altered]) => altered !== right) as [string, string][]
}

/** The same for a key in another header or in the query, and for the value of each cookie. */
function alteredValues(name: string, right: string): [how: string, key: string][] {
  const alter = (change: (key: string) => string): string =>
    name === 'cookie' ? right.replace(/=([^;]*)/g, (_, value: string) => `=${change(value)}`) : change(right)
  const ways: [string, string][] = [
    ['the key without its last character', alter((key) => key.slice(0, -1))],
    ['the first half of the key', alter((key) => key.slice(0, Math.ceil(key.length / 2)))],
    ['the key and one character more', alter((key) => `${key}x`)],
  ]
  return ways.filter(([, altered]) => altered !== right)
}

function swapCase(text: string): string {
  const upper = text.toUpperCase()
  return upper === text ? text.toLowerCase() : upper
}

function report(run: Run, { plan, request, answer }: Tried, locked: Tried[], open: Tried[]): void {
  if (!isMeantLocked(plan, answer)) return
  for (const { name, has } of groupsOf(plan)) {
    const beside = locked.filter((one) => has(one.plan))
    const others = open.filter(
      (one) => has(one.plan) && one.plan !== plan && isMeantLocked(one.plan, one.answer),
    )
    const alike = (all: Tried[]): number => all.filter((one) => reads(one.plan) === reads(plan)).length
    // Many are open for reading and locked for writing: what is locked has to be alike, or this one alone among many, or below one.
    const isGap = alike(beside) >= 2 && alike(beside) > alike(others) * 2
    const isInside = others.length === 0 && beside.some((one) => reads(one.plan) && isBelow(plan, one.plan))
    const isAlone = others.length === 0 && beside.length >= ALONE_AMONG
    if (
      !(isGap || isAlone || isInside) ||
      !(PERSONAL.test(plan.route.url) || beside.some((one) => isRelated(one.plan, plan)))
    )
      continue
    const names = beside.map((one) => one.plan.name)
    const shown =
      names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
    const why =
      `${shown} ${name} refuse a request without a key, and this route answers ${answer.status}. ` +
      'If that is meant, say so with config: { public: true }.'
    run.note(plan, { check: 'auth-missing', key: 'open', why }, { requests: [request], answer })
    return
  }
}

/** Not what says that it is public, gives a key, takes a password, or has a key in its path. */
function isMeantLocked({ route, parts }: RoutePlan, { status, headers, body }: Answer): boolean {
  if (route.isPublic || status >= 300 || PUBLIC.test(route.url) || headers['set-cookie'] !== undefined)
    return false
  const names = [...parts.values()].flatMap(({ schema }) =>
    isSchema(schema) && isSchema(schema['properties']) ? Object.keys(schema['properties']) : [],
  )
  const isDoor = /passw(or)?d|secret|token|api_?key|credential/i
  return (
    ![...names, route.url].some((name) => isDoor.test(name)) &&
    !/"[\w-]*(token|secret|jwt)"\s*:\s*"/i.test(body)
  )
}

function reads({ route }: RoutePlan): boolean {
  return route.method === 'GET' || route.method === 'HEAD'
}

/** One path is the other, or the beginning of it: `/orders` and `/orders/:id/refund`. */
function isRelated({ route: left }: RoutePlan, { route: right }: RoutePlan): boolean {
  const [one, other] = [left.url, right.url].map((url) => `${url.replace(/\/[:*][^/]*$/, '')}/`) as [
    string,
    string,
  ]
  return one.startsWith(other) || other.startsWith(one)
}

/** A route below one thing of a list: `/orders/:id/lines` below `/orders`. */
function isBelow({ route }: RoutePlan, { route: list }: RoutePlan): boolean {
  return /^\/:[^/]+\/./.test(route.url.slice(list.url.length)) && route.url.startsWith(list.url)
}

interface Group {
  name: string
  has(other: RoutePlan): boolean
}

function groupsOf({ route }: RoutePlan): Group[] {
  const groups: Group[] = []
  const { context } = route
  if (context !== '' && context.includes('->'))
    groups.push({
      name: 'of the same context',
      has: ({ route: other }) => other.context === context,
    })
  const prefix = prefixOf(route.url)
  if (prefix !== '')
    groups.push({ name: `below ${prefix}`, has: (other) => prefixOf(other.route.url) === prefix })
  return groups
}

/** The first segment of a path with several: `/admin` of `/admin/users`. */
function prefixOf(url: string): string {
  const [, first = '', ...rest] = url.split('/')
  return rest.length === 0 || /[:*]/.test(first) ? '' : `/${first}`
}
