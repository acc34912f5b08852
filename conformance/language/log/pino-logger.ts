// pino itself, whose lines go into the recorder: what its serializers made of a line is seen.

import { pino } from 'pino'
import type { Json } from '../../../spec/case.ts'
import type { LogLine, Recorder } from '../../contract/adapter.ts'

/** Options of pino with a stream that records; with `instance` the logger itself. */
export function pinoOf(operand: unknown, recorder: Recorder): object {
  const { instance, ...options } = Object(operand) as { instance?: boolean }
  const stream = { write: (text: string): unknown => recorder.log.push(lineOf(JSON.parse(text))) }
  return instance ? pino(options, stream) : { ...options, stream }
}

/** What differs from run to run is left out. */
function lineOf({
  time: _,
  pid: __,
  hostname: ___,
  level,
  msg = '',
  ...line
}: Record<string, Json>): LogLine {
  return { level: pino.levels.labels[Number(level)] ?? String(level), msg: String(msg), line }
}
