// Writes the entries of a file of known differences: the fewest patterns that name what failed, and nothing that passed.

import type { LoadedCase } from '../../spec/load.ts'
import { type ExpectFile, isAbout, type KnownDifference } from '../judge/expectations.ts'
import { Patterns, selectorOf } from '../judge/selectors.ts'
import type { JudgedRun } from '../run/run.ts'

interface Failure {
  base: string
  row: string[] | null
  exchange: string
}

interface Group {
  ruling?: string
  known?: KnownDifference
  failures: Failure[]
}

/**
 * The file anew, for what this run saw: one entry a ruling or a case. Reasons are carried over where there was one, and left
 * empty where there was none: to give it is for a person, and an entry without one fails the run. Flaky entries stay, and so
 * does every pattern that speaks of a case which this run did not see; `all` are the cases of the whole suite.
 */
export function refreshExpectations(run: JudgedRun, whole: ExpectFile, all: LoadedCase[]): ExpectFile {
  // What is about other versions is not for this run to say.
  const others = whole.expected.filter((entry) => !isAbout(entry, run.version))
  const previous = { ...whole, expected: whole.expected.filter((entry) => isAbout(entry, run.version)) }
  const kept = keptOf(run, previous, all)
  const own = new Patterns(kept.flatMap(({ patterns }) => patterns))
  const seen = run.assertions.filter((one) => own.choosing(one.case, one.result.exchange).length === 0)
  const groups = new Map<string, Group>()
  for (const { result, case: one, verdict, known } of seen) {
    // A text that differs needs no entry; one that has a reason keeps it.
    const differs =
      verdict === 'fail' || verdict === 'known' || (verdict === 'wording' && known !== undefined)
    if (isLasting(known) || !differs) continue
    const { ruling, id } = one.body
    const key = ruling ?? id
    const group = groups.get(key) ?? { ...(ruling === undefined ? {} : { ruling }), failures: [] }
    group.failures.push({ base: id, row: rowOf(one.id, id), exchange: result.exchange })
    if (known) group.known ??= known
    groups.set(key, group)
  }
  const passed = seen
    .filter((a) => a.verdict === 'pass' || a.verdict === 'unexpected-pass')
    .map((a) => ({
      base: a.case.body.id,
      row: rowOf(a.case.id, a.case.body.id),
      exchange: a.result.exchange,
    }))
  const entries = [...groups.values()].map((group) => entryOf(group, passed, previous))
  const expected = joined(entries, kept)
  return {
    ...previous,
    expected: [...expected, ...previous.expected.filter(isLasting), ...others],
  }
}

/** What does not depend on what is seen today. */
function isLasting(entry?: KnownDifference): boolean {
  return entry?.kind === 'flaky' || entry?.kind === 'recorded'
}

interface Kept {
  entry: KnownDifference
  patterns: string[]
}

/** Of the entries that were there, the patterns of which this run did not see everything. */
function keptOf(run: JudgedRun, previous: ExpectFile, all: LoadedCase[]): Kept[] {
  const seen = new Set(run.assertions.map((one) => one.result.id))
  if (all.every((one) => one.body.exchanges.every(({ id }) => seen.has(`${one.id}#${id}`)))) return []
  return previous.expected.flatMap((entry) => {
    if (isLasting(entry)) return []
    const patterns = [entry.match].flat().filter((pattern) => {
      const chosen = selectorOf(pattern)
      return all.some((one) =>
        one.body.exchanges.some(({ id }) => !seen.has(`${one.id}#${id}`) && chosen(one, id)),
      )
    })
    return patterns.length > 0 ? [{ entry, patterns }] : []
  })
}

/** One entry for each reason: what was kept, and what this run adds to it. */
function joined(entries: KnownDifference[], kept: Kept[]): KnownDifference[] {
  const left = [...kept]
  const together = entries.map((entry) => {
    const index = left.findIndex(
      (one) => one.entry.reason === entry.reason && one.entry.ruling === entry.ruling,
    )
    const [own] = index < 0 ? [] : left.splice(index, 1)
    return own ? { ...entry, match: [...own.patterns, ...[entry.match].flat()] } : entry
  })
  const untouched = left.map(({ entry, patterns }) => ({
    ...entry,
    match: patterns.length === 1 ? (patterns[0] as string) : patterns,
  }))
  return [...untouched, ...together]
}

function entryOf(
  { ruling, known, failures }: Group,
  passed: Failure[],
  previous: ExpectFile,
): KnownDifference {
  const patterns = patternsOf(failures, passed)
  const match = patterns.length === 1 ? (patterns[0] as string) : patterns
  const before = known ?? previous.expected.find((entry) => ruling !== undefined && entry.ruling === ruling)
  if (before) return { ...before, match }
  return { match, kind: 'divergence', reason: '', ...(ruling === undefined ? {} : { ruling }) }
}

function rowOf(id: string, base: string): string[] | null {
  return id === base ? null : id.slice(base.length + 1, -1).split(',')
}

function patternsOf(failures: Failure[], passed: Failure[]): string[] {
  const left = [...failures]
  const patterns: string[] = []
  while (left.length > 0) {
    const first = left[0] as Failure
    const widest = candidates(first).find((one) => !passed.some(one.covers)) as Candidate
    patterns.push(widest.pattern)
    for (let index = left.length - 1; index >= 0; index--) {
      if (widest.covers(left[index] as Failure)) left.splice(index, 1)
    }
  }
  return patterns
}

interface Candidate {
  pattern: string
  covers: (other: Failure) => boolean
}

/** From the widest to the narrowest: the case, its exchange, one value of one axis, one row. */
function candidates({ base, row, exchange }: Failure): Candidate[] {
  const sameCase = (other: Failure): boolean => other.base === base
  const sameExchange = (other: Failure): boolean => sameCase(other) && other.exchange === exchange
  if (row === null) {
    return [
      { pattern: base, covers: sameCase },
      { pattern: `${base}#${exchange}`, covers: sameExchange },
    ]
  }
  const axes = row.map((value, axis) => {
    const stars = row.map((_, index) => (index === axis ? value : '*')).join(',')
    return { rows: stars, has: (other: Failure) => other.row?.[axis] === value }
  })
  const exact = { rows: row.join(','), has: (other: Failure) => other.row?.join(',') === row.join(',') }
  const wide: Candidate[] = [
    { pattern: base, covers: sameCase },
    { pattern: `${base}[*]#${exchange}`, covers: sameExchange },
  ]
  for (const { rows, has } of [...axes, exact]) {
    wide.push({ pattern: `${base}[${rows}]`, covers: (other) => sameCase(other) && has(other) })
    wide.push({
      pattern: `${base}[${rows}]#${exchange}`,
      covers: (other) => sameExchange(other) && has(other),
    })
  }
  return wide
}
