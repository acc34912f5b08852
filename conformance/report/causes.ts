// What is not as expected, by its cause: assertions of one rule that differ in the same place and in the same way stand together.

import type { Json } from '../../spec/case.ts'
import type { Cell } from '../contract/result.ts'
import type { JudgedAssertion } from '../judge/expectations.ts'
import { rulesOf } from '../judge/selectors.ts'

export interface Cause {
  /** The cause in a line. */
  title: string
  /** Which rule it breaks; none where no answer was judged, as that has one cause over all rules. */
  rule?: string
  assertions: JudgedAssertion[]
}

/** The causes that most assertions have come first; those of as many are in the order of the suite. */
export function causesOf(assertions: readonly JudgedAssertion[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const assertion of assertions) {
    const rule = ruleOf(assertion)
    const title = titleOfCause(assertion)
    const key = JSON.stringify([rule, title])
    const cause = causes.get(key)
    if (cause) cause.assertions.push(assertion)
    else causes.set(key, { title, assertions: [assertion], ...(rule === undefined ? {} : { rule }) })
  }
  return [...causes.values()].sort((a, b) => b.assertions.length - a.assertions.length)
}

/** "Expected 200, got 500" has as many causes as there are rules that an answer can break. */
function ruleOf(assertion: JudgedAssertion): string | undefined {
  if (assertion.verdict === 'unexpected-pass' || !cellOf(assertion)?.difference) return undefined
  return rulesOf(assertion.case, assertion.result.exchange)[0]
}

function cellOf({ result }: JudgedAssertion): Cell | undefined {
  const cells: (Cell | undefined)[] = Object.values(result.cells)
  return cells.find((one) => one && one.outcome !== 'pass' && one.outcome !== 'skip')
}

function titleOfCause(assertion: JudgedAssertion): string {
  if (assertion.verdict === 'unexpected-pass') return 'passes, and is listed as a known difference'
  const cell = cellOf(assertion)
  if (!cell) return 'no transport was run'
  const { outcome, reason, difference } = cell
  const head = [outcome, ...(reason === undefined ? [] : [withoutNames(reason)])].join(': ')
  if (!difference) return head
  const { pointer, expected, actual } = difference
  return `${head} at ${placeOf(pointer)}: expected ${shown(expected)}, got ${shown(actual)}`
}

/** An index in a list, and a number or name that only one case has, do not make a cause. */
function placeOf(pointer: string): string {
  return pointer === '' ? '/' : pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}

function withoutNames(reason: string): string {
  return reason
    .replace(/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}/g, '$1:*')
    .replace(/\d+(\.\d+)? m?s\b/g, '* ms')
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
