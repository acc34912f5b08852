// `touchstone explore`: the explorer in a browser, of reports that there are or of a run that it watches.

import { dataOf } from '../../conformance/formats/page.ts'
import type { StoredReport } from '../../conformance/report/read.ts'
import { DEFAULT_TRANSPORTS } from '../../conformance/wire/modes.ts'
import { expectationsOf } from '../options/known-differences.ts'
import { parseTargets } from '../options/report-targets.ts'
import {
  abortOnInterrupt,
  checkImplementations,
  parseTransports,
  type RunArguments,
  runAndReport,
} from '../options/run-arguments.ts'
import { countOf, EXIT, UsageError } from '../options/usage.ts'
import { ExplorerServer } from '../serve/explorer-server.ts'
import { readAll } from './compare-runs.ts'

export interface ExploreArguments extends RunArguments {
  port: number
  stored: StoredReport[]
}

/** What the command line says; an option of a run that is not among them is none of the explorer. */
interface Values {
  port?: string
  filter?: string[]
  implementation?: string[]
  transport?: string[]
  report?: string[]
  json?: string
  deterministic?: boolean
  spec?: string
  expect?: string
  details?: string
}

export const EXPLORE_OPTIONS = [
  'port',
  'filter',
  'implementation',
  'transport',
  'report',
  'json',
  'deterministic',
  'spec',
  'expect',
  'details',
]

/** Files of reports are opened; other names are implementations, and are run. */
export async function exploreCommand(values: Values, names: string[]): Promise<number> {
  const files = names.filter((name) => name.endsWith('.json'))
  const implementations = [...names.filter((name) => !files.includes(name)), ...(values.implementation ?? [])]
  const foreign = implementations[0] ?? Object.keys(values).find((option) => option !== 'port')
  if (files.length > 0 && foreign !== undefined)
    throw new UsageError(
      `explore opens reports or runs implementations: "${foreign}" is for a run, and ${files[0]} is a report.`,
    )
  const wrong = checkImplementations(implementations)
  if (wrong !== undefined) throw new UsageError(wrong)
  const transports = parseTransports(values.transport)
  const targets = parseTargets(values.report ?? [], values.json)
  return explore({
    port: portOf(values.port),
    stored: readAll(files),
    implementations: implementations.length > 0 ? [...new Set(implementations)] : ['touchstone'],
    filter: values.filter ?? [],
    ...(transports ? { transports } : {}),
    targets,
    deterministic: values.deterministic ?? false,
    folder: values.spec,
    details: countOf('details', values.details, 20),
    ...(values.expect === undefined
      ? {}
      : { expectations: expectationsOf(values.expect, implementations.length) }),
  })
}

/** Ends with the interrupt; then with the code of the run, or 0 where nothing was run. */
export async function explore({ port, stored, ...args }: ExploreArguments): Promise<number> {
  const { signal } = abortOnInterrupt()
  if (stored.length > 0) {
    await serveUntil(signal, new ExplorerServer(dataOf(stored)), port)
    return EXIT.ok
  }
  const server = new ExplorerServer()
  const address = await server.listen(port)
  const out = args.targets.some(({ file }) => file === undefined) ? process.stderr : process.stdout
  out.write(`The explorer: ${address}/  (Ctrl-C ends)\n`)
  try {
    const { code, report } = await runAndReport({ ...args, observer: observerOf(server, args) }, signal)
    if (!report) return code
    server.end(report)
    await untilAborted(signal)
    return code
  } finally {
    await server.close()
  }
}

function observerOf(server: ExplorerServer, args: RunArguments): NonNullable<RunArguments['observer']> {
  const transports = args.transports ?? DEFAULT_TRANSPORTS
  return {
    begin: (prepared) => server.begin(prepared, args, transports),
    take: (implementation, results) => server.take(implementation, results),
  }
}

export async function serveUntil(signal: AbortSignal, server: ExplorerServer, port: number): Promise<void> {
  const address = await server.listen(port)
  process.stdout.write(`The matrix as a page: ${address}/  (Ctrl-C ends)\n`)
  await untilAborted(signal)
  await server.close()
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A free one where none is named. */
export function portOf(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new UsageError(`--port is a number from 0 to 65535, not "${text}".`)
  return Number(text)
}
