// What all formats of the report tell: one line for each assertion and transport, and what went wrong beside them.

import { createHash } from 'node:crypto'
import type { Json, Level, Transport } from '../../spec/case.ts'
import type { Suite } from '../../spec/load.ts'
import { type AssertionResult, type Cell, type Outcome, outcomeOf } from '../contract/result.ts'
import { doubtOf } from '../judge/doubt.ts'
import type { JudgedAssertion, KnownDifference, Verdict } from '../judge/expectations.ts'
import { notBuiltOf } from '../judge/not-built.ts'
import { rulesOf } from '../judge/selectors.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'
import { TRANSPORTS } from '../wire/modes.ts'

/** Which suite was run, and how much of it: what two reports must have in common to be put together. */
export interface RunIdentity {
  /** Over the rules and all cases, chosen or not. */
  digest: string
  /** How many cases the whole suite has. */
  cases: number
  shard: { index: number; count: number } | null
  node: string
}

export interface ReportContext {
  /** Leave out what differs from one run to the next though nothing else does: times and durations. */
  deterministic?: boolean
  /** The version of touchstone that writes the report. */
  folder?: string
  identity?: RunIdentity
}

export type Reporter = (report: ConformanceReport, context?: ReportContext) => string

export interface Line {
  implementation: string
  id: string
  /** Null where no transport was run. */
  transport: Transport | null
  area: string
  rules: string[]
  file: string
  level: Level
  state: Verdict
  outcome: Outcome
  /** Why, where it did not simply pass. */
  message: string
  known: KnownDifference | null
  milliseconds: number
}

export function identityOf(suite: Suite, shard: RunIdentity['shard'] = null): RunIdentity {
  return { digest: digestOf(suite), cases: suite.cases.length, shard, node: process.version }
}

/** The text of all cases is large: it is read once, whatever number of reports are written. */
const digests = new WeakMap<Suite, string>()

function digestOf(suite: Suite): string {
  const known = digests.get(suite)
  if (known !== undefined) return known
  const cases = suite.cases.map(({ id, body }) => JSON.stringify([id, body])).sort()
  const rules = [...suite.rules.values()].map((rule) => JSON.stringify(rule)).sort()
  const digest = createHash('sha256')
    .update(JSON.stringify([rules, cases]))
    .digest('hex')
    .slice(0, 16)
  digests.set(suite, digest)
  return digest
}

export function linesOf(run: JudgedRun, report: ConformanceReport, context: ReportContext = {}): Line[] {
  return run.assertions.flatMap((assertion) => linesOfAssertion(assertion, run, report, context))
}

function linesOfAssertion(
  assertion: JudgedAssertion,
  run: JudgedRun,
  report: ConformanceReport,
  context: ReportContext,
): Line[] {
  const { result, case: one, verdict, known = null } = assertion
  const rules = rulesOf(one, result.exchange)
  const line = {
    implementation: run.implementation,
    id: result.id,
    area: areaOf(assertion, report.suite),
    rules,
    file: `${(context.folder ?? 'spec').replace(/\/+$/, '')}/${one.file}`,
    level: levelOf(assertion),
    known,
  }
  const cells = cellsOf(result, context)
  const lines = TRANSPORTS.flatMap((transport): Line[] => {
    const cell = cells[transport]
    if (!cell) return []
    const { milliseconds } = cell
    const state = stateOf(verdict, cell.outcome)
    return [
      {
        ...line,
        transport,
        state,
        outcome: cell.outcome,
        message: messageOf(state, cell, known),
        milliseconds,
      },
    ]
  })
  if (lines.length > 0) return lines
  const outcome = outcomeOf(result)
  return [
    { ...line, transport: null, state: verdict, outcome, message: 'no transport was run', milliseconds: 0 },
  ]
}

/** In a fixed order, and where it is asked for without time and without the port that the system happened to give. */
export function cellsOf({ cells }: AssertionResult, context: ReportContext): AssertionResult['cells'] {
  const entries = TRANSPORTS.flatMap((transport) => {
    const cell = cells[transport]
    if (!cell) return []
    return [[transport, context.deterministic ? settled(cell) : cell]]
  })
  return Object.fromEntries(entries)
}

function settled(cell: Cell): Cell {
  const text = JSON.stringify({ ...cell, milliseconds: 0 })
  return JSON.parse(text.replace(/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}(?!\d)/g, '$1:0')) as Cell
}

/** One transport may pass where the assertion as a whole does not. */
function stateOf(verdict: Verdict, outcome: Outcome): Verdict {
  if (outcome === 'skip') return 'skip'
  if (outcome === 'wording' && verdict !== 'known' && verdict !== 'fail') return 'wording'
  if (outcome !== 'pass') return verdict
  return verdict === 'unexpected-pass' ? verdict : 'pass'
}

/** An assertion counts in one area: that of the first rule that it shows. The cases of a stored report do not know it. */
export function areaOf(
  { case: one, result }: Pick<JudgedAssertion, 'case'> & { result: { exchange: string } },
  { rules }: Suite,
): string {
  return rules.get(rulesOf(one, result.exchange)[0] ?? '')?.area ?? one.area
}

export function levelOf({ case: one }: JudgedAssertion): Level {
  return one.body.level
}

function messageOf(state: Verdict, cell: Cell, known: KnownDifference | null): string {
  if (state === 'pass') return ''
  if (state === 'unexpected-pass') return `passes, and is listed as a known ${known?.kind}: ${known?.reason}`
  return explain(cell)
}

/** Why a cell is as it is, in one sentence. */
export function explain({ outcome, reason, difference }: Cell): string {
  const head = reason === undefined ? outcome : `${outcome}: ${reason}`
  if (!difference) return head
  const { pointer, expected, actual } = difference
  return `${head} at ${pointer || '/'}: expected ${show(expected)}, got ${show(actual)}`
}

function show(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}

export function nameOf({ id, transport }: Line): string {
  return transport === null ? id : `${id} (${transport})`
}

export function titleOf({ implementation, version }: { implementation: string; version: string }): string {
  return version === '' || implementation === version ? implementation : `${implementation} ${version}`
}

/** `doubt`: the run says nothing of its implementation. `fixture`: one that was asked for is not served. */
export interface Fault {
  name: 'adapter' | 'doubt' | 'fixture' | 'expectations'
  message: string
}

/** What is wrong with a run beside its assertions. */
export function faultsOf(run: JudgedRun): Fault[] {
  const failure: Fault[] = run.failure === undefined ? [] : [{ name: 'adapter', message: run.failure }]
  const doubt = run.failure === undefined ? doubtOf(run.assertions) : null
  if (doubt !== null) failure.push({ name: 'doubt', message: doubt })
  // Where nothing ran, the doubt says it.
  if (doubt === null)
    failure.push(...notBuiltOf(run.assertions).map((message): Fault => ({ name: 'fixture', message })))
  return [...failure, ...run.complaints.map((message): Fault => ({ name: 'expectations', message }))]
}

/** How an entry of the known differences is told in a line. */
export function knownText(known: KnownDifference | null): string {
  if (!known) return 'known difference'
  const places = [known.ruling, known.issue].filter((place) => place !== undefined).join(', ')
  return `known ${known.kind}: ${known.reason}${places === '' ? '' : ` (${places})`}`
}
