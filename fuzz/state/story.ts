/** A sequence under way: what was sent, and what came back. */
import type { CheckId } from '../engine/checks.ts'
import { IN_QUERY } from '../engine/encode.ts'
import type { Headers, Session } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Asked, Run } from '../engine/run.ts'
import { isSchema } from '../schema/walk.ts'
import { breaks, type Expectation } from '../sequence/expectation.ts'
import { decoded } from '../sequence/links.ts'
import type { Answer, WireRequest } from '../target/target.ts'

export class Story {
  readonly run: Run
  readonly requests: WireRequest[] = []
  readonly answers: (Answer | null)[] = []

  readonly #session: Session | undefined
  #maker: Headers | null = null

  /** Another number makes other things. */
  readonly style: number

  /** With a session, everything that `ask` sends is of that one. */
  constructor(run: Run, session?: Session, style = 0) {
    this.run = run
    this.#session = session
    this.style = style
  }

  /** Sends without keeping it: as the one who made the first thing, where that one is let in the same way. */
  async ask(plan: RoutePlan, values: Values): Promise<Asked | null> {
    const { run } = this
    if (this.#session) return run.askAs(plan, values, this.#session, true)
    const headers = run.reach.headersFor(plan)
    if (this.#maker && headers !== this.#maker && isAlike(headers, this.#maker)) {
      const asked = await run.askAs(plan, values, { headers: this.#maker, login: null }, true)
      if (asked?.answer && asked.answer.status !== 401 && asked.answer.status !== 403) return asked
    }
    const asked = await run.ask(plan, values, true)
    if (plan.route.method !== 'GET' && isFine(asked?.answer)) this.#maker ??= headers
    return asked
  }

  /** Sends a request. Null where no answer came. The phases of single requests and of sequences judge answers by themselves. */
  async send(plan: RoutePlan, request: WireRequest): Promise<Answer | null> {
    const { run } = this
    run.checkLimits()
    const answer = await run.send(plan, request, true)
    this.requests.push(request)
    this.answers.push(answer)
    return answer
  }

  /** Sends requests at the same time. */
  async together(all: readonly { plan: RoutePlan; request: WireRequest }[]): Promise<(Answer | null)[]> {
    this.run.checkLimits()
    await this.run.target.rush?.()
    const answers = await Promise.all(all.map(({ plan, request }) => this.run.send(plan, request)))
    this.requests.push(...all.map(({ request }) => request))
    this.answers.push(...answers)
    return answers
  }

  /** The place of the next request. */
  get next(): number {
    return this.requests.length
  }
}

export interface Broken {
  plan: RoutePlan
  check: CheckId
  key: string
  why: string
  expected: Expectation
  /** How many of the last requests have to stay; all of them by default. */
  core?: number
  concurrent?: { from: number; to: number }
}

/** Tells a sequence twice; what it breaks both times is noted. */
export async function twice(run: Run, tells: (story: Story) => Promise<Broken | null>): Promise<void> {
  const first = await once(run, tells)
  if (first === null || !run.isNew(first.broken.plan, first.broken)) return
  const second = run.proves ? first : await once(run, tells)
  if (second === null || second.broken.key !== first.broken.key) return
  const { story, broken } = second
  const { plan, concurrent, core, ...fault } = broken
  run.note(plan, fault, {
    requests: story.requests,
    answer: story.answers.at(-1) ?? null,
    ...(concurrent ? { concurrent } : {}),
    ...(core === undefined ? {} : { core }),
  })
}

/** Those of the run; where it has made an account by itself, it makes another one. */
export async function identitiesOf(run: Run): Promise<Session[]> {
  // A login may come before the registration, and take the account that is there.
  for (let turn = 0; turn < 4 && run.again && run.reach.identities().length === 1; turn++) {
    run.checkLimits()
    await run.again()
  }
  return run.reach.identities()
}

/** What depends on the moment is told more often where requests go over a network. */
export async function often(run: Run, tells: (story: Story) => Promise<Broken | null>): Promise<void> {
  const count = run.findings.size
  for (let turn = 0; turn < (run.target.rush ? 4 : 1) && run.findings.size === count; turn++)
    await twice(run, tells)
}

async function once(run: Run, tells: (story: Story) => Promise<Broken | null>) {
  const story = new Story(run)
  const broken = await tells(story)
  return broken !== null && breaks(broken.expected, story.answers) ? { story, broken } : null
}

/** Whether two ways in are of the same kind: a login may have given a token beside its cookie. */
function isAlike(left: Headers, right: Headers): boolean {
  return Object.keys(left).some((name) => Object.hasOwn(right, name))
}

export function isFine(answer: Answer | null | undefined): answer is Answer {
  return answer != null && answer.status >= 200 && answer.status < 300
}

/** What each request may change by itself: times, versions, tokens. */
const VOLATILE =
  /(updated|modified|changed|version|revision|etag|time|date|seen|visit|view|last|expire|nonce|token|signature|request)|_(at|on)$|At$/i

export type Scalar = string | number | boolean | null

/** The scalars of a JSON body by their pointers, without those that may change by themselves. */
export function scalarsOf(body: string): Map<string, Scalar> {
  const found = new Map<string, Scalar>()
  try {
    collect(JSON.parse(body), '', found)
  } catch {
    // no JSON
  }
  return found
}

function collect(value: unknown, pointer: string, found: Map<string, Scalar>): void {
  if (found.size > 300) return
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) collect(one, `${pointer}/${at}`, found)
  } else if (isSchema(value)) {
    for (const [name, one] of Object.entries(value))
      if (!VOLATILE.test(name))
        collect(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, found)
  } else found.set(pointer, value as Scalar)
}

/** Pointers whose scalars differ, or that only one of them has. */
export function differing(left: string, right: string): string[] {
  const [one, other] = [scalarsOf(left), scalarsOf(right)]
  return [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key))
}

/** The values of the parameters in an address of the route; null where it is another route's. */
export function paramsIn({ path }: RoutePlan, url: string): Record<string, string> | null {
  const names: string[] = []
  const pattern = path.map((piece) => {
    if ('text' in piece) return encodeURI(piece.text).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    names.push(piece.param)
    return piece.param === '*' ? '(.*)' : '([^/]+)'
  })
  const found = new RegExp(`^${pattern.join('')}$`).exec(url.split('?')[0]!)
  if (found === null) return null
  return Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? '')]))
}

export function urlOf({ path }: RoutePlan, params: Readonly<Record<string, string>>): string {
  return path
    .map((piece) => ('text' in piece ? encodeURI(piece.text) : encodeURIComponent(params[piece.param] ?? '')))
    .join('')
}

/** A request of a route for these parameters: like one that was answered with a 2xx, or with the headers of another. */
export function requestFor(
  run: Run,
  plan: RoutePlan,
  params: Readonly<Record<string, string>>,
  headers: WireRequest['headers'],
): WireRequest | null {
  const known = run.successes[plan.at]!.at(-1)?.request
  const url = urlOf(plan, params)
  const querystring = plan.parts.get('querystring')?.schema
  // A page far behind the last one shows nothing.
  const session = Object.entries(run.reach.headersFor(plan))
  const inQuery = ([name]: readonly [string, string]): boolean => name.startsWith(IN_QUERY)
  const needsQuery =
    session.some(inQuery) ||
    (isSchema(querystring) && ((querystring['required'] ?? []) as string[]).length > 0)
  const query = needsQuery ? known?.url.split('?')[1] : undefined
  if (known) {
    // Who asked last may be somebody else than the one whose thing it is.
    const own = session.filter((one) => !inQuery(one)).map(([name, value]) => [name, headers[name] ?? value])
    const asked = { ...known.headers, ...Object.fromEntries(own) }
    return { ...known, url: query === undefined ? url : `${url}?${query}`, headers: asked }
  }
  if (plan.parts.has('body') && plan.route.method !== 'DELETE') return null
  const { 'content-type': _type, ...rest } = headers
  return { method: plan.route.method, url, headers: rest }
}

/** The newest request that made something, without the key that makes a repeated one nothing. */
export function creationOf(run: Run, { at }: RoutePlan): WireRequest | null {
  const request = run.successes[at]!.at(-1)?.request
  if (!request) return null
  const headers = Object.entries(request.headers).filter(([name]) => !/idempot/i.test(name))
  return { ...request, headers: Object.fromEntries(headers) }
}
