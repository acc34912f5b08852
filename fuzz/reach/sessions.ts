/** What lets requests in: tokens and cookies that answers have given, tried where a route refuses, and fetched again when they end. */
import type { Headers, Session } from '../engine/guide.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import { isSchema } from '../schema/walk.ts'
import { IN_COOKIE } from '../schema/wire.ts'
import type { Answer } from '../target/target.ts'
import { isCredential, isRefresh } from './names.ts'

const MOST = 12
const ACCOUNT = /(user|client|account|login|mail|handle|name|id)$/i
const NONE: Headers = {}

export class Sessions {
  /** Used for all routes that no other one is known for. */
  current: Session | null = null
  /** The newest last. */
  readonly known: Session[] = []
  /** Header names that refusals and schemas have named: a token is tried there too. */
  readonly #named = new Set<string>()
  /** Tokens as they are, the newest last. */
  readonly #tokens: string[] = []
  /** Those of the configuration stay known. */
  readonly #given = new Set<Session>()
  readonly #bound = new Map<RoutePlan, Session>()
  readonly #own: ReadonlySet<string>

  /** `given` are the headers of every request: what the user gave goes before what is found. */
  constructor(given: Headers, plans: readonly RoutePlan[]) {
    this.#own = new Set(Object.keys(given).map((name) => name.toLowerCase()))
    for (const { parts } of plans) {
      const headers = parts.get('headers')?.schema
      const properties = isSchema(headers) && isSchema(headers['properties']) ? headers['properties'] : {}
      for (const name of Object.keys(properties))
        if (isCredential(name)) this.#named.add(name.startsWith(IN_COOKIE) ? name : name.toLowerCase())
    }
  }

  headersFor(plan: RoutePlan): Headers {
    return (this.#bound.get(plan) ?? this.current)?.headers ?? NONE
  }

  sessionOf(plan: RoutePlan): Session | null {
    return this.#bound.get(plan) ?? this.current
  }

  bind(plan: RoutePlan, session: Session): void {
    if (this.current === null) this.current = session
    else if (session !== this.current) this.#bound.set(plan, session)
  }

  add(session: Session): void {
    this.known.unshift(session)
    this.#given.add(session)
    this.current ??= session
  }

  /** Puts the headers of a new login in the place of those that have ended. */
  replace(old: Session, fresh: Session): void {
    old.headers = fresh.headers
    const at = this.known.indexOf(fresh)
    if (at >= 0) this.known.splice(at, 1)
  }

  /** The sessions to try on a route that refuses, the likeliest first. */
  others(plan: RoutePlan): Session[] {
    const now = this.sessionOf(plan)
    return [...this.#given, ...this.known.filter((one) => !this.#given.has(one)).toReversed()].filter(
      (one) => one !== now,
    )
  }

  /** Those of the configuration; without them the current one, and the newest that another account has got the same way. */
  identities(): Session[] {
    if (this.#given.size > 0) return [...this.#given]
    const { current, known } = this
    if (!current?.login) return []
    const isAlike = (one: Session): boolean =>
      one.login?.plan === current.login!.plan &&
      Object.keys(one.headers).join() === Object.keys(current.headers).join() &&
      accountOf(one) !== accountOf(current)
    return [current, ...known.filter(isAlike).slice(-1)]
  }

  /** Notes the tokens and cookies of an answer; the new session, where there is one. */
  learn(plan: RoutePlan, values: Values, answer: Answer, body: unknown): Session | null {
    const cookie = cookieOf(answer)
    const tokens = tokensIn(body, 0).filter((one) => !this.#tokens.includes(one))
    if (cookie === null && tokens.length === 0) return null
    let first: Session | null = null
    for (const token of tokens.slice(0, 3)) {
      this.#tokens.push(token)
      if (this.#tokens.length > MOST) this.#tokens.shift()
      first ??= this.#add(
        { plan, values },
        { authorization: `Bearer ${token}`, ...(cookie ? { cookie } : {}) },
      )
      for (const name of this.#named) this.#add({ plan, values }, carried(name, token))
    }
    if (tokens.length === 0 && cookie !== null) first = this.#add({ plan, values }, { cookie })
    return first
  }

  /** A refusal may say where it looks for a key. */
  hint({ headers, body }: Answer): void {
    const scheme = /^\s*(\w+)/.exec(String(headers['www-authenticate'] ?? ''))?.[1]
    const [header] = /\bx-[a-z][a-z-]*[a-z]\b/i.exec(body) ?? []
    if (header && !this.#named.has(header.toLowerCase())) {
      this.#named.add(header.toLowerCase())
      this.#again((token) => ({ [header.toLowerCase()]: token }))
    }
    if (scheme && !/^(bearer|basic|digest)$/i.test(scheme) && !this.#named.has(` ${scheme}`)) {
      this.#named.add(` ${scheme}`)
      this.#again((token) => ({ authorization: `${scheme} ${token}` }))
    }
  }

  /** Every token that is known, in another place. */
  #again(headersOf: (token: string) => Headers): void {
    for (const { headers, login } of [...this.known]) {
      const [, token] = /^Bearer (.*)$/.exec(headers['authorization'] ?? '') ?? []
      if (token !== undefined) this.#add(login, headersOf(token))
    }
  }

  #add(login: Session['login'], headers: Headers): Session | null {
    if (Object.keys(headers).every((name) => this.#own.has(name))) return null
    const session = { login, headers }
    this.known.push(session)
    if (this.known.length > MOST)
      this.known.splice(
        this.known.findIndex((one) => one !== this.current),
        1,
      )
    return session
  }
}

/** A token under a name that a schema has, of a header or a cookie. */
function carried(name: string, token: string): Headers {
  return name.startsWith(IN_COOKIE)
    ? { cookie: `${name.slice(IN_COOKIE.length)}=${token}` }
    : { [name]: token }
}

/** Who logs in, where the names of the body tell; what else is sent may differ for the same one. */
function accountOf({ login }: Session): string {
  const body = login?.values.body
  const own = Object.entries(isSchema(body) ? body : {}).filter(([name]) => ACCOUNT.test(name))
  return JSON.stringify(own.length > 0 ? own : body)
}

/** The cookies that an answer sets, as a client sends them back; null without one. */
export function cookieOf({ headers }: Answer): string | null {
  const set = [headers['set-cookie'] ?? []].flat().map(String)
  const pairs = set
    .filter((one) => !/max-age=0|expires=thu, 01 jan 1970/i.test(one))
    .map((one) => one.split(';')[0]!)
  const kept = pairs.filter((one) => /^[^=\s]+=.+/.test(one))
  return kept.length === 0 ? null : kept.join('; ')
}

const TOKEN = /^[\x21-\x7e]{4,2000}$/

function tokensIn(value: unknown, depth: number): string[] {
  if (depth > 3 || !isSchema(value)) return []
  return Object.entries(value).flatMap(([name, one]) => {
    if (isSchema(one)) return tokensIn(one, depth + 1)
    return typeof one === 'string' && TOKEN.test(one) && isCredential(name) && !isRefresh(name) ? [one] : []
  })
}
