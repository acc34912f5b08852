// Which assertion changed in which version: the outcomes of neighbouring versions, compared.

import type { LoadedCase } from '../../../spec/load.ts'
import type { Rule } from '../../../spec/rule.ts'
import type { Outcome } from '../../contract/result.ts'
import { areaOf, rulesOf } from '../../judge/selectors.ts'
import type { Outcomes } from './outcomes.ts'

/** What counts as a change: a failure that fails otherwise is none. */
export type Standing = 'keeps' | 'breaks' | 'skipped'

export interface Change {
  from: string
  to: string
  id: string
  rules: string[]
  before: Standing
  after: Standing
  /** How it differs where it breaks. */
  message?: string
}

export interface RuleLine {
  rule: string
  area: string
  text: string
  /** By version: how many of its assertions it keeps, of how many that ran. */
  kept: Kept[]
}

export interface History {
  format: 1
  name: string
  versions: string[]
  /** The versions of which all was asked, where the others were asked only for what their neighbours differ in. */
  whole?: string[]
  digest: string
  changes: Change[]
  /** The rules of which something changed. */
  rules: RuleLine[]
  /** By area and version, of all assertions. */
  areas: Record<string, Kept[]>
}

export type Kept = [kept: number, ran: number, skipped: number]

export function standingOf(outcome: Outcome | undefined): Standing {
  if (outcome === undefined || outcome === 'skip') return 'skipped'
  return outcome === 'pass' || outcome === 'wording' ? 'keeps' : 'breaks'
}

export interface Column {
  version: string
  outcomes: Outcomes
}

/** `columns` in the order of the versions. */
export function historyOf(
  name: string,
  columns: Column[],
  { cases, rules, digest }: { cases: LoadedCase[]; rules: Map<string, Rule>; digest: string },
): History {
  const changes: Change[] = []
  for (const [at, column] of columns.entries()) {
    const before = columns[at - 1]
    if (!before) continue
    for (const one of cases)
      for (const { id: exchange } of one.body.exchanges) {
        const id = `${one.id}#${exchange}`
        const [was, is] = [standingOf(before.outcomes[id]?.outcome), standingOf(column.outcomes[id]?.outcome)]
        if (was === is) continue
        const message = (is === 'breaks' ? column : before).outcomes[id]?.message
        changes.push({
          from: before.version,
          to: column.version,
          id,
          rules: rulesOf(one, exchange),
          before: was,
          after: is,
          ...(message === undefined ? {} : { message }),
        })
      }
  }
  const versions = columns.map(({ version }) => version)
  const lines = linesOf(columns, cases, rules, changes)
  return { format: 1, name, versions, digest, changes, rules: lines, areas: areasOf(columns, cases) }
}

/** Each assertion counts in one area. */
function areasOf(columns: Column[], cases: LoadedCase[]): Record<string, Kept[]> {
  const areas: Record<string, Kept[]> = {}
  for (const one of cases)
    for (const { id: exchange } of one.body.exchanges) {
      const area = areaOf(one, exchange)
      const kept = (areas[area] ??= columns.map(() => [0, 0, 0]))
      count(kept, columns, `${one.id}#${exchange}`)
    }
  return areas
}

function linesOf(
  columns: Column[],
  cases: LoadedCase[],
  rules: Map<string, Rule>,
  changes: Change[],
): RuleLine[] {
  const changed = new Set(changes.flatMap((change) => change.rules))
  const lines = new Map<string, RuleLine>()
  for (const { id, area, text } of rules.values())
    if (changed.has(id)) lines.set(id, { rule: id, area, text, kept: columns.map(() => [0, 0, 0]) })
  for (const one of cases)
    for (const { id: exchange } of one.body.exchanges)
      for (const rule of new Set(rulesOf(one, exchange))) {
        const line = lines.get(rule)
        if (line) count(line.kept, columns, `${one.id}#${exchange}`)
      }
  return [...lines.values()]
}

function count(kept: Kept[], columns: Column[], id: string): void {
  for (const [at, { outcomes }] of columns.entries()) {
    const cell = kept[at]
    if (!cell) continue
    const standing = standingOf(outcomes[id]?.outcome)
    if (standing === 'keeps') cell[0]++
    if (standing === 'skipped') cell[2]++
    else cell[1]++
  }
}
