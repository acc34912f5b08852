// Whether the specification notices a mutant: the cases of its rules first, then the others, inject before the socket.

import type { Transport } from '../../../spec/case.ts'
import type { LoadedCase } from '../../../spec/load.ts'
import type { Adapter } from '../../contract/adapter.ts'
import { type AssertionResult, outcomeOf } from '../../contract/result.ts'
import { rulesOf } from '../../judge/selectors.ts'
import { runCases } from '../../run/run-cases.ts'

/** An assertion that noticed the mutant. */
export interface Witness {
  assertion: string
  outcome: string
  why: string
}

export interface Verdict {
  /** The first that noticed; null: the mutant survives. */
  by: Witness | null
  /** For each rule of the mutant an assertion of that rule that noticed. */
  rules: Record<string, Witness | null>
}

const AT_A_TIME = 48
/** With inject the socket, so that two answers that disagree are noticed too; last what is seen over HTTP/2 alone. */
export const OVER_NODE: readonly Transport[][] = [['inject'], ['inject', 'socket'], ['h2c']]
/** The engine reads sockets only. */
export const OVER_ENGINE: readonly Transport[][] = [['socket'], ['pipelined'], ['split', 'chunked']]

export class Killer {
  readonly #adapter: Adapter
  readonly #cases: LoadedCase[]
  readonly #alive: () => void
  readonly #over: readonly Transport[][]

  /** Calls `alive` as cases end. */
  constructor(adapter: Adapter, cases: LoadedCase[], alive: () => void, over: readonly Transport[][]) {
    this.#adapter = adapter
    this.#cases = cases
    this.#alive = alive
    this.#over = over
  }

  async try(rules: readonly string[]): Promise<Verdict> {
    const verdict: Verdict = { by: null, rules: Object.fromEntries(rules.map((rule) => [rule, null])) }
    const open = (): string[] => rules.filter((rule) => verdict.rules[rule] === null)
    for (const transports of this.#over) {
      const own = this.#cases.filter((one) => showsOneOf(one, open()))
      await this.#search(own, transports, (witness, shown) => {
        verdict.by ??= witness
        for (const rule of shown) if (verdict.rules[rule] === null) verdict.rules[rule] = witness
        return open().length === 0
      })
    }
    for (const transports of this.#over) {
      if (verdict.by !== null) break
      await this.#search(this.#cases, transports, (witness) => {
        verdict.by = witness
        return true
      })
    }
    return verdict
  }

  /** Every rule of which an assertion notices, with how many do and of how many. */
  async explore(transports: Transport[]): Promise<Record<string, [noticed: number, of: number]>> {
    const found: Record<string, [number, number]> = {}
    for (const { one, result } of await this.#run(this.#cases, transports)) {
      for (const rule of rulesOf(one, result.exchange)) {
        found[rule] ??= [0, 0]
        found[rule][1]++
        if (isNoticed(result)) found[rule][0]++
      }
    }
    return Object.fromEntries(Object.entries(found).filter(([, [noticed]]) => noticed > 0))
  }

  /** Passes each confirmed witness to `tell`, until it returns true. */
  async #search(
    cases: LoadedCase[],
    transports: Transport[],
    tell: (witness: Witness, rules: string[]) => boolean,
  ): Promise<void> {
    for (let at = 0; at < cases.length; at += AT_A_TIME) {
      const found = await this.#run(cases.slice(at, at + AT_A_TIME), transports)
      const suspects = new Set(found.filter(({ result }) => isNoticed(result)).map(({ one }) => one))
      for (const suspect of suspects) {
        // Concurrent cases may disturb each other, so a failure counts only if it happens alone.
        for (const { one, result } of await this.#run([suspect], transports)) {
          if (isNoticed(result) && tell(witnessOf(result), rulesOf(one, result.exchange))) return
        }
      }
    }
  }

  async #run(
    cases: LoadedCase[],
    transports: Transport[],
  ): Promise<{ one: LoadedCase; result: AssertionResult }[]> {
    const byId = new Map(cases.map((one) => [one.id, one]))
    const found: { one: LoadedCase; result: AssertionResult }[] = []
    await runCases(this.#adapter, cases, {
      transports,
      concurrency: 16,
      finished: (id, results) => {
        this.#alive()
        for (const result of results) found.push({ one: byId.get(id) as LoadedCase, result })
      },
    })
    return found
  }
}

function showsOneOf(one: LoadedCase, rules: string[]): boolean {
  return one.body.exchanges.some(({ id }) => rulesOf(one, id).some((rule) => rules.includes(rule)))
}

function isNoticed(result: AssertionResult): boolean {
  const outcome = outcomeOf(result)
  return outcome !== 'pass' && outcome !== 'skip'
}

function witnessOf(result: AssertionResult): Witness {
  const [transport, cell] = Object.entries(result.cells).find(([, { outcome }]) => outcome !== 'pass') ?? []
  const { difference, reason } = cell ?? {}
  const why = difference
    ? `${difference.pointer}: ${JSON.stringify(difference.expected)} expected, ${JSON.stringify(difference.actual)} seen`
    : (reason ?? '')
  return { assertion: result.id, outcome: outcomeOf(result), why: `${transport} ${why}`.slice(0, 200) }
}
