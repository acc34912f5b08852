/** What requests cost: memory that is not given back, and time that grows faster than a text. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { isSchema } from '../schema/walk.ts'
import { type Answer, NoAnswer, type WireRequest } from '../target/target.ts'

/** Requests of the first look, and of the second. */
const [FEW, MANY] = [150, 2000]
/** Bytes that a request may leave behind. */
const LEFT = 200
/** Milliseconds: less is not told. */
const SLOW = 80
/** A text four times as long may take so many times as long. */
const MOST = 10

export async function cost(run: Run): Promise<void> {
  run.phase = 'cost'
  if (run.target.form === undefined && run.target.fresh === undefined) return // somewhere else: its memory is not seen
  for (const plan of run.plans) {
    if (!run.isWorthwhile(plan)) continue
    if (run.wants('slow-input')) await slow(run, plan)
    if (run.wants('memory-growth')) await growth(run, plan)
  }
}

async function growth(run: Run, plan: RoutePlan): Promise<void> {
  const known = run.successes[plan.at]!.at(-1)
  if (!known || !run.isNew(plan, { check: 'memory-growth', key: 'memory', why: '' })) return
  const { request } = known
  const [one, other] = [await run.send(plan, request), await run.send(plan, request)]
  // What makes something new is meant to need memory.
  if (!one || one.status >= 300 || one.body !== other?.body || other.status !== one.status) return
  const from = performance.now()
  await used(run, request, FEW)
  if (performance.now() - from > 1000) return
  if ((await perRequest(run, request, FEW)) < LEFT) return
  for (let turn = 0; turn < 2; turn++) if ((await perRequest(run, request, MANY)) < LEFT) return
  const bytes = Math.round(await perRequest(run, request, MANY))
  if (bytes < LEFT) return
  const why = `Each of ${MANY} equal requests leaves ${bytes} bytes behind.`
  const expected = { kind: 'memory', times: MANY, bytes: LEFT / 2 } as const
  run.note(
    plan,
    { check: 'memory-growth', key: 'memory', why: why.replace(/\d+ bytes/, 'more than 200 bytes'), expected },
    { requests: [request], answer: one },
  )
}

async function perRequest(run: Run, request: WireRequest, times: number): Promise<number> {
  const before = await used(run, request, 1)
  return ((await used(run, request, times)) - before) / times
}

let collect: (() => void) | null = null

async function used(run: Run, request: WireRequest, times: number): Promise<number> {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  for (let at = 0; at < times; at++) {
    if (at % 50 === 0) run.checkLimits()
    run.requests++
    await run.target.ask(request, { timeout: run.options.timeout }).catch(() => undefined)
  }
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  collect()
  return process.memoryUsage().heapUsed
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
const LENGTHS = [12, 16, 20, 24, 28, 32, 500, 2000, 8000, 32_000]

async function slow(run: Run, plan: RoutePlan): Promise<void> {
  const known = run.successes[plan.at]!.at(-1)?.request
  if (!known) return
  for (const { most, put, name } of textsOf(plan, known)) {
    if (!run.isNew(plan, { check: 'slow-input', key: name, why: '' })) continue
    for (const [piece, end] of PIECES) {
      const text = (length: number): string =>
        piece.repeat(Math.floor((length - end.length) / piece.length)) + end
      const times: { length: number; took: number }[] = []
      for (const length of LENGTHS.filter((one) => one <= most)) {
        const request = put(text(length))
        if (request === null) break
        const took = await timed(run, plan, request)
        if (took === null) break
        times.push({ length, took })
        const short =
          times.findLast((one) => one.length * 4 <= length) ?? (length <= 32 ? times[0] : undefined)
        if (took < SLOW || !short || took < short.took * MOST || short.length === length) {
          if (took > SLOW * 10) break
          continue
        }
        if (await confirmed(run, plan, put(text(short.length))!, request, name)) return
        break
      }
    }
  }
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
  run.note(plan, { check: 'slow-input', key: name, why, expected }, { requests: [short, long], answer })
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

/** Texts of the body and the query, at the first level. */
function textsOf(plan: RoutePlan, known: WireRequest): Text[] {
  const found: Text[] = []
  const { body, querystring } = Object.fromEntries(plan.parts)
  for (const [part, at] of [
    [body, 'body'],
    [querystring, 'querystring'],
  ] as const) {
    const properties =
      part && isSchema(part.schema) && isSchema(part.schema['properties']) ? part.schema['properties'] : {}
    const given =
      at === 'body'
        ? parsed(known.body)
        : Object.fromEntries(new URLSearchParams(known.url.split('?')[1] ?? ''))
    if (given === null) continue
    for (const [name, one] of Object.entries(properties)) {
      if (!isSchema(one) || ![one['type']].flat().includes('string') || one['enum'] || one['format']) continue
      found.push({
        name: `${at}/${name}`,
        most: Number(one['maxLength'] ?? 32_000),
        put: (text) => {
          const value = { ...given, [name]: text }
          if (part!.oracle?.judge(value).valid === false) return null
          if (at === 'body') return { ...known, body: JSON.stringify(value) }
          return {
            ...known,
            url: `${known.url.split('?')[0]}?${new URLSearchParams(value as Record<string, string>)}`,
          }
        },
      })
    }
  }
  return found
}

function parsed(body: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return isSchema(value) ? { ...value } : null
  } catch {
    return null
  }
}
