// The summary: one card for each implementation, with how much it keeps of what the query chooses.

import { measuresOf } from '../../../report/measure.ts'
import { coverageText, shareText } from '../../../report/score.ts'
import { writeAddress } from '../../address.ts'
import { countIn } from '../../query/counting.ts'
import { quoteValue } from '../../query/tokens.ts'
import { STATES, shareOf, signOf } from '../../states.ts'
import { Hidden, h } from '../parts/elements.js'
import { Bar } from '../parts/tallies.js'

/** `measured`: of each column the assertions that count, which are those that the rows count too. */
export function Cards({ store, answer, measured }) {
  const { model, address } = store
  const asked = address.query !== '' && !answer.error
  const counts = model.columns.map((_, column) => countIn(model, measured[column], column, model.transports))
  return h(
    'section',
    { class: 'cards', 'aria-label': 'Implementations' },
    model.columns.map((run, column) => h(Card, { key: run.name, store, run, counts: counts[column], asked })),
  )
}

function Card({ store, run, counts, asked }) {
  const share = { ...shareOf(counts), missing: asked ? 0 : (run.missing ?? 0) }
  // What differs runs first: until all has run, the share that is kept would say less than how far it is.
  const { pending = 0 } = counts
  const tried = share.total + share.skipped
  const of = asked
    ? 'of the query'
    : run.implementation === 'touchstone'
      ? 'of all rules'
      : 'of mission and interface'
  const told = STATES.filter(({ state }) => counts[state] && !['pass', 'absent'].includes(state))
  return h(
    'article',
    { class: 'card' },
    h('h2', null, run.name, run.version ? h('small', null, ` ${run.version}`) : null),
    h(
      'p',
      { class: 'big' },
      pending > 0 ? shareText(tried, tried + pending) : shareText(share.passed, share.total),
      h('span', null, pending > 0 ? 'has run' : ofWhat(share)),
    ),
    h('p', { class: 'measure' }, of),
    run.level ? h('p', { class: 'level' }, run.level) : null,
    h(Bar, { counts }),
    h(
      'p',
      { class: 'counts' },
      h('span', null, pending > 0 ? `${share.passed} kept` : `${share.passed} of ${share.total}`),
      share.missing > 0 ? h('span', null, `${share.missing} not reached: the run ended early`) : null,
      told.map(({ state }) => h(StateLink, { key: state, store, run, state, count: counts[state], asked })),
    ),
    run.failure === null
      ? null
      : h('p', { class: 'fault' }, h('strong', null, 'The adapter failed: '), run.failure),
    run.doubt ? h('p', { class: 'fault' }, h('strong', null, 'This run says nothing: '), run.doubt) : null,
    run.notBuilt?.map((text) => h('p', { class: 'fault', key: text }, text)),
    run.crashes > 0
      ? h('p', { class: 'fault' }, `Its process died ${run.crashes === 1 ? 'once' : `${run.crashes} times`}.`)
      : null,
    run.complaints.length > 0 ? h(Complaints, { complaints: run.complaints }) : null,
  )
}

function ofWhat(share) {
  return share.total === 0 ? 'nothing ran' : `of the ${coverageText(share)} that ran`
}

/** The count, as a link to the query that shows them. */
function StateLink({ store, run, state, count, asked }) {
  const { glyph, label } = signOf(state)
  const term = `${/[\s"()]/.test(run.name) ? quoteValue(run.name) : run.name}:=${state}`
  // What the number counts: the assertions whose worst state it is, of the authorities that the card measures by.
  const measured = asked ? '' : `source:${measuresOf(run.implementation).join(',')}`
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
