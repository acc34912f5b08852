// The row of a rule in the matrix: what it says, and in each cell how it stands there.

import { writeAddress } from '../../address.ts'
import { byAssertion, countIn } from '../../query/counting.ts'
import { countsText, shareOf, signOf, worstOf } from '../../states.ts'
import { Hidden, h } from './elements.js'

const rows = new WeakMap()

/** The same row as before where nothing of it has changed: then it is not compared, cell by cell, with what is there. */
export function rowOf(store, matched, slots) {
  const { model, address } = store
  const names = slots.map(({ run, transport }) => `${run.name} ${transport}`)
  const key = JSON.stringify([model.revision, { ...address, toggled: [] }, names])
  const known = rows.get(matched)
  if (known?.key === key && known.model === model) return known.row
  const row = h(RuleRow, { key: matched.rule.id, store, matched, slots })
  rows.set(matched, { key, model, row })
  return row
}

function RuleRow({ store, matched, slots }) {
  const { model, address } = store
  const { rule, points } = matched
  const assertions = byAssertion(points)
  // Which areas are open goes along with a click alone: in each link it would change each row when one is folded.
  const to = (change) => ({
    href: writeAddress({ ...address, toggled: [], rule: rule.id, ...change }),
    onClick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      store.go({ rule: rule.id, ...change })
    },
  })
  return h(
    'tr',
    { class: 'rule', role: 'row' },
    h(
      'th',
      { scope: 'row', role: 'rowheader' },
      h('a', { ...to({}), 'data-nav': '' }, h('b', null, rule.id), ' ', h('span', null, rule.text)),
    ),
    slots.map((slot) => {
      const own = countIn(model, assertions, slot.column, slot.transports)
      return h(RuleCell, {
        key: `${slot.run.name} ${slot.transport}`,
        counts: own,
        slot,
        link: to({ implementation: slot.run.name, transport: slot.transport }),
      })
    }),
  )
}

export function slotName({ run, transport }) {
  return `${run.name} ${transport}`.trim()
}

function RuleCell({ counts, slot, link }) {
  const state = worstOf(counts)
  const { glyph } = signOf(state)
  const share = shareOf(counts)
  const count =
    share.total === 0 || share.passed === share.total ? share.total || '' : `${share.passed}/${share.total}`
  const text = countsText(counts)
  return h(
    'td',
    { role: 'cell', 'data-label': slotName(slot), class: slot.first ? 'first' : '' },
    state === 'absent'
      ? h(
          'span',
          { class: 'cell absent' },
          h('span', { 'aria-hidden': 'true' }, glyph),
          h(Hidden, null, text),
        )
      : h(
          'a',
          {
            ...link,
            class: `cell ${state}`,
            tabIndex: -1,
            'data-nav': '',
            title: text,
          },
          h('span', { class: 'glyph', 'aria-hidden': 'true' }, glyph),
          h('span', { class: 'count', 'aria-hidden': 'true' }, count),
          h(Hidden, null, `${text}: ${slotName(slot)}`),
        ),
  )
}
