/** What a user says of an application beside its schemas: the value of `fuzz` in a configuration, and its check. */
import { isCheckId } from '../engine/checks.ts'
import { COVERAGE, type CoverageMode, PROFILES, type Profile } from '../engine/run-options.ts'
import { faultOfIdentities, type Identity } from '../reach/identities.ts'
import type { Answer, Injectable, WireRequest } from '../target/target.ts'
import { faultOfPattern } from './chosen.ts'

/** An exchange as an own check and `beforeRequest` see it. */
export interface Shown extends Pick<Answer, 'status' | 'headers' | 'body'> {
  /** The body read as JSON; undefined where it is not JSON. */
  json(): unknown
}

/** A message if the answer is wrong; anything else if it is right. */
export type OwnCheck = (exchange: { request: WireRequest; answer: Shown }) => unknown

export interface Setup {
  readonly identities?: readonly Identity[]
  /** Fills a fresh application. `app` is the instance; for a server an object with `inject`. */
  readonly seed?: (app: Injectable) => unknown
  /** Takes back what requests have changed, before `seed`. With it a server counts as a fresh application. */
  readonly reset?: (app: Injectable) => unknown
  /** Patterns of the routes that are fuzzed; default: all of them. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** By name, which is the id of the check. */
  readonly checks?: Readonly<Record<string, OwnCheck>>
  /** Changes the request, or returns another. It is called again when a request is repeated. */
  readonly beforeRequest?: (request: WireRequest) => unknown
  /** How much of a contract is expected. Default `lenient`. */
  readonly profile?: Profile
  /** Whether new branches of the code guide the run; of the command. Default `auto`: where V8 can count them. */
  readonly coverage?: CoverageMode
  /** Processes that fuzz at the same time, each an application of its own; of the command. */
  readonly workers?: number
  /** Requests a second at most. */
  readonly rate?: number
  readonly maxRequests?: number
  /** Milliseconds, or a text such as `10m`. */
  readonly maxTime?: number | string
}

/** More processes than that are a mistake. */
export const MOST_WORKERS = 64
const FUNCTIONS = ['seed', 'reset', 'beforeRequest'] as const
const KEYS = [
  ...['identities', ...FUNCTIONS, 'include', 'exclude', 'checks', 'profile', 'coverage', 'workers'],
  ...['rate', 'maxRequests', 'maxTime'],
]

/** What is wrong with the value of `fuzz`, and what would be right; null where it is right. */
export function faultOfSetup(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `"fuzz" is an object with ${KEYS.join(', ')}.`
  const setup = value as Record<string, unknown>
  const unknown = Object.keys(setup).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) return `"fuzz" has no key "${unknown}"; there are ${KEYS.join(', ')}.`
  for (const name of FUNCTIONS)
    if (setup[name] !== undefined && typeof setup[name] !== 'function')
      return `"${name}" is a function, which a configuration in JavaScript can have, not ${JSON.stringify(setup[name])}.`
  const { identities, checks, profile, coverage, workers, rate, maxRequests, maxTime } = setup
  return (
    (identities === undefined ? null : faultOfIdentities(identities)) ??
    faultOfPatterns(setup) ??
    faultOfChecks(checks) ??
    faultOfName('profile', profile, PROFILES) ??
    faultOfName('coverage', coverage, COVERAGE) ??
    (workers === undefined ||
    (Number.isInteger(workers) && Number(workers) >= 1 && Number(workers) <= MOST_WORKERS)
      ? null
      : `"workers" is a number of processes from 1 to ${MOST_WORKERS}, not ${JSON.stringify(workers)}.`) ??
    faultOfNumber('rate', rate, 'the requests a second, such as 20', 0.01) ??
    faultOfNumber('maxRequests', maxRequests, 'a number such as 10000', 1) ??
    (typeof maxTime === 'string' && !/^\d{1,7}(ms|s|m|h)?$/.test(maxTime)
      ? `"maxTime" is a time such as "30s" or "10m", not ${JSON.stringify(maxTime)}.`
      : typeof maxTime === 'string'
        ? null
        : faultOfNumber('maxTime', maxTime, 'a time such as "10m", or milliseconds', 1))
  )
}

function faultOfName(key: string, value: unknown, names: readonly string[]): string | null {
  if (value === undefined || names.includes(value as string)) return null
  return `"${key}" is ${names.map((name) => `"${name}"`).join(' or ')}, not ${JSON.stringify(value)}.`
}

function faultOfNumber(key: string, value: unknown, right: string, least: number): string | null {
  if (value === undefined || (typeof value === 'number' && value >= least && value <= 1e9)) return null
  return `"${key}" is ${right}, not ${JSON.stringify(value)}.`
}

function faultOfPatterns(setup: Readonly<Record<string, unknown>>): string | null {
  for (const key of ['include', 'exclude']) {
    const list = setup[key]
    if (list === undefined) continue
    if (!Array.isArray(list)) return `"${key}" is a list of patterns such as "GET /users/*" or "tag:admin".`
    for (const one of list) {
      const fault = faultOfPattern(one)
      if (fault !== null) return `"${key}" has ${JSON.stringify(one)}: ${fault}`
    }
  }
  return null
}

function faultOfChecks(checks: unknown): string | null {
  if (checks === undefined) return null
  if (typeof checks !== 'object' || checks === null || Array.isArray(checks))
    return '"checks" is an object of functions by the name of the check.'
  for (const [name, check] of Object.entries(checks)) {
    if (!/^[a-z][a-z0-9-]{1,40}$/.test(name))
      return `"checks" has "${name}": a name has small letters, digits and hyphens, such as "no-nulls".`
    if (isCheckId(name)) return `"checks" has "${name}", and there is a check of that name already.`
    if (typeof check !== 'function')
      return `"checks.${name}" is a function of { request, answer } that returns a message where the answer is wrong.`
  }
  return null
}
