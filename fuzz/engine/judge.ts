/** Judges one exchange: what is wrong with it, by the values on the wire and not those that were meant. */
import { pathToFileURL } from 'node:url'
import type { Part } from '../schema/wire.ts'
import type { Answer, TargetRoute } from '../target/target.ts'
import type { Decoded, Fault } from './finding.ts'
import { Responses } from './responses.ts'
import { PARTS, type RoutePlan } from './route-plan.ts'

type Parts = Partial<Record<Part, unknown>>

const responses = new WeakMap<TargetRoute, Responses>()

/** Everything that one answer shows. `read` is what the request carried; what the target itself read goes before it. */
export function judge(plan: RoutePlan, read: Parts, answer: Answer): Fault[] {
  const { seen, status } = answer
  // One of a route and a check: what its text says of the values changes with them.
  const own = (answer.own ?? []).map(({ check, why }): Fault => ({ check, why, key: check }))
  if (answer.polluted !== undefined) own.push(pollutedBy(answer.polluted))
  if (status >= 500) return [serverError(answer), ...own]
  if (seen && seen.route !== plan.route.url) return own // the values led to another route, or to none
  return [
    ...own,
    ...judgeRequest(plan, { ...read, ...seen?.parts }, answer),
    ...judgeAnswer(plan, answer).map((fault) => (isMeant(plan, fault) ? meantToGo(fault) : fault)),
  ]
}

function pollutedBy(name: string): Fault {
  const why = `Afterwards each object of the process has the property ${JSON.stringify(name)}.`
  return { check: 'prototype-pollution', key: 'prototype', why }
}

/** A payload may have more than it shows: it is no error to drop what no schema for such things declares. */
function isMeant({ forgets }: RoutePlan, { check, meant }: Fault): boolean {
  return (
    check === 'response-dropped' && forgets !== undefined && meant !== undefined && !forgets(meant.pointer)
  )
}

function meantToGo(fault: Fault): Fault {
  return { ...fault, check: 'response-undeclared' }
}

function serverError({ status, body, seen }: Answer): Fault {
  const error = seen?.error
  const said = error ? `${error.name}: ${error.message}` : body.slice(0, 200)
  const frame = error?.stack
    ?.split('\n')
    .find((line) => /^\s+at /.test(line) && !/node:|node_modules/.test(line))
  const place =
    frame === undefined ? '' : ` (${frame.trim().replace(`${pathToFileURL(process.cwd()).href}/`, '')})`
  // Two functions that throw are two faults; lines move with every change.
  const [, thrower = ''] = /^\s*at (?:async )?([\w$.]+) \(/.exec(frame ?? '') ?? []
  const key = (
    error ? `${status} ${error.code ?? error.name} ${thrower}` : `${status} ${seen ? '' : messageIn(body)}`
  ).trim()
  return { check: 'no-5xx', key, why: `The answer is ${status}: ${said}${place}` }
}

/** What a server says of its failure, without the words that differ from request to request. */
function messageIn(body: string): string {
  const [, said = ''] =
    /"(?:message|detail|error_description)":"((?:[^"\\]|\\.)+)"/.exec(body.slice(0, 2000)) ?? []
  return said.replace(/'.{1,3}'|\\".*?\\"|[^ ]*[^ a-z'.(),-][^ ]*/gi, '…').slice(0, 100)
}

/** Whether the whole request is valid, and if not, why; null if that cannot be decided. */
export function verdictOf(plan: RoutePlan, parts: Parts): { valid: boolean; decoded?: Decoded } | null {
  let sure = true
  for (const part of PARTS) {
    const { oracle } = plan.parts.get(part) ?? {}
    if (plan.route.opaque.includes(part)) sure = false
    if (!oracle || !Object.hasOwn(parts, part)) continue
    const verdict = oracle.judge(parts[part])
    if (verdict.valid === false) {
      const { value, keyword, pointer, message } = verdict
      return { valid: false, decoded: { part, value, keyword, pointer, message } }
    }
    if (verdict.valid === 'unknown' || !oracle.isComplete) sure = false
    // A validator that does not coerce bodies may reject a body that only coercion makes valid.
    else if (part === 'body' && !oracle.accepts(parts[part])) sure = false
  }
  return sure ? { valid: true } : null
}

function judgeRequest(plan: RoutePlan, parts: Parts, answer: Answer): Fault[] {
  const many = allErrors(plan, answer)
  if (many !== null) return [many]
  const refusal = refusalOf(answer)
  const verdict = verdictOf(plan, parts)
  if (verdict === null) return []
  if (!verdict.valid && verdict.decoded) {
    if (plan.route.attachValidation || !wasHandled(answer)) return []
    return [accepted(verdict.decoded, answer.status)]
  }
  if (!verdict.valid || refusal === null) return []
  const why = `The request keeps its schema, and the answer is ${answer.status}: ${refusal}.`
  return [{ check: 'valid-accepted', key: general(refusal), why }]
}

/** Unless several schemas apply to one value, one invalid value is one error, or allErrors is set. */
function allErrors(plan: RoutePlan, { seen, status }: Answer): Fault | null {
  if (status !== 400 || !seen || seen.handled) return null
  const count = seen.error?.validation?.length ?? 0
  if (count < 2 || plan.route.opaque.length > 0) return null
  for (const { oracle } of plan.parts.values()) if (oracle && !oracle.isComplete) return null
  const why = `A refusal names ${count} errors: allErrors is on, and a client chooses how many there are.`
  return { check: 'lint-all-errors', key: 'all', why }
}

function accepted(decoded: Decoded, status: number): Fault {
  const { part, keyword, pointer, message, value } = decoded
  const place = `${part}${pointer}`
  const why = `${place} ${message} (keyword ${keyword}), and the handler ran: ${status}. The ${part} was read as ${JSON.stringify(value)}.`
  return {
    check: 'invalid-rejected',
    key: `${part} ${keyword} ${pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`,
    why,
    decoded,
  }
}

/** Hooks see it; from outside only a success is known to come from a handler. */
function wasHandled({ seen, status }: Answer): boolean {
  return seen ? seen.handled : status >= 200 && status < 300
}

/** The message of the validation error; null if the response is not one. */
function refusalOf({ seen, status, body }: Answer): string | null {
  if (seen?.handled) return null
  if (seen?.error) return Array.isArray(seen.error.validation) ? seen.error.message : null
  if (status !== 400) return null
  try {
    const { code, message } = JSON.parse(body) as { code?: unknown; message?: unknown }
    return code === 'FST_ERR_VALIDATION' ? String(message) : null
  } catch {
    return null
  }
}

/** Without values, so that one keyword at one place is one fault. */
function general(message: string): string {
  return message.replace(/\/\d+(?=\/|\s|$)/g, '/*').replace(/"[^"]*"/g, '"…"')
}

function judgeAnswer(plan: RoutePlan, answer: Answer): Fault[] {
  const { route } = plan
  if (route.responses === null) return []
  let known = responses.get(route)
  if (known === undefined) responses.set(route, (known = new Responses(route)))
  if (!known.declares(answer.status)) {
    if (!plan.isStrict && !isHandlers(answer)) return []
    const declared = Object.keys(route.responses).join(', ')
    const why = `The answer is ${answer.status}, and the route declares ${declared}.`
    return [{ check: 'undeclared-status', key: String(answer.status), why }]
  }
  return known.faultsOf(answer)
}

/** Statuses that a framework gives by itself, before any handler. */
const FRAMEWORK = new Set([400, 401, 403, 404, 405, 406, 408, 411, 413, 414, 415, 417, 429, 431])

function isHandlers({ seen, status }: Answer): boolean {
  return seen ? seen.handled : !FRAMEWORK.has(status)
}
