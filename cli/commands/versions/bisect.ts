// `touchstone bisect`: in which version of a package an assertion changed, with as few runs as can be.

import { visible } from '../../../conformance/markup/escape.ts'
import { standingOf } from '../../../conformance/report/history/history.ts'
import { bisect } from '../../../conformance/report/history/search.ts'
import { defineCommand } from '../../options/command.ts'
import { complain, say } from '../../options/say.ts'
import { EXIT, UsageError } from '../../options/usage.ts'
import { askVersions } from './versions.ts'

const HELP = `touchstone bisect npm:NAME[@VERSIONS] CASE#EXCHANGE [OPTION]…

Finds the version of a package in which an assertion changed: it tries the first and the last one, and then the one between, until two
neighbours differ. VERSIONS are those of touchstone history. Where both ends agree, nothing is found; what lies between may have changed
and changed back, which touchstone history shows.

  --cache FOLDER   where packages and results are kept (touchstone in $XDG_CACHE_HOME or ~/.cache)

Exit codes: 0 found, 1 both ends agree, 3 wrong usage, or a version that cannot be fetched.
`

export const command = defineCommand({
  name: 'bisect',
  help: HELP,
  examples: [
    [
      "touchstone bisect npm:fastify@4.17.0..4.29 'late-plugin-known#deep'",
      'The version, among these, in which this assertion changed.',
    ],
    ["touchstone bisect npm:fastify 'enc-decorator-tree#root'", 'The same, among all versions.'],
  ],
  options: { cache: { type: 'string' } },
  async run({ cache }, names) {
    const [text, id] = names
    if (text === undefined || id === undefined || names.length > 2)
      throw new UsageError(
        `bisect takes a package and an assertion, and ${names.length} arguments are given: write touchstone bisect npm:fastify 'CASE#EXCHANGE'.`,
      )
    const [of = '', exchange] = id.split('#')
    const ask = await askVersions(text, { filter: [of.replaceAll('*', '')], cache, jobs: 1 })
    const one = ask.prepared.cases.find((each) => each.id === of)
    if (exchange === undefined || !one?.body.exchanges.some((each) => each.id === exchange))
      throw new UsageError(
        `There is no assertion ${id}. Those of ${of} are ${one?.body.exchanges.map((each) => `${of}#${each.id}`).join(', ') ?? 'none'}.`,
      )
    const alone = { ...ask.prepared, cases: [one] }
    ask.prepared.cases = alone.cases
    const found = await bisect(ask.versions, async (version) => {
      const { [id]: seen } = await ask.outcomes(version)
      complain(
        `  ${seen?.outcome ?? 'skip'}${seen?.message === undefined ? '' : `: ${visible(seen.message)}`}\n`,
      )
      return standingOf(seen?.outcome)
    })
    const { first, last, before, after } = found
    if (first === last) {
      say(
        `${id}: ${ask.name} ${before} from ${ask.versions[0]} to ${ask.versions.at(-1)}, so nothing is found between.\n`,
      )
      return EXIT.unexpected
    }
    say(
      `${id}: ${ask.name}@${first} ${before}, and ${ask.name}@${last} ${after} (${found.tried} of ${ask.versions.length} versions tried)\n`,
    )
    return EXIT.ok
  },
})
