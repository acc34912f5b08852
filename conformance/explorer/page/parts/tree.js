// The application drawn as a tree of contexts: boxes in boxes, each with what it declares and what it was observed to see.

import { Hidden, h } from './elements.js'

export function Tree({ tree, route, sightings, refused }) {
  return h(
    'div',
    { class: 'tree', role: 'region', 'aria-label': 'Contexts of the application', tabIndex: 0 },
    h('ul', null, h(Context, { node: tree, route, sightings, refused, depth: 0 })),
  )
}

function Context({ node, route, sightings, refused, depth }) {
  const { name, wrapped, prefix, declares, children } = node
  const list = sightings.get(node) ?? []
  return h(
    'li',
    null,
    h(
      'div',
      { class: `context ${wrapped ? 'wrapped' : ''} ${depth === 0 ? 'root' : ''}` },
      h(
        'p',
        { class: 'context-name' },
        h('b', null, name),
        prefix ? h('code', null, prefix) : null,
        wrapped ? h('span', { class: 'dim' }, 'wrapped: declares in the context around it') : null,
      ),
      declares.length === 0
        ? h('p', { class: 'dim' }, 'declares nothing')
        : h(
            'ul',
            { class: 'declares', 'aria-label': `${name} declares` },
            declares.map((one, index) =>
              h(Declared, { key: index, one, current: one === route, isRefused: refused(one) === true }),
            ),
          ),
      h(Sees, { list, state: 'seen' }),
      h(Sees, { list, state: 'absent' }),
    ),
    children.length > 0
      ? h(
          'ul',
          null,
          children.map((child, index) =>
            h(Context, { key: index, node: child, route, sightings, refused, depth: depth + 1 }),
          ),
        )
      : null,
  )
}

function Declared({ one, current, isRefused }) {
  const { kind, name, within } = one
  return h(
    'li',
    { class: `${kind === 'route' ? 'route' : ''} ${current ? 'current' : ''}` },
    h('span', { class: 'kind' }, kind),
    name ? h('code', null, name) : null,
    within ? h('small', null, within) : null,
    isRefused ? h('small', { class: 'refused' }, '✗ refused') : null,
    current ? h(Hidden, null, ' (the exchange comes here)') : null,
  )
}

/** What it was observed to see, and what it was observed not to see; nothing where no exchange looked. */
function Sees({ list, state }) {
  const own = list.filter((one) => one.state === state)
  if (own.length === 0) return null
  const seen = state === 'seen'
  const names = [...new Set(own.map(({ from }) => from))]
  return h(
    'p',
    { class: `sees ${state}` },
    h('span', { class: 'kind' }, seen ? '✓ sees' : '✗ does not see'),
    names.map((from) =>
      h(
        'span',
        { key: from, class: 'of' },
        own
          .filter((one) => one.from === from)
          .map(({ declared, exchanges }, index) =>
            h(
              'span',
              { key: index, title: `Observed in #${exchanges.join(', #')}` },
              `${index > 0 ? ', ' : ''}${declared.name ? `${declared.name} (${declared.kind})` : declared.kind}`,
            ),
          ),
        h('small', null, ` of ${from}`),
      ),
    ),
  )
}
