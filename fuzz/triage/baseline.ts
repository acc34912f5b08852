/** Findings that are known and accepted: they are told, and do not make a run fail. */
import type { Finding, FuzzReport } from '../engine/finding.ts'

export interface Baseline {
  format: 'touchstone-fuzz-baseline/1'
  known: Known[]
}

export interface Known {
  /** Of the finding. */
  id: string
  /** Why it is accepted. */
  why: string
}

export const EMPTY: Baseline = { format: 'touchstone-fuzz-baseline/1', known: [] }

/** What is wrong with the content of a baseline file; null where it is right. */
export function faultOfBaseline(value: unknown): string | null {
  const { format, known } = (value ?? {}) as Record<string, unknown>
  if (format !== EMPTY.format || !Array.isArray(known))
    return `it has to be { "format": "${EMPTY.format}", "known": [] }.`
  for (const [at, one] of known.entries()) {
    const { id, why } = (one ?? {}) as Record<string, unknown>
    if (!isFindingId(id))
      return `known[${at}].id is the id of a finding, such as no-5xx-1a2b3c4d, not ${JSON.stringify(id)}.`
    if (typeof why !== 'string' || why.trim() === '')
      return `known[${at}].why says why ${id} is accepted, and is ${JSON.stringify(why)}.`
  }
  return null
}

export function isFindingId(id: unknown): id is string {
  return typeof id === 'string' && /^[a-z][a-z0-9-]*-[0-9a-f]{8}$/.test(id)
}

/** The baseline with one more, or with another reason for one. */
export function accepting({ format, known }: Baseline, ids: readonly string[], why: string): Baseline {
  const kept = known.filter(({ id }) => !ids.includes(id))
  const all = [...kept, ...ids.map((id) => ({ id, why }))]
  return { format, known: all.sort((left, right) => (left.id < right.id ? -1 : 1)) }
}

/** The report with what is known apart, and what is known and was not found. */
export function withBaseline(report: FuzzReport, { known }: Baseline): FuzzReport {
  const reasons = new Map(known.map(({ id, why }) => [id, why]))
  const isKnown = ({ id }: Finding): boolean => reasons.has(id)
  const found = [...report.findings, ...report.warnings]
  const ids = new Set(found.map(({ id }) => id))
  return {
    ...report,
    findings: report.findings.filter((one) => !isKnown(one)),
    warnings: report.warnings.filter((one) => !isKnown(one)),
    known: found.filter(isKnown).map((one) => ({ ...one, accepted: reasons.get(one.id)! })),
    gone: known.filter(({ id }) => !ids.has(id)),
  }
}
