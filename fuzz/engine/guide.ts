/** What a run has learned, as the engine and the phases use it: `fuzz/reach/` does the learning. */
import type { Part } from '../schema/wire.ts'
import type { Answer } from '../target/target.ts'
import type { RoutePlan, Values } from './route-plan.ts'

/** What a session sends: headers by their names, and credentials of the query by `?` and their names. */
export type Headers = Readonly<Record<string, string>>

/** One way in, and the request that gave it. */
export interface Session {
  headers: Headers
  /** Logs in again, where a function of the configuration does it. */
  readonly renew?: () => Promise<Headers>
  /** The login, asked again when the session has ended; null for headers that the user gave. */
  readonly login: {
    readonly plan: RoutePlan
    readonly values: Values
    /** The headers out of its answer, where the user has said how. */
    readonly make?: (answer: Answer) => Headers | null
  } | null
}

export type Range = readonly [from: number, to: number]
/** Ranges of functions, by a name of the function. */
export type Fresh = ReadonlyMap<string, readonly Range[]>

/** The branches of the application's own code, where they can be counted. */
export interface Branches {
  readonly isOn: boolean
  /** What ran since the last look, and never before. */
  look(): Fresh
  /** Whether some of it ran again since the last look. */
  sees(fresh: Fresh): boolean
  /** How many were reached, of those that are known. */
  counts(): { reached: number; known: number }
  stop(): void
}

export interface Guide {
  readonly branches: Branches | null
  /** The headers of the session that a route is asked with. */
  headersFor(plan: RoutePlan): Headers
  /** Learns from an exchange. `sent` are the headers that a session gave it. */
  observe(plan: RoutePlan, values: Values, answer: Answer, sent: Headers): void
  /** A route that let requests in refuses them: the session has ended. */
  ended: RoutePlan | null
  /** Logs in again where `ended` was refused. `again` makes an account first, where a login does not work any more. */
  renew(
    ask: (plan: RoutePlan, values: Values, session: Session) => Promise<{ answer: Answer | null } | null>,
    again: (() => Promise<void>) | null,
  ): Promise<void>
  /** The sessions to try on a route that refuses, the likeliest first. */
  others(plan: RoutePlan): Session[]
  bind(plan: RoutePlan, session: Session): void
  /** A session of the configuration: the first one is used where nothing else is known. */
  add(session: Session): void
  /** Ways in of the same kind, each of another account: those of the configuration, or those that were found. */
  identities(): Session[]
  /** The application is as it was at its start: what was made is not there. */
  clear(): void
  isReached(plan: RoutePlan): boolean
  /** An accepted request of the route, with what is alive now; null where none was accepted yet. */
  base(plan: RoutePlan): Values | null
  /** A request that was answered in its own way, accepted or not. */
  odd(plan: RoutePlan): Values | null
  /** Keeps a request that reached a new branch. */
  lead(plan: RoutePlan, values: Values): void
  /** One of them, the newest most of the time. */
  led(plan: RoutePlan): Values | null
  /** The same request is refused the second time: something in it may be there only once. */
  isOnce(plan: RoutePlan): boolean
  markOnce(plan: RoutePlan): void
  /**
   * The values with live ones in them, except in the part that is meant to be wrong. `likeness` is how often other names than
   * those of ids take the values of one thing, such as an address and its password.
   * `pins` are the ids that the path has to name, by kind.
   */
  fill(
    plan: RoutePlan,
    values: Values,
    likeness: number,
    broken?: Part,
    pins?: ReadonlyMap<string, readonly string[]>,
  ): Values
}
