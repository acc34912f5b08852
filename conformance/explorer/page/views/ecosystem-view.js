// Published packages on touchstone: the tables of the last run of their tests.

import { Fragment, h } from '../parts/elements.js'

export function EcosystemView({ store }) {
  const { ecosystem } = store.model.data
  return h(
    Fragment,
    null,
    h('h1', { tabIndex: -1 }, 'Ecosystem'),
    ecosystem
      ? [
          h('p', null, ecosystem.summary),
          ecosystem.tables.map((table) => h(Table, { key: table.caption, table })),
        ]
      : h(
          'p',
          null,
          'This page has no results of published packages: npm start, in the repository, shows them.',
        ),
  )
}

function Table({ table: { caption, head, rows } }) {
  return h(
    'table',
    { class: 'ecosystem' },
    h('caption', null, caption),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        head.map((name) => h('th', { key: name, scope: 'col' }, name)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((cells, row) =>
        h(
          'tr',
          { key: row },
          cells.map((text, at) =>
            h(at === 0 ? 'th' : 'td', { key: at, scope: at === 0 ? 'row' : undefined }, text),
          ),
        ),
      ),
    ),
  )
}
