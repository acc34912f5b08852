// The matrix: areas and their rules down, implementations and transports across, in each cell how it stands.

import { scoreText } from '../../../report/score.ts'
import { countIn, measuredIn } from '../../query/counting.ts'
import { countsText, shareOf, signOf, worstOf } from '../../states.ts'
import { Fragment, Hidden, h, useEffect, useRef, useState } from '../parts/elements.js'
import { rowOf, slotName } from '../parts/matrix-rows.js'
import { Bar } from '../parts/tallies.js'
import { Cards } from './cards.js'
import { Controls, Nothing, Wrong } from './matrix-controls.js'
import { move } from './matrix-keys.js'

/** So many columns of cells have room beside the rules, at most. */
const MOST = 10
/** The widths of the columns, as in matrix.css: they are fixed, so that a row that comes does not change those that are there. */
const RULE = 16.5
const CELL = 5.2

/** How many columns have room: at phone width each cell has its name, and a row has several lines. */
function room() {
  const width = innerWidth / 16
  return width <= 40 ? MOST : Math.min(MOST, Math.floor((width - RULE) / CELL))
}

export function MatrixView({ store, answer }) {
  return answer.error ? h(Wrong, { store, error: answer.error }) : h(Matrix, { store, answer })
}

function Matrix({ store, answer }) {
  const { model, address } = store
  const table = useRef(null)
  const apart = isApart(address.shape, model)
  const slots = slotsOf(model, apart)
  const measured = measuredOf(model, answer)
  const areas = withinBudget(
    answer.areas.map((area) => ({
      ...area,
      open: isOpen(address, area.name),
      measured: measured.areas.get(area.name),
    })),
    store.back !== null,
  )
  return h(
    Fragment,
    null,
    h('h1', { tabIndex: -1, class: 'hidden' }, 'Matrix of rules and implementations'),
    h(Cards, { store, answer, measured: measured.all }),
    h(Controls, { store, areas, apart, sources: answer.vocabulary.values.source }),
    answer.areas.length === 0
      ? h(Nothing, { store })
      : h(
          'div',
          { class: 'matrix-frame', role: 'region', 'aria-label': 'Matrix', tabIndex: 0 },
          h(
            'table',
            {
              class: 'matrix',
              // At phone width rows are boxes: without these roles a table would be none any more.
              role: 'table',
              style: { minWidth: innerWidth / 16 > 40 ? `${RULE - 2.5 + slots.length * CELL}rem` : '' },
              ref: table,
              onKeyDown: (event) => move(event, table.current),
            },
            h(
              'caption',
              { class: 'hidden' },
              'How many assertions of each rule hold, by implementation and transport',
            ),
            h(
              'colgroup',
              null,
              h('col', { class: 'rules' }),
              slots.map((_, at) => h('col', { key: at, class: 'cells' })),
            ),
            h(Head, { model, slots, apart }),
            areas.map((area) => h(AreaRows, { key: area.name, store, area, slots })),
          ),
        ),
  )
}

/** Counted once for each query and each piece of a run. */
const counted = new WeakMap()

function measuredOf(model, answer) {
  const known = counted.get(answer)
  if (known) return known
  const measured = measuredIn(model, answer.areas, answer.query !== '' && !answer.error)
  counted.set(answer, measured)
  return measured
}

export function isApart(shape, model) {
  if (shape !== '') return shape === 'apart'
  return model.columns.length * model.transports.length <= room()
}

/** Rows that are drawn at a time: more would block the page for longer than a tenth of a second. */
const AT_A_TIME = 16

/** How many of the rows that are open may be drawn; the others come with the next frames. Who returns to a place finds all of them there. */
function useBudget(wanted, returns) {
  const shown = useRef(returns ? wanted : 0)
  const [, tick] = useState(0)
  const granted = Math.min(wanted, shown.current + AT_A_TIME)
  useEffect(() => {
    shown.current = granted
    if (granted === wanted) return undefined
    const next = setTimeout(() => tick((times) => times + 1), 0)
    return () => clearTimeout(next)
  })
  return granted
}

function withinBudget(areas, returns) {
  const wanted = areas.reduce((sum, { open, rules }) => sum + (open ? rules.length : 0), 0)
  let left = useBudget(wanted, returns)
  return areas.map((area) => {
    const shown = area.open ? area.rules.slice(0, Math.max(0, left)) : []
    left -= shown.length
    return { ...area, shown }
  })
}

/** The columns of cells: each implementation over each transport, or over all together. */
function slotsOf(model, apart) {
  return model.columns.flatMap((run, column) =>
    apart
      ? model.transports.map((transport, at) => ({
          run,
          column,
          transport,
          transports: [transport],
          first: at === 0,
        }))
      : [{ run, column, transport: '', transports: model.transports, first: true }],
  )
}

function isOpen({ query, toggled }, area) {
  return toggled.includes(area) === (query === '')
}

function Head({ model, slots, apart }) {
  const many = apart && model.transports.length > 1
  return h(
    'thead',
    { role: 'rowgroup' },
    h(
      'tr',
      null,
      h('th', { scope: 'col', rowSpan: many ? 2 : 1, class: 'rule-head' }, 'Rule'),
      model.columns.map((run) =>
        h(
          'th',
          { scope: 'colgroup', colSpan: many ? model.transports.length : 1, key: run.name, class: 'first' },
          h('span', { class: 'run-name' }, run.name),
          ' ',
          h('small', null, run.version),
        ),
      ),
    ),
    many
      ? h(
          'tr',
          { class: 'transports' },
          slots.map(({ run, transport, first }) =>
            h(
              'th',
              { scope: 'col', key: `${run.name} ${transport}`, class: first ? 'first' : '' },
              transport,
            ),
          ),
        )
      : null,
  )
}

function AreaRows({ store, area, slots }) {
  const { model, address } = store
  const { name, rules, open } = area
  const toggle = () => {
    const others = address.toggled.filter((one) => one !== name)
    store.go(
      { toggled: others.length < address.toggled.length ? others : [...others, name] },
      { replace: true },
    )
  }
  return h(
    'tbody',
    { class: open ? 'open' : '', role: 'rowgroup' },
    h(
      'tr',
      { class: 'area', role: 'row' },
      h(
        'th',
        { scope: 'rowgroup', role: 'rowheader' },
        h(
          'button',
          { type: 'button', 'aria-expanded': open, onClick: toggle, 'data-nav': '' },
          h('span', { class: 'twist', 'aria-hidden': 'true' }, open ? '▾' : '▸'),
          h('span', { class: 'area-name' }, name),
          h('small', null, `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`),
        ),
      ),
      slots.map((slot) =>
        h(AreaCell, {
          key: `${slot.run.name} ${slot.transport}`,
          counts: countIn(model, area.measured[slot.column], slot.column, slot.transports),
          slot,
        }),
      ),
    ),
    open ? area.shown.map((matched) => rowOf(store, matched, slots)) : null,
  )
}

function AreaCell({ counts, slot }) {
  const share = shareOf(counts)
  const state = worstOf(counts)
  return h(
    'td',
    {
      role: 'cell',
      'data-label': slotName(slot),
      class: `${slot.first ? 'first' : ''} ${share.total === 0 ? 'none' : ''}`,
      title: countsText(counts),
    },
    h(
      'span',
      { class: `share ${signOf(state).unexpected ? 'bad' : ''}` },
      share.total === 0 ? '–' : `${share.passed}/${share.total}`,
    ),
    share.skipped > 0 ? h('small', { class: 'skipped' }, `${share.skipped} skipped`) : null,
    share.total === 0 ? null : h(Bar, { counts }),
    h(Hidden, null, share.total === 0 ? countsText(counts) : `, ${scoreText(share)}`),
  )
}
