// Two runs beside each other: what passes on one of them only, and what fails in another way.

import { writeAddress } from '../../address.ts'
import { compareRuns } from '../../compare.ts'
import { countsText } from '../../states.ts'
import { Fragment, h, Sign, useMemo, useState } from '../parts/elements.js'
import { rulesIn } from '../parts/questions.js'

const SHOWN = 100

export function CompareView({ store, answer }) {
  const { model, address } = store
  const [left, right] = chosenRuns(model, address)
  const chosen = useMemo(
    () =>
      address.query === ''
        ? null
        : new Set(rulesIn(answer).flatMap(({ points }) => points.map(({ assertion }) => assertion?.id))),
    [answer],
  )
  const groups = useMemo(
    () => compareRuns(model, left, right, chosen),
    [model.revision, model, left, right, chosen],
  )
  const names = [model.columns[left]?.name ?? '', model.columns[right]?.name ?? '']
  return h(
    Fragment,
    null,
    h('h1', { tabIndex: -1 }, 'Comparison of two runs'),
    h(
      'div',
      { class: 'compare-runs' },
      h(Choice, { store, label: 'First run', name: 'left', value: left }),
      h(Choice, { store, label: 'Second run', name: 'right', value: right }),
    ),
    left === right
      ? h('p', { class: 'dim' }, 'Choose two runs: there is nothing to compare with itself.')
      : null,
    groups.map((group) => h(Group, { key: group.kind, store, group, names, columns: [left, right] })),
  )
}

function chosenRuns(model, { left, right }) {
  const at = (name, other) => {
    const found = model.columns.findIndex((run) => run.name === name)
    return found >= 0 ? found : Math.min(other, Math.max(0, model.columns.length - 1))
  }
  return [at(left, 0), at(right, 1)]
}

function Choice({ store, label, name, value }) {
  const { columns } = store.model
  return h(
    'label',
    null,
    `${label} `,
    h(
      'select',
      {
        value: String(value),
        onChange: ({ currentTarget }) =>
          store.go({ [name]: columns[Number(currentTarget.value)].name }, { replace: true }),
      },
      columns.map((run, at) =>
        h('option', { key: run.name, value: String(at) }, `${run.name} ${run.version}`),
      ),
    ),
  )
}

function titleOf(kind, [first, second]) {
  if (kind === 'left') return `Passes on ${first} only`
  if (kind === 'right') return `Passes on ${second} only`
  if (kind === 'both') return 'Passes on neither, and differs'
  return 'Ran on one of them only'
}

function Group({ store, group, names, columns }) {
  const [all, showAll] = useState(false)
  const { kind, assertions } = group
  const shown = all ? assertions : assertions.slice(0, SHOWN)
  return h(
    'section',
    { class: 'compare-group' },
    h('h2', null, titleOf(kind, names), h('small', null, ` ${assertions.length}`)),
    h(
      'ul',
      null,
      shown.map((assertion) => h(Line, { key: assertion.id, store, assertion, columns })),
    ),
    shown.length < assertions.length
      ? h(
          'button',
          { type: 'button', onClick: () => showAll(true) },
          `Show the other ${assertions.length - shown.length}`,
        )
      : null,
  )
}

function Line({ store, assertion, columns }) {
  const { model, address } = store
  const { id, case: one, exchange } = assertion
  return h(
    'li',
    null,
    h('a', { href: writeAddress({ ...address, view: 'matrix', case: one.id, exchange: exchange.id }) }, id),
    h(
      'span',
      { class: 'signs' },
      columns.map((column) => {
        const counts = model.statesOf(assertion, column)
        return h(
          'span',
          { key: column, title: countsText(counts) },
          h(Sign, { state: model.worstAt(assertion, column), text: model.columns[column].name }),
        )
      }),
    ),
  )
}
