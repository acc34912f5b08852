// What stands around every view: the search, the ways to other views, the theme, and how far a live run is.

import { remainingText } from '../../report/remaining.ts'
import { CopyButton, Fragment, h, useEffect, useRef } from './parts/elements.js'
import { answerTo } from './parts/questions.js'
import { shortcuts } from './parts/shortcuts.js'
import { goTo } from './places.js'
import { Case } from './views/case-view.js'
import { CompareView } from './views/compare-view.js'
import { EcosystemView } from './views/ecosystem-view.js'
import { Help } from './views/help.js'
import { KnownView } from './views/known-view.js'
import { MatrixView } from './views/matrix-view.js'
import { RuleView } from './views/rule-view.js'
import { Search } from './views/search.js'
import { TrendView } from './views/trend-view.js'

export function Shell({ store }) {
  const heading = useRef(null)
  const { address } = store
  const { view, rule, case: one, exchange } = address
  useEffect(() => shortcuts(store), [])
  useEffect(() => {
    document.title = `${titleOf(address)} – touchstone conformance`
    if (!store.moved) return
    store.moved = false
    // Who goes to another view begins at its heading; an exchange is gone to by itself.
    const { back } = store
    store.back = null
    if (back) {
      back()
      return
    }
    if (!exchange) heading.current?.querySelector('h1')?.focus({ preventScroll: true })
    if (!exchange) goTo(0)
  }, [view, rule, one, exchange])
  return h(
    Fragment,
    null,
    h('a', { class: 'skip-link', href: '#main', onClick: skip }, 'Skip to the content'),
    h(Header, { store }),
    h(Progress, { live: store.live, model: store.model }),
    h('main', { id: 'main', tabIndex: -1, ref: heading }, viewOf(store)),
    h(Footer, { store }),
    store.help ? h(Help, { store }) : null,
  )
}

function skip(event) {
  event.preventDefault()
  document.getElementById('main').focus()
}

function titleOf({ view, rule, case: one, query }) {
  if (one) return one
  if (rule) return rule
  if (view === 'trend') return 'Trend'
  if (view === 'ecosystem') return 'Ecosystem'
  if (view === 'known') return 'Known differences'
  if (view === 'compare') return 'Comparison'
  return query || 'Matrix'
}

function viewOf(store) {
  const { address, model } = store
  if (address.case) return h(Case, { key: address.case, store, answer: answerTo(model, address.query) })
  if (address.rule) return h(RuleView, { key: address.rule, store, answer: answerTo(model, address.query) })
  if (address.view === 'trend') return h(TrendView, { store })
  if (address.view === 'ecosystem') return h(EcosystemView, { store })
  if (address.view === 'known') return h(KnownView, { store, answer: answerTo(model, address.query) })
  if (address.view === 'compare') return h(CompareView, { store, answer: answerTo(model, address.query) })
  return h(MatrixView, { store, answer: answerTo(model, address.query) })
}

function Header({ store }) {
  const { address, model } = store
  const home = { view: 'matrix', rule: '', case: '', exchange: '', implementation: '', transport: '' }
  const link = (label, change, current) =>
    h(
      'a',
      {
        href: '#',
        'aria-current': current ? 'page' : undefined,
        onClick: (event) => {
          event.preventDefault()
          store.go(change)
        },
      },
      label,
    )
  const detail = Boolean(address.rule || address.case)
  return h(
    'header',
    { class: 'top' },
    h(
      'a',
      {
        class: 'brand',
        href: '#',
        onClick: (event) => {
          event.preventDefault()
          store.go({ ...home, query: '', toggled: [] })
        },
      },
      h(Mark),
      h('span', null, 'touchstone'),
    ),
    h(Search, { store, answer: answerTo(model, address.query) }),
    h(
      'nav',
      { 'aria-label': 'Views' },
      link('Matrix', home, address.view === 'matrix' && !detail),
      hasKnown(model) ? link('Known', { ...home, view: 'known' }, address.view === 'known' && !detail) : null,
      model.columns.length > 1
        ? link('Compare', { ...home, view: 'compare' }, address.view === 'compare' && !detail)
        : null,
      model.data.trend.length > 0
        ? link('Trend', { ...home, view: 'trend' }, address.view === 'trend' && !detail)
        : null,
      model.data.ecosystem
        ? link('Ecosystem', { ...home, view: 'ecosystem' }, address.view === 'ecosystem' && !detail)
        : null,
    ),
    h(Tools, { store }),
  )
}

function hasKnown({ columns }) {
  return columns.some(({ assertions }) => assertions.some(({ verdict }) => verdict === 'known'))
}

/** The buttons for the theme and the help. */
function Tools({ store }) {
  const { theme } = store
  const help = () => {
    store.help = true
    store.draw()
  }
  return h(
    'div',
    { class: 'tools' },
    h(
      'button',
      { type: 'button', class: 'quiet', onClick: () => theme.toggle(), 'aria-pressed': theme.dark() },
      theme.dark() ? '☾' : '☀',
      h('span', { class: 'hidden' }, 'Dark theme'),
    ),
    h(
      'button',
      { type: 'button', class: 'quiet', 'aria-haspopup': 'dialog', onClick: help },
      '?',
      h('span', { class: 'hidden' }, 'Help: keys and the query language'),
    ),
  )
}

/** A stone with the streak that gold leaves on it. */
function Mark() {
  return h(
    'svg',
    { viewBox: '0 0 24 24', width: 26, height: 26, 'aria-hidden': 'true', class: 'mark' },
    h('path', { class: 'stone', d: 'M4 7 9 2.5h8L21.5 9v8L16 21.5H7L2.5 16z' }),
    h('path', { class: 'streak', d: 'M7 16.5 17 7' }),
  )
}

function Progress({ live, model }) {
  if (!live) return null
  const { done, total, differ, ended, lost, failure, interrupted } = live
  const milliseconds = Date.now() - live.began
  const left = remainingText(done, total, milliseconds)
  const share = total === 0 ? 0 : done / total
  // Screen readers announce each tenth, not each result.
  const tenth = Math.floor(share * 10) * 10
  const said = failure
    ? `The run failed: ${failure}`
    : interrupted
      ? `The run was interrupted: ${done} of ${total} results are here.`
      : ended
        ? `The run has ended: ${model.assertions.size} assertions on ${model.columns.length} implementations.`
        : lost
          ? 'The connection to the run is lost; trying again.'
          : `Running: ${tenth} %`
  return h(
    'div',
    { class: `progress ${ended ? 'ended' : ''} ${failure || lost ? 'lost' : ''}` },
    h('progress', {
      max: total || 1,
      value: ended && !interrupted ? total || 1 : done,
      'aria-label': 'Progress of the run',
    }),
    h('p', { role: 'status', class: ended || lost ? '' : 'hidden' }, said),
    ended || lost
      ? null
      : h(
          'p',
          { 'aria-hidden': 'true' },
          total === 0
            ? 'Reading the specification …'
            : [
                `${done} of ${total} results`,
                `${differ} differ`,
                `${Math.round(milliseconds / 1000)} s`,
                ...(left === '' ? [] : [left]),
              ].join(', '),
        ),
  )
}

function Footer({ store }) {
  const { data } = store.model
  const seconds = data.reports.reduce((sum, one) => sum + one.milliseconds, 0) / 1000
  return h(
    'footer',
    null,
    h(
      'p',
      null,
      [
        `${store.model.assertions.size} assertions of ${Object.keys(data.cases).length} cases show ${Object.keys(data.rules).length} rules.`,
        seconds > 0 ? `${seconds.toFixed(1)} s.` : '',
        data.node ? `Node ${data.node}.` : '',
        ...data.reports.map(({ name }) => name),
      ]
        .filter(Boolean)
        .join(' '),
    ),
    h(CopyButton, { label: 'Copy a link to this view', make: () => location.href }),
  )
}
