// Writes JSON for readers: what fits on a line stays on one, rows of one shape are aligned, and the rest breaks.

import type { Json } from './case.ts'

const WIDTH = 120
/** A member or an element of at most this many characters shares its line with others. */
const SHORT = 40
/** The same for the members of a case: its rules share a line, its prose has its own. */
const HEAD = 70
/** Padding may not make a cell wider than this. */
const CELL = 44
/** Lists under these keys have one element a line, also where all would fit on one. */
const LISTS = new Set(['cases', 'exchanges'])
const FACTS = ['source', 'level', 'ruling', 'line', 'requires', 'tags', 'boot', 'transports', 'except']
const WAYS = ['transports', 'except', 'parallel', 'when', 'times', 'awaits', 'until']
const ORDER: Record<string, string[]> = {
  case: ['id', 'rules', ...FACTS, 'prose', 'matrix', 'app', 'exchanges'],
  exchange: ['id', 'polarity', 'line', 'rules', ...WAYS],
}

/** What was written before at the same place, and on one line: a value is written more than once to compare forms. */
let written = new WeakMap<object, Map<string, string>>()
let flattened = new WeakMap<object, string>()

/** The text of a JSON file, with the newline at its end. */
export function formatJson(value: Json): string {
  written = new WeakMap()
  flattened = new WeakMap()
  return `${write(value, { indent: 0, before: 0, after: 0, key: '' })}\n`
}

interface Place {
  /** Columns that begin a line of the surrounding value. */
  indent: number
  /** Characters that stand on the line before the value. */
  before: number
  /** Characters that have to follow on the line of its end. */
  after: number
  key: string
  /** Whether the value is an element of a list. */
  element?: boolean
}

function write(value: Json, place: Place): string {
  if (value === null || typeof value !== 'object') return scalar(value)
  const line = flat(value)
  const open = isOpen(value, place)
  if (!open && place.before + line.length + place.after <= WIDTH) return line
  if (Object.keys(value).length === 0) return line
  const texts = written.get(value) ?? new Map<string, string>()
  const at = `${place.indent} ${place.before} ${place.after} ${place.element} ${place.key}`
  const text =
    texts.get(at) ?? (Array.isArray(value) ? writeList(value, place, open) : writeObject(value, place, open))
  written.set(value, texts.set(at, text))
  return text
}

/** A file, a case and the lists of both are never on one line. */
function isOpen(value: Json[] | { [key: string]: Json }, place: Place): boolean {
  if (Array.isArray(value)) return LISTS.has(place.key) && value.every(isComposite)
  return place.key === 'case' || 'cases' in value
}

function flat(value: Json): string {
  if (value === null || typeof value !== 'object') return scalar(value)
  const known = flattened.get(value)
  if (known !== undefined) return known
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value) ? value.map(flat) : membersOf(value).map(flatMember)
  const text = `${open}${parts.join(', ')}${close}`
  flattened.set(value, text)
  return text
}

const membersOf = (value: { [key: string]: Json }): [string, Json][] => Object.entries(value)

const flatMember = ([key, value]: [string, Json]): string => `${JSON.stringify(key)}: ${flat(value)}`

function scalar(value: Json): string {
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('the number has no form in JSON')
  return JSON.stringify(value)
}

function writeObject(value: { [key: string]: Json }, place: Place, open: boolean): string {
  const members = ordered(membersOf(value), place.key)
  const [columns, rows] = [value['columns'], value['rows']]
  if (members.length === 2 && Array.isArray(columns) && Array.isArray(rows)) {
    const table = writeTable(columns, rows, place)
    if (table !== undefined) return table
  }
  const parts = members.map(memberPart)
  const whole =
    place.element === true && !open
      ? hang(parts, place)
      : fill(parts, '{', '}', place, place.key === 'case' ? HEAD : SHORT)
  if (open || !whole.deep) return whole.text
  return hugLast(parts, '{', '}', place) ?? whole.text
}

function writeList(value: Json[], place: Place, open: boolean): string {
  const parts = value.map((item) => elementPart(item, place.key))
  if (open) return lines(parts, '[', ']', place)
  const aligned = alignedRows(value, place)
  if (aligned) return aligned
  const scalars = value.slice(0, -1).every((item) => item === null || typeof item !== 'object')
  if (scalars && isComposite(value.at(-1))) {
    const hugged = hugLast(parts, '[', ']', place)
    if (hugged !== undefined) return hugged
  }
  if (value.every((item) => !isComposite(item))) return fill(parts, '[', ']', place, WIDTH).text
  if (value.some((item) => !isComposite(item)) && parts.every((part) => flatPart(part).length <= SHORT)) {
    return fill(parts, '[', ']', place).text
  }
  return lines(parts, '[', ']', place)
}

const isComposite = (value: Json | undefined): boolean => value !== null && typeof value === 'object'

/** What stands between the brackets: a head that is never broken, and a value. */
interface Part {
  head: string
  value: Json
  key: string
}

const memberPart = ([key, value]: [string, Json]): Part => ({ head: `${JSON.stringify(key)}: `, value, key })

const elementPart = (value: Json, key: string): Part => ({
  head: '',
  value,
  key: key === 'cases' ? 'case' : key === 'exchanges' ? 'exchange' : '',
})

/** The keys of a case and of an exchange stand in this order: first what names it, then what happens. */
function ordered(members: [string, Json][], key: string): [string, Json][] {
  const order = ORDER[key]
  if (order === undefined) return members
  const place = ([name]: [string, Json]): number =>
    order.includes(name) ? order.indexOf(name) : order.length
  return members.toSorted((a, b) => place(a) - place(b))
}

const flatPart = (part: Part): string => part.head + flat(part.value)

/** Everything but the last part on the line of the bracket, and the last broken below it. */
function hugLast(parts: Part[], first: string, end: string, place: Place): string | undefined {
  const last = parts.at(-1) as Part
  const before = parts.slice(0, -1).map(flatPart)
  if (!isComposite(last.value) || before.some((text) => text.length > SHORT)) return undefined
  const head = first + before.map((text) => `${text}, `).join('') + last.head
  if (place.before + head.length + 1 > WIDTH) return undefined
  const inner = {
    indent: place.indent,
    before: place.before + head.length,
    after: place.after + 1,
    key: last.key,
  }
  return head + write(last.value, inner) + end
}

/** As few lines as there can be, behind the bracket; what does not fit on a line of its own is broken further. */
function hang(parts: Part[], place: Place): { text: string; deep: boolean } {
  const indent = place.indent + 1
  const done: string[] = []
  let line = ''
  let deep = false
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1
    const end = last ? '}' : ','
    const room = WIDTH - indent - (last ? place.after : 0)
    const text = flatPart(part) + end
    if (line !== '' && line.length + 1 + text.length <= room) {
      line += ` ${text}`
      continue
    }
    if (line !== '') done.push(line)
    const inner = {
      indent,
      before: indent + part.head.length,
      after: last ? place.after + 1 : 1,
      key: part.key,
    }
    line = part.head + write(part.value, inner) + end
    if (!line.includes('\n')) continue
    deep = true
    done.push(line)
    line = ''
  }
  if (line !== '') done.push(line)
  return { text: `{${done.join(`\n${' '.repeat(indent)}`)}`, deep }
}

/** Short neighbours share a line; what does not fit on a line of its own is broken further. */
function fill(
  parts: Part[],
  first: string,
  end: string,
  place: Place,
  most = SHORT,
): { text: string; deep: boolean } {
  const indent = place.indent + 2
  const done: string[] = []
  let line = ''
  let deep = false
  for (const [index, part] of parts.entries()) {
    const comma = index < parts.length - 1 ? ',' : ''
    const text = flatPart(part) + comma
    const short = text.length <= most + 1
    if (line !== '' && short && indent + line.length + 1 + text.length <= WIDTH) {
      line += ` ${text}`
      continue
    }
    if (line !== '') done.push(line)
    const inner = { indent, before: indent + part.head.length, after: comma.length, key: part.key }
    const broken = part.head + write(part.value, inner) + comma
    deep ||= broken.includes('\n')
    line = short ? broken : ''
    if (!short) done.push(broken)
  }
  if (line !== '') done.push(line)
  return { text: enclose(done, first, end, place), deep }
}

function lines(parts: Part[], first: string, end: string, place: Place): string {
  const indent = place.indent + 2
  const done = parts.map((part, index) => {
    const comma = index < parts.length - 1 ? ',' : ''
    return (
      part.head +
      write(part.value, {
        indent,
        before: indent + part.head.length,
        after: comma.length,
        key: part.key,
        element: true,
      }) +
      comma
    )
  })
  return enclose(done, first, end, place)
}

function enclose(done: string[], first: string, end: string, place: Place, between = ''): string {
  const margin = ' '.repeat(place.indent)
  return `${first}\n${done.map((text) => `${margin}  ${text}`).join(`${between}\n`)}\n${margin}${end}`
}

/** Rows of one shape (lists of one length, objects with the same keys) as columns, where that fits. */
function alignedRows(rows: Json[], place: Place): string | undefined {
  const done = align(rows, WIDTH - place.indent - 3)
  return done && enclose(separated(done), '[', ']', place)
}

/** A table: the names of the columns stand above their values. */
function writeTable(columns: Json[], rows: Json[], place: Place): string | undefined {
  const done = align([columns, ...rows], WIDTH - place.indent - 5)
  if (done === undefined) return undefined
  const [names, ...cells] = done
  const margin = ' '.repeat(place.indent + 2)
  const list = enclose(separated(cells), '[', ']', { ...place, indent: place.indent + 2 })
  return enclose([`"columns":\n${margin}  ${names}`, `"rows": ${list}`], '{', '}', place, ',')
}

const separated = (texts: string[]): string[] =>
  texts.map((text, index) => (index < texts.length - 1 ? `${text},` : text))

function align(rows: Json[], width: number): string[] | undefined {
  const cells = rows.map(cellsOf)
  const shape = shapeOf(rows[0] as Json)
  if (rows.length < 2 || shape === undefined || rows.some((row) => shapeOf(row) !== shape)) return undefined
  const widths = (cells[0] as string[]).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] as string).length)),
  )
  if (widths.slice(0, -1).some((each) => each > CELL)) return undefined
  const [open, close] = Array.isArray(rows[0]) ? '[]' : '{}'
  const done = cells.map((row) => {
    const padded = row.map((cell, column) =>
      column < row.length - 1 ? `${cell},`.padEnd((widths[column] as number) + 1) : cell,
    )
    return `${open}${padded.join(' ')}${close}`
  })
  return done.some((line) => line.length > width) ? undefined : done
}

function cellsOf(row: Json): string[] {
  if (Array.isArray(row)) return row.map(flat)
  return row !== null && typeof row === 'object' ? membersOf(row).map(flatMember) : []
}

function shapeOf(row: Json): string | undefined {
  if (Array.isArray(row)) return row.length < 2 ? undefined : `list ${row.length}`
  if (row === null || typeof row !== 'object') return undefined
  const keys = Object.keys(row)
  return keys.length < 2 ? undefined : JSON.stringify(keys)
}
