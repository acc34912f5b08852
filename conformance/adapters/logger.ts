// A logger of the pino shape that writes its lines into the recorder.

import type { Recorder } from '../adapter.ts'

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

export function recordingLogger(level: string, recorder: Recorder): Record<string, unknown> {
  const logger: Record<string, unknown> = {
    level,
    child: () => logger,
    silent: () => undefined,
    isLevelEnabled: () => true,
  }
  for (const [index, name] of LEVELS.entries()) {
    const heard = index >= LEVELS.indexOf(level)
    logger[name] = (...args: unknown[]) => {
      if (heard) recorder.log.push({ level: name, ...lineOf(args) })
    }
  }
  return logger
}

function lineOf(args: unknown[]): { msg: string; code?: string } {
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
  return error?.code === undefined ? { msg } : { msg, code: String(error.code) }
}
