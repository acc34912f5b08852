// One rule: what it says, on whose authority and where, and the cases that show it.

import { countsOfScore, scoreText } from '../../../report/score.ts'
import { writeAddress } from '../../address.ts'
import { countsText, shareOf, worstOf } from '../../states.ts'
import { Crumbs } from '../parts/crumbs.js'
import { Fragment, h, Sign } from '../parts/elements.js'
import { casesInRule } from '../parts/questions.js'
import { Bar } from '../parts/tallies.js'

export function RuleView({ store, answer }) {
  const { model, address } = store
  const rule = Object.hasOwn(model.data.rules, address.rule) ? model.data.rules[address.rule] : null
  if (!rule) return h(Unknown, { store, what: 'rule', id: address.rule })
  const assertions = model.ofRule.get(rule.id) ?? []
  const matched = answer.areas.flatMap(({ rules }) => rules).find((one) => one.rule.id === rule.id)
  const chosen = new Set((matched?.points ?? []).map(({ assertion }) => assertion.id))
  const narrowed = address.query !== '' && chosen.size > 0 && chosen.size < assertions.length
  return h(
    Fragment,
    null,
    h(Crumbs, { store }),
    h(
      'article',
      { class: 'rule-page' },
      h('p', { class: 'over' }, `${rule.area} · ${rule.level} · ${rule.source}`),
      h('h1', { tabIndex: -1 }, rule.id),
      h('p', { class: 'rule-text' }, rule.text),
      h(Facts, { rule, assertions }),
      h(Verdicts, { store, rule, assertions }),
      h(
        'h2',
        null,
        `${assertions.length === 1 ? 'One assertion shows' : `${assertions.length} assertions show`} it`,
      ),
      narrowed
        ? h('p', { class: 'dim' }, `${chosen.size} of them are chosen by the query and marked.`)
        : null,
      assertions.length === 0
        ? h(
            'p',
            null,
            rule.testable
              ? 'No case of this run shows it.'
              : `It has no case: ${rule.why ?? 'it cannot be seen from outside.'}`,
          )
        : h(CaseList, { store, assertions, chosen: narrowed ? chosen : null }),
    ),
  )
}

function Facts({ rule, assertions }) {
  const { at } = rule
  const rulings = [...new Set(assertions.map(({ case: one }) => one.ruling).filter(Boolean))]
  const row = (name, value) => (value ? h('div', null, h('dt', null, name), h('dd', null, value)) : null)
  return h(
    'dl',
    { class: 'facts' },
    row('Stated in', at ? `${at.document}: ${at.section}` : 'not stated'),
    row(rulings.length > 1 ? 'Rulings' : 'Ruling', rulings.join(', ')),
    row('Why', rule.testable ? null : rule.why),
  )
}

function Verdicts({ store, rule, assertions }) {
  const { model } = store
  const points = assertions.flatMap((assertion) =>
    model.transportsOf(assertion).map((transport) => ({ rule, assertion, transport })),
  )
  if (points.length === 0) return null
  const counts = model.count(points)
  return h(
    'div',
    { class: 'frame', role: 'region', 'aria-label': 'Verdicts', tabIndex: 0 },
    h(
      'table',
      { class: 'verdicts' },
      h('caption', { class: 'hidden' }, 'How the implementations keep this rule'),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, 'Implementation'),
          model.transports.map((transport) => h('th', { scope: 'col', key: transport }, transport)),
        ),
      ),
      h(
        'tbody',
        null,
        model.columns.map((run, column) =>
          h(
            'tr',
            { key: run.name },
            h('th', { scope: 'row' }, run.name, h('small', null, ` ${run.version}`)),
            model.transports.map((transport, at) => {
              const own = counts[column][at]
              const share = shareOf(own)
              return h(
                'td',
                { key: transport },
                h(
                  'span',
                  { class: 'verdict' },
                  h(Sign, {
                    state: worstOf(own),
                    text:
                      share.total === 0 ? countsText(own) : `${countsOfScore(share)} · ${scoreText(share)}`,
                  }),
                ),
                share.total === 0 ? null : h(Bar, { counts: own }),
              )
            }),
          ),
        ),
      ),
    ),
  )
}

function CaseList({ store, assertions, chosen }) {
  return h(
    'ol',
    { class: 'cases' },
    casesInRule(assertions).map(({ one, own }) =>
      h(
        'li',
        { key: one.id },
        h(
          'h3',
          null,
          h(
            'a',
            {
              href: writeAddress({
                ...store.address,
                case: one.id,
                exchange: '',
                implementation: '',
                transport: '',
              }),
            },
            one.id,
          ),
        ),
        h('p', null, one.prose),
        h(
          'ul',
          { class: 'exchanges' },
          own.map((assertion) =>
            h(ExchangeLine, { key: assertion.id, store, assertion, marked: chosen?.has(assertion.id) }),
          ),
        ),
      ),
    ),
  )
}

export function ExchangeLine({ store, assertion, marked = false }) {
  const { model, address } = store
  const { exchange } = assertion
  const href = writeAddress({ ...address, case: assertion.case.id, exchange: exchange.id })
  return h(
    'li',
    { class: marked ? 'marked' : '' },
    h('a', { href }, `#${exchange.id}`),
    h('span', { class: 'dim' }, exchange.polarity),
    h(
      'span',
      { class: 'signs' },
      model.columns.map((run, column) => {
        const states = {}
        for (const transport of model.transports) {
          const state = model.stateAt(assertion, column, transport)
          states[state] = (states[state] ?? 0) + 1
        }
        return h(
          'span',
          { key: run.name, title: `${run.name}: ${countsText(states)}` },
          h(Sign, { state: worstOf(states), text: run.name }),
        )
      }),
    ),
  )
}

export function Unknown({ store, what, id }) {
  return h(
    Fragment,
    null,
    h(Crumbs, { store }),
    h('h1', { tabIndex: -1 }, `There is no ${what} ${id}`),
    h(
      'p',
      null,
      store.live && !store.live.ended
        ? 'It may still come: the run has not ended.'
        : 'The report that this page shows does not hold it.',
    ),
  )
}
