// The current query, what it selects, and what is wrong with it; computed once for each query.

import { matchAll, vocabularyOf } from '../../query/match.ts'
import { parseQuery } from '../../query/query.ts'

let last = null

/** A wrong query chooses nothing: what an earlier one chose would be taken for its answer. */
export function answerTo(model, query) {
  const fresh = last?.model === model && last.revision === model.revision
  if (fresh && last.query === query) return last
  const vocabulary =
    last?.model === model && model.revision === last.revision ? last.vocabulary : vocabularyOf(model)
  try {
    const areas = matchAll(model, parseQuery(query, vocabulary))
    last = { model, revision: model.revision, query, vocabulary, areas, error: null }
  } catch (error) {
    if (error.name !== 'QueryError') throw error
    last = { model, revision: model.revision, query, vocabulary, areas: [], error }
  }
  return last
}

/** The rules that are chosen, in a row. */
export function rulesIn(answer) {
  return answer.areas.flatMap(({ rules }) => rules)
}

/** The cases that are chosen, in a row. */
export function casesIn(answer) {
  const ids = new Set()
  for (const { points } of rulesIn(answer)) for (const { assertion } of points) ids.add(assertion.case.id)
  return [...ids]
}

/** Assertions by their case, in the order in which they come. */
export function casesInRule(assertions) {
  const cases = new Map()
  for (const assertion of assertions) {
    const known = cases.get(assertion.case.id) ?? { one: assertion.case, own: [] }
    known.own.push(assertion)
    cases.set(assertion.case.id, known)
  }
  return [...cases.values()]
}
