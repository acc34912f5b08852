// The golden tests of an interpreter: programs of the case language, and what each leaves behind.

import type { Json, Program, Value } from '../../spec/case.ts'
import { listIn } from '../../spec/data.ts'
import { specificationFolder } from '../../spec/load.ts'
import type { Adapter } from '../contract/adapter.ts'
import { createRecorder } from '../contract/recorder.ts'
import { describe } from '../language/describe.ts'

/** A value and what it is, or a program and what it leaves; values are as probes show them. */
export interface Golden {
  id: string
  about?: string
  value?: Value
  is?: Json
  program?: Program
  returned?: Json
  trace?: Json[]
  probes?: Record<string, Json>
}

/** What a test left behind, as far as the test is about it. */
export interface Left {
  returned: Json
  trace: Json[]
  probes: Record<string, Json>
}

export interface GoldenResult {
  id: string
  /** `cannot`: the interpreter said so with an error. */
  outcome: 'right' | 'wrong' | 'cannot'
  detail?: string
}

export function goldenTests(): Golden[] {
  return listIn(`${specificationFolder()}golden.json`, 'tests')
}

export function programOf({ value, program }: Golden): Program {
  return program ?? [{ return: value as Value }]
}

export function judgeGolden(golden: Golden, left: Left): GoldenResult {
  const { id, is, returned = is, trace, probes } = golden
  const wanted = { returned, trace, probes }
  for (const key of ['returned', 'trace', 'probes'] as const) {
    if (wanted[key] === undefined) continue
    const [should, seen] = [sorted(wanted[key]), sorted(left[key])]
    if (should !== seen) return { id, outcome: 'wrong', detail: `${key} ${seen} instead of ${should}` }
  }
  return { id, outcome: 'right' }
}

/** Each test in an application of its own. */
export async function runGolden(adapter: Adapter, tests = goldenTests()): Promise<GoldenResult[]> {
  const results: GoldenResult[] = []
  for (const golden of tests) {
    const recorder = createRecorder()
    const app = await adapter.build({ do: [] }, recorder)
    try {
      await app.ready()
      const returned = describe(await app.run(programOf(golden)))
      await app.drain?.()
      const trace = recorder.trace.map(({ value }) => value)
      results.push(judgeGolden(golden, { returned, trace, probes: Object.fromEntries(recorder.probes) }))
    } catch (error) {
      const { message } = (error ?? {}) as { message?: unknown }
      results.push({ id: golden.id, outcome: 'cannot', detail: String(message ?? error) })
    } finally {
      await (app.end ?? app.close)().catch(() => undefined)
    }
  }
  return results
}

/** The order of keys has no meaning here, and a tool in another language may write another one. */
function sorted(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
