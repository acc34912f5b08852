#!/usr/bin/env node
// The command `touchstone`: runs the specification on an implementation, and compares what such runs found.

import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readExpectations } from '../conformance/expectations.ts'
import { refreshExpectations } from '../conformance/refresh-expectations.ts'
import type { ConformanceReport } from '../conformance/run.ts'
import { abortOnInterrupt, checkImplementations, runAndReport } from './arguments.ts'
import { diff, merge, trend } from './compare-runs.ts'
import { HELP } from './help.ts'
import { checkBadge, parseTargets, version } from './report-targets.ts'
import { parseShard } from './shard.ts'
import { countOf, EXIT, UsageError } from './usage.ts'

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
  trend: (_, files) => trend(files),
}

/** The options that a command other than `conform` takes. */
const OPTIONS: Record<string, string[]> = {
  diff: ['details'],
  merge: ['json', 'report', 'deterministic', 'details'],
  trend: [],
}

async function main(argv: string[]): Promise<number> {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(argv)
  } catch (error) {
    return usage((error as Error).message)
  }
  const { values, positionals } = parsed
  if (values.help) return print(HELP)
  if (values.version) return print(`${version()}\n`)
  const [name, ...rest] = positionals
  if (name === undefined) return usage('A command is missing.')
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return usage(`There is no command "${name}"; there are ${Object.keys(COMMANDS).join(', ')}.`)
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

async function conform(values: Values, rest: string[]): Promise<number> {
  if (rest.length > 0) return usage(`touchstone conform takes options only, not "${rest[0]}".`)
  const implementations = values.implementation ?? ['touchstone']
  const wrong = checkImplementations(implementations)
  if (wrong !== undefined) return usage(wrong)
  const folder = values['suggest-expectations'] ?? values.refresh
  if (folder !== undefined && values.shard !== undefined)
    throw new UsageError(
      'A shard sees too little to write the known differences: run the whole without --shard.',
    )
  if (folder !== undefined && !existsSync(folder))
    throw new UsageError(`There is no folder ${folder} to write the known differences to.`)
  const targets = parseTargets(values.report ?? [], values.json)
  checkBadge(targets, implementations.length)
  const { code, report } = await runAndReport(
    {
      implementations,
      filter: values.filter ?? [],
      targets,
      deterministic: values.deterministic ?? false,
      ...(values.shard === undefined ? {} : { shard: parseShard(values.shard) }),
      folder: values.spec,
      details: countOf('details', values.details, 20),
    },
    abortOnInterrupt().signal,
  )
  if (folder !== undefined && report) writeExpectations(report, folder)
  return code
}

function writeExpectations(report: ConformanceReport, folder: string): void {
  for (const run of report.runs) {
    const file = refreshExpectations(run, readExpectations(run.implementation))
    writeFileSync(`${folder}/${run.implementation}.json`, `${JSON.stringify(file, null, 2)}\n`)
  }
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
      spec: { type: 'string' },
      details: { type: 'string' },
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

process.exitCode = await main(process.argv.slice(2))
