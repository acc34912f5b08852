// Serves the explorer until somebody interrupts it.

import { UsageError } from '../options/usage.ts'
import type { ExplorerServer } from './explorer-server.ts'

export async function serveUntil(signal: AbortSignal, server: ExplorerServer, port: number): Promise<void> {
  const address = await server.listen(port)
  process.stdout.write(`The matrix as a page: ${address}/  (Ctrl-C ends)\n`)
  await untilAborted(signal)
  await server.close()
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
