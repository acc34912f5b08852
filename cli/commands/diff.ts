// `touchstone diff`: what differs from one report to another.

import { diffReports, diffText, hasRegressed } from '../../conformance/report/diff.ts'
import type { StoredReport } from '../../conformance/report/read.ts'
import { defineCommand } from '../options/command.ts'
import { say } from '../options/say.ts'
import { readReports } from '../options/stored-reports.ts'
import { countOf, EXIT, UsageError } from '../options/usage.ts'

const HELP = `touchstone diff A.json B.json [--details N]

Compares two reports that conform wrote with --json FILE: what passes now, fails now, is new and is gone in B.

  --details N   print at most N assertions of each kind (50)

Exit codes: 0 nothing got worse, 1 something that passed in A does not pass in B, 3 wrong usage.
`

export const command = defineCommand({
  name: 'diff',
  help: HELP,
  examples: [
    ['touchstone diff main.json branch.json', 'what passes, fails, is new and is gone in the second report'],
    ['touchstone diff main.json branch.json --details 0', 'only the counts, and the exit code'],
  ],
  options: { details: { type: 'string' } },
  run({ details }, files) {
    if (files.length !== 2)
      throw new UsageError(
        `diff takes two reports, and ${files.length} are named: write touchstone diff A.json B.json.`,
      )
    const [a, b] = readReports(files) as [StoredReport, StoredReport]
    const diffs = diffReports(a, b)
    say(diffText(diffs, countOf('details', details, 50)))
    return hasRegressed(diffs) ? EXIT.unexpected : EXIT.ok
  },
})
