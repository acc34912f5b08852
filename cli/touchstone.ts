#!/usr/bin/env node
// The command `touchstone`: runs the specification on an implementation.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readExpectations } from '../conformance/expectations.ts'
import { refreshExpectations } from '../conformance/refresh-expectations.ts'
import { abortOnInterrupt, checkImplementations, EXIT, runAndReport } from './arguments.ts'

const HELP = `touchstone conform [--filter PATTERN]… [--implementation NAME]… [--json FILE] [--spec FOLDER] [--details N]

Runs the executable specification on implementations, over inject and over sockets.

  --filter PATTERN       enc-*, case[row]#exchange, rule:ENC-1, tag:…, area:…, file:…, source:mission; may be repeated
  --implementation NAME  touchstone (default), fastify-4.17, fastify-4.29, fastify-5, or the path of a module; may be repeated
  --json FILE            write the whole report
  --spec FOLDER          another specification than the one of this package
  --details N            tell so many unexpected results in full (20)
  --refresh FOLDER       write what differs now to FOLDER/NAME.json, with the reasons that were there
  --help, --version

Exit codes: 0 as expected, 1 not as expected, 2 an adapter failed, 3 wrong usage, 4 the specification is broken.
`

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
  if (positionals[0] !== 'conform')
    return usage(positionals[0] ? `There is no command "${positionals[0]}".` : 'A command is missing.')
  const implementations = values.implementation ?? ['touchstone']
  const wrong = checkImplementations(implementations)
  if (wrong !== undefined) return usage(wrong)
  const { code, report } = await runAndReport(
    {
      implementations,
      filter: values.filter ?? [],
      json: values.json,
      folder: values.spec,
      details: values.details === undefined ? undefined : Number(values.details),
    },
    abortOnInterrupt().signal,
  )
  const folder = values.refresh
  if (folder !== undefined) {
    for (const run of report?.runs ?? []) {
      const file = refreshExpectations(run, readExpectations(run.implementation))
      writeFileSync(`${folder}/${run.implementation}.json`, `${JSON.stringify(file, null, 2)}\n`)
    }
  }
  return code
}

function parse(argv: string[]) {
  return parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      filter: { type: 'string', multiple: true },
      implementation: { type: 'string', multiple: true },
      json: { type: 'string' },
      spec: { type: 'string' },
      details: { type: 'string' },
      refresh: { type: 'string' },
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

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

process.exitCode = await main(process.argv.slice(2))
