// Which assertion shows which rule: each testable rule needs a positive and a negative assertion.

import type { Suite } from '../../spec/load.ts'
import type { Rule } from '../../spec/rule.ts'
import { rulesOf } from '../judge/selectors.ts'

export interface RuleCoverage {
  rule: Rule
  positive: string[]
  negative: string[]
}

export function ruleCoverage(suite: Suite): RuleCoverage[] {
  const coverage = new Map<string, RuleCoverage>()
  for (const rule of suite.rules.values()) coverage.set(rule.id, { rule, positive: [], negative: [] })
  for (const one of suite.cases) {
    for (const exchange of one.body.exchanges) {
      for (const id of rulesOf(one, exchange.id))
        coverage.get(id)?.[exchange.polarity].push(`${one.id}#${exchange.id}`)
    }
  }
  return [...coverage.values()]
}

/** The testable rules that lack a polarity. */
export function uncoveredRules(suite: Suite): RuleCoverage[] {
  return ruleCoverage(suite).filter(
    ({ rule, positive, negative }) => rule.testable && (positive.length === 0 || negative.length === 0),
  )
}
