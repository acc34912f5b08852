// The way back: from an exchange to its case, its rule and the matrix, and to the neighbours on the same level.

import { writeAddress } from '../../address.ts'
import { h } from './elements.js'
import { neighbour } from './shortcuts.js'

export function Crumbs({ store }) {
  const { address } = store
  const bare = { exchange: '', implementation: '', transport: '' }
  const steps = [['Matrix', { ...bare, rule: '', case: '' }]]
  if (address.rule) steps.push([address.rule, { ...bare, case: '' }])
  if (address.case) steps.push([address.case, bare])
  if (address.case && address.exchange) steps.push([`#${address.exchange}`, {}])
  return h(
    'nav',
    { class: 'crumbs', 'aria-label': 'Way back' },
    h(
      'ol',
      null,
      steps.map(([label, change], index) =>
        h(
          'li',
          { key: label },
          h(
            'a',
            {
              href: writeAddress({ ...address, ...change }),
              'aria-current': index === steps.length - 1 ? 'page' : undefined,
            },
            label,
          ),
        ),
      ),
    ),
    h(
      'span',
      { class: 'neighbours' },
      h(Neighbour, { store, by: -1, label: '← before' }),
      h(Neighbour, { store, by: 1, label: 'next →' }),
    ),
  )
}

function Neighbour({ store, by, label }) {
  const next = neighbour(store, by)
  if (!next) return null
  const [id] = Object.values(next)
  return h(
    'a',
    { href: writeAddress({ ...store.address, ...next }), title: id },
    label,
    h('span', { class: 'hidden' }, ` ${id}`),
  )
}
