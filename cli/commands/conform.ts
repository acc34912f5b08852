// `touchstone conform`: runs the specification on implementations.

import { IMPLEMENTATIONS } from '../../conformance/adapters/registry.ts'
import { setIn } from '../../conformance/markup/escape.ts'
import { TRANSPORTS } from '../../conformance/wire/modes.ts'
import type { Transport } from '../../spec/case.ts'
import { interruption } from '../../spec/interrupt.ts'
import { defineCommand, type ValuesOf } from '../options/command.ts'
import {
  FIXTURE_OPTIONS,
  FIXTURE_OPTIONS_HELP,
  fixturesOf,
  SilentPeerError,
} from '../options/fixture-options.ts'
import { checkFolder, writeExpectations } from '../options/known-differences.ts'
import { runAndReport } from '../options/run-and-report.ts'
import { RUN_OPTIONS, RUN_OPTIONS_HELP, runArguments } from '../options/run-options.ts'
import { complain } from '../options/say.ts'
import { seedOf } from '../options/seed.ts'
import { parseShard } from '../options/shard.ts'
import { countOf, EXIT, factorOf, UsageError } from '../options/usage.ts'

const HELP = `touchstone conform [IMPLEMENTATION]… [OPTION]…

Runs the executable specification on implementations, over inject and over sockets. An IMPLEMENTATION is
  touchstone             (default), or another that is known by name: ${IMPLEMENTATIONS.slice(1).join(', ')}
  js:./adapter.mjs       a module that exports an adapter, or a factory of the Fastify shape
  npm:NAME@VERSION       a package that is installed, such as npm:fastify@5
  exec:"command args"    a program in any language that speaks touchstone-adapter/1 over stdio
  tcp:host:port          the same over TCP, on a server that is running
  http://host:port       a server in any language that serves a fixture: requests and answers alone
  exec:"command {fixture} {port}"
                         a command that serves a fixture on a port: started for one after the other
conformance/ADAPTERS.md explains how to write an adapter.

${RUN_OPTIONS_HELP}${FIXTURE_OPTIONS_HELP}  --time-scale FACTOR    multiply all time limits of an adapter in another process (1)
  --shard I/N            run the I-th of N parts only; a case keeps its part when others are added
  --shuffle              run the cases in a random order, and print its seed; the reports keep the order of the suite
  --seed N               run them in the order of this seed
  --json-schema-test-suite FOLDER
                         also run the official JSON Schema Test Suite (draft 7), in rows of their own
  --jobs N               processes at a time, shared by the implementations (one for each of up to four; two for a single one)
  --suggest-expectations FOLDER, --refresh FOLDER
                         write what differs now to FOLDER/NAME.json, and keep the reasons that are there

Exit codes: 0 as expected, 1 not as expected, 2 an adapter failed, 3 wrong usage, 4 the specification is broken,
5 a file could not be written, 130 interrupted.
`

const OPTIONS = {
  ...RUN_OPTIONS,
  ...FIXTURE_OPTIONS,
  'time-scale': { type: 'string' },
  shard: { type: 'string' },
  shuffle: { type: 'boolean' },
  seed: { type: 'string' },
  'json-schema-test-suite': { type: 'string' },
  jobs: { type: 'string' },
  'suggest-expectations': { type: 'string' },
  refresh: { type: 'string' },
} as const

export const command = defineCommand({ name: 'conform', help: HELP, options: OPTIONS, run: conform })

async function conform(values: ValuesOf<typeof OPTIONS>, names: string[]): Promise<number> {
  const run = runArguments(values, names)
  let fixtures: string[] | undefined
  try {
    fixtures = await fixturesOf(values, run.implementations)
  } catch (error) {
    if (!(error instanceof SilentPeerError)) throw error
    complain(`${setIn(error.message)}\n`)
    return EXIT.adapter
  }
  const transports =
    run.transports ?? (fixtures === undefined ? defaultTransports(run.implementations) : ['socket'])
  const folder = values['suggest-expectations'] ?? values.refresh
  if (folder !== undefined) checkFolder(folder, values.shard !== undefined)
  const suite = values['json-schema-test-suite']
  const { code, report } = await runAndReport(
    {
      ...run,
      ...(transports ? { transports } : {}),
      timeScale: factorOf('time-scale', values['time-scale'], 1),
      ...(values.shard === undefined ? {} : { shard: parseShard(values.shard) }),
      ...(values.shuffle || values.seed !== undefined ? { seed: seedOf(values.seed) } : {}),
      ...(fixtures === undefined ? {} : { fixtures }),
      ...(suite === undefined ? {} : { jsonSchemaSuite: suite }),
      ...(values.jobs === undefined ? {} : { jobs: jobsOf(values.jobs) }),
    },
    interruption(),
  )
  if (folder !== undefined && report)
    complain(`${writeExpectations(report, folder, run.expectations).join('\n')}\n`)
  return code
}

/** touchstone alone is tried over all transports: its specification holds for each of them. */
function defaultTransports(implementations: readonly string[]): Transport[] | undefined {
  return implementations.every((one) => one === 'touchstone') ? TRANSPORTS : undefined
}

function jobsOf(text: string): number {
  const jobs = countOf('jobs', text, 2)
  if (jobs < 1 || jobs > 64) throw new UsageError(`--jobs is a number from 1 to 64, not ${text}.`)
  return jobs
}
