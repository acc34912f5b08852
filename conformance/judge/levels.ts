// Levels: named parts of the specification, each on top of the one before it, and what an adapter has to declare for them.

import type { Case, Exchange } from '../../spec/case.ts'
import { listIn } from '../../spec/data.ts'
import { type LoadedCase, specificationFolder } from '../../spec/load.ts'
import { requirementsOf } from '../contract/requirements.ts'
import type { JudgedAssertion } from './expectations.ts'

interface WrittenLevel {
  id: string
  prose: string
  /** The capabilities beside those of the level below. */
  needs: string[]
  /** Whether cases with named behaviours belong to it. */
  behaviours?: true
}

export interface Level extends WrittenLevel {
  /** All capabilities, those of the levels below too. */
  words: string[]
}

let levels: Level[] | undefined

/** From the lowest to the highest, as in spec/levels.json. */
export function readLevels(): readonly Level[] {
  if (levels) return levels
  const written = listIn<WrittenLevel>(`${specificationFolder()}levels.json`, 'levels')
  levels = written.map((one, index) => ({
    ...one,
    words: written.slice(0, index + 1).flatMap(({ needs }) => needs),
  }))
  return levels
}

/** The place of the lowest level that has all that this assertion needs; -1 where none has, or it measures touchstone alone. */
export function placeOf(body: Case, exchange: Exchange): number {
  if (body.source !== 'mission' && body.source !== 'interface') return -1
  if (body.level !== 'MUST') return -1
  const { capabilities, behaviours } = requirementsOf(body)
  const over = exchange.transports ?? body.transports ?? []
  const needs = over.length === 1 && over[0] === 'inject' ? [...capabilities, 'inject'] : capabilities
  return readLevels().findIndex(
    (level) =>
      needs.every((one) => level.words.includes(one)) && (behaviours.length === 0 || level.behaviours),
  )
}

export interface LevelResult {
  id: string
  /** Nothing in it differs, and nothing was skipped. */
  reached: boolean
  passed: number
  /** Known differences and those that are not known. */
  differs: number
  skipped: number
  total: number
}

/** How far a run of the whole suite came, level by level; each counts those below it too. */
export function levelsOf(assertions: readonly JudgedAssertion[]): LevelResult[] {
  const results = readLevels().map(({ id }) => ({ id, passed: 0, differs: 0, skipped: 0, total: 0 }))
  for (const { case: one, result, verdict } of assertions) {
    const exchange = one.body.exchanges.find(({ id }) => id === result.exchange)
    const place = exchange ? placeOf(one.body, exchange) : -1
    if (place < 0) continue
    for (const level of results.slice(place)) {
      level.total++
      if (verdict === 'skip') level.skipped++
      else if (verdict === 'pass' || verdict === 'wording') level.passed++
      else level.differs++
    }
  }
  return results.map((one) => ({ ...one, reached: one.total > 0 && one.passed === one.total }))
}

/** The highest level that is reached; null where not even the lowest is. */
export function levelReached(results: readonly LevelResult[]): string | null {
  return results.findLast(({ reached }) => reached)?.id ?? null
}

/** `level schemas`, or what is missing from the first that is not reached. */
export function levelText(results: readonly LevelResult[]): string {
  const level = levelReached(results)
  const next = results.find(({ reached }) => !reached)
  const head = level === null ? 'no level' : `level ${level}`
  if (!next) return head
  const missing = [
    ...(next.differs > 0 ? [`${next.differs} differ`] : []),
    ...(next.skipped > 0 ? [`${next.skipped} skipped`] : []),
  ]
  return `${head}; of ${next.id} ${missing.join(' and ')} of ${next.total}`
}

/** How many assertions an adapter can be asked that declares these words, of those that the levels are made of. */
export function openWith(
  cases: readonly LoadedCase[],
  words: readonly string[],
  behaviours: boolean,
): number {
  let open = 0
  for (const { body } of cases) {
    const needed = requirementsOf(body)
    if (needed.behaviours.length > 0 && !behaviours) continue
    if (!needed.capabilities.every((one) => words.includes(one))) continue
    for (const exchange of body.exchanges)
      if (placeOf(body, exchange) >= 0 && isCarried(body, exchange, words)) open++
  }
  return open
}

function isCarried(body: Case, exchange: Exchange, words: readonly string[]): boolean {
  const over = exchange.transports ?? body.transports ?? ['inject', 'socket']
  return over.some((one) => one === 'http2' || words.includes(one))
}

export interface Rung {
  word: string
  /** With this word and those before it. */
  open: number
}

/** The words in an order in which each opens as many assertions as it can, from those that are there already. */
export function ladderOf(cases: readonly LoadedCase[], declared: readonly string[] = ['socket']): Rung[] {
  const left = new Set(
    readLevels()
      .flatMap(({ needs }) => needs)
      .filter((one) => !declared.includes(one)),
  )
  const words = [...declared]
  const rungs: Rung[] = []
  while (left.size > 0) {
    const best = bestOf(cases, words, left)
    words.push(best)
    left.delete(best)
    rungs.push({ word: best, open: openWith(cases, words, false) })
  }
  return rungs
}

/** A case that lacks several words counts for each of them, the less the more it lacks. */
function bestOf(cases: readonly LoadedCase[], words: readonly string[], left: ReadonlySet<string>): string {
  const worth = new Map([...left].map((word) => [word, 0]))
  for (const { body } of cases) {
    if (body.source !== 'mission' && body.source !== 'interface') continue
    const lacking = requirementsOf(body).capabilities.filter((one) => !words.includes(one))
    for (const word of lacking) {
      const before = worth.get(word)
      if (before !== undefined) worth.set(word, before + body.exchanges.length / 4 ** (lacking.length - 1))
    }
  }
  return [...worth].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}
