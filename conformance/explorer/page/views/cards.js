// The summary: one card for each implementation, with how much it keeps of what the query chooses.

import { writeAddress } from '../../address.ts'
import { quoteValue } from '../../query/tokens.ts'
import { percentOf, STATES, shareOf, signOf } from '../../states.ts'
import { Hidden, h } from '../parts/elements.js'
import { assertionCounts, Bar, pointsIn } from '../parts/tallies.js'

export function Cards({ store, answer }) {
  const { model, address } = store
  const asked = address.query !== '' && !answer.error
  const points = [...pointsIn(answer)]
  // Unasked, another implementation is measured by what it has promised: not by what touchstone alone says of itself.
  const promised = (point, column) =>
    asked ||
    ['mission', 'interface'].includes(point.assertion.case.source) ||
    model.columns[column].implementation === 'touchstone'
  const counts = assertionCounts(model, points, promised)
  return h(
    'section',
    { class: 'cards', 'aria-label': 'Implementations' },
    model.columns.map((run, column) => h(Card, { key: run.name, store, run, counts: counts[column], asked })),
  )
}

function Card({ store, run, counts, asked }) {
  const share = shareOf(counts)
  const of = asked
    ? 'of the query'
    : run.implementation === 'touchstone'
      ? 'of all'
      : 'of mission and interface'
  const told = STATES.filter(({ state }) => counts[state] && !['pass', 'absent'].includes(state))
  return h(
    'article',
    { class: 'card' },
    h('h2', null, run.name, run.version ? h('small', null, ` ${run.version}`) : null),
    h('p', { class: 'big' }, percentOf(share), h('span', null, of)),
    h(Bar, { counts }),
    h(
      'p',
      { class: 'counts' },
      h('span', null, `${share.passed} of ${share.total}`),
      told.map(({ state }) => h(StateLink, { key: state, store, run, state, count: counts[state], asked })),
    ),
    run.failure === null
      ? null
      : h('p', { class: 'fault' }, h('strong', null, 'The adapter failed: '), run.failure),
    run.crashes > 0
      ? h('p', { class: 'fault' }, `Its process died ${run.crashes === 1 ? 'once' : `${run.crashes} times`}.`)
      : null,
    run.complaints.length > 0 ? h(Complaints, { complaints: run.complaints }) : null,
  )
}

/** The count, as a link to the query that shows them. */
function StateLink({ store, run, state, count, asked }) {
  const { glyph, label } = signOf(state)
  const term = `${/[\s"()]/.test(run.name) ? quoteValue(run.name) : run.name}:=${state}`
  // What the number counts: the assertions whose worst state it is, of the authorities that the card measures by.
  const measured = asked || run.implementation === 'touchstone' ? '' : 'source:mission,interface'
  const { query: before } = store.address
  const query = before.includes(term) ? before : `${before} ${measured} ${term}`.replace(/ +/g, ' ').trim()
  return h(
    'a',
    { class: `state-link ${state}`, href: writeAddress({ ...store.address, query, toggled: [] }) },
    h('span', { 'aria-hidden': 'true' }, glyph),
    ` ${count} ${label}`,
    h(Hidden, null, `: show those of ${run.name}`),
  )
}

function Complaints({ complaints }) {
  return h(
    'details',
    { class: 'fault' },
    h('summary', null, `${complaints.length} faults in its known differences`),
    h(
      'ul',
      null,
      complaints.map((text) => h('li', { key: text }, text)),
    ),
  )
}
