// The lifecycle of a request: its stages in order, which of them a case watches, and which ran according to the trace.

import { programOf } from '../../spec/app-tree.ts'
import type { App, FunctionForm, Json, Program, Statement } from '../../spec/case.ts'

export interface Stage {
  name: string
  /** Code of the application, or work of the framework that no trace can show. */
  kind: 'hook' | 'work' | 'failure'
  state: 'ran' | 'watched' | 'unwatched'
  labels: string[]
}

export interface Lifecycle {
  stages: Stage[]
  failure: Stage[]
  /** What was traced at a place that is not a stage of a request. */
  beside: string[]
  /** The stage before the handler that ran last, where the handler is watched and did not run. */
  left: string | null
}

const WAY: [name: string, kind: Stage['kind']][] = [
  ['onRequest', 'hook'],
  ['preParsing', 'hook'],
  ['parsing', 'work'],
  ['preValidation', 'hook'],
  ['validation', 'work'],
  ['preHandler', 'hook'],
  ['handler', 'hook'],
  ['preSerialization', 'hook'],
  ['serialization', 'work'],
  ['onSend', 'hook'],
  ['onResponse', 'hook'],
]
const FAILURE = ['onError', 'error handler', 'not-found handler', 'onTimeout', 'onRequestAbort']
const ROUTES = ['get', 'post', 'delete', 'head', 'all', 'route']

interface Watch {
  stage: string
  label: string | null
  prefix: string
}

/** Null if the application watches no stage. */
export function lifecycleOf(app: App, trace: Json[]): Lifecycle | null {
  const watches: Watch[] = []
  watchIn(app.do, watches)
  if (watches.length === 0) return null
  const labels = new Map<string, string[]>()
  const beside: string[] = []
  let last = -1
  for (const entry of trace) {
    const text = typeof entry === 'string' ? entry : JSON.stringify(entry)
    const stage = placeOf(text, watches, last)
    if (stage === null) beside.push(text)
    else {
      labels.set(stage, [...(labels.get(stage) ?? []), text])
      last = Math.max(last, orderOf(stage))
    }
  }
  const stageOf = (name: string, kind: Stage['kind']): Stage => ({
    name,
    kind,
    state: labels.has(name) ? 'ran' : watches.some((watch) => watch.stage === name) ? 'watched' : 'unwatched',
    labels: labels.get(name) ?? [],
  })
  const stages = WAY.map(([name, kind]) => stageOf(name, kind))
  const failure = FAILURE.map((name) => stageOf(name, 'failure')).filter(({ state }) => state !== 'unwatched')
  return { stages, failure, beside, left: leftAt(stages) }
}

function leftAt(stages: Stage[]): string | null {
  const handler = stages.findIndex(({ name }) => name === 'handler')
  if (stages[handler]?.state !== 'watched') return null
  const before = stages.slice(0, handler).filter(({ state }) => state === 'ran')
  return before.at(-1)?.name ?? null
}

function orderOf(stage: string): number {
  return WAY.findIndex(([name]) => name === stage)
}

/** The stage of an entry: by its label; of several the first that is not behind the last one. */
function placeOf(text: string, watches: Watch[], last: number): string | null {
  const exact = watches.filter(({ label }) => label === text)
  const begun = watches.filter(
    ({ label, prefix }) => label === null && prefix !== '' && text.startsWith(prefix),
  )
  const open = watches.filter(({ label, prefix }) => label === null && prefix === '')
  for (const found of [exact, begun, open]) {
    const stages = [...new Set(found.map(({ stage }) => stage))].sort((a, b) => orderOf(a) - orderOf(b))
    const next = stages.find((stage) => orderOf(stage) < 0 || orderOf(stage) >= last) ?? stages.at(-1)
    if (next !== undefined) return next
  }
  return null
}

function watchIn(program: Program, watches: Watch[]): void {
  for (const s of program) {
    for (const [stage, form] of functionsOf(s)) traceIn(programOf(form), stage, watches)
    for (const inner of [s.register?.do, s.attempt, s.then, s.else]) if (inner) watchIn(inner, watches)
    for (const form of [s.after, s.ready]) watchIn(programOf(form), watches)
  }
}

/** The functions of the application that a request may come to, each with its stage. */
function functionsOf(s: Statement): [string, FunctionForm | undefined][] {
  const hooks: [string, FunctionForm][] = (s.hooks ?? []).map(([name, form]) => [name, form])
  if (s.addHook) hooks.push([String(s.addHook[0]), s.addHook[1]])
  const isRoute = ROUTES.some((name) => name in s)
  return [
    ...hooks.filter(([name]) => orderOf(name) >= 0 || FAILURE.includes(name)),
    ...(isRoute ? [['handler', s.do] as [string, FunctionForm | undefined]] : []),
    ['error handler', s.errorHandler],
    ['error handler', s.setErrorHandler],
    ['not-found handler', s.setNotFoundHandler],
    ['parsing', s.addContentTypeParser?.do],
    ['serialization', s.setReplySerializer ?? s.serializer],
  ]
}

function traceIn(program: Program, stage: string, watches: Watch[]): void {
  for (const s of program) {
    if (s.trace !== undefined) watches.push({ stage, ...labelOf(s.trace) })
    for (const inner of [s.attempt, s.then, s.else, s.later]) if (inner) traceIn(inner, stage, watches)
    if (s.serializer) traceIn(programOf(s.serializer), 'serialization', watches)
  }
}

function labelOf(value: Json): { label: string | null; prefix: string } {
  if (typeof value === 'string') return { label: value, prefix: '' }
  const parts =
    value !== null && typeof value === 'object' && !Array.isArray(value) ? value['$concat'] : undefined
  if (Array.isArray(parts)) return { label: null, prefix: typeof parts[0] === 'string' ? parts[0] : '' }
  const text = JSON.stringify(value)
  return /"\$\w+":/.test(text) ? { label: null, prefix: '' } : { label: text, prefix: '' }
}
