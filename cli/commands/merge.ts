// `touchstone merge`: reports of shards, or of implementations that ran apart, as one.

import { terminalReport } from '../../conformance/formats/terminal.ts'
import { readExpectations } from '../../conformance/judge/expectations.ts'
import { mergeReports } from '../../conformance/report/merge.ts'
import { identityOf } from '../../conformance/report/verdicts.ts'
import { exitCodeOf } from '../../conformance/run/run.ts'
import { INTERRUPTED } from '../../spec/interrupt.ts'
import { loadSuite } from '../../spec/load.ts'
import { defineCommand } from '../options/command.ts'
import { parseTargets, takesStdout, writeReports } from '../options/report-targets.ts'
import { say } from '../options/say.ts'
import { asUsage, readReports } from '../options/stored-reports.ts'
import { countOf, UsageError } from '../options/usage.ts'

const HELP = `touchstone merge A.json B.json … --json FILE [OPTION]…

Puts reports together that conform wrote with --json FILE: of shards, or of implementations that ran apart.

  --json FILE            write the merged report as JSON
  --report FORMAT[=FILE] write it in another format, as conform does; may be repeated
  --deterministic        leave times and durations out
  --details N            print at most N unexpected results in full (20)

Exit codes: those of conform, as if all had run at once.
`

export const command = defineCommand({
  name: 'merge',
  help: HELP,
  examples: [
    ['touchstone merge part-1.json part-2.json --json whole.json', 'the reports of two shards as one'],
    [
      'touchstone merge fastify.json express.json --report html=report.html',
      'two implementations on one page',
    ],
  ],
  options: {
    json: { type: 'string' },
    report: { type: 'string', multiple: true },
    deterministic: { type: 'boolean' },
    details: { type: 'string' },
  },
  run({ json, report = [], deterministic = false, details }, files) {
    const targets = parseTargets(report, json)
    if (files.length === 0)
      throw new UsageError('merge takes the reports to put together, and none is named.')
    if (targets.length === 0)
      throw new UsageError('merge needs a file to write: --json FILE, or --report FORMAT=FILE.')
    const merged = asUsage(() => mergeReports(readReports(files), { expectations: ownExpectations() }))
    const out = targets.some(takesStdout) ? process.stderr : process.stdout
    const shown = { color: false, details: countOf('details', details, 20), identity: merged.identity }
    say(`${terminalReport(merged.report, shown)}\n`, out)
    writeReports(targets, merged.report, { deterministic, identity: merged.identity })
    return merged.report.ended === 'interrupted' ? INTERRUPTED : exitCodeOf(merged.report)
  },
})

/** The known differences of this package apply to its own specification only. */
function ownExpectations() {
  let own: string | undefined
  return (implementation: string, digest: string, version: string) => {
    own ??= identityOf(loadSuite()).digest
    return own === digest
      ? readExpectations(implementation, version)
      : { format: 1 as const, implementation, expected: [] }
  }
}
