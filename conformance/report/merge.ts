// Puts reports of parts of one suite together: shards, or implementations that ran apart.

import type { LoadedCase } from '../../spec/load.ts'
import { type ExpectFile, judgeAll } from '../judge/expectations.ts'
import type { JudgedRun } from '../run/run.ts'
import { ReportFileError, type StoredReport } from './read.ts'
import { type RunIdentity, titleOf } from './verdicts.ts'

export interface MergeOptions {
  /** What is known of an implementation, where the suite is one of which something is. */
  expectations?: (implementation: string, digest: string, version: string) => ExpectFile
}

interface Part {
  stored: StoredReport
  run: JudgedRun
}

/** Throws a ReportFileError if the reports do not belong together, or one is missing. */
export function mergeReports(stored: StoredReport[], options: MergeOptions = {}): StoredReport {
  const [first] = stored
  if (!first) throw new ReportFileError('There is no report to merge.')
  for (const other of stored) refuseOtherSuite(first, other)
  const parts = new Map<string, Part[]>()
  for (const one of stored) {
    for (const run of one.report.runs) {
      const key = JSON.stringify([run.implementation, versionIn(stored, run)])
      parts.set(key, [...(parts.get(key) ?? []), { stored: one, run }])
    }
  }
  const cases = mergeCases(stored)
  const order = new Map(cases.map((one, index) => [one.id, index]))
  const ended = stored.find(({ report }) => report.ended !== undefined)?.report.ended
  // Of a run that ended early nobody knows whether an entry is stale.
  const whole = cases.length === first.identity.cases && ended === undefined
  const runs = [...parts.values()].map((some) => {
    refuseOverlap(some)
    refuseMissingShard(some)
    const run = mergeRuns(some, order)
    const known = options.expectations?.(run.implementation, first.identity.digest, run.version)
    return whole && known ? withStaleEntries(run, cases, known) : run
  })
  const milliseconds = stored.reduce((sum, one) => sum + one.report.milliseconds, 0)
  const suite = { ...first.report.suite, cases }
  const report = { suite, cases, runs, milliseconds, ...(ended === undefined ? {} : { ended }) }
  return { name: stored.map(({ name }) => name).join(' + '), report, identity: mergeIdentity(stored) }
}

function refuseOtherSuite(first: StoredReport, other: StoredReport): void {
  if (other.identity.digest === first.identity.digest) return
  throw new ReportFileError(
    `${other.name} is of another suite (${tell(other.identity)}) than ${first.name} (${tell(first.identity)}): ` +
      'merge reports that one version of the specification gave.',
  )
}

function tell({ digest, cases }: RunIdentity): string {
  return `${digest}, ${cases} cases`
}

/** In the order of the suite, which is by file; within a file each report has it right, and a shard leaves gaps only. */
function mergeCases(stored: StoredReport[]): LoadedCase[] {
  const cases = new Map(stored.flatMap(({ report }) => report.cases.map((one) => [one.id, one] as const)))
  return [...cases.values()].sort((a, b) => compare(a.file, b.file) || compare(a.id, b.id))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function refuseMissingShard(parts: Part[]): void {
  const [first] = parts
  const sharded = parts.flatMap(({ stored }) => (stored.identity.shard ? [stored.identity.shard] : []))
  const count = sharded[0]?.count
  if (count === undefined || !first) return
  const other = parts.find(({ stored }) => stored.identity.shard?.count !== count)
  if (other) {
    const { shard } = other.stored.identity
    throw new ReportFileError(
      `${other.stored.name} is ${shard ? `shard ${shard.index}/${shard.count}` : 'not a shard'}, the others are shards of ${count}: merge the shards of one run.`,
    )
  }
  for (let index = 1; index <= count; index++) {
    if (sharded.some((shard) => shard.index === index)) continue
    throw new ReportFileError(
      `Shard ${index}/${count} of ${titleOf(mergedIdentity(parts))} is missing: merge all ${count} of them.`,
    )
  }
}

function mergeRuns(parts: Part[], order: Map<string, number>): JudgedRun {
  const first = parts[0] as Part
  const assertions = parts.flatMap(({ run }) => run.assertions)
  assertions.sort((a, b) => (order.get(a.case.id) ?? 0) - (order.get(b.case.id) ?? 0))
  const failures = [...new Set(parts.flatMap(({ run }) => run.failure ?? []))]
  return {
    implementation: first.run.implementation,
    version: parts.find(({ run }) => run.version !== '')?.run.version ?? '',
    crashes: parts.reduce((sum, { run }) => sum + run.crashes, 0),
    milliseconds: parts.reduce((sum, { run }) => sum + run.milliseconds, 0),
    complaints: [...new Set(parts.flatMap(({ run }) => run.complaints))],
    assertions,
    ...(failures.length > 0 ? { failure: failures.join('; ') } : {}),
  }
}

function refuseOverlap(parts: Part[]): void {
  const seen = new Map<string, string>()
  const shards = new Map<number, string>()
  for (const { stored, run } of parts) {
    const index = stored.identity.shard?.index
    const same = index === undefined ? undefined : shards.get(index)
    if (same !== undefined)
      throw new ReportFileError(
        `${same} and ${stored.name} are both shard ${index} of ${titleOf(run)}: merge each once.`,
      )
    if (index !== undefined) shards.set(index, stored.name)
    for (const { result } of run.assertions) {
      const before = seen.get(result.id)
      if (before !== undefined)
        throw new ReportFileError(
          `${before} and ${stored.name} both hold ${result.id} of ${titleOf(run)}: merge parts that do not overlap.`,
        )
      seen.set(result.id, stored.name)
    }
  }
}

/** Where an adapter did not load, or had nothing to run, no version is known: it belongs to the only one that is. */
function versionIn(stored: StoredReport[], { implementation, version }: JudgedRun): string {
  if (version !== '') return version
  const runs = stored.flatMap(({ report }) => report.runs)
  const known = new Set(runs.filter((run) => run.implementation === implementation).map((run) => run.version))
  known.delete('')
  const [only = ''] = known
  return known.size === 1 ? only : ''
}

function mergedIdentity(parts: Part[]): { implementation: string; version: string } {
  const { run } = parts.find((part) => part.run.version !== '') ?? (parts[0] as Part)
  return run
}

/** A shard cannot know whether an entry is stale; the whole can. */
function withStaleEntries(run: JudgedRun, cases: LoadedCase[], { expected }: ExpectFile): JudgedRun {
  if (run.failure !== undefined) return run
  const results = run.assertions.map(({ result }) => result)
  const { complaints } = judgeAll(results, cases, expected, {
    whole: true,
    implementation: run.implementation,
    version: run.version,
  })
  return { ...run, complaints: [...new Set([...run.complaints, ...complaints])] }
}

function mergeIdentity(stored: StoredReport[]): RunIdentity {
  const { identity } = stored[0] as StoredReport
  const node = [...new Set(stored.map((one) => one.identity.node))].join(', ')
  return { ...identity, node, shard: null }
}
