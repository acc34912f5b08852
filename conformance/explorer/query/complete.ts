// What could stand at the caret of the search box: fields, implementations, states and the values of fields.

import { FIELDS, STATE_VALUES, type Vocabulary } from './query.ts'
import { quoteValue } from './tokens.ts'

export interface Completion {
  /** What takes the place of `from` to `to`. */
  insert: string
  label: string
  detail: string
}

export interface Completions {
  from: number
  to: number
  options: Completion[]
}

const MOST = 12

export function completionsAt(text: string, caret: number, vocabulary: Vocabulary): Completions {
  const { from, to } = wordAt(text, caret)
  const word = text.slice(from, caret)
  const { columns } = vocabulary
  const column = columns.find((name) => word.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  const colon = column === undefined ? word.indexOf(':') : column.length
  if (colon <= 0) return { from, to, options: namesFor(word, vocabulary).slice(0, MOST) }
  const field = word.slice(0, colon).toLowerCase()
  const start = from + colon + 1
  const typed = word.slice(colon + 1).replace(/^"/, '')
  const options = valuesFor(field, column !== undefined, vocabulary)
  return { from: start, to, options: ranked(options, lastOf(typed)).map(joined(typed)).slice(0, MOST) }
}

/** The word around the caret, without the minus or the parenthesis before it. */
function wordAt(text: string, caret: number): { from: number; to: number } {
  let from = 0
  let quoted = false
  for (let at = 0; at < caret; at++) {
    if (text[at] === '"') quoted = !quoted
    if (!quoted && /[\s()]/.test(text[at] as string)) from = at + 1
  }
  if (text[from] === '-') from++
  let to = caret
  while (to < text.length && !/[\s()]/.test(text[to] as string)) to++
  return { from, to: Math.max(from, to) }
}

function namesFor(word: string, { columns }: Vocabulary): Completion[] {
  const names = [
    ...columns.map((name) => ({
      insert: `${/[\s"()]/.test(name) ? quoteValue(name) : name}:`,
      label: `${name}:`,
      detail: 'state on this implementation',
    })),
    ...Object.entries(FIELDS).map(([name, detail]) => ({ insert: `${name}:`, label: `${name}:`, detail })),
  ]
  if (word === '') return names
  return ranked(names, word)
}

function valuesFor(field: string, isColumn: boolean, { values }: Vocabulary): Completion[] {
  if (isColumn || field === 'any' || field === 'every')
    return Object.entries(STATE_VALUES).map(([label, detail]) => ({ insert: `${label} `, label, detail }))
  const known = Object.hasOwn(values, field) ? (values[field] ?? []) : []
  return known.map((label) => ({ insert: `${quoteValue(label)} `, label, detail: '' }))
}

/** Those that begin with it, then those that hold it. */
function ranked(options: Completion[], typed: string): Completion[] {
  const wanted = typed.toLowerCase().replaceAll('*', '')
  const begin = options.filter(({ label }) => label.toLowerCase().startsWith(wanted))
  const hold = options.filter(
    ({ label }) => !label.toLowerCase().startsWith(wanted) && label.toLowerCase().includes(wanted),
  )
  return [...begin, ...hold]
}

/** Of `fail,kno` only the last is being written. */
function lastOf(typed: string): string {
  return typed.slice(typed.lastIndexOf(',') + 1)
}

function joined(typed: string): (option: Completion) => Completion {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1)
  return (option) =>
    before === '' || option.insert.startsWith('"') ? option : { ...option, insert: before + option.insert }
}
