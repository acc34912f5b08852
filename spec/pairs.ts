// The table of pairs: each two features of `pairs/features.json` in one application, or why they cannot meet.

import type { App, Case, Expectation, Json, Program, SendForm, Statement } from './case.ts'

/** A feature as a part of an application: what it declares, what its handler does, and how it is asked. */
export interface Feature {
  id: string
  title: string
  family: string
  /** What it chooses: two features that choose differently cannot meet. */
  takes?: { [choice: string]: Json }
  /** What its request never reaches. */
  unreached?: 'handler' | 'route'
  /** Of the factory. */
  options?: { [name: string]: Json }
  /** Declared before the route. */
  root?: Program
  /** Options of the route. */
  route?: { [name: string]: Json }
  schema?: { [part: string]: Json }
  hooks?: NonNullable<Statement['hooks']>
  errorHandler?: Program
  /** What the handler does before it answers. */
  first?: Program
  /** How the handler answers. */
  answer?: Program
  /** Of the request. */
  headers?: { [name: string]: Json }
  /** Headers of the answer that are compared. */
  shows?: string[]
  /** Its log lines are compared. */
  logs?: true
}

export interface Pair {
  /** `[a,b]` */
  id: string
  features: [Feature, Feature]
  /** Why the two cannot meet. */
  apart?: string
}

/** Pairs in which 4.17 does something else, and why this is right. `*`: any feature. */
export interface Decided {
  pairs: [string, string]
  ruling?: string
  why: string
}

export interface FeatureFile {
  format: 1
  features: Feature[]
  decided: Decided[]
}

/** What a pair does. The trace is one text, `onRequest > preParsing`, where it has texts only. */
export type Outcomes = { [pair: string]: Expectation }
export interface OutcomeFile {
  format: 1
  outcomes: Outcomes
}

/** The hooks of a request, in the order in which it meets them. */
export const HOOKS: readonly string[] = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
]
const BODIES: { [name: string]: Partial<SendForm> } = {
  none: {},
  json: { json: { n: '1' } },
  own: { text: 'abc', contentType: 'application/own' },
  other: { text: 'abcd', contentType: 'application/other' },
  invalid: { text: '', contentType: 'application/json' },
  'none of them': { text: 'x', contentType: 'application/unknown' },
}
const ANSWER: Program = [{ send: { a: 1, b: 'two', n: { $get: 'request.body.n' } } }]
/** The lines about a request. Over a socket there is another one, about listening, whose place varies. */
const LINES = ['incoming request', 'request completed']
const STEP = ' > '
/** Of the answer: always compared. */
const SHOWN = ['content-type', 'content-length']

/** All pairs, in the order of the features. */
export function pairsOf(features: readonly Feature[]): Pair[] {
  return features.flatMap((one, at) =>
    features.slice(at + 1).map((other): Pair => {
      const pair: Pair = { id: `[${one.id},${other.id}]`, features: [one, other] }
      const apart = whyApart(one, other)
      return apart === null ? pair : { ...pair, apart }
    }),
  )
}

function whyApart(one: Feature, other: Feature): string | null {
  return (
    choices(one, other) ??
    both('answer', 'The handler answers once', one, other) ??
    both('errorHandler', 'A route has one error handler', one, other) ??
    sameKey('schema', one, other) ??
    sameKey('route', one, other) ??
    sameKey('options', one, other) ??
    unreached(one, other) ??
    unreached(other, one)
  )
}

function choices(one: Feature, other: Feature): string | null {
  for (const [choice, value] of Object.entries(one.takes ?? {})) {
    const theirs = other.takes?.[choice]
    if (theirs !== undefined && JSON.stringify(theirs) !== JSON.stringify(value))
      return `Both choose the ${choice}.`
  }
  return null
}

function both(key: 'answer' | 'errorHandler', why: string, one: Feature, other: Feature): string | null {
  return one[key] === undefined || other[key] === undefined ? null : `${why}.`
}

const NAMES = { schema: 'a schema of the', route: 'the option', options: 'the option' }

function sameKey(key: keyof typeof NAMES, one: Feature, other: Feature): string | null {
  const same = Object.keys(one[key] ?? {}).find((name) => other[key]?.[name] !== undefined)
  return same === undefined || JSON.stringify(one[key]![same]) === JSON.stringify(other[key]![same])
    ? null
    : `Both set ${NAMES[key]} ${same}.`
}

function unreached(
  one: Feature,
  { first, answer, route, schema, hooks, errorHandler }: Feature,
): string | null {
  if (one.unreached === undefined) return null
  if (first !== undefined || answer !== undefined) return `${one.title}: no handler is reached.`
  if (one.unreached === 'route' && [route, schema, hooks, errorHandler].some((part) => part !== undefined))
    return `${one.title}: no route is reached.`
  return null
}

/** The case of a pair that can meet. */
export function caseOf(pair: Pair, expect: Expectation, decided: readonly Decided[] = []): Case {
  const { features } = pair
  const [one, other] = features
  const decision = decisionOf(pair, decided)
  return {
    id: 'pair',
    rules: [...new Set(features.map(({ family }) => `PAIR-${family}`))],
    source: decision === undefined ? 'interface' : 'touchstone',
    level: 'MUST',
    ...(decision?.ruling === undefined ? {} : { ruling: decision.ruling }),
    prose: `${one.title}, and ${other.title}.`,
    app: appOf(features),
    exchanges: [
      {
        id: 'meet',
        polarity: Number(expect.status) >= 400 ? 'negative' : 'positive',
        send: sendOf(features),
        expect: written(expect),
      },
    ],
  }
}

function written(expect: Expectation): Expectation {
  const { trace, log } = expect
  return {
    ...expect,
    ...(typeof trace === 'string' ? { trace: trace.split(STEP) } : {}),
    ...(log === undefined ? {} : { log: linesOf(log as Json[]) }),
  }
}

/** A trace as it is written down. */
export function traceText(trace: Json[]): Json {
  const isText = trace.length > 0 && trace.every((one) => typeof one === 'string' && !one.includes(STEP))
  return isText ? trace.join(STEP) : trace
}

function linesOf(lines: Json[]): Json {
  const missing = LINES.filter((msg) => !lines.some((line) => Object(line).msg === msg))
  return {
    $and: [
      ...lines.map((line): Json => ({ $contains: line })),
      ...missing.map((msg): Json => ({ $not: { $contains: { $subset: { msg } } } })),
    ],
  }
}

export function decisionOf(
  { features: [one, other] }: Pair,
  decided: readonly Decided[],
): Decided | undefined {
  return decided.find(
    ({ pairs: [a, b] }) =>
      [one, other].every(({ id }) => id === a || id === b || a === '*' || b === '*') &&
      [a, b].every((id) => id === '*' || id === one.id || id === other.id),
  )
}

function appOf(features: readonly Feature[]): App {
  const context = choiceOf(features, 'context')
  const declared = [...HOOKS.map(tracing), ...parts(features, 'root'), routeOf(features)]
  const logs = features.some(({ logs: told }) => told === true)
  return {
    options: { ...merged(features, 'options'), ...(logs ? { logger: { $logger: 'info' } } : {}) },
    do: context === undefined ? declared : [{ register: { prefix: String(context), do: declared } }],
  }
}

const tracing = (hook: string): Statement => ({ addHook: [hook, [{ trace: hook }]] })

function routeOf(features: readonly Feature[]): Statement {
  const [url] = pathOf(features)
  const errorHandler = features.find((one) => one.errorHandler !== undefined)?.errorHandler
  const answer = features.find((one) => one.answer !== undefined)?.answer ?? ANSWER
  const method = hasBody(features) ? 'POST' : 'GET'
  const more: [string, Json | undefined][] = [
    ['options', filled(merged(features, 'route'))],
    ['schema', filled(merged(features, 'schema'))],
    ['hooks', listed(features.flatMap(({ hooks }) => hooks ?? []))],
    ['errorHandler', errorHandler as Json | undefined],
  ]
  return {
    [method.toLowerCase()]: url,
    ...Object.fromEntries(more.filter(([, value]) => value !== undefined)),
    do: [{ trace: 'handler' }, ...parts(features, 'first'), ...answer],
  }
}

function sendOf(features: readonly Feature[]): SendForm {
  const context = choiceOf(features, 'context')
  const [, path] = pathOf(features)
  const headers = merged(features, 'headers')
  const method = choiceOf(features, 'method') ?? (hasBody(features) ? 'POST' : 'GET')
  return {
    ...(method === 'GET' ? {} : { method: String(method) }),
    url: (context === '/p' ? '/p' : '') + path,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...BODIES[String(choiceOf(features, 'body') ?? 'none')],
  }
}

function pathOf(features: readonly Feature[]): [declared: string, asked: string] {
  const [declared, asked] = (choiceOf(features, 'path') ?? ['/x', '/x']) as [string, string]
  return [declared, asked]
}

function hasBody(features: readonly Feature[]): boolean {
  const body = choiceOf(features, 'body')
  return body !== undefined && body !== 'none'
}

function choiceOf(features: readonly Feature[], choice: string): Json | undefined {
  return features.map(({ takes }) => takes?.[choice]).find((value) => value !== undefined)
}

function merged(
  features: readonly Feature[],
  key: 'options' | 'route' | 'schema' | 'headers',
): { [name: string]: Json } {
  return Object.assign({}, ...features.map((one) => one[key] ?? {}))
}

function parts(features: readonly Feature[], key: 'root' | 'first'): Program {
  return features.flatMap((one) => one[key] ?? [])
}

const filled = (value: { [name: string]: Json }): Json | undefined =>
  Object.keys(value).length === 0 ? undefined : value
const listed = (value: unknown[]): Json | undefined => (value.length === 0 ? undefined : (value as Json))

/** The headers of the answer that a pair compares. */
export function headersOf({ features }: Pair): string[] {
  return [...new Set([...SHOWN, ...features.flatMap(({ shows }) => shows ?? [])])]
}

/** Whether a pair compares its log lines. */
export function logsOf({ features }: Pair): boolean {
  return features.some(({ logs }) => logs === true)
}
