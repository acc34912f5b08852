// Follows a run in progress: the server sends results as events, and the page grows.

import { Model } from '../model.ts'
import { unpack } from './unpack.js'

/** What the matrix counts as kept. */
const KEPT = ['pass', 'wording']

/** `columns`: how far each implementation is. */
const NOTHING = { done: 0, differ: 0, columns: [] }

/** The state of the run. */
export function follow(store, empty) {
  store.model = new Model(empty)
  store.live = { ...NOTHING, total: 0, ended: false, lost: false, began: Date.now() }
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
  const columns = data.runs.map(() => ({ done: 0, kept: 0, differ: 0 }))
  store.live = { ...store.live, ...NOTHING, columns, total, began, lost: false }
  store.draw()
}

function take(store, { column, assertions }) {
  store.model.add(column, assertions)
  const { live } = store
  const kept = assertions.filter(({ verdict }) => KEPT.includes(verdict)).length
  const differ = assertions.filter(({ verdict }) => ![...KEPT, 'skip'].includes(verdict)).length
  const { [column]: before } = live.columns
  const now = {
    done: before.done + assertions.length,
    kept: before.kept + kept,
    differ: before.differ + differ,
  }
  store.live = {
    ...live,
    done: live.done + assertions.length,
    differ: live.differ + differ,
    columns: live.columns.map((one, at) => (at === column ? now : one)),
  }
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
