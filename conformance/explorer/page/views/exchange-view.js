// One exchange: the request, what is expected, and what each implementation answered over each transport.

import { askFixtureOf, curlOf, replayOf, serveFixtureOf, serveOf } from '../../code/copy-command.ts'
import { typescriptOf } from '../../code/copy-typescript.ts'
import { differencesOf, expectedText, observedText, requestText } from '../../code/exchange-text.ts'
import { connectableOf } from '../../code/framework.ts'
import { lifecycleOf } from '../../lifecycle.ts'
import { signOf, timeText } from '../../states.ts'
import { Code, CopyButton, h, pretty, Sign, useState } from '../parts/elements.js'
import { LifecycleView } from './lifecycle-view.js'

export function ExchangeView({ store, assertion }) {
  const { exchange } = assertion
  const current = store.address.exchange === exchange.id
  return h(
    'section',
    {
      class: `exchange ${current ? 'current' : ''}`,
      id: `exchange-${exchange.id}`,
      'aria-labelledby': `title-${exchange.id}`,
    },
    h(
      'h3',
      { id: `title-${exchange.id}`, tabIndex: -1 },
      `#${exchange.id} `,
      h('small', null, exchange.polarity),
    ),
    h(
      'div',
      { class: 'sides' },
      h(
        'div',
        null,
        h('h4', null, exchange.send ? 'Request' : 'Operation'),
        h(Code, { label: `Request of ${exchange.id}` }, requestText(exchange)),
      ),
      h(
        'div',
        null,
        h('h4', null, 'Expected'),
        h(
          Code,
          { label: `Expected in ${exchange.id}`, className: 'expected' },
          expectedText(exchange.expect),
        ),
      ),
    ),
    h(Copies, { store, assertion }),
    h(Findings, { store, assertion }),
  )
}

/** The exchange to take away: as a test, as a request, as the run of it alone. */
function Copies({ store, assertion }) {
  const { case: one, exchange, id } = assertion
  const { implementation, transport } = store.address
  const run =
    store.model.columns.find((one) => one.name === implementation) ?? failing(store.model, assertion)
  const name = run ? connectableOf(run) : 'touchstone'
  const { fixture } = one.app
  return h(
    'div',
    { class: 'copies' },
    h(CopyButton, {
      label: 'Copy as TypeScript',
      title: `A test for node:test over inject, on ${name}`,
      make: () => typescriptOf(one, exchange, run),
    }),
    exchange.send
      ? h(CopyButton, {
          label: 'Copy as curl',
          title: fixture
            ? `The request, and touchstone fixtures serve, which starts a reference of the fixture ${fixture}`
            : `The request, and touchstone serve, which starts the application on ${name}`,
          make: () => `# ${fixture ? serveFixtureOf(fixture) : serveOf(one.id, name)}\n${curlOf(exchange)}`,
        })
      : null,
    h(CopyButton, {
      label: 'Copy replay command',
      title: fixture ? 'Asks the server at this address' : `Runs it on ${name}`,
      make: () => (fixture ? askFixtureOf(id, fixture) : replayOf(id, name, transport)),
    }),
    store.model.data.reruns && run ? h(RunAgain, { store, one, run }) : null,
  )
}

/** Runs the case again on the server that the page came from; what it finds takes the place of what there was. */
function RunAgain({ store, one, run }) {
  const [told, tell] = useState('')
  const again = async () => {
    tell('Running …')
    try {
      const column = store.model.columns.indexOf(run)
      const response = await fetch('rerun', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-touchstone': 'rerun' },
        body: JSON.stringify({ case: one.id, column }),
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(answer.message)
      store.model.add(column, answer.assertions)
      const passed = answer.assertions.filter(({ verdict }) => verdict === 'pass').length
      tell(`Ran: ${passed} of ${answer.assertions.length} pass`)
      store.draw()
    } catch (error) {
      tell(`Not run: ${error.message}`)
    }
  }
  return h(
    'span',
    { class: 'copy' },
    h('button', { type: 'button', onClick: again, title: `Runs the case on ${run.name} now` }, 'Run again'),
    h('span', { role: 'status', class: 'copied' }, told),
  )
}

/** The first implementation on which it does not pass, else the first. */
function failing(model, assertion) {
  const column = assertion.found.findIndex((found) => found && !['pass', 'skip'].includes(found.verdict))
  return model.columns[Math.max(0, column)]
}

/** Implementations and transports that saw the same stand together. */
function Findings({ store, assertion }) {
  const groups = groupsOf(store.model, assertion)
  const { implementation, transport } = store.address
  return h(
    'div',
    { class: 'findings' },
    groups.map((group) => {
      const current = group.members.some(
        (one) => one.run.name === implementation && (transport === '' || one.transport === transport),
      )
      return h(Finding, { key: group.key, store, assertion, group, current })
    }),
  )
}

function groupsOf(model, assertion) {
  const groups = new Map()
  for (const [column, run] of model.columns.entries()) {
    for (const transport of model.transports) {
      const cell = model.cellAt(assertion, column, transport)
      if (!cell) continue
      const state = model.stateAt(assertion, column, transport)
      const observed = model.observed(cell)
      const difference = model.value(cell.difference)
      const known = model.known(assertion, column)
      const key = JSON.stringify([state, cell.outcome, cell.reason, observed, difference, known?.reason])
      const group = groups.get(key) ?? { key, state, cell, observed, difference, known, members: [] }
      group.members.push({ run, transport, milliseconds: cell.milliseconds })
      groups.set(key, group)
    }
  }
  return [...groups.values()]
}

function Finding({ assertion, group, current }) {
  const { state, cell, observed, difference, known } = group
  const marks = differencesOf(assertion.exchange.expect, observed, difference)
  const names = membersText(group.members)
  const lifecycle =
    observed && assertion.exchange.send ? lifecycleOf(assertion.case.app, observed.trace) : null
  return h(
    'div',
    { class: `finding ${state} ${current ? 'current' : ''}` },
    h('h4', null, h(Sign, { state, text: signOf(state).label }), h('span', { class: 'who' }, names)),
    known
      ? h(
          'p',
          { class: 'why' },
          h('b', null, `${known.kind}: `),
          known.reason,
          [known.ruling, known.issue, known.expires ? `until ${known.expires}` : '']
            .filter(Boolean)
            .map((text) => ` (${text})`),
        )
      : null,
    cell.reason ? h('p', { class: 'why' }, cell.reason) : null,
    difference ? h(Difference, { difference }) : null,
    lifecycle ? h(LifecycleView, { lifecycle, names }) : null,
    observed
      ? h(
          'details',
          { open: state !== 'pass' || undefined },
          h('summary', null, 'What was answered', h('span', { class: 'hidden' }, ` by ${names}`)),
          h(
            Code,
            { label: `Answer of ${names}`, className: 'observed' },
            observedText(observed, difference?.pointer).map(({ text, part }, index) =>
              h(
                'span',
                { key: index, class: marks.has(part) ? 'differs' : '' },
                marks.has(part) ? h('mark', null, text) : text,
                '\n',
              ),
            ),
          ),
        )
      : null,
  )
}

/** The member that differs, as it was expected and as it was, side by side. */
function Difference({ difference: { pointer, expected, actual } }) {
  const side = (name, value, className) =>
    h(
      'div',
      { class: className },
      h('dt', null, name),
      h('dd', null, h(Code, { label: `${name} at ${pointer || '/'}` }, pretty(value))),
    )
  return h(
    'div',
    { class: 'difference' },
    h('p', { class: 'place' }, 'differs at ', h('code', null, pointer || '/')),
    h('dl', null, side('expected', expected, 'wanted'), side('got', actual, 'got')),
  )
}

/** `fastify-5 inject (2 ms), socket (3 ms) · touchstone socket (3 ms)`. */
function membersText(members) {
  const byRun = new Map()
  for (const { run, transport, milliseconds } of members) {
    const took = milliseconds > 0 ? `${transport} (${timeText(milliseconds)})` : transport
    byRun.set(run.name, [...(byRun.get(run.name) ?? []), took])
  }
  return [...byRun].map(([name, transports]) => `${name} ${transports.join(', ')}`).join(' · ')
}
