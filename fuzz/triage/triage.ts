/** From what a run found to what is told: without secrets, what is known apart, and by cause. */
import type { FuzzReport } from '../engine/finding.ts'
import { type Baseline, withBaseline } from './baseline.ts'
import { causesOf } from './causes.ts'
import { type Given, MASKS, masked } from './secrets.ts'

/** The report as it is told. `given` are the headers and identities of the run, whose secrets are left out. */
export function triaged(found: FuzzReport, given: Given, baseline?: Baseline): FuzzReport {
  const { report, secrets } = masked(found, given)
  const told = baseline ? withBaseline(report, baseline) : report
  const text = JSON.stringify([told.findings, told.warnings, told.known])
  const named = new Set([...text.matchAll(MASKS)].map(([, name]) => name!))
  const used = [...named].filter((name) => secrets.has(name.replace(/_ALTERED$/, '')))
  const causes = causesOf(told.findings).map(({ check, why, findings }) => ({
    ...{ check, why },
    findings: findings.map(({ id }) => id),
  }))
  const notes =
    used.length === 0
      ? told.notes
      : [...told.notes, `Secrets are left out: set ${used.join(', ')} for the commands and tests.`]
  return { ...told, notes, causes }
}
