#!/usr/bin/env node
// The command `touchstone`: runs the specification on an implementation, and compares what such runs found.

import { parseArgs } from 'node:util'
import { packageVersion } from '../conformance/contract/package.ts'
import { adapterHost } from './commands/adapter-host.ts'
import { diff, merge, trend } from './commands/compare-runs.ts'
import { doctor } from './commands/doctor.ts'
import { EXPLORE_OPTIONS, exploreCommand } from './commands/explore.ts'
import { initAdapter } from './commands/init-adapter.ts'
import { HELP } from './help.ts'
import { checkFolder, expectationsOf, writeExpectations } from './options/known-differences.ts'
import { parseTargets } from './options/report-targets.ts'
import {
  abortOnInterrupt,
  checkImplementations,
  parseTransports,
  runAndReport,
} from './options/run-arguments.ts'
import { seedOf } from './options/seed.ts'
import { parseShard } from './options/shard.ts'
import { countOf, EXIT, factorOf, UsageError } from './options/usage.ts'

type Values = ReturnType<typeof parse>['values']

const COMMANDS: Record<string, (values: Values, files: string[]) => number | Promise<number>> = {
  conform,
  diff: (values, files) => diff(files, countOf('details', values.details, 50)),
  merge: (values, files) =>
    merge({
      files,
      targets: parseTargets(values.report ?? [], values.json),
      deterministic: values.deterministic ?? false,
      details: countOf('details', values.details, 20),
    }),
  trend: (values, files) => trend(files, values.html),
  explore: exploreCommand,
  doctor: (values, rest) => doctor(rest, factorOf('time-scale', values['time-scale'], 1)),
  'init-adapter': (_, rest) => initAdapter(rest),
  'adapter-host': (_, rest) => adapterHost(rest),
}

/** The options that a command other than `conform` takes. */
const OPTIONS: Record<string, string[]> = {
  diff: ['details'],
  merge: ['json', 'report', 'deterministic', 'details'],
  doctor: ['time-scale'],
  'init-adapter': [],
  trend: ['html'],
  explore: EXPLORE_OPTIONS,
  'adapter-host': [],
}

/** Commands with options of their own, each loaded when it is asked for. */
const STANDALONE: Record<string, () => Promise<(argv: string[]) => Promise<number>>> = {
  fuzz: async () => (await import('./commands/fuzz.ts')).fuzzCommand,
  'fuzz-schema': async () => (await import('./commands/fuzz-schema.ts')).fuzzSchema,
}

async function main(argv: string[]): Promise<number> {
  const [first = '', ...others] = argv
  if (Object.hasOwn(STANDALONE, first)) return standalone(first, others)
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(argv)
  } catch (error) {
    return usage((error as Error).message)
  }
  const { values, positionals } = parsed
  if (values.help) return print(HELP)
  if (values.version) return print(`${packageVersion()}\n`)
  const [name, ...rest] = positionals
  if (name === undefined) return usage('A command is missing.')
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command)
    return usage(
      `There is no command "${name}"; there are ${[...Object.keys(COMMANDS), ...Object.keys(STANDALONE)].join(', ')}.`,
    )
  const foreign = Object.keys(values).find((option) => OPTIONS[name] && !OPTIONS[name].includes(option))
  if (foreign !== undefined) return usage(`touchstone ${name} has no option --${foreign}.`)
  try {
    return await command(values, rest)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
}

function jobsOf(text: string): number {
  const jobs = countOf('jobs', text, 2)
  if (jobs < 1 || jobs > 64) throw new UsageError(`--jobs is a number from 1 to 64, not ${text}.`)
  return jobs
}

async function standalone(name: string, argv: string[]): Promise<number> {
  const load = STANDALONE[name] as (typeof STANDALONE)[string]
  try {
    return await (await load())(argv)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
}

async function conform(values: Values, rest: string[]): Promise<number> {
  const other = (['port', 'html'] as const).find((option) => values[option] !== undefined)
  if (other !== undefined) throw new UsageError(`touchstone conform has no option --${other}.`)
  const named = [...rest, ...(values.implementation ?? [])]
  const implementations = named.length > 0 ? [...new Set(named)] : ['touchstone']
  const wrong = checkImplementations(implementations)
  if (wrong !== undefined) throw new UsageError(wrong)
  const folder = values['suggest-expectations'] ?? values.refresh
  if (folder !== undefined) checkFolder(folder, values.shard !== undefined)
  const transports = parseTransports(values.transport)
  const targets = parseTargets(values.report ?? [], values.json)
  const expectations =
    values.expect === undefined ? undefined : expectationsOf(values.expect, implementations.length)
  const suite = values['json-schema-test-suite']
  const { code, report } = await runAndReport(
    {
      implementations,
      filter: values.filter ?? [],
      ...(transports ? { transports } : {}),
      targets,
      deterministic: values.deterministic ?? false,
      ...(values.shard === undefined ? {} : { shard: parseShard(values.shard) }),
      folder: values.spec,
      ...(suite === undefined ? {} : { jsonSchemaSuite: suite }),
      ...(values.jobs === undefined ? {} : { jobs: jobsOf(values.jobs) }),
      ...(values.shuffle || values.seed !== undefined ? { seed: seedOf(values.seed) } : {}),
      details: countOf('details', values.details, 20),
      timeScale: factorOf('time-scale', values['time-scale'], 1),
      ...(expectations ? { expectations } : {}),
    },
    abortOnInterrupt().signal,
  )
  if (folder !== undefined && report)
    process.stderr.write(`${writeExpectations(report, folder, expectations).join('\n')}\n`)
  return code
}

function parse(argv: string[]) {
  return parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      filter: { type: 'string', multiple: true },
      implementation: { type: 'string', multiple: true },
      report: { type: 'string', multiple: true },
      json: { type: 'string' },
      deterministic: { type: 'boolean' },
      shard: { type: 'string' },
      shuffle: { type: 'boolean' },
      seed: { type: 'string' },
      jobs: { type: 'string' },
      transport: { type: 'string', multiple: true },
      spec: { type: 'string' },
      'json-schema-test-suite': { type: 'string' },
      details: { type: 'string' },
      expect: { type: 'string' },
      'time-scale': { type: 'string' },
      port: { type: 'string' },
      html: { type: 'string' },
      refresh: { type: 'string' },
      'suggest-expectations': { type: 'string' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  })
}

function print(text: string): number {
  process.stdout.write(text)
  return EXIT.ok
}

function usage(problem: string): number {
  process.stderr.write(`${problem}\n\n${HELP}`)
  return EXIT.usage
}

// Whoever reads along, such as head, may go away early; that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

process.exitCode = await main(process.argv.slice(2))
