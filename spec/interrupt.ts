// Ends the tools: the first Ctrl-C asks a tool to end, the second one ends it, and so does the time that is left to it.

/** As shells count SIGINT. */
export const INTERRUPTED = 130
/** Milliseconds in which a tool ends by itself after the first Ctrl-C: what is connected may hold it. */
const GRACE = 5000

/**
 * Is aborted by the first Ctrl-C or SIGTERM. The next one ends the process with 130, and so does the time that a tool has to end by
 * itself; what listens for `exit` then ends child processes.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    setTimeout(() => process.exit(INTERRUPTED), GRACE).unref()
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return controller.signal
}

/** For tools that have nothing to finish: ends at once, and what listens for `exit` ends child processes. */
export function endAtInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(INTERRUPTED))
}
