/** What a run has reached so far: the values of answers, the ways in, and the requests that were accepted. */
import type { Branches, Guide, Headers, Session } from '../engine/guide.ts'
import { randomFrom } from '../engine/random.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import { isSchema } from '../schema/walk.ts'
import type { Answer } from '../target/target.ts'
import { ApiLinks } from './api-links.ts'
import { fill } from './fill.ts'
import { idTarget, kindOfPath, plainName } from './names.ts'
import { type PathName, pathNamesOf } from './path-names.ts'
import { isScalar, Pool, type Scalar } from './pool.ts'
import { Sessions } from './sessions.ts'

/** Requests kept for one route: those that were accepted, and those that were answered in a new way. */
const KEPT = 12
/** Longer answers are not read. */
const LONGEST = 200_000
/** Of the answers that only show what is there, every so many are read once several were. */
const EVERY = 8

interface Reached {
  readonly names: readonly PathName[]
  readonly kind: string
  readonly accepted: Values[]
  readonly odd: Values[]
  /** They reached a new branch. */
  readonly led: Values[]
  readonly features: Set<string>
  seen: number
  /** It has let a request in. */
  passed: boolean
  once: boolean
}

export class Reach implements Guide {
  readonly pool = new Pool()
  readonly sessions: Sessions
  readonly #links: ApiLinks
  ended: RoutePlan | null = null
  readonly #random: () => number
  readonly #routes = new Map<RoutePlan, Reached>()

  readonly branches: Branches | null

  constructor(plans: readonly RoutePlan[], headers: Headers, seed: number, branches: Branches | null = null) {
    this.branches = branches
    this.sessions = new Sessions(headers, plans)
    this.#links = new ApiLinks(plans)
    this.#random = randomFrom(seed ^ 0x5bd1e995)
    for (const plan of plans)
      this.#routes.set(plan, {
        names: pathNamesOf(plan),
        kind: kindOfPath(plan.route.url),
        ...{ accepted: [], odd: [], led: [], features: new Set(), seen: 0, passed: false, once: false },
      })
  }

  base(plan: RoutePlan): Values | null {
    const { accepted } = this.#routes.get(plan)!
    const values = accepted[Math.floor(this.#random() * accepted.length)]
    return values === undefined ? null : this.fill(plan, values, 0)
  }

  odd(plan: RoutePlan): Values | null {
    const { odd } = this.#routes.get(plan)!
    return odd[Math.floor(this.#random() * odd.length)] ?? null
  }

  lead(plan: RoutePlan, values: Values): void {
    keep(this.#routes.get(plan)!.led, values)
  }

  led(plan: RoutePlan): Values | null {
    const { led } = this.#routes.get(plan)!
    if (led.length === 0) return null
    return (this.#random() < 0.5 ? led.at(-1) : led[Math.floor(this.#random() * led.length)]) ?? null
  }

  clear(): void {
    this.pool.clear()
    // Their answers are looked at again.
    for (const one of this.#routes.values()) one.seen = 0
  }

  isReached(plan: RoutePlan): boolean {
    return this.#routes.get(plan)!.accepted.length > 0
  }

  isOnce(plan: RoutePlan): boolean {
    return this.#routes.get(plan)!.once
  }

  markOnce(plan: RoutePlan): void {
    this.#routes.get(plan)!.once = true
  }

  fill(...[plan, values, likeness, broken, pins]: Parameters<Guide['fill']>): Values {
    const filled = fill(plan, values, { pool: this.pool, random: this.#random, likeness, broken, pins })
    return pins && pins.size > 0 ? filled : this.#links.into(plan, filled, broken, this.#random)
  }

  headersFor(plan: RoutePlan): Headers {
    return this.sessions.headersFor(plan)
  }

  others(plan: RoutePlan): Session[] {
    return this.sessions.others(plan)
  }

  bind(plan: RoutePlan, session: Session): void {
    this.sessions.bind(plan, session)
  }

  add(session: Session): void {
    this.sessions.add(session)
  }

  identities(): Session[] {
    return this.sessions.identities()
  }

  async renew(...[ask, again]: Parameters<Guide['renew']>): Promise<void> {
    const { ended, sessions } = this
    this.ended = null
    const old = ended && sessions.sessionOf(ended)
    if (old?.renew) old.headers = await old.renew()
    if (!old?.login) return
    const before = new Set(sessions.known)
    const { plan, values, make } = old.login
    const asked = await ask(plan, values, { ...old, headers: {} })
    const headers = asked?.answer ? make?.(asked.answer) : null
    if (headers) old.headers = headers
    if (make) return
    let fresh = sessions.known.find((one) => !before.has(one))
    if (!fresh && again) {
      await again()
      fresh = sessions.known.findLast((one) => !before.has(one))
    }
    if (fresh) sessions.replace(old, fresh)
  }

  observe(plan: RoutePlan, values: Values, answer: Answer, sent: Headers): void {
    const reached = this.#routes.get(plan)!
    reached.seen++
    const { status } = answer
    if (status === 401 || status === 403) {
      this.sessions.hint(answer)
      if (status === 401 && reached.passed && sent === this.headersFor(plan) && Object.keys(sent).length > 0)
        this.ended = plan
    } else if (status < 400 || answer.seen?.handled) reached.passed = true
    const isNew = this.#feature(reached, answer)
    if (isNew) keep(reached.odd, values)
    // What cannot be read any more is gone.
    if (status === 404 && plan.route.method === 'GET' && 'param' in (plan.path.at(-1) ?? {}))
      this.#deleted(reached, values, false)
    if (status === 404) this.#links.forget(plan, values)
    if (status < 200 || status >= 300) return
    if (plan.route.links?.length) this.#links.take(plan, values, answer, bodyOf(answer))
    const { method } = plan.route
    if (isNew || reached.accepted.length < 3) keep(reached.accepted, values)
    if (method === 'DELETE') {
      this.#deleted(reached, values)
      return
    }
    if (method === 'GET' && !isNew && reached.seen > 20 && reached.seen % EVERY !== 0) return
    this.#take(plan, reached, values, answer)
  }

  #take(plan: RoutePlan, { names, kind }: Reached, values: Values, answer: Answer): void {
    const body = bodyOf(answer)
    this.sessions.learn(plan, values, answer, body)
    const params = isSchema(values.params) ? values.params : {}
    const below = new Map<string, Scalar>()
    for (const { param, kind: its } of names) {
      const value = params[param]
      if (!isScalar(value)) continue
      below.set(its, value).set(plainName(param), value)
      this.pool.accepted(its, value)
    }
    if (plan.route.method !== 'GET') {
      for (const { param, kind: its } of names) this.pool.touch(its, params[param])
      for (const [name, value] of isSchema(values.body) ? Object.entries(values.body) : []) {
        const target = idTarget(name)
        if (target) for (const one of [value].flat()) if (isScalar(one)) this.pool.link(target, one, below)
      }
    }
    const place = located(answer)
    const found = place !== null && !isSchema(body) ? { id: place } : body
    if (typeof found === 'object' || plan.route.method !== 'GET')
      this.pool.take(kind, found, values.body, below)
  }

  #deleted({ names }: Reached, values: Values, isSure = true): void {
    const last = names.at(-1)
    if (last && !isSure && this.pool.keyOf(last.kind) === undefined) return
    if (last && isSchema(values.params)) this.pool.forget(last.kind, values.params[last.param])
  }

  /** Whether a route has not answered like this before. */
  #feature({ features }: Reached, answer: Answer): boolean {
    const { status, body } = answer
    if (features.size > 200) return false
    let text = String(status)
    if (status >= 400) text += /"(?:code|error|type)":"([^"]{1,60})"/.exec(body.slice(0, 400))?.[1] ?? ''
    else if (body.length > 0 && body.length < 2000)
      text += [...body.matchAll(/"(\w{1,40})":(?!null|\[\])/g)]
        .map(([, name]) => name)
        .slice(0, 40)
        .join()
    if (features.has(text)) return false
    features.add(text)
    return true
  }
}

function keep(list: Values[], values: Values): void {
  list.push(values)
  if (list.length > KEPT) list.splice(1, 1)
}

export function bodyOf({ body, headers }: Answer): unknown {
  if (body.length === 0 || body.length > LONGEST || !/json/i.test(String(headers['content-type'])))
    return null
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The last segment of `location`. */
function located({ headers: { location } }: Answer): string | null {
  if (typeof location !== 'string') return null
  return (
    location
      .split(/[?#]/)[0]!
      .split('/')
      .findLast((one) => one !== '') ?? null
  )
}
