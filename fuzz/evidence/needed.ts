/** Which requests of a run a finding may need before it. */
import type { Finding } from '../engine/finding.ts'
import type { RoutePlan } from '../engine/route-plan.ts'
import { valueAt } from '../sequence/expectation.ts'
import { leavesOf, valuesIn } from '../sequence/links.ts'
import type { Exchange } from '../sequence/log.ts'
import { segmentsOf } from '../sequence/makers.ts'
import type { Recorded } from '../sequence/replay.ts'

/** What was done at the address of the last request, and to the things that it names, such as a first equal one. */
export function aboutOf(plan: RoutePlan, core: readonly Recorded[], log: readonly Exchange[]): Exchange[] {
  const own = plan.route.url.split('/')
  const ids = segmentsOf(core.at(-1)!.request).filter((one) => !own.includes(one))
  const isAbout = ({ request, status }: Exchange): boolean =>
    status < 400 && request.method !== 'GET' && segmentsOf(request).some((one) => ids.includes(one))
  return log.filter(isAbout)
}

/** The values of what holds the place that is wrong. */
export function itemValues({ meant, answer }: Finding): string[] {
  if (!meant || !answer) return []
  const holder = valueAt(answer, meant.pointer.slice(0, meant.pointer.lastIndexOf('/')))
  return [...leavesOf({ body: JSON.stringify(holder) ?? '', location: '' }).values()]
}

/** Requests that made or named what the core names, and those that made what these name, the oldest first. */
export function relatedTo(core: readonly Recorded[], log: readonly Exchange[]): Exchange[] {
  const wanted = new Set<string>()
  const want = (one: Recorded): void => {
    for (const value of valuesIn(one.request)) if (value.length > 1) wanted.add(value)
  }
  for (const one of core) want(one)
  const made = new Map<string, number>()
  for (const { request } of log)
    for (const value of valuesIn(request)) made.set(value, (made.get(value) ?? 0) + 1)
  const isRare = (value: string): boolean => wanted.has(value) && (made.get(value) ?? 0) * 4 < log.length + 40
  const found: Exchange[] = []
  for (const one of [...log].reverse()) {
    if (one.status >= 400 || one.status === 0) continue
    const makes = [...leavesOf(one).values()].some(isRare)
    if (one.request.method === 'GET' || !(makes || [...valuesIn(one.request)].some(isRare))) continue
    found.unshift(one)
    want(one)
  }
  return found
}
