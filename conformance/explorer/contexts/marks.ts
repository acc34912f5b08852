// The traces that a declaration leaves: the values that only it brings, and the places of a program that read it.

import type { Declared } from '../../../spec/app-tree.ts'
import type { Json, Statement } from '../../../spec/case.ts'
import type { Observation } from '../../contract/result.ts'

export interface Marks {
  /** Texts, numbers and other values that the declaration brings. */
  values: Json[]
  /** Status codes that it sets. */
  codes: number[]
  /** It acts without being read: a hook, a handler, a parser, a compiler. */
  acts: boolean
  /** It shows in the trace alone. */
  traces: boolean
}

/** A value that a program read under a name: undefined where there was none. */
export interface Read {
  kind: string
  name: string
  value: Json | undefined
}

const NAMED = new Set(['decorator', 'request decorator', 'reply decorator', 'schema', 'plugin'])

export function marksOf({ kind, statement }: Declared): Marks {
  const form = JSON.parse(JSON.stringify(bodyOf(statement))) as Json
  const traced = literalsUnder(form, ['trace'])
  const answered = literalsUnder(form, ['send', 'return'])
  const values = NAMED.has(kind) ? allLiterals(form) : traced.length > 0 ? traced : answered
  const codes = literalsUnder(form, ['code', 'set']).filter((one) => typeof one === 'number')
  return {
    values: values.length > 0 ? values : codes,
    codes,
    acts: !NAMED.has(kind),
    traces: traced.length > 0,
  }
}

/** What of a statement is the declaration's own: its name is not. */
function bodyOf(statement: Statement): unknown {
  const [form] = Object.values(statement)
  return Array.isArray(form) && typeof form[0] === 'string' ? form.slice(1) : form
}

/** Values that programs write under one of these keys; what is computed is no mark. */
function literalsUnder(form: Json, keys: string[]): Json[] {
  if (form === null || typeof form !== 'object') return []
  if (Array.isArray(form)) return form.flatMap((item) => literalsUnder(item, keys))
  return Object.entries(form).flatMap(([key, value]) =>
    keys.includes(key) ? allLiterals(value) : literalsUnder(value, keys),
  )
}

function allLiterals(form: Json): Json[] {
  if (form === null || form === '') return []
  if (typeof form !== 'object') return [form]
  if (Array.isArray(form)) return form.flatMap(allLiterals)
  const entries = Object.entries(form).filter(([key]) => !READERS.includes(key))
  return entries.flatMap(([, value]) => allLiterals(value))
}

const READERS = ['$get', '$type', '$call', '$visible', '$same']

/** Whether one of the values came out. */
export function shown(values: Json[], marks: Marks, { answer, trace }: Observation): boolean {
  if (marks.traces)
    return values.some((value) => trace.some((one) => JSON.stringify(one) === JSON.stringify(value)))
  if (!answer) return false
  const texts = values.filter((value) => typeof value === 'string')
  if (texts.length > 0) return texts.some((value) => answer.text.includes(value))
  return marks.codes.includes(answer.status)
}

/** What the program of a route, and those of hooks, read under names, with the values that came out. */
export function readsOf(route: Declared, observed: Observation, hooks: readonly Statement[]): Read[] {
  const { text, status } = observed.answer as { text: string; status: number }
  const answers = status < 300 ? sentBy(programOfRoute(route.statement)) : []
  const parsed = parse(text)
  const own = answers.flatMap((form) => readsIn(form, parsed ?? text, text))
  const traced = hooks.flatMap((hook) => tracedBy(bodyOf(hook) as Json))
  const other = traced.flatMap((form) => observed.trace.flatMap((value) => readsIn(form, value, '')))
  return [...own, ...other]
}

function programOfRoute(statement: Statement): Json {
  const { do: program } = statement as { do?: Json }
  return program ?? null
}

function sentBy(program: Json): Json[] {
  if (!Array.isArray(program)) return []
  return program.flatMap((one) => {
    const { send } = Object(one) as { send?: Json }
    return send === undefined ? [] : [send]
  })
}

/** Only what is an object as it came out: two hooks that trace texts cannot be told apart by them. */
function tracedBy(form: Json): Json[] {
  if (form === null || typeof form !== 'object') return []
  if (Array.isArray(form)) return form.flatMap(tracedBy)
  const { trace } = form as { trace?: Json }
  return trace !== null && typeof trace === 'object' && '$visible' in trace ? [trace] : []
}

const KINDS: Record<string, string> = {
  request: 'request decorator',
  reply: 'reply decorator',
  app: 'decorator',
}

/** Walks a value of a program and what it became, side by side. */
function readsIn(form: Json, value: Json, text: string): Read[] {
  if (form === null || typeof form !== 'object') return []
  if (Array.isArray(form))
    return Array.isArray(value) ? form.flatMap((item, at) => readsIn(item, value[at] ?? null, '')) : []
  const { $visible, $get, $type, $call, $sharedSchemas } = form
  if ($visible !== undefined) return visibleReads($visible, value)
  if (typeof $get === 'string') return readOf($get, value === '<undefined>' ? undefined : value)
  if (typeof $type === 'string') return value === 'undefined' ? readOf($type, undefined) : []
  if (Array.isArray($call) && typeof $call[0] === 'string' && $call.length === 1)
    return readOf($call[0], value)
  if ($sharedSchemas !== undefined && Array.isArray(value)) return [{ kind: 'schema', name: '', value }]
  if (Object.keys(form).some((key) => key.startsWith('$'))) return concatReads(form, text)
  const object = Object(value) as Record<string, Json>
  return Object.entries(form).flatMap(([key, item]) =>
    key in object ? readsIn(item, object[key] as Json, '') : [],
  )
}

function visibleReads(form: Json, value: Json): Read[] {
  const { on = 'request', names = [] } = Array.isArray(form)
    ? { names: form }
    : (Object(form) as { on?: string; names?: Json[] })
  const object = Object(value) as Record<string, Json>
  return names.flatMap((name) => {
    const kind = KINDS[on]
    if (kind === undefined || typeof name !== 'string' || !(name in object)) return []
    return [{ kind, name, value: object[name] === '<undefined>' ? undefined : object[name] }]
  })
}

/** `request.mark` and no deeper: a part of what others have is no decorator. */
function readOf(path: string, value: Json | undefined): Read[] {
  const [on = '', name = '', ...deeper] = path.split('.')
  const kind = KINDS[on]
  return kind === undefined || name === '' || deeper.length > 0 ? [] : [{ kind, name, value }]
}

/** In a text that was put together only a value that stands in it can be told. */
function concatReads(form: { [key: string]: Json }, text: string): Read[] {
  const { $concat } = form
  if (!Array.isArray($concat) || text === '') return []
  return $concat.flatMap((item) => {
    const { $get } = Object(item) as { $get?: Json }
    return typeof $get === 'string' && !text.includes('undefined') ? readOf($get, text) : []
  })
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
