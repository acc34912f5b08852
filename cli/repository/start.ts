// `npm start`: serves the matrix as a page, fills it while the specification runs on all implementations, and prints it.

import { parseArgs } from 'node:util'
import { PEERS } from '../../conformance/adapters/registry.ts'
import { pageData } from '../../conformance/explorer/page-data.ts'
import { nodeFor } from '../../conformance/run/nodes.ts'
import { readKnownDifferences } from '../../ecosystem/report/known-differences.ts'
import { readResults } from '../../ecosystem/report/results.ts'
import { tablesOf } from '../../ecosystem/report/tables.ts'
import { interruption } from '../../spec/interrupt.ts'
import { parseTargets, type ReportTarget } from '../options/report-targets.ts'
import { runAndReport } from '../options/run-and-report.ts'
import { checkImplementations } from '../options/run-options.ts'
import { EXIT, UsageError } from '../options/usage.ts'
import { ExplorerServer } from '../serve/explorer-server.ts'
import { portOf, serveRun } from '../serve/serve.ts'

const HELP = `npm start -- [--no-serve] [--port N] [--filter PATTERN]… [--implementation NAME]… [--json FILE]

Runs the specification on touchstone and on the versions of Fastify that this machine can run. Serves the matrix as a page on
127.0.0.1, which fills while the run goes on, and prints it at the end.

  --no-serve   end after the matrix, with the exit code
  --port N     the port of the page; a free one by default
  --json FILE  write the whole report
  --details N  print at most N unexpected results in full (5)
`

const ANNOUNCED = `Asks each implementation every question of the specification (spec/), each in a process of its own,
and shows side by side what each keeps.
`

/** Leaves out implementations whose Node.js version is not installed, and names each. */
function runnable(names: readonly string[]): string[] {
  return names.filter((name) => {
    const node = nodeFor(name)
    if ('missing' in node) process.stdout.write(`${name} is left out: ${node.missing}\n`)
    return 'path' in node
  })
}

async function main(argv: string[]): Promise<number> {
  let options: ReturnType<typeof parse>
  try {
    options = parse(argv)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`)
    return EXIT.usage
  }
  if (options.help) {
    process.stdout.write(HELP)
    return EXIT.ok
  }
  const implementations = options.implementation ?? runnable(PEERS)
  let targets: ReportTarget[]
  let port: number
  try {
    checkImplementations(implementations)
    targets = parseTargets([], options.json)
    port = portOf(options.port)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
  const { filter = [], details = '5' } = options
  const args = { implementations, filter, targets, details: Number(details) }
  const signal = interruption()
  process.stdout.write(ANNOUNCED)
  if (options['no-serve']) return (await runAndReport(args, signal)).code
  const ecosystem = tablesOf(readResults(), readKnownDifferences())
  const told = (address: string): string =>
    `The matrix as a page: ${address}  (it fills while the run goes on; Ctrl-C ends)\n`
  try {
    return await serveRun(args, new ExplorerServer({ ...pageData([]), live: true, ecosystem }), {
      port,
      signal,
      told,
    })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
}

function parse(argv: string[]) {
  const { values } = parseArgs({
    args: argv,
    options: {
      'no-serve': { type: 'boolean' },
      port: { type: 'string' },
      filter: { type: 'string', multiple: true },
      implementation: { type: 'string', multiple: true },
      json: { type: 'string' },
      details: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  return values
}

process.exitCode = await main(process.argv.slice(2))
