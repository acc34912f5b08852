// Records one run of one application: traces, probes, log lines and gates.

import type { LogLine, Recorder } from './adapter.ts'

interface Gate {
  opened: Promise<void>
  open: () => void
}

export function createRecorder(): Recorder {
  const gates = new Map<string, Gate>()
  const gate = (name: string): Gate => {
    const known = gates.get(name)
    if (known) return known
    const { promise, resolve } = withResolvers()
    const made = { opened: promise, open: resolve }
    gates.set(name, made)
    return made
  }
  return {
    trace: [],
    probes: new Map(),
    log: [],
    gate: (name) => gate(name).opened,
    openGate: (name) => gate(name).open(),
  }
}

/** A line of the log as a text: `error boom (err, req, res) E_CODE of req-1`. */
export function lineText({ level, msg, fields, code, bound }: LogLine): string {
  const parts = [
    level,
    msg,
    fields === undefined ? '' : `(${fields.join(', ')})`,
    code ?? '',
    bound === undefined ? '' : `of ${Object.values(bound).join(' and ')}`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
