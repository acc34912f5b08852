// `touchstone trend`: how much of the specification several reports keep, one after the other.

import { trendPoints } from '../../conformance/explorer/trend-points.ts'
import { dataOf, htmlOf } from '../../conformance/formats/page.ts'
import { trendText } from '../../conformance/report/trend.ts'
import { writeFile } from '../../spec/write-file.ts'
import { defineCommand } from '../options/command.ts'
import { checkWritable } from '../options/report-targets.ts'
import { say } from '../options/say.ts'
import { readReports } from '../options/stored-reports.ts'
import { EXIT, UsageError } from '../options/usage.ts'

const HELP = `touchstone trend A.json … [--html FILE]

Shows how much of the specification each version of each implementation keeps, as a table and a chart. The reports are those that
conform wrote with --json FILE.

  --html FILE   also write it as a page

Exit codes: 0 printed, 3 wrong usage, 5 a file could not be written.
`

export const command = defineCommand({
  name: 'trend',
  help: HELP,
  examples: [
    ['touchstone trend 1.json 2.json 3.json', 'a table and a chart of three reports'],
    ['touchstone trend reports/*.json --html trend.html', 'the same as a page'],
  ],
  options: { html: { type: 'string' } },
  run({ html }, files) {
    if (files.length === 0) throw new UsageError('trend takes one report or more, and none is named.')
    const stored = readReports(files)
    if (html !== undefined) {
      checkWritable(html)
      const page = { ...dataOf(stored), trend: trendPoints(stored), start: 'trend' as const }
      writeFile(html, htmlOf(page))
    }
    say(trendText(stored))
    return EXIT.ok
  },
})
