// What an implementation is known to do otherwise: an expected failure is none, an unexpected pass is one.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LoadedCase } from '../spec/load.ts'
import { type AssertionResult, outcomeOf } from './result.ts'
import { selectorOf } from './selectors.ts'

export interface KnownDifference {
  match: string | string[]
  /** `divergence`: it means to be so. `bug`: it does not. `flaky`: now so, now so. */
  kind: 'divergence' | 'bug' | 'flaky'
  reason: string
  ruling?: string
  issue?: string
  /** A date after which the entry no longer counts. */
  expires?: string
}

export interface ExpectFile {
  format: 1
  implementation: string
  expected: KnownDifference[]
}

export type Verdict = 'pass' | 'fail' | 'known' | 'unexpected-pass' | 'skip'

export interface JudgedAssertion {
  result: AssertionResult
  case: LoadedCase
  verdict: Verdict
  known?: KnownDifference
}

export interface Judgement {
  assertions: JudgedAssertion[]
  /** Entries that are wrong in themselves: they match nothing, or have expired. */
  complaints: string[]
}

/** The file of an implementation that ships with this package; none for an unknown one. */
export function readExpectations(implementation: string, folder?: string): ExpectFile {
  const file = `${folder ?? expectFolder()}${implementation.replace(/[^\w.-]/g, '_')}.json`
  if (!existsSync(file)) return { format: 1, implementation, expected: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as ExpectFile
}

function expectFolder(): string {
  const here = new URL('.', import.meta.url)
  return fileURLToPath(
    here.pathname.includes('/dist/') ? new URL('../../conformance/expect/', here) : new URL('expect/', here),
  )
}

export function judgeAll(
  results: AssertionResult[],
  cases: LoadedCase[],
  expected: KnownDifference[],
  options: { whole: boolean; today?: string },
): Judgement {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const today = options.today ?? new Date().toISOString().slice(0, 10)
  const entries = expected.map((entry) => ({
    entry,
    selectors: [entry.match].flat().map((p) => ({ pattern: p, chosen: selectorOf(p), hits: 0 })),
  }))
  const complaints = entries
    .filter((e) => isExpired(e.entry, today))
    .map((e) => `expired on ${e.entry.expires}: ${String(e.entry.match)}`)
  complaints.push(
    ...expected.filter((e) => !e.reason?.trim()).map((e) => `gives no reason: ${String(e.match)}`),
  )
  const assertions: JudgedAssertion[] = []
  for (const result of results) {
    const one = byId.get(result.case)
    if (!one) continue
    let known: KnownDifference | undefined
    for (const { entry, selectors } of entries) {
      for (const selector of selectors) {
        if (!selector.chosen(one, result.exchange)) continue
        selector.hits++
        if (!isExpired(entry, today)) known ??= entry
      }
    }
    assertions.push({ result, case: one, verdict: verdictOf(result, known), ...(known ? { known } : {}) })
  }
  if (options.whole) complaints.push(...unmatched(entries))
  return { assertions, complaints }
}

function unmatched(entries: { selectors: { pattern: string; hits: number }[] }[]): string[] {
  const patterns = entries.flatMap((e) => e.selectors).filter((selector) => selector.hits === 0)
  return patterns.map((selector) => `matches no assertion: ${selector.pattern}`)
}

function isExpired(entry: KnownDifference, today: string): boolean {
  return entry.expires !== undefined && entry.expires < today
}

function verdictOf(result: AssertionResult, known: KnownDifference | undefined): Verdict {
  const outcome = outcomeOf(result)
  if (outcome === 'skip') return 'skip'
  const passed = outcome === 'pass'
  if (!known) return passed ? 'pass' : 'fail'
  if (!passed) return 'known'
  return known.kind === 'flaky' ? 'pass' : 'unexpected-pass'
}
