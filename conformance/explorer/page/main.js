// Begins the page: reads what stands in it, follows the address, and draws again when something has changed.

import './styles/page.css'
import './styles/search.css'
import './styles/matrix.css'
import './styles/detail.css'
import './styles/drawing.css'
import './styles/lists.css'
import { HOME, readAddress, writeAddress } from '../address.ts'
import { Model } from '../model.ts'
import { follow } from './live.js'
import { h, render } from './parts/elements.js'
import { begin as beginPlace, keepPlaces, stepped } from './places.js'
import { Shell } from './shell.js'
import { createTheme } from './theme.js'
import { unpack } from './unpack.js'

const root = document.getElementById('page')
const store = {
  model: null,
  address: { ...HOME },
  live: null,
  theme: createTheme(draw),
  go,
  help: false,
  /** Returns to the place that was left, after a step back or forward. */
  back: null,
  draw,
}

let drawing = 0

/** At most once a frame. */
function draw() {
  if (drawing !== 0 || !store.model) return
  drawing = requestAnimationFrame(() => {
    drawing = 0
    render(h(Shell, { store }), root)
  })
}

/** Goes to another view; `replace` leaves no step to go back to. */
function go(change, { replace = false } = {}) {
  const target = writeAddress({ ...store.address, ...change })
  const address = target === '#' ? `${location.pathname}${location.search}` : target
  if (replace) history.replaceState(history.state, '', address)
  else {
    history.pushState(null, '', address)
    beginPlace()
  }
  arrive()
}

function step() {
  store.back = stepped() ?? store.back
  arrive()
}

function arrive() {
  const before = store.address
  store.address = readAddress(location.hash)
  // One step may fire both a hashchange and a popstate event.
  store.moved ||= ['view', 'rule', 'case', 'exchange'].some((key) => before[key] !== store.address[key])
  draw()
}

async function begin() {
  const data = await unpack(document.getElementById('data').textContent)
  if (data.start && location.hash === '') history.replaceState(null, '', writeAddress({ view: data.start }))
  store.address = readAddress(location.hash)
  if (data.live) follow(store, data)
  else store.model = new Model(data)
  keepPlaces()
  addEventListener('popstate', step)
  addEventListener('resize', draw)
  addEventListener('hashchange', arrive)
  document.getElementById('wait')?.remove()
  draw()
}

begin().catch((error) => {
  const told = document.createElement('p')
  told.setAttribute('role', 'alert')
  told.textContent = `The report cannot be shown: ${error.message}`
  root.replaceChildren(told)
})
