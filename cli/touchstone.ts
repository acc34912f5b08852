#!/usr/bin/env node

// The `touchstone` executable: loads and runs the named command, and sets the exit code.

import { MissingPackageError } from '../conformance/contract/optional.ts'
import { packageVersion } from '../conformance/contract/package.ts'
import { setIn } from '../conformance/markup/escape.ts'
import { didYouMean } from '../conformance/markup/suggest.ts'
import { PackageFileError } from '../spec/data.ts'
import { SuiteError } from '../spec/load.ts'
import { FileError } from '../spec/write-file.ts'
import type { Command } from './options/command.ts'
import { complain } from './options/say.ts'
import { EXIT, UsageError } from './options/usage.ts'

interface Entry {
  summary: string
  load(): Promise<{ command: Command }>
}

/** Each command is loaded on demand: some need packages that others do not. */
const COMMANDS: Record<string, Entry> = {
  conform: {
    summary: 'run the specification on implementations',
    load: () => import('./commands/conform.ts'),
  },
  diff: { summary: 'compare two reports', load: () => import('./commands/diff.ts') },
  merge: { summary: 'put reports of parts together', load: () => import('./commands/merge.ts') },
  trend: { summary: 'show several reports one after the other', load: () => import('./commands/trend.ts') },
  history: {
    summary: 'tell what changed in which version of a package',
    load: () => import('./commands/versions/history.ts'),
  },
  bisect: {
    summary: 'find the version in which an assertion changed',
    load: () => import('./commands/versions/bisect.ts'),
  },
  levels: {
    summary: 'show the levels, and what each needs of an adapter',
    load: () => import('./commands/levels.ts'),
  },
  reports: {
    summary: 'public reports, and the cases that answer them',
    load: () => import('./commands/reports.ts'),
  },
  vectors: {
    summary: 'write the schemas and values of the specification as JSON',
    load: () => import('./commands/vectors.ts'),
  },
  explore: { summary: 'show reports, or a run, in a browser', load: () => import('./commands/explore.ts') },
  fixtures: {
    summary: 'applications to build, and to ask over HTTP alone',
    load: () => import('./commands/fixtures.ts'),
  },
  doctor: { summary: 'check an adapter', load: () => import('./commands/doctor.ts') },
  'init-adapter': {
    summary: 'write an adapter to start from',
    load: () => import('./commands/init-adapter.ts'),
  },
  'adapter-host': {
    summary: 'serve a JavaScript adapter over stdio',
    load: () => import('./commands/adapter-host.ts'),
  },

  serve: { summary: 'start the application of a case on a port', load: () => import('./commands/serve.ts') },
  explain: {
    summary: 'say what runs for a request, and why',
    load: () => import('./commands/explain.ts'),
  },
  fuzz: { summary: 'fuzz the routes of an application', load: () => import('./commands/fuzz.ts') },
  openapi: {
    summary: 'print the OpenAPI document of an application',
    load: () => import('./commands/openapi.ts'),
  },
  check: {
    summary: 'look for routes without a schema, a limit or a guard',
    load: () => import('./commands/check.ts'),
  },
  types: {
    summary: 'write the routes of an application as types for a client',
    load: () => import('./commands/types.ts'),
  },
  'fuzz-schema': { summary: 'study one JSON Schema', load: () => import('./commands/fuzz-schema.ts') },
}

const HELP = `touchstone COMMAND [ARGUMENT]…

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  touchstone ${name.padEnd(14)}${summary}`)
  .join('\n')}

touchstone COMMAND -h shows how a command is used, with examples; touchstone help COMMAND describes all of it.
touchstone --version prints the version.

Examples:
  touchstone conform npm:fastify@5 --report html=report.html
      run the specification on an installed package, and write a page
  touchstone explore
      run it on this framework, and look at the results in a browser
`

async function main([name, ...rest]: string[]): Promise<number> {
  if (name === '--help' || name === '-h') return print(HELP)
  if (name === 'help') return print(rest[0] === undefined ? HELP : (await commandOf(rest[0])).help)
  if (name === '--version') return print(`${packageVersion()}\n`)
  if (name === undefined) throw new UsageError('A command is missing.', HELP)
  const command = await commandOf(name)
  return command.run(rest)
}

async function commandOf(name: string): Promise<Command> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (entry !== undefined) return (await entry.load()).command
  const names = Object.keys(COMMANDS)
  const meant = didYouMean(name, names, (one) => `touchstone ${one}`)
  throw new UsageError(`There is no command "${name}"; there are ${names.join(', ')}.${meant}`)
}

function print(text: string): number {
  process.stdout.write(text)
  return EXIT.ok
}

/** What is said of an error that is no fault of this program, and its exit code; null for any other. */
function toldOf(error: unknown): [text: string, code: number] | null {
  if (error instanceof UsageError || error instanceof MissingPackageError) return [error.message, EXIT.usage]
  if (error instanceof FileError) return [error.message, EXIT.files]
  if (error instanceof PackageFileError) return [error.message, EXIT.suite]
  if (error instanceof SuiteError) return [`The specification is broken: ${error.message}`, EXIT.suite]
  const { path, syscall, message } = Object(error) as NodeJS.ErrnoException
  return typeof path === 'string' && typeof syscall === 'string' ? [message, EXIT.files] : null
}

// A reader such as head may close stdout early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const said = toldOf(error)
  if (said === null) throw error
  const [text, code] = said
  const help = error instanceof UsageError && error.help !== undefined ? `\n${error.help}` : ''
  complain(`${setIn(text)}\n${help}`)
  process.exitCode = code
}
