/** What requests cost: memory that is not given back, and time that grows faster than a text. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { inlined } from '../schema/merge.ts'
import { isSchema, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'
import { type Answer, NoAnswer, type WireRequest } from '../target/target.ts'
import { accepted, ensure, type MutablePins, valuesAbout } from './scene.ts'
import { Story } from './story.ts'

/** Requests of the first look, and of the second. */
const [FEW, MANY] = [80, 500]
/** Milliseconds of one request: what takes longer is not asked hundreds of times. */
const LONG = 6
/** Of the time of a run: the values behind need some too. */
const SHARE = 0.25
/** Bytes of the heap that a request may leave behind, beside what those of most routes leave. */
const LEFT = 1500
/** The same for buffers, which are outside of the heap: most routes leave none. */
const BUFFERS = 8192
/** Milliseconds: less is not told. */
const SLOW = 80
/** A text four times as long may take so many times as long. */
const MOST = 10

export async function cost(run: Run): Promise<void> {
  run.phase = 'cost'
  const { form, fresh } = run.target
  if (form === undefined && fresh === undefined) return // somewhere else: its memory is not seen
  const until = performance.now() + run.options.maxTime * SHARE
  for (const plan of run.wants('slow-input') ? run.plans : [])
    if (run.isWorthwhile(plan) && performance.now() < until) await slow(run, plan)
  if (run.wants('memory-growth')) await growths(run)
}

interface Grown {
  plan: RoutePlan
  /** The last one is measured; those before may be needed for it. */
  requests: WireRequest[]
  answer: Answer
}

/** Bytes of one request. */
interface Left {
  heap: number
  buffers: number
}

/** Requests of any route leave something behind, such as compiled code: what is told is far more than that. */
async function growths(run: Run): Promise<void> {
  const until = performance.now() + run.options.maxTime * SHARE
  const steady: Grown[] = []
  for (const plan of run.plans) {
    const one = performance.now() < until ? await steadyOf(run, plan) : null
    if (one) steady.push(one)
  }
  const all: (Grown & { left: Left })[] = []
  let before = await used()
  for (const one of steady) {
    if (performance.now() > until) break
    await asked(run, one.requests.at(-1)!, 2 * FEW)
    const after = await used()
    all.push({ ...one, left: perRequest(before, after, 2 * FEW) })
    before = after
  }
  const sorted = all.map(({ left }) => left.heap).sort((left, right) => left - right)
  const usual = all.length < 3 ? 0 : Math.max(0, sorted[Math.floor(sorted.length / 2)]!)
  const limit = { heap: usual * 2 + (all.length < 3 ? 2 * LEFT : LEFT), buffers: BUFFERS }
  for (const { plan, requests, answer, left } of all) {
    for (const where of ['heap', 'buffers'] as const) {
      const [times, bytes] = where === 'heap' ? [MANY, LEFT] : [FEW, BUFFERS]
      let least = left[where]
      for (let turn = 0; turn < 3 && least >= limit[where]; turn++) {
        const from = await used()
        await asked(run, requests.at(-1)!, times)
        least = Math.min(least, perRequest(from, await used(), times)[where])
      }
      if (least < limit[where]) continue
      const why = `Each of many equal requests leaves memory behind that is not used again: over ${bytes} bytes${where === 'heap' ? '' : ' of buffers'}.`
      const expected = { kind: 'memory', times, bytes } as const
      const fault = { check: 'memory-growth', key: 'memory', why, expected } as const
      run.note(plan, fault, { requests, answer, core: 1 })
    }
  }
}

/** Null for what makes something new, which is meant to need memory, and for what takes long. */
async function steadyOf(run: Run, plan: RoutePlan): Promise<Grown | null> {
  if (!run.isWorthwhile(plan) || !run.isNew(plan, { check: 'memory-growth', key: 'memory', why: '' }))
    return null
  const story = new Story(run)
  const pins: MutablePins = new Map()
  await ensure(story, plan, pins)
  const one =
    (await accepted(story, plan, { pins, tries: 4 })) ??
    (await story.ask(plan, valuesAbout(story, plan, pins, 0)))
  if (!one?.answer || !(one.answer.status < 300 || one.answer.seen?.handled)) return null
  const { request } = one
  const requests = [...story.requests.filter((its) => its !== request), request]
  const from = performance.now()
  const [answer, other] = [await run.send(plan, request), await run.send(plan, request)]
  // What is refused the second time is as good: memory that it takes is not given back either.
  if (!answer || answer.status >= 500 || performance.now() - from > 2 * LONG) return null
  if (answer.body !== other?.body || other.status !== answer.status) return null
  await asked(run, request, FEW)
  return { plan, requests, answer }
}

function perRequest(before: Left, after: Left, times: number): Left {
  return { heap: (after.heap - before.heap) / times, buffers: (after.buffers - before.buffers) / times }
}

async function asked(run: Run, request: WireRequest, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    if (at % 50 === 0) run.checkLimits()
    await run.target.ask(request, { timeout: run.options.timeout }).catch(() => undefined)
  }
}

let collect: (() => void) | null = null

/** What waits for its finalization is freed some collections later, and buffers are counted until then. */
async function used(collections = 4): Promise<Left> {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  for (let turn = 0; turn < collections; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return { heap: heapUsed, buffers: arrayBuffers }
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
