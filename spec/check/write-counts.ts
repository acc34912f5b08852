// Writes into FORMAT.md how many cases use each word of the format, and the rows of its tables in that order.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadSuite, specificationFolder } from '../load.ts'
import { writeFile } from '../write-file.ts'
import { type Usage, usageOf } from './vocabulary.ts'

const ROW = /^\| `(\$?\w+)` \| \d+ \|/

/** The guide with the counts of these cases; a word that no case uses has 0. */
export function withCounts(guide: string, usage: Usage): string {
  return guide
    .split(/^(?=## )/m)
    .map((section) => {
      const title = /^## (.*)/.exec(section)?.[1] ?? ''
      return section
        .split('\n\n')
        .map((block) => tableWithCounts(block, title, usage))
        .join('\n\n')
    })
    .join('')
}

/** The word of the usage that a row of a table is about, such as `statement send`. */
function groupOf(head: RegExpExecArray, title: string, word: string): string {
  const [, inside, named] = head
  if (inside !== undefined) return inside
  if (named !== 'word') return String(named)
  const whole = title.replace(/^An? /, '').toLowerCase()
  if (whole !== 'the first words') return whole
  return word.startsWith('$') ? 'value' : 'statement'
}

function tableWithCounts(block: string, title: string, usage: Usage): string {
  const head = /^\| (?:in `(\w+)`|(\w+)) \| cases \|/.exec(block)
  if (head === null) return block
  const lines = block.split('\n')
  const rows = lines.flatMap((line) => {
    const word = ROW.exec(line)?.[1]
    if (word === undefined) return []
    const count = rounded(usage.get(`${groupOf(head, title, word)} ${word}`)?.size ?? 0)
    return [{ count, text: line.replace(/\| \d+ \|/, `| ${count} |`) }]
  })
  rows.sort((a, b) => b.count - a.count)
  const first = lines.findIndex((line) => ROW.test(line))
  const rest = lines.slice(first + rows.length)
  return [...lines.slice(0, first), ...rows.map(({ text }) => text), ...rest].join('\n')
}

/** Two digits: a case more does not change the page. */
function rounded(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 2)
  return Math.round(count / unit) * unit
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = `${specificationFolder()}FORMAT.md`
  const is = readFileSync(file, 'utf8')
  const should = withCounts(is, usageOf(loadSuite().cases))
  if (is !== should) writeFile(file, should)
  console.log(is === should ? 'FORMAT.md has the counts' : 'FORMAT.md: the counts are written')
}
