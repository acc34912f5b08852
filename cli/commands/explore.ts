// `touchstone explore`: the explorer in a browser, of stored reports or of a run that it watches.

import { dataOf } from '../../conformance/formats/page.ts'
import { interruption } from '../../spec/interrupt.ts'
import { defineCommand, type ValuesOf } from '../options/command.ts'
import { withConfig } from '../options/config.ts'
import type { RunArguments } from '../options/run-and-report.ts'
import { RUN_OPTIONS, RUN_OPTIONS_HELP, runArguments } from '../options/run-options.ts'
import { readReports } from '../options/stored-reports.ts'
import { EXIT, UsageError } from '../options/usage.ts'
import { ExplorerServer } from '../serve/explorer-server.ts'
import { portOf, serveRun, serveUntil } from '../serve/serve.ts'

const HELP = `touchstone explore [A.json …] [--port N]
touchstone explore [IMPLEMENTATION]… [--port N] [OPTION]…

Shows reports in a browser: those that conform wrote with --json FILE, or that of a run, while it runs. IMPLEMENTATION is as for
touchstone conform. Ctrl-C ends the server.

  --port N               the port on 127.0.0.1; a free one by default
${RUN_OPTIONS_HELP}
Exit codes: 0 for stored reports, those of conform for a run, 3 wrong usage.
`

const OPTIONS = { port: { type: 'string' }, ...RUN_OPTIONS } as const

export const command = defineCommand({
  name: 'explore',
  help: HELP,
  examples: [
    ['touchstone explore report.json', 'a stored report in a browser'],
    [
      "touchstone explore npm:fastify@5 --filter 'area:hooks'",
      'runs part of the specification, and shows the results as they come',
    ],
  ],
  options: OPTIONS,
  run: explore,
})

/** Names that end with .json are reports; other names are implementations. */
async function explore(values: ValuesOf<typeof OPTIONS>, names: string[]): Promise<number> {
  const files = names.filter((name) => name.endsWith('.json'))
  if (files.length === 0) {
    const all = await withConfig(values, names, Object.keys(OPTIONS))
    return exploreRun(runArguments(all.values, all.names), portOf(all.values.port))
  }
  const port = portOf(values.port)
  const foreign =
    names.find((name) => !files.includes(name)) ?? Object.keys(values).find((option) => option !== 'port')
  if (foreign !== undefined)
    throw new UsageError(
      `explore opens reports or runs implementations: "${foreign}" is for a run, and ${files[0]} is a report.`,
    )
  return exploreReports(files, port)
}

async function exploreReports(files: string[], port: number): Promise<number> {
  const server = new ExplorerServer(dataOf(readReports(files)))
  server.runsAgain([])
  await serveUntil(interruption(), server, port)
  return EXIT.ok
}

function exploreRun(args: RunArguments, port: number): Promise<number> {
  const server = new ExplorerServer()
  server.runsAgain(args.implementations, againOf(args))
  const told = (address: string): string => `The explorer: ${address}  (Ctrl-C ends)\n`
  return serveRun(args, server, { port, signal: interruption(), told })
}

/** A case is run again as the run was asked for. */
function againOf({ transports, folder, timeScale, expectations }: RunArguments) {
  return {
    ...(transports ? { transports } : {}),
    ...(folder === undefined ? {} : { folder }),
    ...(timeScale === undefined ? {} : { timeScale }),
    ...(expectations ? { expectations } : {}),
  }
}
