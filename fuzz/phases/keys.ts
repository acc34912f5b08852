/** Routes that need a key: whether they reject another one, and whether their neighbours need one too. */
import { encode, IN_QUERY } from '../engine/encode.ts'
import type { Headers } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isCredential } from '../reach/names.ts'
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

/** A request with these credentials, or without any. */
async function withKey(run: Run, plan: RoutePlan, values: Values, key: Headers = {}): Promise<Tried | null> {
  run.checkLimits()
  const [, rest] = credentialsOf(run, plan)
  const encoded = encode(plan, values, { ...rest, ...key })
  if (encoded === null) return null
  const { headers } = encoded.request
  const kept = Object.entries(headers).filter(([name]) => !isSecret(name))
  const own = Object.entries(key).filter(([name]) => !name.startsWith(IN_QUERY))
  const request = { ...encoded.request, headers: Object.fromEntries([...kept, ...own]) }
  const answer = await run.send(plan, request)
  return answer === null ? null : { plan, values, request, answer }
}

const isSecret = (name: string): boolean =>
  name === 'cookie' || name.startsWith(IN_QUERY) || /auth|key|secret|pass/.test(name) || isCredential(name)

/** The headers that let requests of this run in, and the others that it sends. */
function credentialsOf(run: Run, plan: RoutePlan): [secret: Headers, rest: Headers] {
  const given = Object.entries(run.options.headers).map(([name, value]) => [name.toLowerCase(), value])
  const all: [string, string][] = Object.entries({
    ...run.reach.headersFor(plan),
    ...Object.fromEntries(given),
  })
  const part = (secret: boolean): Headers =>
    Object.fromEntries(all.filter(([name]) => isSecret(name) === secret))
  return [part(true), part(false)]
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
  const [own] = credentialsOf(run, plan)
  const keys: [how: string, key: Headers][] = GUESSES.map(([how, authorization]) => [how, { authorization }])
  for (const [name, right] of Object.entries(own))
    if (await isNeeded(run, plan, values, own, name))
      for (const [how, altered] of alteredKeys(name, right)) keys.push([how, { ...own, [name]: altered }])
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

/** Of several credentials each may let in by itself: one that is not needed is not altered next to the right others. */
async function isNeeded(
  run: Run,
  plan: RoutePlan,
  values: Values,
  own: Headers,
  name: string,
): Promise<boolean> {
  const { [name]: _one, ...others } = own
  if (Object.keys(others).length === 0) return true
  const tried = await withKey(run, plan, values, others)
  return tried === null || isRefusal(tried.answer)
}

const GUESSES: readonly (readonly [how: string, key: string])[] = [
  ...['', 'null', 'undefined', '*', 'true', "' or 1=1 --"].map(
    (key) => [`the key ${JSON.stringify(key)}`, `Bearer ${key}`.trim()] as const,
  ),
  ['another key', 'Bearer another-key'],
  ['another scheme', 'Basic YTpi'],
]

/** What a careless comparison takes for the key: its beginning, its end, what contains it, another case. */
const ALTERED: readonly (readonly [how: string, alter: (key: string) => string])[] = [
  ['the key without its last character', (key) => key.slice(0, -1)],
  ['the key without its first character', (key) => key.slice(1)],
  ['the first half of the key', (key) => key.slice(0, Math.ceil(key.length / 2))],
  ['the last half of the key', (key) => key.slice(Math.floor(key.length / 2))],
  ['the key and one character more', (key) => `${key}x`],
  ['one character more and the key', (key) => `x${key}`],
  ['the key inside of another', (key) => `x${key}x`],
  ['a list that has the key', (key) => `x,${key}`],
  ['the key in another case', swapCase],
  ['the key with its last character changed', (key) => `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`],
]

/** The same for a key in a header or in the query, for the value of each cookie, and for what follows a scheme. */
function alteredKeys(name: string, right: string): [how: string, key: string][] {
  const [, scheme = '', key = right] = name === 'authorization' ? (/^(\S+ +)(.*)$/.exec(right) ?? []) : []
  return ALTERED.map(([how, change]): [string, string] => [
    how,
    name === 'cookie'
      ? right.replace(/=([^;]*)/g, (_, value: string) => `=${change(value)}`)
      : scheme + change(key),
  ]).filter(([, altered]) => altered !== right)
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
