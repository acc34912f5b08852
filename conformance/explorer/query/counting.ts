// What the numbers of the page count: assertions, each once, in the area of the first of its rules that the query chooses.

import { isApart, isMeasuredBy } from '../../report/measure.ts'
import type { Assertion, Model, Point } from '../model.ts'
import { type Counts, type State, worstOf } from '../states.ts'
import type { MatchedArea } from './match.ts'

/** The area in which each assertion counts, so that the areas sum up to the whole. */
function homesOf(areas: MatchedArea[]): Map<Assertion, string> {
  const chosen = new Map<Assertion, Map<string, string>>()
  for (const { name, rules } of areas) {
    for (const { rule, points } of rules) {
      for (const { assertion } of points) {
        if (!assertion) continue
        const own = chosen.get(assertion) ?? new Map<string, string>()
        chosen.set(assertion, own.set(rule.id, name))
      }
    }
  }
  const homes = new Map<Assertion, string>()
  for (const [assertion, own] of chosen) {
    const first = assertion.rules.find((id) => own.has(id))
    homes.set(assertion, own.get(first ?? '') ?? '')
  }
  return homes
}

/** The assertions of these points, each with the transports over which it is chosen. */
export function byAssertion(points: Iterable<Point>): Map<Assertion, Set<string>> {
  const found = new Map<Assertion, Set<string>>()
  for (const { assertion, transport } of points) {
    if (!assertion) continue
    const own = found.get(assertion)
    if (own) own.add(transport)
    else found.set(assertion, new Set([transport]))
  }
  return found
}

/** What was counted of these assertions, as the model stood then. */
interface Counted {
  model: Model
  revision: number
  sums: Map<string, Counts>
}

const countedOf = new WeakMap<Map<Assertion, Set<string>>, Counted>()

/**
 * Of one column how many assertions are in which state: of each the worst over these transports.
 *
 * The page asks again whenever it draws, some ten times while it unfolds: the same assertions are counted once.
 */
export function countIn(
  model: Model,
  assertions: Map<Assertion, Set<string>>,
  column: number,
  transports: readonly string[],
): Counts {
  let known = countedOf.get(assertions)
  if (known?.model !== model || known.revision !== model.revision) {
    known = { model, revision: model.revision, sums: new Map() }
    countedOf.set(assertions, known)
  }
  const key = `${column} ${transports.join(' ')}`
  const sum = known.sums.get(key) ?? sumOf(model, assertions, column, transports)
  known.sums.set(key, sum)
  return sum
}

function sumOf(
  model: Model,
  assertions: Map<Assertion, Set<string>>,
  column: number,
  transports: readonly string[],
): Counts {
  const sum: Counts = {}
  for (const [assertion, chosen] of assertions) {
    const states: Counts = {}
    for (const transport of transports)
      if (chosen.has(transport)) states[model.stateAt(assertion, column, transport)] = 1
    const state: State = worstOf(states)
    sum[state] = (sum[state] ?? 0) + 1
  }
  return sum
}

/** What a card counts, and the part of it that each area counts: the areas sum up to the card, but for what is graded apart. */
export interface Measured {
  /** Of each column. */
  all: Map<Assertion, Set<string>>[]
  areas: Map<string, Map<Assertion, Set<string>>[]>
}

/** `asked`: a query chooses, and all that it chooses counts. */
export function measuredIn(model: Model, areas: MatchedArea[], asked: boolean): Measured {
  const homes = homesOf(areas)
  const measured: Measured = {
    all: model.columns.map(() => new Map()),
    areas: new Map(areas.map(({ name }) => [name, model.columns.map(() => new Map())])),
  }
  for (const [assertion, transports] of byAssertion(
    areas.flatMap(({ rules }) => rules.flatMap((one) => one.points)),
  )) {
    const home = measured.areas.get(homes.get(assertion) ?? '')
    for (const column of model.columns.keys()) {
      const { source } = assertion.case
      const counts = asked || isMeasuredBy(source, model.columns[column]?.implementation ?? '')
      if (counts) measured.all[column]?.set(assertion, transports)
      if (counts || isApart(source)) home?.[column]?.set(assertion, transports)
    }
  }
  return measured
}
