/** Bodies of other media types, for routes that say what a body is: whatever reaches the handler has to keep the schema. */
import { judge } from '../engine/judge.ts'
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { shrink } from '../engine/shrink.ts'
import { breakagesOf } from '../schema/breaking.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { liveOf } from './live.ts'
import { plainOf } from './samples.ts'

const TEXT = 'a body of another kind'
/** Each with a body that is right for it and wrong for a schema of objects. */
const BODIES: readonly [type: string, body: string][] = [
  ['text/plain', TEXT],
  ['application/x-www-form-urlencoded', 'undeclared=1'],
  ['application/octet-stream', TEXT],
  ['application/xml', '<a/>'],
  ['text/csv', 'a,b\n1,2'],
  ['application/x-ndjson', '1\n2'],
]

/** Bodies that parsers of a type, and what reads their results, stumble on: empty lines, ends that are missing, nothing at all. */
const ODD: Readonly<Record<string, readonly string[]>> = {
  'application/json': ['', '{', '"', 'null', '[]', '\ufeff{}', '{"__proto__":{}}', '{"a":1,"a":2}', '1e999'],
  'text/plain': ['', ' ', '\u0000', 'a\n\nb\n'],
  'application/x-www-form-urlencoded': ['', '=', 'a=1&a=2', 'a=%zz', 'a[b][c]=1', '__proto__=1'],
  'application/octet-stream': ['', '\u0000'],
  'application/xml': ['', '<a', '<a>&b;</a>', '<a></b>'],
  'text/csv': ['', 'a\n\nb', 'a\n', '\n', ',', '"', 'a;b', '\ufeffa'],
  'application/x-ndjson': ['', '\n', '{}\n\n{}', '{', 'null'],
}

export async function mediaTypes(run: Run): Promise<void> {
  run.phase = 'media types'
  for (const plan of run.plans) {
    if (!plan.parts.get('body')?.oracle || plan.route.attachValidation) continue
    for (const [type, bodies] of Object.entries(ODD)) await oddBodies(run, plan, type, bodies)
    if (!run.wants('unvalidated-media-type')) continue
    const declared = new Set((plan.route.bodyTypes ?? []).map((type) => type.toLowerCase()))
    for (const [type, body] of [...BODIES, ...likeJson(plan), ...parsed(plan)]) {
      if (declared.has(type)) continue
      run.checkLimits()
      await tryType(run, plan, type, body)
    }
  }
}

/** A body that a parser takes, or refuses, is answered below 500. */
async function oddBodies(run: Run, plan: RoutePlan, type: string, bodies: readonly string[]): Promise<void> {
  if (!run.wants('no-5xx')) return
  for (const body of bodies) {
    run.checkLimits()
    const { body: _json, ...values } = liveOf(run, plan)
    const encoded = run.encode(plan, values)
    if (encoded === null || !run.isWorthwhile(plan)) return
    const headers = { ...encoded.request.headers, 'content-type': type }
    const request = { ...encoded.request, headers, body }
    const answer = await run.send(plan, request, true)
    if (answer === null || answer.status === 415) return // the same for all bodies of this type
    const [fault] = judge(plan, {}, answer)
    if (answer.status >= 500 && fault) run.note(plan, fault, { requests: [request], answer, values })
  }
}

/** Types for which the application has a parser of its own: with a text, and with JSON, whichever it reads. */
function parsed(plan: RoutePlan): [string, string][] {
  const own = (plan.route.parsedTypes ?? []).filter(
    (type) => /^[\w.+-]+\/[\w.+-]+$/.test(type) && !ASKED.has(type),
  )
  const [[, json] = ['', '{}']] = likeJson(plan)
  return own.flatMap((type): [string, string][] => [
    [type, TEXT],
    [type, json],
  ])
}

/** Types that a parser may read as JSON, with JSON that breaks the schema. */
const LIKE_JSON = ['application/vnd.api+json', 'text/json', 'application/jsonp']
const ASKED = new Set(['application/json', ...LIKE_JSON, ...BODIES.map(([type]) => type)])

function likeJson(plan: RoutePlan): [string, string][] {
  const { schema, around, oracle } = plan.parts.get('body')!
  const wrong = breakagesOf(plainOf(plan).body, schema, around).find(
    ({ value }) => oracle?.judge(value).valid === false,
  )
  if (!wrong) return []
  const text = JSON.stringify(wrong.value)
  return LIKE_JSON.map((type) => [type, text])
}

async function tryType(run: Run, plan: RoutePlan, type: string, body: string): Promise<void> {
  const { body: _json, ...values } = liveOf(run, plan)
  const fault = { check: 'unvalidated-media-type', key: type, why: '' } as const
  if (!run.isNew(plan, fault)) return
  let found: { request: WireRequest; answer: Answer; why: string } | null = null
  const gotThrough = async (candidate: Values): Promise<boolean> => {
    const encoded = run.encode(plan, candidate)
    if (encoded === null) return false
    const headers = { ...encoded.request.headers, 'content-type': type }
    const request = { ...encoded.request, headers, body }
    const answer = await run.send(plan, request, true)
    const why = answer && brokenBody(plan, answer, LIKE_JSON.includes(type))
    if (!answer || !why) return false
    found = { request, answer, why: `A body of ${type} reached the handler: ${why}` }
    return true
  }
  if (!(await gotThrough(values))) return
  const smallest = await shrink(values, gotThrough, { tries: 60 })
  const { request, answer, why } = found as unknown as { request: WireRequest; answer: Answer; why: string }
  run.note(plan, { ...fault, why }, { requests: [request], answer, values: smallest })
}

/** Why what the handler was given is not a body of this route; null where it was not given any, or it is one. */
function brokenBody(plan: RoutePlan, { seen, status }: Answer, isJson: boolean): string | null {
  const oracle = plan.parts.get('body')?.oracle
  // From outside nobody sees what another parser has made of a text.
  if (!seen) return isJson && status >= 200 && status < 300 ? `the answer is ${status}.` : null
  if (!seen.handled || seen.route !== plan.route.url || !seen.parts) return null
  const verdict = oracle?.judge(seen.parts.body)
  if (verdict?.valid !== false) return null
  return `it was read as ${JSON.stringify(seen.parts.body)}, which ${verdict.message} (keyword ${verdict.keyword}).`
}
