// Known differences of an implementation: an expected failure passes, an unexpected pass fails.

import { existsSync } from 'node:fs'
import semver from 'semver'
import { PackageFileError, readData } from '../../spec/data.ts'
import type { LoadedCase } from '../../spec/load.ts'
import { packageFile } from '../contract/package.ts'
import { type AssertionResult, outcomeOf } from '../contract/result.ts'
import { Patterns } from './selectors.ts'

export interface KnownDifference {
  match: string | string[]
  /**
   * `divergence`: intended. `bug`: not intended. `flaky`: it varies. `recorded`: the implementation follows other
   * rules; which of these it keeps is shown and not judged.
   */
  kind: 'divergence' | 'bug' | 'flaky' | 'recorded'
  reason: string
  ruling?: string
  issue?: string
  /** The versions of the implementation that it is about, such as `>=4.26.0 <5`; all where it is left out. */
  versions?: string
  /** A date after which the entry no longer counts. */
  expires?: string
}

export interface ExpectFile {
  format: 1
  implementation: string
  expected: KnownDifference[]
}

/** `wording`: the behaviour is as expected, and a text is not; it counts as kept. */
export type Verdict = 'pass' | 'wording' | 'fail' | 'known' | 'unexpected-pass' | 'skip'

export interface JudgedAssertion {
  result: AssertionResult
  case: LoadedCase
  verdict: Verdict
  known?: KnownDifference
}

export interface Judgement {
  assertions: JudgedAssertion[]
  /** Entries that match nothing, or have expired. */
  complaints: string[]
}

/**
 * The file of an implementation: by its name, or by its name and its version as far as there is one for it, such as
 * fastify-4.17.json for fastify 4.17.0 and fastify-5.json for every 5. Without a folder, of those that ship with this package.
 */
export function readExpectations(implementation: string, version = '', folder?: string): ExpectFile {
  const file = expectationsFileOf(implementation, version, folder)
  if (file === undefined) return { format: 1, implementation, expected: [] }
  const text = readData(file)
  try {
    return parseExpectations(text, file)
  } catch (error) {
    // A file of this package is no mistake of who runs it.
    throw folder === undefined ? new PackageFileError((error as Error).message) : error
  }
}

/** The path of that file; undefined where there is none. */
export function expectationsFileOf(
  implementation: string,
  version = '',
  folder?: string,
): string | undefined {
  const own = folder === undefined ? expectFolder() : `${folder.replace(/\/+$/, '')}/`
  return namesOf(implementation, version)
    .map((name) => `${own}${name}.json`)
    .find((file) => existsSync(file))
}

/** Names of files, the most exact first. */
function namesOf(implementation: string, version: string): string[] {
  // On another runtime an implementation has the known differences that it has on this one.
  const name = fileNameOf(implementation.replace(/\+(node|bun|deno)-\S+$/, ''))
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  return [name, ...(major === undefined ? [] : [`${name}-${major}.${minor}`, `${name}-${major}`])]
}

export function fileNameOf(implementation: string): string {
  return implementation.replace(/[^\w.-]/g, '_')
}

/** A file of known differences, checked; throws an error that names the file, the place and what would be right. */
export function parseExpectations(text: string, file: string): ExpectFile {
  const wrong = (problem: string): never => {
    throw new ExpectationsError(
      `${file}: ${problem}. Such a file is {"format": 1, "implementation": "…", "expected": [{"match": "case#exchange", "kind": "divergence", "reason": "…"}]}; --suggest-expectations writes one.`,
    )
  }
  let content: Partial<ExpectFile> | null = null
  try {
    content = JSON.parse(text)
  } catch (error) {
    wrong(`it is not JSON: ${(error as Error).message}`)
  }
  if (content === null || typeof content !== 'object' || content.format !== 1) wrong('its format is not 1')
  const { expected } = content as ExpectFile
  if (!Array.isArray(expected)) wrong('expected is not a list')
  for (const [index, entry] of expected.entries()) {
    const problem = faultOfEntry(entry)
    if (problem !== undefined) wrong(`at /expected/${index}: ${problem}`)
  }
  return content as ExpectFile
}

/** A file of known differences is invalid. */
export class ExpectationsError extends Error {
  override name = 'ExpectationsError'
}

const KINDS = ['divergence', 'bug', 'flaky', 'recorded']

function faultOfEntry(entry: unknown): string | undefined {
  if (entry === null || typeof entry !== 'object') return 'an entry is an object'
  const { match, kind, reason, expires, versions } = entry as Record<string, unknown>
  const patterns = [match].flat()
  if (patterns.length === 0 || patterns.some((one) => typeof one !== 'string'))
    return 'match is a pattern such as "enc-*#root", or a list of such'
  if (!KINDS.includes(kind as string)) return `kind is ${KINDS.join(', ')}, not ${JSON.stringify(kind)}`
  if (typeof reason !== 'string') return 'reason is a text'
  if (expires !== undefined && !/^\d{4}-\d\d-\d\d$/.test(String(expires)))
    return `expires is a day such as 2027-01-31, not ${JSON.stringify(expires)}`
  if (versions !== undefined && (typeof versions !== 'string' || semver.validRange(versions) === null))
    return `versions is a range such as ">=4.26.0 <5", not ${JSON.stringify(versions)}`
  return undefined
}

/** Where the known differences that ship with this package are. */
export function expectFolder(): string {
  return packageFile('conformance/expect/')
}

/** `partly`: over HTTP alone not all of a difference shows, so one that is listed may pass. */
export function judgeAll(
  results: AssertionResult[],
  cases: LoadedCase[],
  expected: KnownDifference[],
  options: { whole: boolean; today?: string; implementation?: string; version?: string; partly?: boolean },
): Judgement {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const today = options.today ?? new Date().toISOString().slice(0, 10)
  const about = expected.filter((entry) => isAbout(entry, options.version))
  const selectors = about.flatMap((entry) =>
    [entry.match].flat().map((pattern) => ({ entry, pattern, hits: 0 })),
  )
  const patterns = new Patterns(selectors.map(({ pattern }) => pattern))
  const strict = OWN.includes(options.implementation ?? '')
  const complaints = about
    .filter((entry) => isExpired(entry, today))
    .map((entry) => `expired on ${entry.expires}: ${String(entry.match)}`)
  complaints.push(...about.filter((e) => !e.reason?.trim()).map((e) => `gives no reason: ${String(e.match)}`))
  const assertions: JudgedAssertion[] = []
  for (const result of results) {
    const one = byId.get(result.case)
    if (!one) continue
    let known: KnownDifference | undefined
    for (const place of patterns.choosing(one, result.exchange)) {
      const selector = selectors[place]!
      selector.hits++
      if (!isExpired(selector.entry, today)) known ??= selector.entry
    }
    assertions.push({
      result,
      case: one,
      verdict: verdictOf(result, known, { strict, partly: options.partly }),
      ...(known ? { known } : {}),
    })
  }
  if (options.whole) complaints.push(...unmatched(selectors))
  return { assertions, complaints }
}

/** Whether the entry is about this version; one that is no version, such as that of a branch, is in every range. */
export function isAbout({ versions }: KnownDifference, version = ''): boolean {
  if (versions === undefined || semver.valid(version) === null) return true
  return semver.satisfies(version, versions, { includePrerelease: true })
}

/** The assertions of cases that differences speak of, but for those that may pass as well. */
export function knownIds(cases: LoadedCase[], expected: KnownDifference[], version?: string): string[] {
  const chosen = expected.filter(
    (entry) => (entry.kind === 'divergence' || entry.kind === 'bug') && isAbout(entry, version),
  )
  const patterns = new Patterns(chosen.flatMap(({ match }) => match))
  return cases.flatMap((one) =>
    one.body.exchanges
      .filter(({ id }) => patterns.choosing(one, id).length > 0)
      .map(({ id }) => `${one.id}#${id}`),
  )
}

function unmatched(selectors: { pattern: string; hits: number }[]): string[] {
  return selectors.filter(({ hits }) => hits === 0).map(({ pattern }) => `matches no assertion: ${pattern}`)
}

function isExpired(entry: KnownDifference, today: string): boolean {
  return entry.expires !== undefined && entry.expires < today
}

/** The texts of the specification are those of touchstone, so there a wording that differs is a failure. */
const OWN = ['touchstone', 'touchstone-5', 'touchstone-node', 'touchstone-ready']

function verdictOf(
  result: AssertionResult,
  known: KnownDifference | undefined,
  { strict, partly = false }: { strict: boolean; partly?: boolean | undefined },
): Verdict {
  const outcome = outcomeOf(result)
  if (outcome === 'wording' && !strict) return 'wording'
  if (outcome === 'skip') return 'skip'
  const passed = outcome === 'pass'
  if (!known) return passed ? 'pass' : 'fail'
  if (!passed) return 'known'
  return partly || known.kind === 'flaky' || known.kind === 'recorded' ? 'pass' : 'unexpected-pass'
}
