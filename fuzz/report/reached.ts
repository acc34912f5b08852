/** How far a run got: which routes never let a request in, what they answered, and what to do about it. */
import type { FuzzReport, RouteTally } from '../engine/finding.ts'

/** Routes with requests and without an answer below 400. */
export function missedOf({ routes }: Pick<FuzzReport, 'routes'>): RouteTally[] {
  return routes.filter(
    ({ requests, statuses }) => requests > 0 && !Object.keys(statuses).some((status) => Number(status) < 400),
  )
}

const SHOWN = 12

/** One line for each missed route, then what would help. */
export function missedLines(missed: readonly RouteTally[]): string[] {
  const lines = missed.slice(0, SHOWN).map(({ route, statuses }) => `  ${route}: ${told(statuses)}`)
  if (missed.length > SHOWN)
    lines.push(`  and ${missed.length - SHOWN} more: the other reports have them all.`)
  const advice = new Map<string, number>()
  for (const one of missed) {
    const help = helpFor(one)
    advice.set(help, (advice.get(help) ?? 0) + 1)
  }
  return [
    `${missed.length} ${missed.length === 1 ? 'route' : 'routes'} never answered below 400:`,
    ...lines,
    ...[...advice].map(([help, count]) => `${count} of them: ${help}`),
  ]
}

/** `401 12, 404 3`, the most frequent first. */
function told(statuses: RouteTally['statuses']): string {
  const sorted = Object.entries(statuses).sort(([, left], [, right]) => right - left)
  return sorted.length === 0 ? 'no answer' : sorted.map(([status, times]) => `${status} ${times}`).join(', ')
}

function helpFor({ route, statuses }: RouteTally): string {
  const has = (...some: number[]): boolean => some.some((one) => statuses[one] !== undefined)
  const [most = ''] = Object.entries(statuses).sort(([, left], [, right]) => right - left)[0] ?? []
  if (most === '401' || most === '403')
    return 'they need a key: give --auth-header "Bearer KEY", --header, or a login with --config FILE.'
  if (most === '429') return 'they limit the rate: raise the limit for the test.'
  if (most === '404' && !/[:*{]/.test(route) && !has(400, 409, 410, 415, 422))
    return 'the answer is 404 without an id in the path: is there such a route?'
  if (has(404, 410))
    return 'no id that exists was found: fill the application with data before the run, or give examples in the schema.'
  if (has(400, 409, 415, 422))
    return 'every request was refused: give examples that are accepted in the schema.'
  return 'see their answers in the JSON report.'
}

/** Why a run says nothing about the application, and what to do; null where it reached a route. */
export function nothingReached(report: Pick<FuzzReport, 'routes' | 'requests' | 'ended'>): string | null {
  const { routes, requests, ended } = report
  if (routes.length === 0)
    return 'the application has no routes that can be read. Export a function that makes the instance, or a plugin (app, options).'
  if (ended === 'interrupted' || ended === 'crashed' || requests === 0) return null
  if (routes.some(({ statuses }) => Object.keys(statuses).some((status) => Number(status) < 400))) return null
  return 'no route answered below 400, so nothing is known about the application.'
}
