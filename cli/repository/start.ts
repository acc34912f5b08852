// `npm start`: runs the specification on all implementations, prints the matrix, and serves it as a page.

import { parseArgs } from 'node:util'
import { PEERS } from '../../conformance/adapters/registry.ts'
import { pageData } from '../../conformance/explorer/page-data.ts'
import { sourceOf } from '../../conformance/formats/page.ts'
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
import { portOf, serveUntil } from '../serve/serve.ts'

const HELP = `npm start -- [--no-serve] [--port N] [--filter PATTERN]… [--implementation NAME]… [--json FILE]

Runs the specification on touchstone and on the versions of Fastify that this machine can run, prints the matrix and serves it as a page on 127.0.0.1.

  --no-serve   end after the matrix, with the exit code
  --port N     the port of the page; a free one by default
  --json FILE  write the whole report
  --details N  print at most N unexpected results in full (5)
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
  const signal = interruption()
  const { filter = [], details = '5' } = options
  const { code, report } = await runAndReport(
    { implementations, filter, targets, details: Number(details) },
    signal,
  )
  if (!report || options['no-serve']) return code
  const ecosystem = tablesOf(readResults(), readKnownDifferences())
  const data = { ...pageData([sourceOf('', report)]), ecosystem }
  try {
    await serveUntil(signal, new ExplorerServer(data), port)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
  return code
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
