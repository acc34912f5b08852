// The drawing of contexts is what was observed: on touchstone it never contradicts the rules of encapsulation, and on an
// implementation that breaks them it shows where.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ContextNode, type Declared, treeOf } from '../../../spec/app-tree.ts'
import type { LoadedCase } from '../../../spec/load.ts'
import { type ConformanceReport, runConformance } from '../../run/run.ts'
import { type Looked, type Sighting, sightingsOf, wasRefused } from './sightings.ts'

const reports = new Map<string, ConformanceReport>()

before(async () => {
  const report = await runConformance({
    implementations: ['touchstone', 'express'],
    filter: ['area:encapsulation', 'file:encapsulation/*'],
    transports: ['inject'],
  })
  reports.set('touchstone', { ...report, runs: [report.runs[0]!] })
  reports.set('express', { ...report, runs: [report.runs[1]!] })
})

interface Drawn {
  tree: ContextNode
  looked: Looked[]
  sightings: { node: ContextNode; sighting: Sighting }[]
}

function drawn(implementation: string, one: LoadedCase): Drawn {
  const [run] = reports.get(implementation)!.runs
  const looked = one.body.exchanges.flatMap((exchange): Looked[] => {
    const result = run!.assertions.find(({ result }) => result.id === `${one.id}#${exchange.id}`)?.result
    const observed = result?.cells.inject?.observed
    return observed ? [{ exchange, observed }] : []
  })
  const tree = treeOf(one.body.app)
  const sightings = [...sightingsOf(tree, looked)].flatMap(([node, list]) =>
    list.map((sighting) => ({ node, sighting })),
  )
  return { tree, looked, sightings }
}

/** The way from the root to a node. */
function pathTo(tree: ContextNode, node: ContextNode): ContextNode[] {
  if (tree === node) return [tree]
  for (const child of tree.children) {
    const rest = pathTo(child, node)
    if (rest.length > 0) return [tree, ...rest]
  }
  return []
}

/** A wrapped plugin declares in the context around it (ENC-6). */
function contextOf(tree: ContextNode, node: ContextNode): ContextNode {
  return pathTo(tree, node).findLast(({ wrapped }) => !wrapped)!
}

function ownerOf(node: ContextNode, declared: Declared): ContextNode | undefined {
  if (node.declares.includes(declared)) return node
  return node.children.map((child) => ownerOf(child, declared)).find((one) => one !== undefined)
}

const LATE_REACHES = ['hook', 'schema', 'decorator', 'not-found handler']

/** What the rules say: ENC-1 to ENC-6, and LATE-* of what a parent declares after the child has loaded. */
function isVisible(tree: ContextNode, node: ContextNode, declared: Declared): boolean {
  const home = contextOf(tree, ownerOf(tree, declared)!)
  const way = pathTo(tree, contextOf(tree, node)).filter(({ wrapped }) => !wrapped)
  if (!way.includes(home)) return false
  const nearer = way
    .slice(way.indexOf(home) + 1)
    .flatMap((context) => everythingIn(context))
    .some(({ kind, name }) => kind === declared.kind && name === declared.name && isSingle(kind))
  if (nearer) return false
  const below = way[way.indexOf(home) + 1]
  const isLate = declared.within === 'in after' && below !== undefined && below.order < declared.order
  if (!isLate) return true
  return (
    LATE_REACHES.includes(declared.kind) ||
    (declared.kind.endsWith('decorator') && /"\$function"/.test(JSON.stringify(declared.statement)))
  )
}

/** Of these the nearest one hides the others. */
function isSingle(kind: string): boolean {
  return kind !== 'hook' && kind !== 'schema'
}

function everythingIn(context: ContextNode): Declared[] {
  return [...context.declares, ...context.children.filter(({ wrapped }) => wrapped).flatMap(everythingIn)]
}

/** Here a hook that runs, or an answer as a whole, shows what reaches a context: no probe looks for a name. */
const WITHOUT_PROBE = [
  'late-on-register',
  'late-on-route',
  'late-value-no-dependency',
  'not-found-fails-late-handler',
]

test('on touchstone the drawing says what the rules say, for every case of encapsulation', () => {
  const cases = reports.get('touchstone')!.cases
  const silent: string[] = []
  const wrong: string[] = []
  for (const one of cases) {
    const { tree, looked, sightings } = drawn('touchstone', one)
    for (const { node, sighting } of sightings) {
      const { declared, state, exchanges } = sighting
      if (state === (isVisible(tree, node, declared) ? 'seen' : 'absent')) continue
      const what = `${declared.kind} ${declared.name} of ${sighting.from}`
      wrong.push(`${one.id}: ${node.name}, ${what}, is ${state} by ${exchanges.join(', ')}`)
    }
    const refusals = everywhere(tree).map((declared) => wasRefused(declared, looked))
    const declares = everywhere(tree).some(({ kind }) => kind !== 'route')
    if (declares && sightings.length === 0 && !refusals.includes(true)) silent.push(one.id)
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(silent.sort(), WITHOUT_PROBE)
})

function everywhere(node: ContextNode): Declared[] {
  return [...node.declares, ...node.children.flatMap(everywhere)]
}

test('on an implementation that breaks the rules the drawing shows what was observed there', () => {
  const one = reports.get('express')!.cases.find(({ id }) => id === 'enc-decorator-tree')!
  const seenBy = (implementation: string): string[] =>
    drawn(implementation, one)
      .sightings.filter(({ sighting }) => sighting.state === 'seen')
      .map(({ node, sighting }) => `${node.name} ${sighting.declared.name}`)
  assert.ok(!seenBy('touchstone').includes('sibling child'))
  assert.ok(seenBy('express').includes('sibling child'), String(seenBy('express')))
})

test('a declaration that the implementation refuses is told', () => {
  const one = reports.get('touchstone')!.cases.find(({ id }) => id === 'late-value-declared-again')!
  const { tree, looked } = drawn('touchstone', one)
  assert.deepEqual(
    everywhere(tree).map((declared) => [declared.kind, declared.name, wasRefused(declared, looked)]),
    [
      ['request decorator', 'mine', undefined],
      ['reply decorator', 'mine', undefined],
      ['request decorator', 'mine', true],
      ['reply decorator', 'mine', true],
      ['request decorator', 'other', false],
    ],
  )
})
