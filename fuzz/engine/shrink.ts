/** Shrinks values that show a fault: removes parts, properties and items first, then simplifies the rest. */

import { isSchema } from '../schema/walk.ts'
import type { Fault } from './finding.ts'
import type { Values } from './route-plan.ts'
import type { Asked } from './run-options.ts'

export interface ShrinkOptions {
  /** How many candidates may be asked for. */
  readonly tries: number
}

/** The smallest values that show the fault; every candidate is sent. */
export async function shrink(
  values: Values,
  stillFails: (candidate: Values) => Promise<boolean>,
  { tries }: ShrinkOptions,
): Promise<Values> {
  let best = values
  let left = tries
  const seen = new Set<string>([JSON.stringify(values)])
  for (let found = true; found && left > 0; ) {
    found = false
    for (const candidate of simpler(best)) {
      const text = JSON.stringify(candidate)
      if (seen.has(text)) continue
      seen.add(text)
      if (left-- <= 0) break
      if (!(await stillFails(candidate))) continue
      best = candidate
      found = true
      break
    }
  }
  return best
}

interface Asking {
  /** Null where it cannot be sent. */
  ask(values: Values): Promise<Asked | null>
  judged(asked: Asked): Fault[]
  readonly tries: number
}

/** The smallest request with the same fault; without a fault where it is not there again, null where it could not be asked. */
export async function smallest(
  values: Values,
  fault: Fault,
  { ask, judged, tries }: Asking,
): Promise<{ values: Values; asked: Asked; fault: Fault | null } | null> {
  let last: { asked: Asked; fault: Fault | null } | null = null
  const stillFails = async (candidate: Values): Promise<boolean> => {
    const asked = await ask(candidate)
    if (asked === null) return false
    const same = judged(asked).find(({ check, key }) => check === fault.check && key === fault.key)
    if (same || last === null) last = { asked, fault: same ?? null }
    return same !== undefined
  }
  const best = (await stillFails(values)) ? await shrink(values, stillFails, { tries }) : values
  return last && { values: best, ...(last as { asked: Asked; fault: Fault | null }) }
}

function* simpler(values: Values): Generator<Values> {
  for (const part of Object.keys(values) as (keyof Values)[]) {
    const { [part]: _gone, ...rest } = values
    yield rest
  }
  for (const part of Object.keys(values) as (keyof Values)[])
    for (const one of simplerValues(values[part])) yield { ...values, [part]: one }
}

/** Simpler candidates for a value, the largest steps first. */
export function* simplerValues(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* simplerLists(value)
  else if (isSchema(value)) yield* simplerObjects(value)
  else if (typeof value === 'string') yield* simplerTexts(value)
  else if (typeof value === 'number') yield* simplerNumbers(value)
  else if (value === true) yield false
}

function* simplerLists(list: unknown[]): Generator<unknown> {
  if (list.length === 0) return
  yield []
  const half = Math.floor(list.length / 2)
  if (half > 0) {
    yield list.slice(0, half)
    yield list.slice(half)
  }
  const places = Math.min(list.length, 24)
  if (list.length > 1 && list.length <= 24) for (let at = 0; at < places; at++) yield list.toSpliced(at, 1)
  for (let at = 0; at < places; at++) for (const one of simplerValues(list[at])) yield list.with(at, one)
}

function* simplerObjects(object: Readonly<Record<string, unknown>>): Generator<unknown> {
  const names = Object.keys(object)
  if (names.length > 1) yield {}
  for (const name of names) yield Object.fromEntries(Object.entries(object).filter(([one]) => one !== name))
  for (const name of names)
    for (const one of simplerValues(object[name]))
      yield Object.fromEntries(Object.entries(object).map(([key, old]) => [key, key === name ? one : old]))
}

function* simplerTexts(text: string): Generator<string> {
  const letters = [...text]
  if (letters.length === 0) return
  yield ''
  if (text !== 'a' && letters.length <= 2) yield 'a'
  for (let part = Math.floor(letters.length / 2); part >= 1; part = Math.floor(part / 2)) {
    yield letters.slice(part).join('')
    yield letters.slice(0, -part).join('')
  }
  if (/[^a]/.test(text) && letters.length <= 500) yield 'a'.repeat(letters.length)
  if (letters.length <= 24)
    for (let at = 0; at < letters.length; at++) yield letters.toSpliced(at, 1).join('')
}

function* simplerNumbers(value: number): Generator<number> {
  if (value === 0 || !Number.isFinite(value)) return
  yield 0
  if (value < 0) yield -value
  if (!Number.isInteger(value)) yield Math.trunc(value)
  // Closer and closer to what fails: a limit is found by halving.
  for (let step = value; Math.abs(step) >= 1; step = Math.trunc(step / 2)) {
    const closer = value - Math.trunc(step / 2)
    if (closer !== value && Math.trunc(step / 2) !== 0) yield closer
  }
  if (Number.isInteger(value)) yield value - Math.sign(value)
}
