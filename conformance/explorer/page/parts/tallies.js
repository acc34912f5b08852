// The bar that shows how the states share a sum.

import { STATES } from '../../states.ts'
import { h } from './elements.js'

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
