// The matrix: areas and their rules down, implementations and transports across, in each cell how it stands.

import { scoreText } from '../../../report/score.ts'
import { writeAddress } from '../../address.ts'
import { byAssertion, countIn, measuredIn } from '../../query/counting.ts'
import { countsText, STATES, shareOf, signOf, worstOf } from '../../states.ts'
import { Fragment, Hidden, h, useRef } from '../parts/elements.js'
import { Bar } from '../parts/tallies.js'
import { Cards } from './cards.js'
import { move } from './matrix-keys.js'

/** So many columns of cells have room beside the rules. */
const ROOM = 10

export function MatrixView({ store, answer }) {
  const { model, address } = store
  const table = useRef(null)
  const apart = isApart(address.shape, model)
  const slots = slotsOf(model, apart)
  const measured = measuredOf(model, answer)
  const areas = answer.areas.map((area) => ({
    ...area,
    open: isOpen(address, area.name),
    measured: measured.areas.get(area.name),
  }))
  return h(
    Fragment,
    null,
    h('h1', { tabIndex: -1, class: 'hidden' }, 'Matrix of rules and implementations'),
    h(Cards, { store, answer, measured: measured.all }),
    h(Controls, { store, areas, apart }),
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
              ref: table,
              onKeyDown: (event) => move(event, table.current),
            },
            h(
              'caption',
              { class: 'hidden' },
              'How many assertions of each rule hold, by implementation and transport',
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
  return model.columns.length * model.transports.length <= ROOM
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

function Controls({ store, areas, apart }) {
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
      STATES.slice(0, 11).map(({ state, label, explains, glyph }) =>
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
      model.transports.length > 1
        ? button('Transports apart', apart, () =>
            store.go({ shape: apart ? 'together' : 'apart' }, { replace: true }),
          )
        : null,
      h('button', { type: 'button', onClick: toggleAll }, all ? 'Fold all areas' : 'Unfold all areas'),
    ),
  )
}

function Nothing({ store }) {
  return h(
    'div',
    { class: 'nothing' },
    h('p', null, 'No rule matches this query.'),
    h('button', { type: 'button', onClick: () => store.go({ query: '', toggled: [] }) }, 'Show all rules'),
  )
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
    open ? rules.map((matched) => h(RuleRow, { key: matched.rule.id, store, matched, slots })) : null,
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

function RuleRow({ store, matched, slots }) {
  const { model, address } = store
  const { rule, points } = matched
  const assertions = byAssertion(points)
  const to = (change) => writeAddress({ ...address, rule: rule.id, ...change })
  return h(
    'tr',
    { class: 'rule', role: 'row' },
    h(
      'th',
      { scope: 'row', role: 'rowheader' },
      h('a', { href: to({}), 'data-nav': '' }, h('b', null, rule.id), ' ', h('span', null, rule.text)),
    ),
    slots.map((slot) => {
      const own = countIn(model, assertions, slot.column, slot.transports)
      return h(RuleCell, {
        key: `${slot.run.name} ${slot.transport}`,
        counts: own,
        slot,
        href: to({ implementation: slot.run.name, transport: slot.transport }),
      })
    }),
  )
}

function slotName({ run, transport }) {
  return `${run.name} ${transport}`.trim()
}

function RuleCell({ counts, slot, href }) {
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
            class: `cell ${state}`,
            href,
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
