// What differs between two runs of a page: the assertions in groups, in the order of the suite.

import type { Assertion, Model } from './model.ts'

export interface Compared {
  /** Passes on the first only, on the second only, on neither but otherwise, or ran on one of them only. */
  kind: 'left' | 'right' | 'both' | 'alone'
  assertions: Assertion[]
}

/** `chosen`: the ids that a query chooses; null for all. Groups of nothing are left out. */
export function compareRuns(
  model: Model,
  left: number,
  right: number,
  chosen: ReadonlySet<string> | null,
): Compared[] {
  const groups: Compared[] = (['left', 'right', 'both', 'alone'] as const).map((kind) => ({
    kind,
    assertions: [],
  }))
  for (const assertion of model.assertions.values()) {
    if (chosen && !chosen.has(assertion.id)) continue
    const kind = kindOf(model, assertion, left, right)
    groups.find((group) => group.kind === kind)?.assertions.push(assertion)
  }
  return groups.filter(({ assertions }) => assertions.length > 0)
}

function kindOf(model: Model, assertion: Assertion, left: number, right: number): Compared['kind'] | null {
  const [first, second] = [model.worstAt(assertion, left), model.worstAt(assertion, right)]
  const [ranFirst, ranSecond] = [first, second].map((state) => !NOT_RUN.has(state))
  if (!ranFirst && !ranSecond) return null
  if (ranFirst !== ranSecond) return 'alone'
  if (PASSES.has(first) !== PASSES.has(second)) return PASSES.has(first) ? 'left' : 'right'
  if (PASSES.has(first)) return null
  return seenOf(model, assertion, left) === seenOf(model, assertion, right) ? null : 'both'
}

const NOT_RUN = new Set(['absent', 'pending', 'skip'])
const PASSES = new Set(['pass', 'unexpected-pass'])

/** What was wrong, without durations. */
function seenOf(model: Model, assertion: Assertion, column: number): string {
  return JSON.stringify(
    model.transports.map((transport) => {
      const cell = model.cellAt(assertion, column, transport)
      return cell ? [cell.outcome, cell.reason, model.value(cell.difference)] : null
    }),
  )
}
