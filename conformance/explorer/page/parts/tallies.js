// Sums over what a query chooses, and the bar that shows how the states share one.

import { STATES, worstOf } from '../../states.ts'
import { h } from './elements.js'
import { rulesIn } from './questions.js'

/** An assertion that shows several rules of an area counts once in its sum. */
export function unique(rules) {
  const points = new Map()
  for (const matched of rules)
    for (const point of matched.points) points.set(`${point.assertion.id} ${point.transport}`, point)
  return points.values()
}

/** All points of an answer, each assertion and transport once. */
export function pointsIn(answer) {
  return unique(rulesIn(answer))
}

/** For each column how many assertions are in which state, the worst over the transports that are chosen. */
export function assertionCounts(model, points, counts = (_point, _column) => true) {
  const byAssertion = new Map()
  for (const point of points) {
    const transports = byAssertion.get(point.assertion) ?? []
    transports.push(point)
    byAssertion.set(point.assertion, transports)
  }
  return model.columns.map((_, column) => {
    const sum = {}
    for (const own of byAssertion.values()) {
      if (!counts(own[0], column)) continue
      const states = {}
      for (const { assertion, transport } of own) states[model.stateAt(assertion, column, transport)] = 1
      const state = worstOf(states)
      sum[state] = (sum[state] ?? 0) + 1
    }
    return sum
  })
}

/** The share of each state as a bar; the numbers stand beside it. */
export function Bar({ counts }) {
  const parts = STATES.filter(({ state }) => counts[state] && state !== 'absent').reverse()
  const total = parts.reduce((sum, { state }) => sum + counts[state], 0)
  let x = 0
  return h(
    'svg',
    { class: 'bar', viewBox: `0 0 ${total} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    parts.map(({ state }) => {
      const from = x
      x += counts[state]
      return h('rect', { key: state, class: state, x: from, y: 0, width: counts[state], height: 1 })
    }),
  )
}
