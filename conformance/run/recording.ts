// What an application has traced, shown and logged, as one exchange saw it.

import type { Exchange, Json } from '../../spec/case.ts'
import type { Recorder, TraceEntry } from '../contract/adapter.ts'
import { createRecorder, lineText } from '../contract/recorder.ts'
import type { Cell, Observation, Story } from '../contract/result.ts'
import { Calls } from '../language/log/calls.ts'
import { requestName } from '../wire/modes.ts'

export class Recording {
  readonly recorder: Recorder = createRecorder()
  #bootTrace: TraceEntry[] = []
  /** how many lines the log had when the exchange began */
  #logged = 0

  /** Keeps the trace of the boot, for the exchange that looks at it. */
  keepBoot(): void {
    this.#bootTrace = [...this.recorder.trace]
    this.forget()
  }

  /** From now on the calls are kept. */
  keepCalls(): void {
    this.recorder.calls = new Calls()
  }

  /** What was called and logged so far, and how operations ended. */
  storyOf(cells: ReadonlyMap<string, Cell>): Story {
    const { calls, log } = this.recorder
    const ends = [...cells].flatMap(([id, { observed = {} }]): string[] => {
      const { resolved, rejected } = observed as Partial<Observation>
      if (resolved === undefined && rejected === undefined) return []
      return [JSON.stringify([id, resolved ?? null, rejected ?? null])]
    })
    return { calls: [...(calls?.lines ?? [])], log: log.map(lineText), ends }
  }

  /** What was traced and logged so far is not of the next exchange. */
  forget(): void {
    this.recorder.trace.length = 0
    this.#logged = this.recorder.log.length
  }

  /** What belongs to an exchange; `alone`: it does not run beside others. */
  of(exchange: Exchange, alone: boolean): Pick<Observation, 'trace' | 'probes' | 'log' | 'lines'> {
    const { log, probes } = this.recorder
    return {
      trace: this.#traceOf(exchange, alone).map((entry) => entry.value),
      probes: Object.fromEntries(probes),
      log: [...log] as unknown as Json[],
      ...(exchange.expect.lines === undefined ? {} : { lines: log.slice(this.#logged).map(lineText) }),
    }
  }

  #traceOf({ operation, send }: Exchange, alone: boolean): TraceEntry[] {
    if (operation === 'boot') return this.#bootTrace
    if (alone) return this.recorder.trace
    const via = send ? requestName(send) : null
    return this.recorder.trace.filter((entry) => entry.via === via)
  }
}
