/** What `touchstone history --json` wrote, as small as the documentation needs it: `docs/project/history.json`. */
import type { Change, History, Kept } from '../../../conformance/report/history/history.ts'

/** The assertions of one rule that changed in one version in the same way. */
export interface StoredChange {
  version: string
  was: Change['before']
  now: Change['after']
  rule: string
  /** By case, without its row: how many. */
  cases: Record<string, number>
  /** What the first of them showed where it breaks. */
  message?: string
}

export interface Stored {
  name: string
  node: string
  digest: string
  versions: string[]
  /** Those of which all was asked. */
  whole: string[]
  areas: Record<string, Kept[]>
  /** The area of each rule of `changes`. */
  rules: Record<string, string>
  changes: StoredChange[]
}

const LONGEST = 90

export function storedOf(history: History, node: string): Stored {
  const groups = new Map<string, StoredChange>()
  for (const { to, before, after, rules, id, message } of history.changes) {
    const rule = rules[0] ?? ''
    const key = [to, before, after, rule].join(' ')
    const told = message === undefined ? {} : { message: message.slice(0, LONGEST) }
    const group = groups.get(key) ?? { version: to, was: before, now: after, rule, cases: {}, ...told }
    const one = id.replace(/[[#].*$/, '')
    group.cases[one] = (group.cases[one] ?? 0) + 1
    groups.set(key, group)
  }
  const { name, digest, versions, whole = versions, areas } = history
  const changes = [...groups.values()]
  const named = new Map(history.rules.map(({ rule, area }) => [rule, area]))
  const rules = Object.fromEntries(changes.map(({ rule }) => [rule, named.get(rule) ?? '']))
  return { name, node, digest, versions, whole, areas, rules, changes }
}

export const countOf = ({ cases }: Pick<StoredChange, 'cases'>): number =>
  Object.values(cases).reduce((sum, one) => sum + one, 0)

/** A line for each area and each change, so that a later history shows what it changed. */
export function textOf({ areas, changes, ...rest }: Stored): string {
  const head = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},`)
  const rows = Object.entries(areas).map(
    ([area, kept]) => `  ${JSON.stringify(area)}: ${JSON.stringify(kept)}`,
  )
  const lines = changes.map((change) => `  ${JSON.stringify(change)}`)
  return `{\n${head.join('\n')}\n"areas": {\n${rows.join(',\n')}\n},\n"changes": [\n${lines.join(',\n')}\n]\n}\n`
}
