// The specification inside a test runner: each assertion a test of its own, for node:test, vitest, jest and their like.

import { AssertionError } from 'node:assert'
import type { Transport } from '../spec/case.ts'
import { type LoadedCase, loadSuite, type Suite } from '../spec/load.ts'
import type { Rule } from '../spec/rule.ts'
import { adapterOf } from './adapters/adapter-of.ts'
import { connectAdapter } from './adapters/connectable.ts'
import type { Adapter } from './contract/adapter.ts'
import { doubtOf } from './judge/doubt.ts'
import { type JudgedAssertion, judgeAll, type KnownDifference } from './judge/expectations.ts'
import { rulesOf, selectCases, selectorOf } from './judge/selectors.ts'
import { explain } from './report/verdicts.ts'
import { runCases } from './run/run-cases.ts'
import { DEFAULT_TRANSPORTS } from './wire/modes.ts'

let suite: Suite | undefined
const ownSuite = (): Suite => (suite ??= loadSuite())

/**
 * The cases of the specification, or those that a pattern chooses, each expanded into its rows.
 *
 * @example
 * cases('area:encapsulation', 'rule:REF-*').length // how many
 */
export function cases(...patterns: string[]): LoadedCase[] {
  return selectCases(ownSuite().cases, patterns)
}

/** The rules of the specification, in their order. */
export function rules(): Rule[] {
  return [...ownSuite().rules.values()]
}

/** `test` of node:test, vitest, jest, mocha's `it` …: whatever takes a name and a function. */
export interface TestFunction {
  // biome-ignore lint/suspicious/noConfusingVoidType: some test functions give nothing, others a promise
  (name: string, body: () => Promise<void>): unknown | void
  skip?: unknown
}

export interface ConformanceTestOptions {
  /**
   * What is tried: an adapter, a factory of the Fastify shape, or a connectable as on the command line (`js:…`, `npm:…`,
   * `exec:…`, `tcp:…` or a built-in name).
   */
  implementation: Adapter | ((options?: never) => unknown) | string
  /** Patterns as of `--filter`; all by default. */
  filter?: string[]
  /** `inject` and `socket` by default. */
  transports?: Transport[]
  /** What is known to differ: such an assertion passes by failing, and fails when it passes. */
  expected?: KnownDifference[]
}

/**
 * Defines a test for each assertion. A case runs once, in this process, when the first of its tests does. Where a case cannot be
 * run (the implementation lacks what it requires) its tests pass and say nothing; a last test fails where that is so of all that ran.
 *
 * @example
 * conformanceTests(test, { implementation: createMyFramework, filter: ['area:encapsulation'] })
 */
export function conformanceTests(test: TestFunction, options: ConformanceTestOptions): void {
  const patterns = options.filter ?? []
  const chosen = patterns.map(selectorOf)
  const adapter = once(() => connect(options.implementation))
  const chosenCases = cases(...patterns)
  if (chosenCases.length === 0)
    throw new Error(`no case matches ${patterns.join(', ')}: a test run of nothing`)
  const seen: JudgedAssertion[] = []
  for (const one of chosenCases) {
    const judged = once(async () => {
      const found = await judge(await adapter(), one, options)
      seen.push(...found)
      return found
    })
    for (const { id } of one.body.exchanges) {
      if (chosen.length > 0 && !chosen.some((matches) => matches(one, id))) continue
      test(`${one.id}#${id}`, async () => assertAsExpected(one, id, await judged()))
    }
  }
  test('the run says something of the implementation', async () => assertThatItSays(seen))
}

function assertThatItSays(seen: JudgedAssertion[]): void {
  const doubt = doubtOf(seen)
  if (doubt !== null) throw new AssertionError({ message: doubt })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function connect(implementation: ConformanceTestOptions['implementation']): Promise<Adapter> {
  return typeof implementation === 'string'
    ? connectAdapter(implementation)
    : adapterOf({ default: implementation }, 'implementation')
}

async function judge(
  adapter: Adapter,
  one: LoadedCase,
  { transports = DEFAULT_TRANSPORTS, expected = [] }: ConformanceTestOptions,
): Promise<JudgedAssertion[]> {
  let judged: JudgedAssertion[] = []
  await runCases(adapter, [one], {
    transports,
    concurrency: 1,
    finished: (_, results) => {
      judged = judgeAll(results, [one], expected, { whole: false, version: adapter.version }).assertions
    },
  })
  return judged
}

function assertAsExpected(one: LoadedCase, exchange: string, judged: JudgedAssertion[]): void {
  const found = judged.find(({ result }) => result.exchange === exchange)
  if (found?.verdict === 'unexpected-pass')
    throw new AssertionError({
      message: `${found.result.id} passes, and is listed as a known ${found.known?.kind}: ${found.known?.reason}`,
    })
  if (found?.verdict !== 'fail') return
  const cells = Object.entries(found.result.cells).filter(([, cell]) => cell.outcome !== 'pass')
  const [first] = cells
  const shown = rulesOf(one, exchange).map((id) => `${id}: ${ownSuite().rules.get(id)?.text ?? ''}`)
  const difference = first?.[1].difference
  throw new AssertionError({
    message: [...cells.map(([transport, cell]) => `${transport} ${explain(cell)}`), ...shown].join('\n'),
    ...(difference
      ? { expected: difference.expected, actual: difference.actual, operator: 'deepStrictEqual' }
      : {}),
  })
}
