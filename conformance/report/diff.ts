// Compares two reports: what passes now, what fails now, what is new and what is gone.

import type { Transport } from '../../spec/case.ts'
import type { Outcome } from '../contract/result.ts'
import { visible } from '../markup/escape.ts'
import type { JudgedRun } from '../run/run.ts'
import { TRANSPORTS } from '../wire/modes.ts'
import type { StoredReport } from './read.ts'
import { compareVersions } from './trend.ts'
import { titleOf } from './verdicts.ts'

export type Kind = 'fails now' | 'gone' | 'passes now' | 'differs otherwise' | 'worded otherwise' | 'new'

export const KINDS: Kind[] = [
  'fails now',
  'gone',
  'passes now',
  'differs otherwise',
  'worded otherwise',
  'new',
]

export interface Change {
  kind: Kind
  id: string
  transport: Transport
  before?: Outcome
  after?: Outcome
}

export interface RunDiff {
  before: string | null
  after: string | null
  changes: Change[]
}

/** An implementation is its name and its version: two of one name are two, and each is compared with what it was. */
export function diffReports(a: StoredReport, b: StoredReport): RunDiff[] {
  const [before, after] = [a.report.runs, b.report.runs]
  // As the only ones of their reports they belong together: two versions have two names sometimes.
  const pairs: Pair[] =
    before.length === 1 && after.length === 1 ? [[before[0], after[0]]] : pairsOf(before, after)
  return pairs.map(([was, is]) => ({
    before: was ? nameIn(a, was) : null,
    after: is ? nameIn(b, is) : null,
    changes: changesOf(was, is),
  }))
}

/** The numbers of a run that ended early are those of a part. */
function nameIn({ report }: StoredReport, run: JudgedRun): string {
  return report.ended === undefined ? titleOf(run) : `${titleOf(run)} (ended early)`
}

type Pair = [before: JudgedRun | undefined, after: JudgedRun | undefined]

/** Equal versions first, then what is left of each name in the order of its versions; nothing is left out. */
function pairsOf(before: JudgedRun[], after: JudgedRun[]): Pair[] {
  const pairs: Pair[] = []
  for (const name of new Set([...before, ...after].map((run) => run.implementation))) {
    const own = (runs: JudgedRun[]): JudgedRun[] =>
      runs.filter((run) => run.implementation === name).sort((x, y) => compareVersions(x.version, y.version))
    const [olds, news] = [own(before), own(after)]
    const same = olds.filter((old) => news.some(({ version }) => version === old.version))
    for (const old of same) pairs.push([old, news.find(({ version }) => version === old.version)])
    const versions = same.map(({ version }) => version)
    const [oldLeft, newLeft] = [olds, news].map((runs) =>
      runs.filter((run) => !versions.includes(run.version)),
    )
    for (let at = 0; at < Math.max(oldLeft?.length ?? 0, newLeft?.length ?? 0); at++)
      pairs.push([oldLeft?.[at], newLeft?.[at]])
  }
  return pairs
}

function changesOf(before: JudgedRun | undefined, after: JudgedRun | undefined): Change[] {
  const [was, is] = [outcomesOf(before), outcomesOf(after)]
  const changes: Change[] = []
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key), is.get(key)]
    const kind = kindOf(old?.outcome, now?.outcome)
    if (kind === null) continue
    const { id, transport } = (now ?? old) as Seen
    changes.push({
      kind,
      id,
      transport,
      ...(old ? { before: old.outcome } : {}),
      ...(now ? { after: now.outcome } : {}),
    })
  }
  return changes
}

interface Seen {
  id: string
  transport: Transport
  outcome: Outcome
}

function outcomesOf(run: JudgedRun | undefined): Map<string, Seen> {
  const seen = (run?.assertions ?? []).flatMap(({ result: { id, cells } }) =>
    TRANSPORTS.flatMap((transport): [string, Seen][] => {
      const outcome = cells[transport]?.outcome
      return outcome === undefined ? [] : [[`${id} ${transport}`, { id, transport, outcome }]]
    }),
  )
  return new Map(seen)
}

function kindOf(before: Outcome | undefined, after: Outcome | undefined): Kind | null {
  if (before === after) return null
  if (before === undefined) return 'new'
  if (after === undefined) return 'gone'
  if (keeps(before) && keeps(after)) return 'worded otherwise'
  if (keeps(after)) return 'passes now'
  return keeps(before) ? 'fails now' : 'differs otherwise'
}

/** A text that differs does not break what the assertion shows. */
const keeps = (outcome: Outcome): boolean => outcome === 'pass' || outcome === 'wording'

/** Something that passed no longer does: it fails, is skipped, or is missing. */
export function hasRegressed(diffs: RunDiff[]): boolean {
  return diffs.some(({ changes }) =>
    changes.some(
      ({ kind, before }) =>
        kind === 'fails now' || (kind === 'gone' && before !== undefined && keeps(before)),
    ),
  )
}

export function diffText(diffs: RunDiff[], limit: number): string {
  return [...diffs.flatMap((diff) => linesOf(diff, limit)), ''].join('\n')
}

function linesOf(diff: RunDiff, limit: number): string[] {
  const lines = [`${visible(diff.before ?? 'nothing')} → ${visible(diff.after ?? 'nothing')}`]
  const counts = KINDS.map((kind) => {
    const byId = new Map<string, Change[]>()
    for (const change of diff.changes) {
      if (change.kind === kind) byId.set(change.id, [...(byId.get(change.id) ?? []), change])
    }
    if (byId.size > 0) lines.push(`  ${kind}`)
    for (const [id, changes] of [...byId].slice(0, limit)) lines.push(`    ${visible(id)}: ${tell(changes)}`)
    if (byId.size > limit) lines.push(`    and ${byId.size - limit} more`)
    return `${byId.size} ${kind}`
  })
  return [...lines, `  ${diff.changes.length === 0 ? 'no difference' : counts.join(', ')}`]
}

function tell(changes: Change[]): string {
  const told = changes.map(({ transport, before, after }) => {
    const outcome = before === undefined ? after : after === undefined ? before : `${before} → ${after}`
    return `${transport} ${outcome}`
  })
  return told.join(', ')
}
