/** The findings of a history as Markdown, for `docs/project/history.md`. */
import { explain, type Finding, type OfVersion } from './findings.ts'
import { countOf, type Stored, type StoredChange } from './stored.ts'

/** So many cases of a rule are named; `history.json` has all. */
const NAMED = 4

export function findingsText(stored: Stored, findings: readonly Finding[]): string {
  const versions = explain(stored, findings)
  const quiet = stored.versions.slice(1).filter((one) => !versions.some(({ version }) => version === one))
  const told = quiet.length === 0 ? [] : [`Nothing changed in ${quiet.join(', ')}.`]
  return [...versions.map(section), ...told].join('\n\n')
}

function section({ version, explained, rest }: OfVersion): string {
  const kept = sum(explained.map(({ keeps }) => keeps)) + countOfAll(rest, 'keeps')
  const broken = sum(explained.map(({ breaks }) => breaks)) + countOfAll(rest, 'breaks')
  const lines = explained.map(
    ({ finding, keeps, breaks }) => `- **${finding.title}** (${countText(keeps, breaks)}). ${finding.text}`,
  )
  const listed = rest.map(restLine)
  const head = lines.length === 0 || listed.length === 0 ? [] : ['', 'Besides:', '']
  return [`### ${version}: ${countText(kept, broken)}`, '', ...lines, ...head, ...listed].join('\n')
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

const countOfAll = (changes: StoredChange[], wanted: 'keeps' | 'breaks'): number =>
  sum(changes.filter(({ now }) => (now === 'keeps') === (wanted === 'keeps')).map(countOf))

function countText(kept: number, broken: number): string {
  const parts = [kept > 0 ? `${kept} kept from here on` : '', broken > 0 ? `${broken} not any more` : '']
  return parts.filter((part) => part !== '').join(', ')
}

function restLine({ rule, now, was, cases, message }: StoredChange): string {
  const word =
    now === 'keeps' ? 'kept' : now === 'skipped' || was === 'skipped' ? `${was}, now ${now}` : 'not any more'
  const all = Object.entries(cases)
  const named = all.slice(0, NAMED).map(([id, count]) => `\`${id}\`${count > 1 ? ` (${count})` : ''}`)
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more cases` : ''
  const why = message === undefined ? '' : `; ${now === 'keeps' ? 'before' : 'now'}: \`${plain(message)}\``
  return `- \`${rule}\` ${word}: ${named.join(', ')}${more}${why}`
}

const plain = (message: string): string =>
  message
    .replaceAll('`', "'")
    .replace(/\s+/g, ' ')
    .replace(/^(fail|error|crash)( at)?:? ?/, '')
    .trim()
