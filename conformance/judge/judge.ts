// Decides the verdict of one exchange: compares what was observed with what its case expects, up to the first difference.

import type { Expectation, Json, Matcher } from '../../spec/case.ts'
import { resolveFixed } from '../contract/fixed-values.ts'
import type { CanonicalAnswer, Difference, Observation } from '../contract/result.ts'
import { differenceOf } from './compare.ts'

/** The connection headers of an answer, which the canonical form leaves out, by name. */
export type AllHeaders = Record<string, string | string[]>

export function judge(expect: Expectation, seen: Observation, headers: AllHeaders[] = []): Difference | null {
  return (
    judgeOperation(expect, seen) ??
    judgeAnswer(expect, seen.answer, headers[0] ?? {}, '') ??
    judgeTraces(expect, seen)
  )
}

/** The part of the verdict that may still change after the answer. */
export function judgeTraces(expect: Expectation, seen: Observation): Difference | null {
  const probes = Object.entries(expect.probes ?? {})
  for (const [name, matcher] of probes) {
    const found = compare(matcher, seen.probes[name], `/probes/${name}`)
    if (found) return found
  }
  return (
    compare(expect.trace, seen.trace, '/trace') ??
    compare(expect.log, seen.log, '/log') ??
    compare(expect.lines, seen.lines, '/lines') ??
    compare(expect.pending, seen.pending, '/pending') ??
    compare(expect.connections, seen.connections, '/connections')
  )
}

function judgeOperation(expect: Expectation, seen: Observation): Difference | null {
  if (expect.closed !== undefined && expect.closed !== seen.closed) {
    return { pointer: '/closed', expected: expect.closed, actual: seen.closed ?? false }
  }
  if (expect.rejects === undefined && seen.rejected !== undefined) {
    return { pointer: '/rejected', expected: { $absent: true }, actual: seen.rejected }
  }
  if (expect.rejects !== undefined) return compare(expect.rejects, seen.rejected, '/rejected')
  return compare(expect.resolves, seen.resolved, '/resolved')
}

function judgeAnswer(
  expect: Expectation,
  answer: CanonicalAnswer | undefined,
  headers: AllHeaders,
  pointer: string,
): Difference | null {
  const speaksOfAnswer = ANSWER_PARTS.some((part) => expect[part] !== undefined)
  if (!speaksOfAnswer) return null
  if (expect.broken && answer?.broken) return null
  if (expect.broken || answer?.broken) {
    return { pointer: `${pointer}/broken`, expected: expect.broken ?? false, actual: answer?.broken ?? false }
  }
  return (
    compare(expect.status, answer?.status, `${pointer}/status`) ??
    judgeFields(expect.headers, headers, `${pointer}/headers`) ??
    judgeFields(expect.trailers, answer?.trailers ?? {}, `${pointer}/trailers`) ??
    compare(expect.text, answer?.text, `${pointer}/text`) ??
    compare(expect.base64, base64Of(answer), `${pointer}/base64`) ??
    judgeJson(expect.json, answer, pointer)
  )
}

const ANSWER_PARTS = ['status', 'headers', 'trailers', 'text', 'base64', 'json', 'broken'] as const

function judgeFields(
  expected: Record<string, Matcher> | undefined,
  fields: AllHeaders,
  pointer: string,
): Difference | null {
  for (const [name, matcher] of Object.entries(expected ?? {})) {
    const found = compare(matcher, fields[name.toLowerCase()] as Json | undefined, `${pointer}/${name}`)
    if (found) return found
  }
  return null
}

function base64Of(answer: CanonicalAnswer | undefined): string | undefined {
  if (!answer) return undefined
  return answer.text.startsWith('base64:')
    ? answer.text.slice(7)
    : Buffer.from(answer.text).toString('base64')
}

function judgeJson(
  expected: Matcher | undefined,
  answer: CanonicalAnswer | undefined,
  pointer: string,
): Difference | null {
  if (expected === undefined) return null
  let value: Json
  try {
    value = JSON.parse(answer?.text ?? '')
  } catch {
    return { pointer: `${pointer}/json`, expected: 'a JSON text', actual: answer?.text ?? '' }
  }
  return compare(expected, value, `${pointer}/json`)
}

function compare(
  expected: Matcher | undefined,
  actual: Json | undefined,
  pointer: string,
): Difference | null {
  if (expected === undefined) return null
  return differenceOf(resolveFixed(expected), actual, pointer)
}
