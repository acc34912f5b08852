/** The page of all differences from Fastify 4.17.0: the list of known differences, by area, with the cases that show each. */
import { readExpectations } from '../../conformance/judge/expectations.ts'
import { selectorOf } from '../../conformance/judge/selectors.ts'
import { type LoadedCase, loadSuite } from '../../spec/load.ts'

interface Difference {
  reason: string
  rulings: Set<string>
  /** the cases, by area */
  cases: Map<string, Set<string>>
}

/** The page as Markdown. Its links lead to the pages of the specification, which stand beside it. */
export function differencesPage(): string {
  const found = differences()
  const areas = [...new Set(found.flatMap(({ cases }) => [...cases.keys()]))].sort()
  const sections = areas.map((area) => {
    const rows = found.filter(({ cases }) => cases.has(area)).map((one) => row(one, area))
    return `## ${area}\n\n| decision | Fastify 4.17.0 | cases |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Differences from Fastify 4.17.0

Fastify 4.17.0 runs the whole specification. This page lists each assertion that it fails, with what it does instead. The run fails where
the list and the outcome differ. [Migration](../guides/migration-from-fastify-4.md) explains those that applications notice.

${sections.join('\n')}`
}

function differences(): Difference[] {
  const { cases } = loadSuite()
  const byReason = new Map<string, Difference>()
  for (const { match, reason, ruling } of readExpectations('fastify-4.17').expected) {
    const known = byReason.get(reason) ?? { reason, rulings: new Set(), cases: new Map() }
    byReason.set(reason, known)
    if (ruling !== undefined) known.rulings.add(ruling)
    for (const pattern of [match].flat()) add(known, pattern, cases)
  }
  return [...byReason.values()]
}

function add(known: Difference, pattern: string, cases: readonly LoadedCase[]): void {
  const chosen = selectorOf(pattern)
  for (const one of cases) {
    if (!one.body.exchanges.some(({ id }) => chosen(one, id))) continue
    const ids = known.cases.get(one.area) ?? new Set()
    known.cases.set(one.area, ids.add(one.id.replace(/\[.*/, '')))
    if (one.body.ruling !== undefined) known.rulings.add(one.body.ruling)
  }
}

function row({ reason, rulings, cases }: Difference, area: string): string {
  const decisions = [...rulings].map((id) => `[${id}](decisions.md#${id.toLowerCase()})`).join(', ')
  const links = [...cases.get(area)!].map((id) => `[\`${id}\`](${area}.md#${id})`).join(', ')
  return `| ${decisions} | ${reason.replaceAll('|', '\\|')} | ${links} |`
}
