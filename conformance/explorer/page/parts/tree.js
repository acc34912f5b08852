// The application drawn as a tree of contexts: boxes in boxes, each with what it declares and what it sees of those above.

import { Hidden, h } from './elements.js'

export function Tree({ tree, route }) {
  return h(
    'div',
    { class: 'tree', role: 'region', 'aria-label': 'Contexts of the application', tabIndex: 0 },
    h('ul', null, h(Context, { node: tree, route, depth: 0 })),
  )
}

function Context({ node, route, depth }) {
  const { name, wrapped, prefix, declares, sees, children } = node
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
            declares.map((one, index) => h(Declared, { key: index, one, current: one === route })),
          ),
      h(Sees, { sees }),
    ),
    children.length > 0
      ? h(
          'ul',
          null,
          children.map((child, index) => h(Context, { key: index, node: child, route, depth: depth + 1 })),
        )
      : null,
  )
}

function Declared({ one, current }) {
  const { kind, name, within } = one
  return h(
    'li',
    { class: `${kind === 'route' ? 'route' : ''} ${current ? 'current' : ''}` },
    h('span', { class: 'kind' }, kind),
    name ? h('code', null, name) : null,
    within ? h('small', null, within) : null,
    current ? h(Hidden, null, ' (the exchange comes here)') : null,
  )
}

/** By the context that declared them. */
function Sees({ sees }) {
  if (sees.length === 0) return null
  const names = [...new Set(sees.map(({ from }) => from))]
  return h(
    'p',
    { class: 'sees' },
    h('span', { class: 'kind' }, 'sees'),
    names.map((from) =>
      h(
        'span',
        { key: from },
        sees
          .filter((one) => one.from === from)
          .map(({ kind, name }) => (name ? `${name} (${kind})` : kind))
          .join(', '),
        h('small', null, ` of ${from}`),
      ),
    ),
  )
}
