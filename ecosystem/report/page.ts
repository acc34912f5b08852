/** The page of the documentation: what `results.json` has, as tables. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeFile } from '../../spec/write-file.ts'
import type { Line } from '../packages/packages.ts'
import type { Table, Tables } from './tables.ts'

const PAGE = fileURLToPath(new URL('../../../docs/project/ecosystem.md', import.meta.url))
const MARKS: Record<Line, readonly [begin: string, end: string]> = {
  '4': ['<!-- results -->\n', '<!-- end of results -->\n'],
  '5': ['<!-- results of the latest releases -->\n', '<!-- end of the latest releases -->\n'],
}

export function readPage(): string {
  return readFileSync(PAGE, 'utf8')
}

export function writePage(tables: Tables, line: Line = '4'): void {
  writeFile(PAGE, pageWith(readPage(), tables, line))
}

/** The text of the page with these tables between its marks. */
export function pageWith(page: string, { summary, tables }: Tables, line: Line = '4'): string {
  const [begin, end] = MARKS[line]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from)
    throw new Error(`docs/project/ecosystem.md has no ${begin.trim()} … ${end.trim()}`)
  const parts = [summary, ...tables.map(markdownOf)]
  return `${page.slice(0, from + begin.length)}\n${parts.join('\n\n')}\n\n${page.slice(to)}`
}

function markdownOf({ caption, head, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`
  return [`### ${caption}`, '', line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join(
    '\n',
  )
}

// The names of tests are other people's words: they are shown, and not read as Markdown.
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|]/g, (sign) => `\\${sign}`)
}
