// Follows a run in progress: the server sends results as events, and the page grows.

import { Model } from '../model.ts'
import { unpack } from './unpack.js'

/** What does not count as a difference. */
const EXPECTED = ['pass', 'wording', 'skip']

/** The state of the run. */
export function follow(store, empty) {
  store.model = new Model(empty)
  store.live = { done: 0, differ: 0, total: 0, ended: false, lost: false, began: Date.now() }
  const events = new EventSource('events')
  events.addEventListener('begin', ({ data }) => begin(store, JSON.parse(data)))
  events.addEventListener('results', ({ data }) => take(store, JSON.parse(data)))
  events.addEventListener('end', () => {
    events.close()
    end(store)
  })
  events.addEventListener('interrupted', () => {
    events.close()
    tell(store, { ended: true, interrupted: true })
  })
  events.addEventListener('open', () => tell(store, { lost: false }))
  events.addEventListener('error', () => tell(store, { lost: true }))
}

function tell(store, change) {
  if (store.live.ended) return
  store.live = { ...store.live, ...change }
  store.draw()
}

/** After a lost connection the server sends everything again, from the beginning. */
function begin(store, { data, total, transports, began }) {
  store.model = new Model({ ...data, live: true })
  store.model.transports = transports
  store.live = { ...store.live, done: 0, differ: 0, total, began, lost: false }
  store.draw()
}

function take(store, { column, assertions }) {
  store.model.add(column, assertions)
  const { live } = store
  const differ = assertions.filter(({ verdict }) => !EXPECTED.includes(verdict)).length
  store.live = { ...live, done: live.done + assertions.length, differ: live.differ + differ }
  store.draw()
}

/** What the server has put together in the end is what counts: it has been judged as a whole. */
async function end(store) {
  try {
    const response = await fetch('data')
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    store.model = new Model(await unpack(await response.text()))
    store.live = { ...store.live, ended: true }
  } catch (error) {
    store.live = { ...store.live, ended: true, failure: error.message }
  }
  store.draw()
}
