/** Findings by their cause: the same message from the same place, or the same place of a schema. */
import { isCheckId } from '../engine/checks.ts'
import type { Finding } from '../engine/finding.ts'

/** Findings that one repair will most likely end, the shortest first. */
export interface Cause {
  check: string
  /** What the shortest finding says. */
  why: string
  findings: Finding[]
}

/** In the order of their first findings. */
export function causesOf(findings: readonly Finding[]): Cause[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = `${finding.check} ${keyOf(finding)}`
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].map((group) => {
    const sorted = group.toSorted((left, right) => lengthOf(left) - lengthOf(right))
    return { check: sorted[0]!.check, why: sorted[0]!.why, findings: sorted }
  })
}

/** One that was not shown again comes last. */
function lengthOf({ requests, unstable }: Finding): number {
  const own = requests.map(({ url, headers, body = '' }) => url + JSON.stringify(headers) + body)
  return (unstable ? 1e9 : 0) + requests.length * 1e6 + own.join('').length
}

/** What a framework says for any exception. */
const GENERIC =
  /"?(statusCode|error|message|code|status|detail|title|timestamp|path)"?|internal[ _]server[ _]error|something went wrong|[\d\W_]+/gi
/** `(at file:line:column)` at the end of a message. */
const PLACE = /\((at [^()]*(?:\([^()]*\))?)\)\s*$/

function keyOf(finding: Finding): string {
  const { check, route, key, why, decoded } = finding
  switch (check) {
    case 'no-5xx': {
      const place = PLACE.exec(why)?.[1]
      if (place !== undefined) return place
      return said(why) === '' ? route : normalised(why)
    }
    case 'crash': {
      const place = why.split('\n').find((line) => /^\s+at /.test(line) && !/node:|node_modules/.test(line))
      return place?.trim() ?? route
    }
    case 'invalid-rejected':
      return decoded ? `${decoded.part} ${decoded.keyword} ${withoutPlaces(decoded.pointer)}` : key
    case 'undeclared-status':
    case 'valid-accepted':
      return key
    case 'response-schema':
    case 'response-dropped':
    case 'response-leak':
    case 'response-lossy':
    case 'response-undeclared':
      return normalised(why)
    case 'lint-unbounded':
    case 'lint-open-object':
    case 'lint-all-errors':
    case 'lint-async':
    case 'unvalidated-media-type':
      return ''
    default:
      // Two handlers that forget something have two causes.
      return isCheckId(check) ? `${route} ${key}` : normalised(why)
  }
}

function said(why: string): string {
  return why.replace(/^The answer is \d+: /, '').replace(GENERIC, '')
}

function numberless(text: string): string {
  return text
    .replace(/\/\d+(?=\/|\s|$)/g, '/*')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\d+/g, '0')
}

/** Without what differs between two requests: values, ids, numbers. */
function normalised(text: string): string {
  return numberless(text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,}\b/gi, '0')).slice(0, 400)
}

function withoutPlaces(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}
