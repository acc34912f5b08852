/** What is known of the changes of a history: `docs/project/history-findings.json` explains some of them, the others are listed. */
import type { Stored, StoredChange } from './stored.ts'

export interface Finding {
  version: string
  title: string
  /** Why, as sentences of Markdown. */
  text: string
  /** Rules and cases, with `*`; a change belongs to the first finding of its version that matches it. */
  match: string[]
  /** A letter in the picture. */
  mark?: string
}

export interface Explained {
  finding: Finding
  keeps: number
  breaks: number
}

/** What of a version is explained, and what is left. */
export interface OfVersion {
  version: string
  explained: Explained[]
  rest: StoredChange[]
}

export function explain(stored: Stored, findings: readonly Finding[]): OfVersion[] {
  return stored.versions.slice(1).flatMap((version) => {
    const own = stored.changes.filter((change) => change.version === version)
    if (own.length === 0) return []
    const explained = findings
      .filter((finding) => finding.version === version)
      .map((finding): Explained => ({ finding, keeps: 0, breaks: 0 }))
    const rest = own.flatMap((change) => {
      const left = Object.entries(change.cases).filter(([id, count]) => {
        const found = explained.find(({ finding }) => matches(finding, change.rule, id))
        if (found) found[change.now === 'keeps' ? 'keeps' : 'breaks'] += count
        return found === undefined
      })
      return left.length === 0 ? [] : [{ ...change, cases: Object.fromEntries(left) }]
    })
    return [{ version, explained, rest }]
  })
}

/** The findings that explain nothing: their version or their patterns are wrong. */
export function idle(stored: Stored, findings: readonly Finding[]): string[] {
  const used = explain(stored, findings).flatMap(({ explained }) =>
    explained.filter(({ keeps, breaks }) => keeps + breaks > 0).map(({ finding }) => finding),
  )
  return findings.filter((one) => !used.includes(one)).map(({ version, title }) => `${version}: ${title}`)
}

function matches({ match }: Finding, rule: string, id: string): boolean {
  return match.some((pattern) => {
    const glob = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
    return glob.test(rule) || glob.test(id)
  })
}
