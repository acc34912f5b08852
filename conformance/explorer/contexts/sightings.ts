// What the contexts of an application were observed to see: of the declarations in a case, which one an answer, a trace or a probe
// showed in which context, and which one it showed to be absent there. What no exchange looked at is not told.

import { type ContextNode, type Declared, findRoute } from '../../../spec/app-tree.ts'
import type { Exchange, Json, Statement } from '../../../spec/case.ts'
import type { Observation } from '../../contract/result.ts'
import { fixedText } from '../code/copy-command.ts'
import { type Marks, marksOf, readsOf, shown } from './marks.ts'

export interface Sighting {
  declared: Declared
  /** The name of the context that declared it. */
  from: string
  state: 'seen' | 'absent'
  /** The exchanges that showed it. */
  exchanges: string[]
}

/** By the context that looked. */
export type Sightings = Map<ContextNode, Sighting[]>

export interface Looked {
  exchange: Exchange
  observed: Observation
}

interface Candidate {
  declared: Declared
  node: ContextNode
  marks: Marks
}

/** A request that came to a route of a context, and what was observed of it. */
interface Look extends Looked {
  node: ContextNode
  /** Null where there is none: then a not-found handler answered. */
  route: Declared | null
}

export function sightingsOf(tree: ContextNode, looked: readonly Looked[]): Sightings {
  const candidates = candidatesOf(tree)
  const looks = looked.flatMap(({ exchange, observed }): Look[] => {
    const { send } = exchange
    if (send?.url === undefined || !observed.answer) return []
    const url = fixedText(send.url)
    const route = findRoute(tree, send.method ?? 'GET', url)
    if (route === null && observed.answer.status !== 404) return []
    const node = route === null ? contextUnder(tree, url) : ownerOf(tree, route)
    return node ? [{ exchange, observed, node, route }] : []
  })
  const found: Sightings = new Map()
  for (const look of looks)
    for (const [candidate, state] of statesOf(look, candidates, looks)) add(found, look, candidate, state)
  return found
}

/** Whether a declaration that a case tries was refused: undefined where nothing shows it. */
export function wasRefused({ tried }: Declared, looked: readonly Looked[]): boolean | undefined {
  if (tried === undefined) return undefined
  for (const { observed } of looked) {
    const probe = observed.probes[tried]
    if (probe !== null && typeof probe === 'object' && !Array.isArray(probe)) return 'threw' in probe
  }
  return undefined
}

function candidatesOf(node: ContextNode): Candidate[] {
  const own = node.declares
    .filter(({ kind }) => kind !== 'route')
    .map((declared) => ({ declared, node, marks: marksOf(declared) }))
  return [...own, ...node.children.flatMap(candidatesOf)]
}

function ownerOf(node: ContextNode, route: Declared): ContextNode | undefined {
  if (node.declares.includes(route)) return node
  for (const child of node.children) {
    const found = ownerOf(child, route)
    if (found) return found
  }
  return undefined
}

/** The context with the longest prefix of the path: its not-found handler answers there. */
function contextUnder(node: ContextNode, url: string): ContextNode {
  const child = node.children.find(
    ({ prefix }) => prefix !== '' && prefix !== node.prefix && url.startsWith(prefix),
  )
  return child ? contextUnder(child, url) : node
}

function add(found: Sightings, look: Look, { declared, node }: Candidate, state: Sighting['state']): void {
  // A wrapped plugin has no context: its routes are those of the one around it, and so is what they see.
  const list = found.get(look.node) ?? []
  found.set(look.node, list)
  const known = list.find((one) => one.declared === declared)
  if (!known) list.push({ declared, from: node.name, state, exchanges: [look.exchange.id] })
  else {
    if (!known.exchanges.includes(look.exchange.id)) known.exchanges.push(look.exchange.id)
    if (state === 'seen') known.state = state // what one stage lacks, another has
  }
}

type State = [Candidate, Sighting['state']]

function statesOf(look: Look, candidates: readonly Candidate[], looks: readonly Look[]): State[] {
  const read = look.route ? readsOf(look.route, look.observed, hooksFor(candidates, look)) : []
  const named = read.flatMap(({ kind, name, value }): State[] => {
    if (kind === 'schema') return schemasIn(value, candidates)
    const same = candidates.filter(({ declared }) => declared.kind === kind && declared.name === name)
    const there = same.filter((one) => isThere(one, value, same.length > 1))
    const around = there.filter(({ node }) => holds(node, look.node))
    // Of equal values that of a context around is the one: the others were not looked at.
    const seen = around.length > 0 ? around : there
    return same
      .filter((one) => seen.includes(one) || !there.includes(one))
      .map((one): State => [one, seen.includes(one) ? 'seen' : 'absent'])
  })
  const others = candidates.flatMap((one): State[] => {
    const state = stateByMark(one, look, candidates, looks)
    return state === undefined ? [] : [[one, state]]
  })
  return [...named, ...others]
}

function holds(node: ContextNode, inner: ContextNode): boolean {
  return node === inner || node.children.some((child) => holds(child, inner))
}

/** A list of shared schemas tells of each of them. */
function schemasIn(ids: Json | undefined, candidates: readonly Candidate[]): State[] {
  return candidates
    .filter(({ declared }) => declared.kind === 'schema' && Array.isArray(ids))
    .map((one): State => [one, (ids as Json[]).includes(one.declared.name) ? 'seen' : 'absent'])
}

/** The programs of hooks that ran, which may read what the request has. */
function hooksFor(candidates: readonly Candidate[], { observed }: Look): Statement[] {
  return candidates
    .filter(({ declared }) => declared.kind === 'hook' && observed.trace.length > 0)
    .map(({ declared }) => declared.statement)
}

/** Where several contexts use one name, the value tells which of them it was. */
function isThere({ marks }: Candidate, value: Json | undefined, several: boolean): boolean {
  if (value === undefined) return false
  if (!several) return true
  return marks.values.some((one) => JSON.stringify(one) === JSON.stringify(value))
}

/** Of what has no name that a program reads: a hook, a handler, a parser, a compiler. */
function stateByMark(
  one: Candidate,
  look: Look,
  candidates: readonly Candidate[],
  looks: readonly Look[],
): Sighting['state'] | undefined {
  const { declared, marks } = one
  if (!marks.acts || (look.route === null) !== (declared.kind === 'not-found handler')) return undefined
  const rivals = candidates.filter((other) => other !== one && other.marks.acts)
  const own = marks.values.filter(
    (value) => !rivals.some(({ marks: theirs }) => theirs.values.some((other) => other === value)),
  )
  if (own.length === 0) return undefined
  if (shown(own, marks, look.observed)) return 'seen'
  if (isWatched(declared, look)) return 'absent'
  const elsewhere = looks.some(
    (other) => other !== look && isAlike(other, look) && shown(own, marks, other.observed),
  )
  return elsewhere ? 'absent' : undefined
}

/** Whether the exchange would have shown it: no other one is needed to tell that it is absent. */
function isWatched({ kind, name, statement }: Declared, { exchange, observed, route }: Look): boolean {
  const { status } = observed.answer as { status: number }
  if (route === null) return true
  if (kind === 'hook') return status < 400 && !WATCHED_NOT.has(name) && isPlain(statement)
  if (kind === 'error handler') return status >= 400 && throws(route)
  if (kind === 'parser') return status === 415 && exchange.send?.contentType === name
  if (kind === 'reply serializer')
    return status < 400 && /"(send|return)":\{/.test(JSON.stringify(route.statement))
  return false
}

/** Hooks that need more than an answer to run. */
const WATCHED_NOT = new Set([
  'onError',
  'onTimeout',
  'onRequestAbort',
  'onClose',
  'onReady',
  'onListen',
  'onRoute',
  'onRegister',
  'preClose',
  'preParsing',
  'preSerialization',
])

/** A hook whose effect depends on nothing. */
function isPlain(statement: Statement): boolean {
  return !/"(if|when|unless|attempt)"/.test(JSON.stringify(statement))
}

function throws({ statement }: Declared): boolean {
  return /"throw"/.test(JSON.stringify(statement))
}

/** Two requests that differ in the place alone. */
function isAlike(one: Look, other: Look): boolean {
  return storyOf(one) === storyOf(other)
}

function storyOf({ exchange, route }: Look): string {
  const { send } = exchange
  const [, query = ''] = fixedText(send?.url ?? '').split('?')
  const { statement, methods } = route ?? { statement: {}, methods: [] }
  const rest = Object.entries(statement).filter(
    ([key]) => !['get', 'post', 'delete', 'head', 'all'].includes(key),
  )
  return JSON.stringify([
    methods,
    query,
    send?.json ?? null,
    send?.text ?? null,
    send?.contentType ?? null,
    rest,
  ])
}
