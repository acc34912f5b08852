// The panel of one case: its rules, its application, and each exchange with what every implementation made of it.

function pretty(value) {
  const flat = JSON.stringify(value)
  return flat === undefined ? 'nothing' : flat.length < 90 ? flat : JSON.stringify(value, null, 2)
}

function showCase(id) {
  const one = report.cases[id]
  const panel = byId('detail')
  panel.hidden = !one
  if (!one) return
  const facts = [one.source, one.level, one.ruling, one.file, ...(one.tags ?? [])].filter(Boolean).join(' · ')
  panel.replaceChildren(
    element('button', { class: 'close', type: 'button', on: closeDetail, 'aria-label': 'Close' }, '✕'),
    element('h2', {}, id),
    element('p', {}, one.prose),
    element('p', { class: 'dim' }, facts),
    element(
      'ul',
      {},
      ...one.rules.map((rule) => element('li', {}, `${rule}: ${report.rules[rule]?.text ?? ''}`)),
    ),
    element(
      'details',
      {},
      element('summary', {}, 'The application'),
      element('pre', {}, JSON.stringify(one.app, null, 2)),
    ),
    ...one.exchanges.map((exchange) => exchangeOf(id, exchange)),
  )
  panel.scrollTop = 0
}

function exchangeOf(id, exchange) {
  const { id: name, polarity, send, operation, expect } = exchange
  return element(
    'section',
    { class: 'exchange' },
    element('h3', {}, `#${name} `, element('span', { class: 'dim' }, polarity)),
    element('pre', {}, requestText(send, operation)),
    element('pre', {}, `expected ${pretty(expect)}`),
    ...report.implementations.flatMap((implementation) => observed(implementation, `${id}#${name}`)),
  )
}

function requestText(send, operation) {
  if (!send) return `operation ${pretty(operation)}`
  if (send.raw !== undefined)
    return [send.raw]
      .flat()
      .map((piece) => pretty(piece))
      .join('\n')
  const { method = 'GET', url, headers = {}, contentType, ...body } = send
  const lines = [`${method} ${typeof url === 'string' ? url : pretty(url)}`]
  if (contentType) lines.push(`content-type: ${contentType}`)
  for (const [name, value] of Object.entries(headers))
    lines.push(`${name}: ${typeof value === 'string' ? value : pretty(value)}`)
  const [content] = Object.values(body)
  if (content !== undefined) lines.push('', pretty(content))
  return lines.join('\n')
}

function observed(implementation, id) {
  const found = implementation.assertions[id]
  if (!found) return []
  const kind = { pass: 'pass', known: 'known', skip: 'skip' }[found.verdict] ?? 'fail'
  const transports = Object.entries(found.cells).map(([transport, cell]) => cellOf(transport, cell))
  const why = found.known
    ? [element('p', { class: 'dim' }, `${found.known.kind}: ${found.known.reason}`)]
    : []
  const label = found.verdict === 'known' ? 'known difference' : found.verdict
  return [
    element(
      'div',
      { class: 'cell' },
      element('b', {}, implementation.name),
      element('div', {}, element('span', { class: `pill ${kind}` }, label), ...why, ...transports),
    ),
  ]
}

function cellOf(transport, cell) {
  const parts = [element('span', { class: 'dim' }, `${transport} ${cell.outcome} · ${cell.milliseconds} ms`)]
  if (cell.reason) parts.push(element('div', {}, cell.reason))
  if (cell.difference) {
    const { pointer, expected, actual } = cell.difference
    parts.push(
      element(
        'pre',
        {},
        element('span', { class: 'dim' }, `${pointer}\n`),
        element('span', { class: 'expected' }, `expected ${pretty(expected)}\n`),
        element('span', { class: 'actual' }, `actual   ${pretty(actual)}`),
      ),
    )
  }
  if (cell.observed)
    parts.push(
      element(
        'details',
        {},
        element('summary', {}, 'observed'),
        element('pre', {}, JSON.stringify(cell.observed, null, 2)),
      ),
    )
  return element('div', {}, ...parts)
}

function closeDetail() {
  history.replaceState(null, '', location.pathname)
  byId('detail').hidden = true
}

const showHash = () => showCase(decodeURIComponent(location.hash.slice(1)))
addEventListener('hashchange', showHash)
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeDetail()
  if (event.key === '/' && document.activeElement !== byId('search')) {
    event.preventDefault()
    byId('search').focus()
  }
})
showHash()
