// A logger of the pino shape that writes its lines into the recorder.

import type { LogLine, Recorder } from '../../contract/adapter.ts'

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** What a child adds to each line: plain texts and numbers alone, as an id is one. */
type Bound = Record<string, string | number>

export function recordingLogger(level: string, recorder: Recorder, bound: Bound = {}): object {
  const logger: Record<string, unknown> = {
    level,
    child: (bindings: unknown, options?: { level?: string }) =>
      recordingLogger(options?.level || level, recorder, { ...bound, ...plain(bindings) }),
    silent: () => undefined,
    isLevelEnabled: () => true,
  }
  for (const [index, name] of LEVELS.entries()) {
    const heard = level !== 'silent' && index >= LEVELS.indexOf(level)
    logger[name] = (...args: unknown[]) => {
      if (!heard) return
      const line: LogLine = { level: name, ...lineOf(args) }
      recorder.log.push(Object.keys(bound).length > 0 ? { ...line, bound } : line)
    }
  }
  return logger
}

function plain(bindings: unknown): Bound {
  const entries = Object.entries((bindings ?? {}) as object)
  return Object.fromEntries(
    entries.filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  )
}

function lineOf(args: unknown[]): { msg: string; code?: string; fields?: string[] } {
  const [first, second] = args
  if (typeof first === 'string') return { msg: first }
  const fields = (first ?? {}) as {
    msg?: unknown
    err?: unknown
    error?: unknown
    message?: unknown
    code?: unknown
  }
  const error = (fields.err ?? fields.error ?? first) as { message?: unknown; code?: unknown } | undefined
  const msg = typeof second === 'string' ? second : String(fields.msg ?? error?.message ?? '')
  const line = { msg, ...(error?.code === undefined ? {} : { code: String(error.code) }) }
  const names = first instanceof Error ? ['err'] : Object.keys(fields).sort()
  return names.length === 0 ? line : { ...line, fields: names }
}
