/** Why a request is handled as it is: the route it reaches, what runs of it in which order and where that was declared, and what does not run. */

import { declarerOf, placeOf } from '../compile/handlers.ts'
import type { JudgedBy } from '../compile/judged-by.ts'
import type { Context } from '../declare/context.ts'
import type { Declared, RouteEntry } from '../declare/declaration.ts'
import { originsOf } from '../declare/hook-origins.ts'
import { REQUEST_HOOKS, type RequestHook } from '../declare/hook-table.ts'
import { routeHooks } from '../declare/route.ts'
import type { Properties, UserFunction } from '../values.ts'
import { type Asked, lookupIn, methodsOf, nearTo, type Served } from './lookup.ts'

/** A registered symbol, so that a tool with another copy of this package finds it. */
export const kExplain: unique symbol = Symbol.for('touchstone.explain')

/** A function of the application. */
export interface Named {
  /** empty: it has none */
  readonly name: string
  /** the context, such as `root -> users`, or the route that declared it */
  readonly of: string
  /** such as `src/app.js:12`; null: the runtime does not say */
  readonly at: string | null
}
export interface StageAccount {
  readonly stage: string
  readonly runs: readonly (Named & { readonly note: string })[]
}
export interface Account {
  readonly asked: { readonly method: string; readonly url: string }
  /** what answers; `method` and `url` are null for a not-found handler */
  readonly route: { readonly method: string | null; readonly url: string | null; readonly context: string }
  readonly found: boolean
  readonly notes: readonly string[]
  /** in the order in which they run */
  readonly stages: readonly StageAccount[]
  readonly errors: readonly Named[]
  /** hooks of contexts that are not around the route */
  readonly elsewhere: readonly (Named & { readonly stage: string; readonly why: string })[]
  readonly parsers: { readonly types: readonly string[]; readonly limit: number }
  readonly judged: readonly JudgedBy[]
  readonly sees: { readonly app: readonly string[]; readonly schemas: readonly string[] }
  /** routes that are near, where none is found */
  readonly near: readonly string[]
}

/** What an application shows of itself. */
export interface Explained extends Served {
  readonly root: Context
  readonly missed: readonly Declared[]
  readonly bodyLimit: number
  /** members of the root that are no decorators */
  readonly members: ReadonlySet<string>
  /** the entry of the not-found handler for a url */
  notFound(url: string): RouteEntry | null
  judged(route: Declared): JudgedBy[]
}

/** The order of the stages of a request that is answered. */
const INBOUND: readonly RequestHook[] = ['onRequest', 'preParsing', 'preValidation', 'preHandler']
const OUTBOUND: readonly RequestHook[] = ['preSerialization', 'onSend', 'onResponse']
const OTHERWISE: readonly RequestHook[] = ['onError', 'onTimeout', 'onRequestAbort']
const LATE: Partial<Record<RequestHook, string>> = {
  preSerialization: 'for a payload that is no text, Buffer or stream',
  onError: 'when a stage fails',
  onTimeout: 'when the connection is silent for too long',
  onRequestAbort: 'when the client leaves before the answer',
}

/** `locate` says where a function is. */
export function accountOf(
  app: Explained,
  asked: Asked,
  locate: (fn: UserFunction) => string | null,
): Account {
  const lookup = lookupIn(app)
  const entry = lookup(asked) ?? declaredAs(app, asked)
  const answering = entry ?? app.notFound(asked.url)
  const own = answering?.get ?? answering
  const route = [...app.routes, ...app.missed].find((one) => one.entry === own)
  if (route === undefined) throw new Error(`no route answers ${asked.method} ${asked.url}`) // the root has a not-found handler
  const named = (fn: UserFunction, of: string): Named => ({ name: nameOf(fn), of, at: locate(fn) })
  const { context, options } = route
  const at = placeOf(route)
  const stage = (name: RequestHook): StageAccount => {
    const shared = originsOf(context, name).map(({ fn, context: by, late }) => ({
      ...named(fn, by.path),
      note: late
        ? `${by.path} declared it after a plugin inside had loaded: it runs after the hooks of that one`
        : '',
    }))
    const ofRoute = routeHooks(options, name).map((fn) => ({
      ...named(fn, at),
      note: 'an option of the route',
    }))
    return { stage: name, runs: [...shared, ...ofRoute].map((one) => withNote(one, LATE[name])) }
  }
  const handler = { ...handlerOf(route, named, at), note: '' }
  const all = [...INBOUND.map(stage), { stage: 'handler', runs: [handler] }]
  return {
    asked: { method: asked.method, url: asked.url },
    route: { method: entry === null ? null : asked.method, url: route.url ?? null, context: context.path },
    found: entry !== null,
    notes: notesOf(app, asked, route, answering, lookup),
    stages: [...all, ...OUTBOUND.map(stage), ...OTHERWISE.map(stage)].filter(({ runs }) => runs.length > 0),
    errors: errorHandlersOf(route, at, named),
    elsewhere: elsewhereOf(app.root, context, named),
    parsers: { types: context.parsers.list(), limit: options.bodyLimit ?? app.bodyLimit },
    judged: entry === null ? [] : app.judged(route),
    sees: { app: decoratorsOf(context, app.members), schemas: Object.keys(context.schemas.getSchemas()) },
    near: entry === null ? nearTo(asked.url, app.routes) : [],
  }
}

function handlerOf(route: Declared, named: (fn: UserFunction, of: string) => Named, at: string): Named {
  const own = route.options.handler ?? route.entry.handler
  return own === null ? { name: 'the default 404', of: 'touchstone', at: null } : named(own, at)
}

function withNote<T extends { note: string }>(one: T, more = ''): T {
  return more === '' ? one : { ...one, note: one.note === '' ? more : `${more}; ${one.note}` }
}

const nameOf = ({ name }: UserFunction): string => name.replace(/^(?:bound )+/, '')

/** A path as it was declared, where the router does not take it as a url: `/users/:id(^\\d+)`. */
function declaredAs({ routes }: Explained, { method, url }: Asked): RouteEntry | null {
  if (!/[:*]/.test(url)) return null
  return (
    routes.find((one) => one.url === url && [one.method].flat().some((own) => own === method))?.entry ?? null
  )
}

function notesOf(
  app: Explained,
  asked: Asked,
  { options, entry, url }: Declared,
  answering: RouteEntry | null,
  lookup: ReturnType<typeof lookupIn>,
): string[] {
  const notes: string[] = []
  if (answering?.get)
    notes.push(`the automatic HEAD route of GET ${String(url)}: the same hooks and handler, without the body`)
  if (options.attachValidation)
    notes.push('attachValidation: the handler runs for an invalid request, and finds request.validationError')
  if (options.handlerTimeout)
    notes.push(`handlerTimeout: the error handlers answer after ${options.handlerTimeout} ms`)
  if (options.logLevel) notes.push(`logLevel: request.log writes from ${options.logLevel} on`)
  if (
    url !== undefined &&
    answering === (entry.get ?? entry) &&
    Object.keys(Object(options.constraints)).length > 0
  )
    notes.push(`only with ${told(Object(options.constraints))}`)
  if (url !== undefined) return notes
  const others = methodsOf(lookup, asked).filter((one) => one !== asked.method)
  if (others.length > 0) notes.push(`the path has a route for ${others.join(', ')}`)
  const free = lookupIn(app, false)(asked)
  const constrained = app.routes.find((one) => one.entry === (free?.get ?? free))
  if (constrained !== undefined)
    notes.push(
      `${asked.method} ${String(constrained.url)} needs ${told(Object(constrained.options.constraints))}, which this request does not match`,
    )
  return notes
}

function told(constraints: Properties): string {
  return Object.entries(constraints)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' and ')
}

/** The error handlers in the order in which they are asked; the last one is the default. */
function errorHandlersOf(
  route: Declared,
  at: string,
  named: (fn: UserFunction, of: string) => Named,
): Named[] {
  const { options, settled, context } = route
  const list = options.errorHandler === undefined ? [] : [named(options.errorHandler, at)]
  for (let link: typeof settled.errors | null = settled.errors; link !== null; link = link.parent)
    list.push(
      link.handler === null
        ? { name: 'the default', of: 'touchstone', at: null }
        : named(link.handler, declarerOf(link, context).path),
    )
  return list
}

function elsewhereOf(root: Context, route: Context, named: (fn: UserFunction, of: string) => Named) {
  const around = new Set<Context>()
  for (let at: Context | null = route; at !== null; at = at.parent) around.add(at)
  const visit = (context: Context): Account['elsewhere'][number][] => {
    const own = around.has(context)
      ? []
      : REQUEST_HOOKS.flatMap((stage) =>
          ownHooks(context, stage).map((fn) => ({
            ...named(fn, context.path),
            stage,
            why: `a hook of ${context.path}, and the route is in ${route.path}`,
          })),
        )
    return [...own, ...context.children.flatMap(visit)]
  }
  return visit(root)
}

const ownHooks = (context: Context, stage: RequestHook): UserFunction[] =>
  originsOf(context, stage).flatMap((one) => (one.context === context ? [one.fn] : []))

function decoratorsOf(context: Context, members: ReadonlySet<string>): string[] {
  const names = new Set<string>()
  for (let at: Context | null = context; at !== null; at = at.parent)
    for (const name of Object.keys(at.instance)) if (!members.has(name)) names.add(name)
  return [...names].sort()
}
