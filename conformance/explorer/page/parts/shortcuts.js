// Single keys that go somewhere, while nothing is being written; they can be switched off in the help.

import { answerTo, casesIn, rulesIn } from './questions.js'

const KEY = 'touchstone-keys'

export function areOn() {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function switchTo(on) {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Without storage they stay as they are.
  }
}

export function shortcuts(store) {
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || store.help) return
    const { target } = event
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return
    if (event.key === 'Escape') up(store)
    else if (areOn() && Object.hasOwn(KEYS, event.key)) {
      event.preventDefault()
      KEYS[event.key](store)
    }
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

/** From an exchange to its case, from there to the rule, from there to the matrix. */
export function up(store) {
  const { case: one, rule, exchange } = store.address
  if (exchange) store.go({ exchange: '', implementation: '', transport: '' })
  else if (one) store.go({ case: '', exchange: '' })
  else if (rule) store.go({ rule: '', implementation: '', transport: '' })
}

/** The rule or the case before or after this one, of those that the query chooses. */
export function neighbour(store, step) {
  const { address, model } = store
  const answer = answerTo(model, address.query)
  const key = address.case ? 'case' : 'rule'
  if (!address[key]) return null
  const inRule = address.case && address.rule
  const cases = inRule
    ? [...new Set((model.ofRule.get(address.rule) ?? []).map((assertion) => assertion.case.id))]
    : casesIn(answer)
  const ids = address.case ? cases : rulesIn(answer).map(({ rule }) => rule.id)
  const next = ids[ids.indexOf(address[key]) + step]
  return ids.includes(address[key]) && next !== undefined
    ? { [key]: next, exchange: '', implementation: '', transport: '' }
    : null
}

function step(by) {
  return (store) => {
    const next = neighbour(store, by)
    if (next) store.go(next)
  }
}

const KEYS = {
  '/': () => document.getElementById('search').focus(),
  '?': (store) => {
    store.help = true
    store.draw()
  },
  n: step(1),
  p: step(-1),
  u: up,
  d: (store) => store.theme.toggle(),
}
