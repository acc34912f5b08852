/** What requests cost: memory that is not given back, and time that grows faster than a text. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { inlined } from '../schema/merge.ts'
import { isSchema, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'
import { type Answer, NoAnswer, type WireRequest } from '../target/target.ts'
import { memory, SHARE } from './memory.ts'

/** Milliseconds: less is not told. */
const SLOW = 80
/** A text four times as long may take so many times as long. */
const MOST = 10

export async function cost(run: Run): Promise<void> {
  run.phase = 'cost'
  const { form, fresh } = run.target
  const until = performance.now() + run.options.maxTime * SHARE
  // Of a server somewhere else the time says little without a fresh start.
  for (const plan of run.wants('slow-input') && (form ?? fresh) ? run.plans : [])
    if (run.isWorthwhile(plan) && performance.now() < until) await slow(run, plan)
  if (run.wants('memory-growth')) await memory(run)
}

/** Pieces that patterns and loops over texts have trouble with. */
const PIECES: readonly [piece: string, end: string][] = [
  ['a', '!'],
  ['a ', '!'],
  [' ', 'x'],
  ['<', ''],
  ['[', ''],
  ['(', ''],
  ['-', '!'],
  ['1', 'x'],
  ['a,', '!'],
]
/** The first is short enough for a time that doubles with each letter; the others grow so that no step takes very long. */
const LENGTHS = [26, 400, 1600, 6400, 25_600]
/** Milliseconds from which the longest text is tried. */
const WORTH = 4

async function slow(run: Run, plan: RoutePlan): Promise<void> {
  const known = run.successes[plan.at]!.at(-1)?.request
  if (!known) return
  for (const { most, put, name } of textsOf(plan, known)) {
    if (!run.isNew(plan, { check: 'slow-input', key: name, why: '' })) continue
    for (const [piece, end] of PIECES)
      if (await isSlow(run, plan, name, most, (length) => put(textOf(piece, end, length)))) break
  }
}

function textOf(piece: string, end: string, length: number): string {
  return piece.repeat(Math.max(0, Math.floor((length - end.length) / piece.length))) + end
}

async function isSlow(
  run: Run,
  plan: RoutePlan,
  name: string,
  most: number,
  put: (length: number) => WireRequest | null,
): Promise<boolean> {
  let took = 0
  for (const wanted of LENGTHS) {
    if (wanted === LENGTHS.at(-1) && took < WORTH) return false
    let length = Math.min(wanted, most)
    let request = put(length)
    took = (request && (await timed(run, plan, request))) ?? 0
    // Half of what is far too slow is slow enough, and is asked several times.
    while (request && took > 4 * SLOW && length > 26) {
      length = Math.ceil(length / 2)
      request = put(length)
      took = (request && (await timed(run, plan, request))) ?? 0
    }
    const short = put(length <= 26 ? Math.ceil(length * 0.6) : Math.floor(length / 4))
    if (took >= SLOW && short && request) return confirmed(run, plan, short, request, name)
    if (request === null || length === most || length < wanted) return false
  }
  return false
}

async function confirmed(
  run: Run,
  plan: RoutePlan,
  short: WireRequest,
  long: WireRequest,
  name: string,
): Promise<boolean> {
  let answer: Answer | null = null
  for (let turn = 0; turn < 2; turn++) {
    const first = Math.min((await timed(run, plan, short)) ?? 0, (await timed(run, plan, short)) ?? 0)
    const from = performance.now()
    answer = await run.send(plan, long)
    const took = performance.now() - from
    if (took < SLOW || took < first * MOST) return false
  }
  const why = `The time for ${name} grows faster than its length: over ${SLOW} ms for this text, and less than a tenth of it for the shorter one.`
  const expected = { kind: 'time', most: MOST / 2, least: SLOW / 2 } as const
  // The first request of a fresh application takes longer than the others.
  run.note(
    plan,
    { check: 'slow-input', key: name, why, expected },
    { requests: [short, short, long], answer },
  )
  return true
}

async function timed(run: Run, plan: RoutePlan, request: WireRequest): Promise<number | null> {
  run.checkLimits()
  const from = performance.now()
  try {
    if ((await run.send(plan, request)) === null) return null
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
  return performance.now() - from
}

interface Text {
  name: string
  most: number
  /** The request with another text; null where its schema refuses it. */
  put(text: string): WireRequest | null
}

/** Texts of one route that are tried, the ones that may be longest first. */
const TEXTS = 10
const DEPTH = 4
const LONGEST = 32_000

/** Texts of the body and the query, at any depth, of a list in its first item. */
function textsOf(plan: RoutePlan, known: WireRequest): Text[] {
  const found: Text[] = []
  for (const part of ['body', 'querystring'] as const) {
    const planned = plan.parts.get(part)
    const given =
      part === 'body'
        ? parsed(known.body)
        : Object.fromEntries(new URLSearchParams(known.url.split('?')[1] ?? ''))
    if (!planned || given === null) continue
    for (const { path, most } of textPlaces(planned.schema, planned.around, given, []))
      found.push({
        name: `${part}/${path.join('/')}`,
        most,
        put: (text) => {
          const value = withText(given, path, text) as Record<string, string>
          if (planned.oracle?.judge(value).valid === false) return null
          if (part === 'body') return { ...known, body: JSON.stringify(value) }
          return { ...known, url: `${known.url.split('?')[0]}?${new URLSearchParams(value)}` }
        },
      })
  }
  return found.sort((left, right) => right.most - left.most).slice(0, TEXTS)
}

function textPlaces(
  given: SchemaOrBoolean,
  around: Surroundings,
  value: unknown,
  path: string[],
): { path: string[]; most: number }[] {
  const schema = inlined(given, around)
  if (!isSchema(schema) || path.length > DEPTH) return []
  const { properties, items, maxLength = LONGEST } = schema
  if ([schema['type']].flat().includes('string') && !schema['enum'] && !schema['format'] && path.length > 0)
    return [{ path, most: Math.min(Number(maxLength), LONGEST) }]
  if (Array.isArray(value) && value.length > 0 && isSchema(items))
    return textPlaces(items, around, value[0], [...path, '0'])
  if (!isSchema(value) || !isSchema(properties)) return []
  return Object.entries(properties).flatMap(([name, one]) =>
    textPlaces(one as SchemaOrBoolean, around, value[name], [...path, name]),
  )
}

function withText(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return value.with(0, withText(value[0], rest, text))
  return { ...(value as object), [name]: withText((value as Record<string, unknown>)[name], rest, text) }
}

function parsed(body: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return isSchema(value) ? { ...value } : null
  } catch {
    return null
  }
}
