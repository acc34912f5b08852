// `touchstone reports`: public reports about frameworks of this kind, and the cases that answer them.

import { placeOf, type Report, readReports, reportsPage } from '../../spec/reports.ts'
import { defineCommand } from '../options/command.ts'
import { say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

const HELP = `touchstone reports [TEXT] [--markdown] [--json]

Prints public reports that were tried on touchstone: the repository and the number, what was reported, and the cases that show what is
right. A report and its cases are a line in spec/reports.json.

  TEXT         only reports with this text: a repository, a number or a word
  --markdown   print them as a page
  --json       print them as JSON

Exit codes: 0 printed, 1 no report has the text, 3 wrong usage.
`

export const command = defineCommand({
  name: 'reports',
  help: HELP,
  examples: [
    ['touchstone reports find-my-way', 'The reports about find-my-way.'],
    ['touchstone reports --markdown > reports.md', 'A page of all of them.'],
  ],
  options: { markdown: { type: 'boolean' }, json: { type: 'boolean' } },
  run({ markdown = false, json = false }, texts) {
    if (texts.length > 1)
      throw new UsageError(
        `reports takes one text, and there are ${texts.length}: quote it if it has spaces.`,
      )
    if (markdown && json) throw new UsageError('--markdown and --json exclude each other.')
    const [text = ''] = texts
    const found = readReports().filter((one) => has(one, text.toLowerCase()))
    if (json) say(`${JSON.stringify(found, null, 2)}\n`)
    else say(markdown ? reportsPage(found, (id) => `\`${id}\``) : linesOf(found))
    return found.length === 0 ? 1 : EXIT.ok
  },
})

function has({ report, about }: Report, text: string): boolean {
  return `${report} ${about}`.toLowerCase().includes(text)
}

function linesOf(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No report has this text.\n'
  const lines = reports.map((one) => `${one.report}\n  ${one.about}\n  ${one.cases.join(' ')}\n`)
  const repositories = new Set(reports.map((one) => placeOf(one)[0])).size
  return `${lines.join('')}\n${reports.length} reports of ${repositories} repositories\n`
}
