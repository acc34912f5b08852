// A run in progress, in the pieces that the page receives: what will run, then results as they come.

import type { Transport } from '../../spec/case.ts'
import type { AssertionResult } from '../contract/result.ts'
import { type ExpectFile, judgeAll } from '../judge/expectations.ts'
import type { PreparedSuite } from '../run/run.ts'
import { DEFAULT_TRANSPORTS, transportsOf } from '../wire/modes.ts'
import { type MadePage, type PageAssertion, pageData } from './page-data.ts'

export interface Beginning {
  data: MadePage
  /** How many assertions there are to try, on all implementations together. */
  total: number
  transports: string[]
}

export interface JudgedResults {
  /** The place of the implementation among the runs of the page. */
  column: number
  assertions: PageAssertion[]
}

export class LiveRun {
  readonly #prepared: PreparedSuite
  readonly #implementations: string[]
  readonly #waiting: AssertionResult[][]
  readonly #expected: ExpectFile[]

  constructor(
    prepared: PreparedSuite,
    implementations: string[],
    expectations: (implementation: string) => ExpectFile,
  ) {
    this.#prepared = prepared
    this.#implementations = implementations
    this.#waiting = implementations.map(() => [])
    this.#expected = implementations.map(expectations)
  }

  beginning(wanted: Transport[] = DEFAULT_TRANSPORTS): Beginning {
    const { suite, cases } = this.#prepared
    const runs = this.#implementations.map((implementation) => ({
      implementation,
      version: '',
      crashes: 0,
      milliseconds: 0,
      complaints: [],
      assertions: [],
    }))
    const source = {
      name: '',
      report: { suite, cases, runs, milliseconds: 0 },
      node: process.version,
      cellsOf: (result: AssertionResult) => result.cells,
      milliseconds: () => 0,
    }
    const used = new Set(cases.flatMap((one) => transportsOf(one.body, wanted)))
    return {
      data: { ...pageData([source]), live: true },
      total: cases.reduce((sum, one) => sum + one.body.exchanges.length, 0) * this.#implementations.length,
      transports: wanted.filter((transport) => used.has(transport)),
    }
  }

  take(implementation: string, results: AssertionResult[]): void {
    this.#waiting[this.#implementations.indexOf(implementation)]?.push(...results)
  }

  /** What has come since the last time, judged; whether the known differences all match is known only at the end. */
  judged(): JudgedResults[] {
    return this.#waiting.flatMap((results, column) => {
      if (results.length === 0) return []
      const expected = this.#expected[column]?.expected ?? []
      const { assertions } = judgeAll(results.splice(0), this.#prepared.cases, expected, {
        whole: false,
        implementation: this.#implementations[column] ?? '',
      })
      return [{ column, assertions: assertions.map(pageAssertion) }]
    })
  }
}

/** As the page has it, with its values in place. */
export function pageAssertion({
  result,
  verdict,
  known,
}: ReturnType<typeof judgeAll>['assertions'][number]): PageAssertion {
  const { id, case: one, exchange, cells } = result
  return { id, case: one, exchange, verdict, cells, ...(known ? { known } : {}) }
}
