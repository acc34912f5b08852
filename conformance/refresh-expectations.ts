// Writes the entries of a file of known differences: the fewest patterns that name what failed, and nothing that passed.

import type { ExpectFile, KnownDifference } from './expectations.ts'
import type { JudgedRun } from './run.ts'

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
 * empty where there was none: to give it is for a person, and an entry without one fails the run. Flaky entries stay.
 */
export function refreshExpectations(run: JudgedRun, previous: ExpectFile): ExpectFile {
  const groups = new Map<string, Group>()
  for (const { result, case: one, verdict, known } of run.assertions) {
    if (known?.kind === 'flaky' || (verdict !== 'fail' && verdict !== 'known')) continue
    const { ruling, id } = one.body
    const key = ruling ?? id
    const group = groups.get(key) ?? { ...(ruling === undefined ? {} : { ruling }), failures: [] }
    group.failures.push({ base: id, row: rowOf(one.id, id), exchange: result.exchange })
    if (known) group.known ??= known
    groups.set(key, group)
  }
  const passed = run.assertions
    .filter((a) => a.verdict === 'pass' || a.verdict === 'unexpected-pass')
    .map((a) => ({
      base: a.case.body.id,
      row: rowOf(a.case.id, a.case.body.id),
      exchange: a.result.exchange,
    }))
  const entries = [...groups.values()].map((group) => entryOf(group, passed, previous))
  return {
    ...previous,
    expected: [...entries, ...previous.expected.filter((entry) => entry.kind === 'flaky')],
  }
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
