// One case: its story, the application under test, and its exchanges with what every implementation made of them.

import { findRoute, treeOf } from '../../../../spec/app-tree.ts'
import { writeAddress } from '../../address.ts'
import { fixedText } from '../../code/copy-command.ts'
import { sightingsOf, wasRefused } from '../../contexts/sightings.ts'
import { Crumbs } from '../parts/crumbs.js'
import { Code, Fragment, h, useEffect, useMemo, useState } from '../parts/elements.js'
import { Tree } from '../parts/tree.js'
import { ExchangeView } from './exchange-view.js'
import { Unknown } from './rule-view.js'

export function Case({ store }) {
  const { model, address } = store
  const one = Object.hasOwn(model.data.cases, address.case) ? model.data.cases[address.case] : null
  const { exchange } = address
  useEffect(() => {
    if (!exchange || store.back) return
    const section = document.getElementById(`exchange-${exchange}`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector('h3')?.focus({ preventScroll: true })
  }, [exchange])
  if (!one) return h(Unknown, { store, what: 'case', id: address.case })
  const assertions = model.ofCase.get(one.id) ?? []
  return h(
    Fragment,
    null,
    h(Crumbs, { store }),
    h(
      'article',
      { class: 'case-page' },
      h(
        'p',
        { class: 'over' },
        [one.source, one.level, one.ruling, one.boot === 'manual' ? 'boots itself' : '', one.file]
          .filter(Boolean)
          .join(' · '),
      ),
      h('h1', { tabIndex: -1 }, one.id),
      h('p', { class: 'rule-text' }, one.prose),
      one.tags?.length > 0 ? h('p', { class: 'dim' }, one.tags.map((tag) => `#${tag}`).join(' ')) : null,
      h(Rules, { store, ids: [...new Set([...one.rules, ...assertions.flatMap(({ rules }) => rules)])] }),
      h('h2', null, 'The application'),
      h(Drawing, { store, one, exchange }),
      h(
        'details',
        null,
        h('summary', null, 'As it is written in the case'),
        h(Code, { label: 'Application as data' }, JSON.stringify(one.app, null, 2)),
      ),
      h('h2', null, one.exchanges.length === 1 ? 'One exchange' : `${one.exchanges.length} exchanges`),
      assertions.map((assertion) => h(ExchangeView, { key: assertion.id, store, assertion })),
    ),
  )
}

/** The tree of contexts as an implementation showed them, with the route that the chosen exchange goes to. */
function Drawing({ store, one, exchange }) {
  const { model, address } = store
  const tree = useMemo(() => treeOf(one.app), [one])
  const [chosen, choose] = useState(null)
  const column = chosen ?? columnOf(model, one, address.implementation)
  const looked = useMemo(() => lookedAt(model, one, column), [model.revision, one, column])
  const sightings = useMemo(() => sightingsOf(tree, looked), [tree, looked])
  const { send } = one.exchanges.find(({ id }) => id === exchange) ?? {}
  const route = send?.url === undefined ? null : findRoute(tree, send.method ?? 'GET', fixedText(send.url))
  return h(
    Fragment,
    null,
    model.columns.length > 0
      ? h(
          'div',
          { class: 'observed-by' },
          h(
            'label',
            null,
            'What the contexts see, as it was observed on ',
            h(
              'select',
              { value: String(column), onChange: (event) => choose(Number(event.currentTarget.value)) },
              model.columns.map(({ name }, at) => h('option', { key: name, value: String(at) }, name)),
            ),
          ),
          sightings.size === 0
            ? h('p', { class: 'dim' }, 'No exchange shows what a context sees of another.')
            : null,
        )
      : null,
    h(Tree, { tree, route, sightings, refused: (declared) => wasRefused(declared, looked) }),
  )
}

/** That of the address, or the first on which not all of the case passes. */
function columnOf(model, one, implementation) {
  const named = model.columns.findIndex(({ name }) => name === implementation)
  if (named >= 0) return named
  const assertions = model.ofCase.get(one.id) ?? []
  const failing = model.columns.findIndex((_, column) =>
    assertions.some(({ found }) => found[column] && !['pass', 'skip'].includes(found[column].verdict)),
  )
  return Math.max(0, failing)
}

/** The first transport over which there is something to see. */
function lookedAt(model, one, column) {
  return (model.ofCase.get(one.id) ?? []).flatMap((assertion) => {
    for (const transport of model.transports) {
      const observed = model.observed(model.cellAt(assertion, column, transport))
      if (observed) return [{ exchange: assertion.exchange, observed }]
    }
    return []
  })
}

function Rules({ store, ids }) {
  const { data } = store.model
  return h(
    'ul',
    { class: 'case-rules', 'aria-label': 'Rules that it shows' },
    ids.map((id) =>
      h(
        'li',
        { key: id },
        h('a', { href: writeAddress({ ...store.address, rule: id, case: '', exchange: '' }) }, id),
        ` ${Object.hasOwn(data.rules, id) ? data.rules[id].text : ''}`,
      ),
    ),
  )
}
