// The bar that shows how the states share a sum.

import { STATES } from '../../states.ts'
import { h } from './elements.js'

/** From left to right: what passed, what did not, what was not tried, and what is still to come. */
const UNTRIED = ['skip', 'pending']
const ORDER = [
  ...STATES.filter(({ state }) => ![...UNTRIED, 'absent'].includes(state)).reverse(),
  ...STATES.filter(({ state }) => UNTRIED.includes(state)),
]

/** The share of each state as a bar; the numbers stand beside it. */
export function Bar({ counts }) {
  const parts = ORDER.filter(({ state }) => counts[state])
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
