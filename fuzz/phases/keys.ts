/** Routes that need a key: whether they reject another one, and whether their neighbours need one too. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { plainOf } from './samples.ts'

interface Tried {
  plan: RoutePlan
  request: WireRequest
  answer: Answer
}

export async function keys(run: Run): Promise<void> {
  if (!run.wants('auth-altered-key') && !run.wants('auth-missing')) return
  run.phase = 'keys'
  const locked: Tried[] = []
  const open: Tried[] = []
  for (const plan of run.plans) {
    const tried = await withKey(run, plan, undefined)
    if (tried === null) continue
    if (isRefusal(tried.answer)) locked.push(tried)
    else if (entered(tried)) open.push(tried)
  }
  for (const { plan } of locked) await alter(run, plan)
  for (const one of open) report(run, one, locked, open)
}

/** The plain request with a key, or without any. */
async function withKey(run: Run, plan: RoutePlan, key: string | undefined): Promise<Tried | null> {
  run.checkLimits()
  const encoded = run.encode(plan, plainOf(plan))
  if (encoded === null) return null
  const { authorization: _key, ...headers } = encoded.request.headers
  const request = {
    ...encoded.request,
    headers: { ...headers, ...(key === undefined ? {} : { authorization: key }) },
  }
  const answer = await run.send(plan, request)
  return answer === null ? null : { plan, request, answer }
}

function isRefusal({ status }: Answer): boolean {
  return status === 401 || status === 403
}

/** Whether the handler answered, as far as that can be seen. */
function entered({ plan, answer }: Tried): boolean {
  if (!answer.seen) return answer.status < 400
  return answer.seen.handled && answer.seen.route === plan.route.url
}

async function alter(run: Run, plan: RoutePlan): Promise<void> {
  for (const [how, key] of alteredKeys(run.options.headers['authorization'])) {
    const fault = { check: 'auth-altered-key', key: how, why: '' } as const
    if (!run.isNew(plan, fault)) continue
    const tried = await withKey(run, plan, key)
    if (tried === null || isRefusal(tried.answer) || !entered(tried)) continue
    const why = `Without a key the answer is a refusal, and with ${how} it is ${tried.answer.status}.`
    run.note(plan, { ...fault, why }, { requests: [tried.request], answer: tried.answer })
  }
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

function swapCase(text: string): string {
  const upper = text.toUpperCase()
  return upper === text ? text.toLowerCase() : upper
}

function report(run: Run, { plan, request, answer }: Tried, locked: Tried[], open: Tried[]): void {
  const { route } = plan
  if (route.isPublic) return
  for (const { name, has } of groupsOf(plan)) {
    const beside = locked.filter((one) => has(one.plan))
    const others = open.filter((one) => has(one.plan) && !one.plan.route.isPublic)
    // One locked route among open ones is the exception itself; an open one among locked ones is a gap.
    if (beside.length < 2 || beside.length <= others.length) continue
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
