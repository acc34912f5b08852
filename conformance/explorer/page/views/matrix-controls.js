// What stands above the matrix: the signs, the authority, how transports are shown; and what stands in its place.

import { STATES } from '../../states.ts'
import { h } from '../parts/elements.js'

export function Controls({ store, areas, apart, sources }) {
  const { model, address } = store
  const all = areas.every(({ open }) => open)
  const toggleAll = () => {
    const names = areas.map(({ name }) => name)
    store.go({ toggled: all === (address.query === '') ? [] : names }, { replace: true })
  }
  const button = (label, pressed, onClick) =>
    h('button', { type: 'button', 'aria-pressed': pressed, onClick }, label)
  return h(
    'div',
    { class: 'controls' },
    h(
      'ul',
      { class: 'legend', 'aria-label': 'Signs' },
      STATES.slice(0, 10).map(({ state, label, explains, glyph }) =>
        h(
          'li',
          { key: state, title: explains },
          h('span', { class: `sign ${state}` }, h('span', { class: 'glyph', 'aria-hidden': 'true' }, glyph)),
          ` ${label}`,
        ),
      ),
    ),
    h(
      'div',
      { class: 'buttons' },
      h(Authority, { store, sources }),
      model.transports.length > 1
        ? button('Transports apart', apart, () =>
            store.go({ shape: apart ? 'together' : 'apart' }, { replace: true }),
          )
        : null,
      h('button', { type: 'button', onClick: toggleAll }, all ? 'Fold all areas' : 'Unfold all areas'),
    ),
  )
}

const SOURCE = /(^|\s)source:\S+/

/** Chooses by whose authority a case asks: a term of the query. */
function Authority({ store, sources }) {
  const { query } = store.address
  const [, , current = ''] = /(^|\s)source:(\S+)/.exec(query) ?? []
  const choose = ({ currentTarget: { value } }) => {
    const rest = query.replace(SOURCE, '').trim()
    store.go({ query: value === '' ? rest : `source:${value} ${rest}`.trim(), toggled: [] })
  }
  const given = sources.includes(current) || current === '' ? [] : [current]
  return h(
    'label',
    { class: 'authority' },
    'Authority ',
    h(
      'select',
      { value: current, onChange: choose },
      h('option', { value: '' }, 'all'),
      [...given, ...sources].map((one) =>
        h('option', { key: one, value: one }, one.replaceAll(',', ' and ')),
      ),
    ),
  )
}

export function Wrong({ store, error }) {
  return h(
    'div',
    { class: 'nothing wrong' },
    h('h1', { tabIndex: -1, class: 'hidden' }, 'The query is wrong'),
    h('p', null, h('strong', null, error.message), ` ${error.hint}`),
    h('button', { type: 'button', onClick: () => store.go({ query: '', toggled: [] }) }, 'Show all rules'),
  )
}

export function Nothing({ store }) {
  return h(
    'div',
    { class: 'nothing' },
    h('p', null, 'No rule matches this query.'),
    h('button', { type: 'button', onClick: () => store.go({ query: '', toggled: [] }) }, 'Show all rules'),
  )
}
