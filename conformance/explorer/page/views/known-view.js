// All known differences: for each implementation every reason, and the assertions that it explains.

import { writeAddress } from '../../address.ts'
import { Fragment, h, useState } from '../parts/elements.js'
import { rulesIn } from '../parts/questions.js'

/** So many assertions of a reason are linked before one asks for all. */
const SHOWN = 12

export function KnownView({ store, answer }) {
  const { model, address } = store
  const chosen = address.query === '' ? null : chosenBy(answer)
  const columns = model.columns.map((run, column) => ({ run, reasons: reasonsOf(model, column, chosen) }))
  const listed = columns.filter(({ reasons }) => reasons.length > 0)
  return h(
    Fragment,
    null,
    h('h1', { tabIndex: -1 }, 'Known differences'),
    h(
      'p',
      { class: 'dim' },
      'What does not pass and is listed with its reason. A run fails when one of them passes.',
      chosen ? ' Only those that the query chooses.' : '',
    ),
    listed.length === 0 ? h('p', null, 'There are none.') : null,
    listed.map(({ run, reasons }) =>
      h(
        'section',
        { key: run.name, class: 'known-of', 'aria-label': run.name },
        h('h2', null, run.name, h('small', null, ` ${run.version}`)),
        h('p', { class: 'dim' }, sumText(reasons)),
        h(
          'ol',
          { class: 'known-list' },
          reasons.map((one) => h(Reason, { key: one.reason, store, one })),
        ),
      ),
    ),
  )
}

function chosenBy(answer) {
  return new Set(rulesIn(answer).flatMap(({ points }) => points.map(({ assertion }) => assertion?.id)))
}

function sumText(reasons) {
  const count = reasons.reduce((sum, { assertions }) => sum + assertions.length, 0)
  return `${count} ${count === 1 ? 'assertion' : 'assertions'}, ${reasons.length} ${reasons.length === 1 ? 'reason' : 'reasons'}`
}

/** The reasons that explain most come first. */
function reasonsOf(model, column, chosen) {
  const byReason = new Map()
  for (const assertion of model.assertions.values()) {
    if (assertion.found[column]?.verdict !== 'known' || (chosen && !chosen.has(assertion.id))) continue
    const known = model.known(assertion, column)
    if (!known) continue
    const key = JSON.stringify([known.kind, known.reason])
    const one = byReason.get(key) ?? { ...known, assertions: [] }
    one.assertions.push(assertion)
    byReason.set(key, one)
  }
  return [...byReason.values()].sort((a, b) => b.assertions.length - a.assertions.length)
}

function Reason({ store, one }) {
  const [all, showAll] = useState(false)
  const { kind, reason, ruling, issue, expires, assertions } = one
  const shown = all ? assertions : assertions.slice(0, SHOWN)
  const more = [ruling, issue, expires ? `until ${expires}` : ''].filter(Boolean).join(', ')
  return h(
    'li',
    null,
    h(
      'p',
      null,
      h('b', { class: `kind-${kind}` }, kind),
      ` ${reason}${more === '' ? '' : ` (${more})`} `,
      h(
        'span',
        { class: 'dim' },
        `${assertions.length} ${assertions.length === 1 ? 'assertion' : 'assertions'}`,
      ),
    ),
    h(
      'p',
      { class: 'known-ids' },
      shown.map(({ id, case: of, exchange }) =>
        h(
          'a',
          {
            key: id,
            href: writeAddress({ ...store.address, view: 'matrix', case: of.id, exchange: exchange.id }),
          },
          id,
        ),
      ),
      shown.length < assertions.length
        ? h(
            'button',
            { type: 'button', onClick: () => showAll(true) },
            `and ${assertions.length - shown.length} more`,
          )
        : null,
    ),
  )
}
