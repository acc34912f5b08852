// Whether a run says anything of its implementation: an adapter that runs nothing, or answers all alike, has no score.

import { LEFT_OUT } from '../contract/faults.ts'
import type { AssertionResult, Cell } from '../contract/result.ts'
import type { JudgedAssertion } from './expectations.ts'
import { isOfFixture } from './not-built.ts'

/** So many requests with one answer are no accident. */
const ALIKE = 20
/** HEAD has no body, and a broken connection no answer: an adapter that answers all alike has some that differ. */
const NEARLY = 0.9

/** How the reason of a skip begins that the adapter itself asked for, though it declares what the case needs. */
export const DECLINED = 'its adapter skips it: '

/** Why the run says nothing of its implementation, in a sentence; null where it does. */
export function doubtOf(assertions: readonly JudgedAssertion[]): string | null {
  if (assertions.length === 0) return null
  const ran = assertions.filter(({ verdict }) => verdict !== 'skip')
  if (ran.length === 0) return nothingRan(assertions)
  return declined(assertions, ran.length) ?? allAlike(ran)
}

function nothingRan(assertions: readonly JudgedAssertion[]): string {
  const reasons = new Map<string, number>()
  for (const { result } of assertions) {
    const reason = reasonOf(result) ?? 'no transport that it has carries it'
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const most = [...reasons].sort(([, a], [, b]) => b - a)
  const told = most.slice(0, 3).map(([reason, count]) => `${reason} (${count})`)
  const more = most.length > 3 ? `, and ${most.length - 3} other reasons` : ''
  return `nothing ran, so there is no score: all ${assertions.length} assertions were skipped. Why: ${told.join('; ')}${more}. ${adviceOn([...reasons.keys()])}.`
}

/** A fixture knows no capabilities: what it does not have is not built, or is in `skips`. */
function adviceOn(reasons: string[]): string {
  if (reasons.every(isOfFixture)) return 'Build one of them, or ask for another with --fixture NAME'
  if (reasons.every((one) => isOfFixture(one) || one.startsWith(LEFT_OUT)))
    return 'Build a context, and take its prefix out of the list "skips" in the answer to GET /-/fixture'
  return 'Declare the capabilities that the implementation has, or choose other cases'
}

function declined(assertions: readonly JudgedAssertion[], ran: number): string | null {
  const leftOut = assertions.filter(({ result }) => reasonOf(result)?.startsWith(LEFT_OUT))
  if (leftOut.length >= ran && leftOut.length > 0)
    return `its "skips" leaves out ${leftOut.length} of the ${leftOut.length + ran} assertions of its fixtures, and a score of the rest says nothing of them. Build more of these contexts, and take their prefixes out of "skips".`
  const own = assertions.filter(({ result }) => reasonOf(result)?.startsWith(DECLINED))
  if (own.length < ran || own.length === 0) return null
  const [first] = own
  return `it skips ${own.length} of the ${own.length + ran} assertions for which it declares all that they need, and a score of the rest says nothing of them. The first is ${first?.result.id}: ${reasonOf((first as JudgedAssertion).result)}. Declare only the capabilities that it has.`
}

function reasonOf({ cells }: AssertionResult): string | undefined {
  return Object.values(cells).find(({ outcome }) => outcome === 'skip')?.reason
}

/** One answer to nearly all requests, though most of them, or some where it is really all, expect another. */
function allAlike(ran: readonly JudgedAssertion[]): string | null {
  const answers = new Map<string, { count: number; wrong: number }>()
  let requests = 0
  for (const { result } of ran) {
    const cell = Object.values(result.cells).find(({ observed }) => observed?.answer !== undefined)
    if (!cell) continue
    requests++
    const known = answers.get(answerOf(cell)) ?? { count: 0, wrong: 0 }
    known.count++
    if (cell.outcome !== 'pass') known.wrong++
    answers.set(answerOf(cell), known)
  }
  const [most] = [...answers].sort(([, a], [, b]) => b.count - a.count)
  if (!most || requests < ALIKE) return null
  const [answer, { count, wrong }] = most
  if (count < requests * NEARLY || wrong < (count === requests ? 1 : count / 2)) return null
  return `it gives one answer to ${count} of ${requests} requests, ${answer}, and ${wrong} of them expect another: what passes, passes by accident.`
}

function answerOf({ observed }: Cell): string {
  const { status, text = '' } = observed?.answer ?? {}
  return `${status} with ${text === '' ? 'no body' : JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)}`
}
