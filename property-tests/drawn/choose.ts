/** Chooses, of many rows, few that show much: what no row before showed counts, and a short row costs less. */
import type { Json } from '../../spec/case.ts'
import type { Outcome } from './ask.ts'
import type { Schema } from './schemas.ts'

export interface Asked {
  readonly schema: Schema
  readonly values: readonly Json[]
  readonly outcomes: readonly Outcome[]
}

/** What a row shows: which keywords meet in a schema, each with what became of its values. */
export function shownBy({ schema, values, outcomes }: Asked): Set<string> {
  const meetings = new Set<string>()
  meet(schema, [], meetings)
  const kinds = new Set(outcomes.map((outcome, at) => kindOf(values[at], outcome)))
  const shown = new Set<string>()
  for (const kind of kinds) for (const meeting of meetings) shown.add(`${kind} ${meeting}`)
  return shown
}

function kindOf(value: Json | undefined, outcome: Outcome): string {
  if ('wrong' in outcome) return outcome.wrong.replace(/\/\S+|"[^"]*"|'[^']*'|[\d.]+/g, '')
  return typeof outcome.right === 'string' || JSON.stringify(value) === JSON.stringify(outcome.right)
    ? 'kept'
    : 'changed'
}

const MAPS = ['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']
const DATA = ['enum', 'const', 'default', 'required', 'type']

function meet(schema: unknown, above: readonly string[], meetings: Set<string>): void {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const keys = Object.keys(schema).filter((key) => key !== 'type')
  const type = `type:${String(Reflect.get(schema, 'type'))}`
  const own = [...keys, type]
  for (const [at, key] of own.entries()) {
    meetings.add([...above.slice(-2), key].join('>'))
    for (const other of own.slice(at + 1)) meetings.add(`${above.at(-1)}:${key}+${other}`)
  }
  for (const key of keys) {
    if (DATA.includes(key)) continue
    const value: unknown = Reflect.get(schema, key)
    const below = MAPS.includes(key) ? Object.values(Object(value)) : [value].flat()
    for (const one of below) meet(one, [...above, key], meetings)
  }
}

/** At most `count` rows, the best first. */
export function chosenOf<T extends Asked>(rows: readonly T[], count: number): T[] {
  const waiting = new Map(
    rows.map((row) => [
      row,
      { shown: shownBy(row), cost: 100 + JSON.stringify([row.schema, row.values, row.outcomes]).length },
    ]),
  )
  const chosen: T[] = []
  while (chosen.length < count && waiting.size > 0) {
    let best: T | null = null
    let most = 0
    for (const [row, { shown, cost }] of waiting) {
      if (shown.size / cost <= most) continue
      most = shown.size / cost
      best = row
    }
    if (best === null) break
    const { shown } = waiting.get(best)!
    chosen.push(best)
    waiting.delete(best)
    for (const other of waiting.values()) for (const one of shown) other.shown.delete(one)
  }
  return chosen
}
