// `touchstone conform`: runs the specification on implementations.

import { IMPLEMENTATIONS } from '../../conformance/adapters/registry.ts'
import { setIn } from '../../conformance/markup/escape.ts'
import { TRANSPORTS } from '../../conformance/wire/modes.ts'
import type { Transport } from '../../spec/case.ts'
import { INTERRUPTED, interruption } from '../../spec/interrupt.ts'
import { defineCommand, type ValuesOf } from '../options/command.ts'
import { withConfig } from '../options/config.ts'
import {
  FIXTURE_OPTIONS,
  FIXTURE_OPTIONS_HELP,
  fixturesOf,
  SilentPeerError,
} from '../options/fixture-options.ts'
import { checkFolder, writeExpectations } from '../options/known-differences.ts'
import { type RunArguments, runAndReport } from '../options/run-and-report.ts'
import { RUN_OPTIONS, RUN_OPTIONS_HELP, runArguments } from '../options/run-options.ts'
import { complain, say } from '../options/say.ts'
import { seedOf } from '../options/seed.ts'
import { parseShard } from '../options/shard.ts'
import { countOf, EXIT, factorOf, UsageError } from '../options/usage.ts'
import { keepFailed, lastFailed } from './conform/last-failed.ts'
import { listCases } from './conform/list.ts'
import { watchedFolders, watchFolders } from './conform/watch.ts'

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
  --jobs N               processes at a time, shared by the implementations (one more than processors, four at most; two for one implementation)
  --list                 print the cases that would run, and run nothing
  --last-failed          run only the cases that were not as expected when they last ran from this folder
  --watch                run again whenever a file beside an adapter, or of --spec, changes; Ctrl-C ends
  --suggest-expectations FOLDER, --refresh FOLDER
                         write what differs now to FOLDER/NAME.json, and keep the reasons that are there

Exit codes: 0 as expected, 1 not as expected, 2 an adapter failed, 3 wrong usage, 4 the specification is broken,
5 a file could not be written, 6 a run says nothing of its implementation, as nothing ran, 130 interrupted: the reports then tell
of what there was.
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
  list: { type: 'boolean' },
  'last-failed': { type: 'boolean' },
  watch: { type: 'boolean' },
  'suggest-expectations': { type: 'string' },
  refresh: { type: 'string' },
} as const

export const command = defineCommand({
  name: 'conform',
  help: HELP,
  examples: [
    [
      'touchstone conform npm:fastify@5 --report html=report.html',
      'runs an installed package, and writes a page',
    ],
    [
      'touchstone conform js:./adapter.mjs --filter area:hooks --last-failed --watch',
      'runs what failed last in one area, again with each change',
    ],
  ],
  options: OPTIONS,
  run: conform,
})

async function conform(given: ValuesOf<typeof OPTIONS>, names: string[]): Promise<number> {
  const { values, names: implementations } = await withConfig(given, names, Object.keys(OPTIONS))
  const args = conformArguments(values, implementations)
  try {
    const fixtures = await fixturesOf(values, args.implementations)
    if (fixtures !== undefined)
      Object.assign(args, {
        fixtures,
        transports: values.transport === undefined ? ['socket'] : args.transports,
      })
  } catch (error) {
    if (!(error instanceof SilentPeerError)) throw error
    complain(`${setIn(error.message)}\n`)
    return EXIT.adapter
  }
  if (values.list) return listCases(args)
  const folder = values['suggest-expectations'] ?? values.refresh
  if (folder !== undefined) checkFolder(folder, values.shard !== undefined)
  const signal = interruption()
  if (values.watch) return conformAgain(args, values, signal)
  return conformOnce(args, values, signal)
}

function conformArguments(values: ValuesOf<typeof OPTIONS>, names: string[]): RunArguments {
  const run = runArguments(values, names)
  const transports = run.transports ?? defaultTransports(run.implementations)
  const suite = values['json-schema-test-suite']
  return {
    ...run,
    ...(transports ? { transports } : {}),
    timeScale: factorOf('time-scale', values['time-scale'], 1),
    ...(values.shard === undefined ? {} : { shard: parseShard(values.shard) }),
    ...(values.shuffle || values.seed !== undefined ? { seed: seedOf(values.seed) } : {}),
    ...(suite === undefined ? {} : { jsonSchemaSuite: suite }),
    ...(values.jobs === undefined ? {} : { jobs: jobsOf(values.jobs) }),
    ...(values['last-failed'] ? onlyLastFailed(run.implementations) : {}),
  }
}

/** Where nothing is known to have failed, all cases run. */
function onlyLastFailed(implementations: string[]): { only?: ReadonlySet<string> } {
  const only = lastFailed(implementations)
  if (only !== undefined && only.size > 0) return { only }
  const why = only === undefined ? 'there is no earlier run in this folder' : 'nothing failed last'
  complain(`--last-failed: ${why}, so all cases run.\n`)
  return {}
}

async function conformOnce(
  args: RunArguments,
  values: ValuesOf<typeof OPTIONS>,
  signal: AbortSignal,
): Promise<number> {
  const folder = values['suggest-expectations'] ?? values.refresh
  const { code, report } = await runAndReport(args, signal)
  if (report) keepFailed(report, args.implementations)
  if (folder !== undefined && report && report.ended === undefined)
    complain(`${writeExpectations(report, folder, args.expectations).join('\n')}\n`)
  return code
}

/** Runs with each change until it is interrupted. */
async function conformAgain(
  args: RunArguments,
  values: ValuesOf<typeof OPTIONS>,
  signal: AbortSignal,
): Promise<number> {
  const folders = watchedFolders(args.implementations, args.folder)
  const written = args.targets.flatMap(({ file }) => file ?? [])
  const watch = watchFolders(folders, written)
  try {
    for (;;) {
      const only = values['last-failed'] ? onlyLastFailed(args.implementations) : {}
      await conformOnce({ ...args, ...only }, values, signal)
      if (signal.aborted) return INTERRUPTED
      say(`\nWatching ${folders.join(', ')} (Ctrl-C ends) …\n`)
      const file = await watch.change(signal)
      if (file === null) return INTERRUPTED
      say(`\n${file} has changed.\n`)
    }
  } finally {
    watch.end()
  }
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
