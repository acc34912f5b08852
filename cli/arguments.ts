// What `touchstone conform` and `npm start` have in common: their options, and how a run looks on a terminal.

import { writeFileSync } from 'node:fs'
import pc from 'picocolors'
import { IMPLEMENTATIONS } from '../conformance/adapters/registry.ts'
import { jsonReport } from '../conformance/report/json.ts'
import { createProgress } from '../conformance/report/progress.ts'
import { terminalReport } from '../conformance/report/terminal.ts'
import { type ConformanceReport, exitCodeOf, prepareSuite, runConformance } from '../conformance/run.ts'
import { SuiteError } from '../spec/load.ts'

export const EXIT = { ok: 0, unexpected: 1, adapter: 2, usage: 3, suite: 4 } as const

export interface RunArguments {
  implementations: string[]
  filter: string[]
  json?: string | undefined
  folder?: string | undefined
  details?: number | undefined
}

/** Runs, reports on the terminal, and says how it ended; no report where the suite itself is broken. */
export async function runAndReport(
  args: RunArguments,
  signal: AbortSignal,
): Promise<{ code: number; report?: ConformanceReport }> {
  const color = pc.isColorSupported && Boolean(process.stdout.isTTY)
  const folder = args.folder === undefined ? {} : { folder: args.folder }
  try {
    const prepared = prepareSuite({ ...folder, filter: args.filter })
    const { cases } = prepared
    if (cases.length === 0) {
      process.stderr.write(`No case matches ${args.filter.join(', ')}.\n`)
      return { code: EXIT.usage }
    }
    const total = cases.reduce((sum, one) => sum + one.body.exchanges.length, 0)
    process.stdout.write(
      `${cases.length} cases, ${total} assertions, on ${args.implementations.join(', ')}\n`,
    )
    const progress = createProgress(args.implementations, total, process.stdout, color)
    const { implementations } = args
    const report = await runConformance(
      { implementations, ...folder, progress: progress.update, signal },
      prepared,
    )
    progress.end()
    if (signal.aborted) return { code: 130 }
    process.stdout.write(`${terminalReport(report, { color, details: args.details ?? 20 })}\n`)
    if (args.json !== undefined) writeFileSync(args.json, `${JSON.stringify(jsonReport(report))}\n`)
    return { code: exitCodeOf(report), report }
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error
    process.stderr.write(`The specification is broken; nothing was run.\n${error.message}\n`)
    return { code: EXIT.suite }
  }
}

/** Checks names; a path to a module is an implementation too. */
export function checkImplementations(names: string[]): string | undefined {
  const unknown = names.find((name) => !IMPLEMENTATIONS.includes(name) && !name.includes('/'))
  return unknown === undefined
    ? undefined
    : `There is no implementation "${unknown}"; there are ${IMPLEMENTATIONS.join(', ')}, or the path of a module that exports adapter.`
}

export function abortOnInterrupt(): AbortController {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller
}
