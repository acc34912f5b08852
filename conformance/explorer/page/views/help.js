// The help: the keys, the query language and what the signs mean, in a dialog.

import { FIELDS, STATE_VALUES } from '../../query/query.ts'
import { STATES } from '../../states.ts'
import { h, Sign, useEffect, useRef, useState } from '../parts/elements.js'
import { areOn, switchTo } from '../parts/shortcuts.js'

const EXAMPLES = [
  ['fastify-5:fail touchstone:pass', 'what touchstone keeps and fastify-5 does not, on the same transport'],
  ['rule:REF-* level:MUST', 'two conditions: both have to hold; * stands for any characters'],
  ['any:unexpected', 'assertions with an unexpected result, on any implementation'],
  ['every:pass -transport:socket', 'passes wherever it ran, the socket left out'],
  ['(area:hooks OR area:errors) "error handler"', 'one or the other, and these words'],
  ['case:"enc-wrapper*" polarity:negative', 'quotes keep blanks, parentheses and colons together'],
]

const KEYS = [
  ['/', 'to the query'],
  ['↑ ↓ ← →', 'in the matrix: to the rule or the cell beside it; Enter opens it'],
  ['n, p', 'the next rule or case, the one before'],
  ['u or Escape', 'up: from the exchange to the case, the rule, the matrix'],
  ['d', 'light or dark'],
  ['?', 'this help'],
]

export function Help({ store }) {
  const dialog = useRef(null)
  useEffect(() => {
    dialog.current.showModal()
  }, [])
  const close = () => {
    store.help = false
    store.draw()
  }
  return h(
    'dialog',
    { ref: dialog, onClose: close, 'aria-labelledby': 'help-title', class: 'help' },
    h(
      'header',
      null,
      h('h2', { id: 'help-title' }, 'Queries and their results'),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onClick: () => dialog.current.close(),
          'aria-label': 'Close the help',
        },
        '✕',
      ),
    ),
    h(
      'div',
      { class: 'help-body', tabIndex: 0, role: 'region', 'aria-label': 'Help' },
      h('h3', null, 'Queries'),
      h(List, { rows: EXAMPLES }),
      h('h3', null, 'States'),
      h(
        'p',
        null,
        'After the name of an implementation, or after any: and every:. Several are separated by commas.',
      ),
      h(List, { rows: Object.entries(STATE_VALUES) }),
      h('h3', null, 'Fields'),
      h(List, { rows: Object.entries(FIELDS) }),
      h('h3', null, 'Signs'),
      h(
        'ul',
        { class: 'legend' },
        STATES.map(({ state, label, explains }) =>
          h('li', { key: state }, h(Sign, { state, text: label }), ` ${explains}`),
        ),
      ),
      h('h3', null, 'Keys'),
      h(List, { rows: KEYS }),
      h(SingleKeys),
    ),
  )
}

function List({ rows }) {
  return h(
    'dl',
    null,
    rows.map(([name, text]) =>
      h('div', { key: name }, h('dt', null, h('code', null, name)), h('dd', null, text)),
    ),
  )
}

function SingleKeys() {
  const [on, setOn] = useState(areOn())
  const change = () => {
    switchTo(!on)
    setOn(!on)
  }
  return h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', checked: on, onChange: change }),
    ' Single keys go somewhere (Escape always does)',
  )
}
