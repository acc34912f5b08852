// The report as the page asks for it: by rule, by case, by assertion and transport, growing while a run streams in.

import type { Exchange } from '../../spec/case.ts'
import type { Rule } from '../../spec/rule.ts'
import type { Observation } from '../contract/result.ts'
import type { KnownDifference } from '../judge/expectations.ts'
import type { PageAssertion, PageCase, PageCell, PageData, PageRun, Pooled } from './page-data.ts'
import { type Counts, type State, stateOf, worstOf } from './states.ts'

export interface Assertion {
  id: string
  case: PageCase
  exchange: Exchange
  rules: string[]
  /** By column. */
  found: (PageAssertion | undefined)[]
}

/** One assertion over one transport, seen as showing one rule. */
export interface Point {
  rule: Rule
  assertion: Assertion | null
  transport: string
}

export interface Area {
  name: string
  rules: Rule[]
}

/** Others come behind them, by name. */
const KNOWN_ORDER = ['inject', 'socket', 'fresh', 'pipelined', 'split', 'chunked', 'h2c', 'h2', 'fetch']

export class Model {
  readonly data: PageData
  readonly columns: PageRun[]
  readonly areas: Area[]
  readonly assertions = new Map<string, Assertion>()
  readonly ofRule = new Map<string, Assertion[]>()
  readonly ofCase = new Map<string, Assertion[]>()
  transports: string[] = []
  /** Grows with everything that is added: what was worked out of an older one is stale. */
  revision = 0

  constructor(data: PageData) {
    this.data = data
    this.columns = data.runs
    const areas = new Map<string, Rule[]>()
    for (const rule of Object.values(data.rules)) {
      const rules = areas.get(rule.area) ?? []
      rules.push(rule)
      areas.set(rule.area, rules)
    }
    this.areas = [...areas].map(([name, rules]) => ({ name, rules }))
    for (const one of Object.values(data.cases))
      for (const exchange of one.exchanges) this.#plan(one, exchange)
    for (const [column, run] of data.runs.entries())
      for (const assertion of run.assertions) this.#place(column, assertion)
  }

  #plan(one: PageCase, exchange: Exchange): void {
    const id = `${one.id}#${exchange.id}`
    const rules = [...new Set(exchange.rules ?? one.rules)]
    const assertion: Assertion = { id, case: one, exchange, rules, found: [] }
    this.assertions.set(id, assertion)
    for (const rule of rules) push(this.ofRule, rule, assertion)
    push(this.ofCase, one.id, assertion)
  }

  /** What a column says of some assertions; what it said before of the same ones no longer counts. */
  add(column: number, assertions: PageAssertion[]): void {
    for (const assertion of assertions) this.#place(column, assertion)
    this.revision++
  }

  #place(column: number, found: PageAssertion): void {
    const assertion = this.assertions.get(found.id)
    if (!assertion) return
    assertion.found[column] = found
    for (const transport of Object.keys(found.cells)) {
      if (this.transports.includes(transport)) continue
      this.transports = [...this.transports, transport].sort(byKnownOrder)
    }
  }

  stateAt(assertion: Assertion, column: number, transport: string): State {
    const found = assertion.found[column]
    if (!found) return this.data.live ? 'pending' : 'absent'
    return stateOf(found.verdict, cellIn(found, transport))
  }

  cellAt(assertion: Assertion, column: number, transport: string): PageCell | undefined {
    return cellIn(assertion.found[column], transport)
  }

  /** How many transports are in which state. */
  statesOf(assertion: Assertion, column: number): Counts {
    const states: Counts = {}
    for (const transport of this.transports) {
      const state = this.stateAt(assertion, column, transport)
      states[state] = (states[state] ?? 0) + 1
    }
    return states
  }

  /** The state over all transports that ran it. */
  worstAt(assertion: Assertion, column: number): State {
    return worstOf(this.statesOf(assertion, column))
  }

  /** The transports over which at least one implementation ran it. */
  transportsOf(assertion: Assertion): string[] {
    return this.transports.filter((transport) =>
      assertion.found.some((found) => cellIn(found, transport) !== undefined),
    )
  }

  /** A value that stands in the pool. */
  value<T>(pooled: Pooled<T> | undefined): T | undefined {
    return typeof pooled === 'number' ? (this.data.pool.at(pooled) as T) : pooled
  }

  observed(cell: PageCell | undefined): Observation | undefined {
    return this.value(cell?.observed)
  }

  known(assertion: Assertion, column: number): KnownDifference | undefined {
    return this.value(assertion.found[column]?.known)
  }

  /** For each column and transport, how many of these points are in which state. */
  count(points: Iterable<Point>): Counts[][] {
    const counts: Counts[][] = this.columns.map(() => this.transports.map(() => ({})))
    for (const { assertion, transport } of points) {
      if (!assertion) continue
      const at = this.transports.indexOf(transport)
      for (const [column, row] of counts.entries()) {
        const tally = row[at]
        if (!tally) continue
        const state = this.stateAt(assertion, column, transport)
        tally[state] = (tally[state] ?? 0) + 1
      }
    }
    return counts
  }
}

function cellIn(found: PageAssertion | undefined, transport: string): PageCell | undefined {
  return found && Object.hasOwn(found.cells, transport) ? found.cells[transport] : undefined
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function byKnownOrder(a: string, b: string): number {
  const place = (name: string): number => KNOWN_ORDER.indexOf(name) + 1 || KNOWN_ORDER.length + 1
  return place(a) - place(b) || a.localeCompare(b)
}
