// Serves the explorer until somebody interrupts it: of stored reports, or of a run from its beginning on.

import { takesStdout } from '../options/report-targets.ts'
import { type RunArguments, runAndReport } from '../options/run-and-report.ts'
import { UsageError } from '../options/usage.ts'
import type { ExplorerServer } from './explorer-server.ts'

export async function serveUntil(signal: AbortSignal, server: ExplorerServer, port: number): Promise<void> {
  const address = await server.listen(port)
  process.stdout.write(`The matrix as a page: ${address}/  (Ctrl-C ends)\n`)
  await untilAborted(signal)
  await server.close()
}

/**
 * Runs, and serves the page while the run goes on and after it. Ends with the interrupt, and then with the code of the run.
 *
 * `told` is given the address before anything is read, and again when the page is whole.
 */
export async function serveRun(
  args: RunArguments,
  server: ExplorerServer,
  { port, signal, told }: { port: number; signal: AbortSignal; told: (address: string) => string },
): Promise<number> {
  const out = args.targets.some(takesStdout) ? process.stderr : process.stdout
  const address = await server.listen(port)
  out.write(told(`${address}/`))
  const observer: NonNullable<RunArguments['observer']> = {
    begin: (prepared) => server.begin(prepared, args),
    take: (implementation, results) => server.take(implementation, results),
  }
  try {
    const { code, report } = await runAndReport({ ...args, observer }, signal)
    if (report) server.end(report)
    if (!report || signal.aborted) return code
    out.write(`The page is whole: ${address}/  (Ctrl-C ends)\n`)
    await untilAborted(signal)
    return code
  } finally {
    await server.close()
  }
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A free port where none is named. */
export function portOf(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new UsageError(`--port is a number from 0 to 65535, not "${text}".`)
  return Number(text)
}
