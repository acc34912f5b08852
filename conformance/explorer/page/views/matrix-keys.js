// The arrow keys in the matrix: to the rule above or below, and to the cells beside it.

const STEPS = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}

export function move(event, table) {
  const step = Object.hasOwn(STEPS, event.key) ? STEPS[event.key] : null
  const row = event.target.closest('tr')
  if (!step || !row || event.ctrlKey || event.altKey || event.metaKey) return
  const rows = [...table.querySelectorAll('tbody tr')]
  const place = rows.indexOf(row)
  if (place < 0) return
  event.preventDefault()
  const column = row.cells.length > 0 ? [...row.cells].indexOf(event.target.closest('th,td')) : 0
  if (step[0] !== 0) focusIn(rows[place + step[0]], column)
  else focusBeside(row, column, step[1])
}

function focusIn(row, column) {
  if (!row) return
  const target = row.cells[column]?.querySelector('[data-nav]') ?? row.cells[0].querySelector('[data-nav]')
  focus(target)
}

function focusBeside(row, column, by) {
  const places = [...row.cells].flatMap((cell, at) => (cell.querySelector('[data-nav]') ? [at] : []))
  const next = places.indexOf(column) + by
  const at = Math.max(0, Math.min(places.length - 1, next))
  focus(row.cells[places[at]]?.querySelector('[data-nav]'))
}

function focus(target) {
  target?.focus()
  target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
