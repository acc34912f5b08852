// The page of a run: cards, the matrix that unfolds into rules and cases, and the filters above it.

const report = JSON.parse(document.getElementById('report').textContent)
const byId = (id) => document.getElementById(id)
const state = { transport: 'both', search: '', differing: false, open: new Set() }

const SOURCES = ['mission', 'interface', 'touchstone']
const assertions = []
for (const [id, one] of Object.entries(report.cases)) {
  for (const exchange of one.exchanges) {
    const rules = exchange.rules ?? one.rules
    assertions.push({
      id: `${id}#${exchange.id}`,
      case: id,
      exchange,
      rules,
      source: one.source,
      area: one.area,
    })
  }
}

/** What one implementation says of one assertion, on the chosen transport. */
function verdictOf(implementation, assertion) {
  const found = implementation.assertions[assertion.id]
  if (!found) return 'none'
  if (state.transport === 'both')
    return { pass: 'pass', known: 'known', skip: 'skip' }[found.verdict] ?? 'fail'
  const cell = found.cells[state.transport]
  if (!cell || cell.outcome === 'skip') return 'none'
  if (cell.outcome === 'pass') return 'pass'
  return found.known ? 'known' : 'fail'
}

function tallyOf(implementation, some) {
  const tally = { pass: 0, known: 0, fail: 0, total: 0 }
  for (const assertion of some) {
    const verdict = verdictOf(implementation, assertion)
    if (verdict === 'none' || verdict === 'skip') continue
    tally[verdict]++
    tally.total++
  }
  return tally
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue
    if (key === 'on') made.addEventListener('click', value)
    else made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== undefined && child !== null))
  return made
}

function percent({ pass, total }) {
  return total === 0 ? '–' : `${Math.floor((pass / total) * 1000) / 10} %`
}

function barOf(tally) {
  const part = (kind) =>
    element('i', { class: kind, style: `width:${(tally[kind] / (tally.total || 1)) * 100}%` })
  return element('div', { class: 'bar', role: 'presentation' }, part('pass'), part('known'), part('fail'))
}

function drawCards() {
  byId('cards').replaceChildren(
    ...report.implementations.map((implementation) => {
      const own = implementation.name === 'touchstone'
      const tally = tallyOf(
        implementation,
        own ? assertions : assertions.filter((a) => a.source !== 'touchstone'),
      )
      const parts = [
        `${tally.pass} of ${tally.total}`,
        tally.known && `${tally.known} known differences`,
        tally.fail && `${tally.fail} unexpected`,
      ]
      const what = own ? 'of all assertions' : 'of mission and interface'
      return element(
        'article',
        { class: 'card' },
        element('h2', {}, implementation.name, ' ', element('small', {}, implementation.version)),
        element('p', { class: 'big' }, percent(tally)),
        barOf(tally),
        element('p', {}, `${what}: ${parts.filter(Boolean).join(', ')}`),
        implementation.failure ? element('p', { class: 'actual' }, implementation.failure) : undefined,
      )
    }),
  )
}

function isWanted(assertion) {
  if (
    state.differing &&
    !report.implementations.some((one) => ['known', 'fail'].includes(verdictOf(one, assertion)))
  )
    return false
  if (state.search === '') return true
  const { prose, tags = [], file } = report.cases[assertion.case]
  const texts = assertion.rules.map((rule) => report.rules[rule]?.text ?? '')
  const all = [assertion.id, prose, file, ...tags, ...assertion.rules, ...texts].join(' ').toLowerCase()
  return state.search.split(/\s+/).every((word) => all.includes(word))
}

function groupBy(some, keysOf) {
  const groups = new Map()
  for (const one of some) {
    for (const key of keysOf(one)) {
      if (!groups.has(key)) groups.set(key, [])
      groups.get(key).push(one)
    }
  }
  return groups
}

function tallyCells(some) {
  return report.implementations.map((implementation) => {
    const tally = tallyOf(implementation, some)
    const kind = tally.total === 0 ? 'none' : tally.fail > 0 ? 'fail' : tally.known > 0 ? 'known' : 'pass'
    return element('td', { class: kind }, tally.total === 0 ? '–' : `${tally.pass}/${tally.total}`)
  })
}

function row(kind, key, label, some, act) {
  const toggle = () => {
    if (act) return act()
    if (!state.open.delete(key)) state.open.add(key)
    drawMatrix()
    document.querySelector(`tr[data-open="${CSS.escape(key)}"]`)?.focus()
  }
  const twist = act
    ? undefined
    : element('span', { class: 'twist', 'aria-hidden': 'true' }, state.open.has(key) ? '▾' : '▸')
  const made = element(
    'tr',
    { class: kind, 'data-open': key, tabindex: '0', on: toggle },
    element('td', {}, twist, ...label),
    ...tallyCells(some),
  )
  if (!act) made.setAttribute('aria-expanded', String(state.open.has(key)))
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      toggle()
    }
  })
  return made
}

function areaRows(source, area, some) {
  const key = `${source}/${area}`
  const rows = [row('area', key, [area], some)]
  const unfold = state.open.has(key) || state.search !== ''
  if (!unfold) return rows
  const rules = [...groupBy(some, (a) => a.rules)].sort(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  for (const [rule, own] of rules) {
    rows.push(row('rule', `${key}/${rule}`, [element('b', {}, rule), report.rules[rule]?.text ?? ''], own))
    if (!state.open.has(`${key}/${rule}`)) continue
    for (const [id, ofCase] of groupBy(own, (a) => [a.case])) {
      rows.push(
        row('case', `${key}/${rule}/${id}`, [id], ofCase, () => (location.hash = encodeURIComponent(id))),
      )
    }
  }
  return rows
}

function drawMatrix() {
  const wanted = assertions.filter(isWanted)
  const names = report.implementations.map(({ name, version }) =>
    element('th', { scope: 'col', title: version }, name),
  )
  const body = element('tbody')
  for (const source of SOURCES) {
    const own = wanted.filter((a) => a.source === source)
    if (own.length === 0) continue
    body.append(element('tr', { class: 'source' }, element('td', {}, source), ...tallyCells(own)))
    for (const [area, some] of [...groupBy(own, (a) => [a.area])].sort(([a], [b]) => a.localeCompare(b))) {
      body.append(...areaRows(source, area, some))
    }
  }
  const head = element(
    'thead',
    {},
    element('tr', {}, element('th', { scope: 'col' }, `${wanted.length} assertions`), ...names),
  )
  byId('matrix').replaceChildren(element('table', {}, head, body))
}

function draw() {
  drawCards()
  drawMatrix()
}

byId('about').textContent =
  `${Object.keys(report.cases).length} cases, ${assertions.length} assertions, ${report.implementations.length} implementations, ` +
  `${(report.milliseconds / 1000).toFixed(1)} s on Node.js ${report.node}`
byId('search').addEventListener('input', (event) => {
  state.search = event.target.value.trim().toLowerCase()
  drawMatrix()
})
byId('transports').addEventListener('change', (event) => {
  state.transport = event.target.value
  draw()
})
byId('differing').addEventListener('change', (event) => {
  state.differing = event.target.checked
  drawMatrix()
})
byId('tools').addEventListener('submit', (event) => event.preventDefault())
draw()
