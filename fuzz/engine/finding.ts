/** What a fuzz run finds, and the whole report of one. Plain data: it is what the JSON report holds. */

import type { Part } from '../schema/wire.ts'
import type { Expectation } from '../sequence/expectation.ts'
import type { Link } from '../sequence/links.ts'
import type { Answer, ExportForm, WireRequest } from '../target/target.ts'
import { type AnyCheck, checkOf, type Severity } from './checks.ts'
import { hashOf } from './random.ts'
import type { Values } from './route-plan.ts'

/** A part of a request as the validator had it, and why it had to be refused. */
export interface Decoded {
  part: Part
  /** After coercion. */
  value: unknown
  keyword: string
  pointer: string
  message: string
}

/** One fault in an exchange. `key` distinguishes faults of one route. */
export interface Fault {
  check: AnyCheck
  key: string
  /** A sentence: what happened instead of what. */
  why: string
  decoded?: Decoded
  /** The expected value at a place of the answer, or the wrong one, or that any is there; with none of them it should be absent. */
  meant?: { pointer: string; value?: unknown; wrong?: unknown; present?: true }
  /** What has to hold for the answers to the whole sequence, where it is more than the last answer. */
  expected?: Expectation
}

export interface Finding extends Fault {
  /** Names it, the same in every run: `no-5xx-1a2b3c4d`. */
  id: string
  severity: Severity
  /** `POST /users/:id`, as declared. */
  route: string
  /** The shrunk requests, from a fresh application on where one can be made; the last one shows the fault. */
  requests: WireRequest[]
  /** The values that were written down as the last request, for the corpus. */
  values?: Values
  answer: { status: number; headers: Record<string, unknown>; body: string } | null
  phase: string
  /** The requests are sent at the same time, and the one at this place is answered wrongly. */
  together?: { wrong: number }
  /** These of the requests, up to the second place, are sent at the same time. */
  concurrent?: { from: number; to: number }
  /** How the requests before the last one were answered. */
  statuses?: number[]
  /** Values in the requests that come from earlier answers. */
  links?: Link[]
  /** Found by one of several runs that shared the work: `2/4`. */
  shard?: string
  /** It could not be shown again. */
  unstable?: boolean
  /** Why it is unstable. */
  reason?: string
  /** Why it is known and accepted, as a baseline says. */
  accepted?: string
}

export interface RouteTally {
  route: string
  requests: number
  /** How many of each status. */
  statuses: Record<string, number>
}

/** What a printed test needs of the configuration. */
export interface SetupCalls {
  file: string
  /** Called on a fresh application, in this order. */
  calls: ('reset' | 'seed')[]
}

export interface FuzzReport {
  format: 'touchstone-fuzz/1'
  target: string
  setup?: SetupCalls
  /** How its module gives it; null for a server. */
  form: ExportForm | null
  seed: number
  requests: number
  /** In seconds; 0 in a deterministic report. */
  seconds: number
  routes: RouteTally[]
  /** Secrets of the application that the run has used, until they are left out. */
  found?: readonly string[]
  /** Of the application's own code, where V8 counted it. */
  branches?: { reached: number; known: number }
  /** Errors: what makes the run fail. */
  findings: Finding[]
  /** What schemas leave open. */
  warnings: Finding[]
  /** Those of a baseline, which do not make a run fail. */
  known?: Finding[]
  /** What a baseline has and the run has not found. */
  gone?: { id: string; why: string }[]
  /** The findings by cause, of each the ids of the shortest first. */
  causes?: { check: string; why: string; findings: string[] }[]
  notes: string[]
  /** Why it ended: everything was done, a limit, an interrupt, or the application's end. */
  ended: 'complete' | 'max-requests' | 'max-time' | 'interrupted' | 'crashed'
}

export function idOf(check: AnyCheck, route: string, key: string): string {
  return `${check}-${hashOf(`${check} ${route} ${key}`).toString(16).padStart(8, '0')}`
}

export function findingOf(
  fault: Fault,
  route: string,
  about: {
    requests: WireRequest[]
    links?: Link[]
    values?: Values
    answer: Answer | null
    phase: string
    unstable?: boolean
    together?: { wrong: number }
    concurrent?: { from: number; to: number }
  },
): Finding {
  const { requests, links = [], values, answer, phase, unstable, together, concurrent } = about
  return {
    id: idOf(fault.check, route, fault.key),
    severity: checkOf(fault.check).severity,
    route,
    ...fault,
    requests,
    ...(links.length > 0 ? { links } : {}),
    ...(values === undefined ? {} : { values }),
    answer:
      answer === null ? null : { status: answer.status, headers: { ...answer.headers }, body: answer.body },
    phase,
    ...(together ? { together } : {}),
    ...(concurrent ? { concurrent } : {}),
    ...(unstable ? { unstable } : {}),
  }
}

export function isError(finding: Finding): boolean {
  return checkOf(finding.check).severity === 'error'
}
