// `touchstone history`: which assertion changed in which version of a package.

import { toJson } from '../../../conformance/markup/escape.ts'
import { withThoseBetween } from '../../../conformance/report/history/between.ts'
import { type Column, historyOf } from '../../../conformance/report/history/history.ts'
import { historyPage } from '../../../conformance/report/history/page.ts'
import { historyText } from '../../../conformance/report/history/text.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { defineCommand } from '../../options/command.ts'
import { checkWritable } from '../../options/report-targets.ts'
import { say } from '../../options/say.ts'
import { countOf, EXIT, UsageError } from '../../options/usage.ts'
import { askVersions } from './versions.ts'

const HELP = `touchstone history npm:NAME@VERSIONS [OPTION]…

Runs the specification on versions of a package, one after the other, and tells which assertion changed in which version. The versions
are fetched with npm. What a version did is kept by its name, its version and the hash of the suite, so it runs once.

  npm:fastify@4.0.0..5.8         the newest patch of each minor from 4.0.0 to 5.8
  npm:fastify@4.0.0,4.17.0       these versions
  npm:fastify                    the newest patch of each minor

  --between          also the minors between those that are named; a case is asked of them where the two named neighbours differ in it
  --filter PATTERN   only these cases, as of conform; may be repeated
  --json FILE        also write it as JSON
  --html FILE        also write it as a page with a line for each rule
  --details N        print at most N assertions of each kind and version (10)
  --cache FOLDER     where packages and results are kept (touchstone in $XDG_CACHE_HOME or ~/.cache)
  --jobs N           processes at a time (2)

Exit codes: 0 printed, 3 wrong usage, or a version that cannot be fetched, 5 a file could not be written.
`

export const command = defineCommand({
  name: 'history',
  help: HELP,
  examples: [
    [
      "touchstone history npm:fastify@4.17.0,5.0.0 --filter 'area:encapsulation'",
      'Two versions and one area.',
    ],
    [
      'touchstone history npm:fastify@4.0.0..5.8 --html history.html',
      'Each minor, as a page with a line for each rule.',
    ],
  ],
  options: {
    between: { type: 'boolean' },
    filter: { type: 'string', multiple: true },
    json: { type: 'string' },
    html: { type: 'string' },
    details: { type: 'string' },
    cache: { type: 'string' },
    jobs: { type: 'string' },
  },
  async run({ between = false, filter = [], json, html, details, cache, jobs }, names) {
    const [text] = names
    if (text === undefined || names.length > 1)
      throw new UsageError(
        `history takes one package, and ${names.length} are named: write touchstone history npm:fastify@4.0.0..5.8.`,
      )
    for (const file of [json, html]) if (file !== undefined) checkWritable(file)
    const limit = countOf('details', details, 10)
    const ask = await askVersions(text, {
      filter,
      between,
      cache,
      ...(jobs === undefined ? {} : { jobs: countOf('jobs', jobs, 2) }),
    })
    const whole: Column[] = []
    for (const version of ask.versions) whole.push({ version, outcomes: await ask.outcomes(version) })
    const { cases, suite } = ask.prepared
    const columns = await withThoseBetween(whole, { between: ask.between, cases, outcomes: ask.outcomes })
    const history = historyOf(ask.name, columns, { cases, rules: suite.rules, digest: ask.digest })
    if (between) history.whole = ask.versions
    if (json !== undefined) writeFile(json, `${toJson(history)}\n`)
    if (html !== undefined) writeFile(html, historyPage(history))
    say(historyText(history, limit))
    return EXIT.ok
  },
})
