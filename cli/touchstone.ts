#!/usr/bin/env node
// The command `touchstone`: runs the specification on an implementation.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { abortOnInterrupt, checkImplementations, EXIT, runAndReport } from './arguments.ts'

const HELP = `touchstone conform [--filter PATTERN]… [--implementation NAME]… [--json FILE] [--spec FOLDER] [--details N]

Runs the executable specification on implementations, over inject and over sockets.

  --filter PATTERN       enc-*, case[row]#exchange, rule:ENC-1, tag:…, area:…, file:…, source:mission; may be repeated
  --implementation NAME  touchstone (default), fastify-4.17, fastify-4.29, fastify-5, or the path of a module; may be repeated
  --json FILE            write the whole report
  --spec FOLDER          another specification than the one of this package
  --details N            tell so many unexpected results in full (20)
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
  const { code } = await runAndReport(
    {
      implementations,
      filter: values.filter ?? [],
      json: values.json,
      folder: values.spec,
      details: values.details === undefined ? undefined : Number(values.details),
    },
    abortOnInterrupt().signal,
  )
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
