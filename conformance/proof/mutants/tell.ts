// The output of a mutant run on a terminal: rule × mutant, the score, and what to do with the survivors.

import type { Rule } from '../../../spec/rule.ts'
import { createColors, showsColors } from '../../markup/colors.ts'
import { filesOf } from '../trial/mutant.ts'
import { readRulesWithout } from './mutants.ts'
import type { Trial } from './trial.ts'

const colors = createColors(showsColors(process.stdout))

/**
 * `unshown`: noticed, but not by a case of each rule that it claims to violate. `open`: marked as not noticed yet. `refuted`:
 * marked equivalent or open, but noticed.
 */
export type Outcome = 'killed' | 'survived' | 'unshown' | 'open' | 'equivalent' | 'refuted'

export function outcomeOf({ mutant, verdict }: Trial): Outcome {
  if (mutant.equivalent !== undefined) return verdict.by === null ? 'equivalent' : 'refuted'
  if (mutant.open !== undefined) return verdict.by === null ? 'open' : 'refuted'
  if (verdict.by === null) return 'survived'
  return Object.values(verdict.rules).every((witness) => witness !== null) ? 'killed' : 'unshown'
}

const MARKS: Record<Outcome, string> = {
  killed: colors.green('killed    '),
  survived: colors.red('SURVIVED  '),
  unshown: colors.red('UNSHOWN   '),
  open: colors.dim('open      '),
  equivalent: colors.dim('equivalent'),
  refuted: colors.red('REFUTED   '),
}

/** A line for each pair of rule and mutant. */
export function tellTrial(trial: Trial): string {
  const { mutant, verdict } = trial
  const mark = MARKS[outcomeOf(trial)]
  if (mutant.rules.length === 0) {
    const { by } = verdict
    const why = by === null ? '' : ` ${by.assertion} (${by.why})`
    return `${mark} ${''.padEnd(16)} ${mutant.id.padEnd(34)}${why}\n`
  }
  return mutant.rules
    .map((rule) => {
      const witness = verdict.rules[rule]
      const by = witness ? `${witness.assertion} (${witness.why})` : 'no case of this rule notices'
      return `${mark} ${rule.padEnd(16)} ${mutant.id.padEnd(34)} ${witness ? by : colors.red(by)}\n`
    })
    .join('')
}

const ADVICE: Partial<Record<Outcome, string>> = {
  survived: 'write a case that fails with it, mend src/, or give a reason as `equivalent`',
  unshown: 'write a case of that rule that fails with it, or take the rule away from the mutant',
  refuted: 'it is noticed: take `equivalent` or `open` away',
}

export function tellSummary(trials: Trial[], rules: Rule[], milliseconds: number): string {
  const count = (outcome: Outcome): number => trials.filter((trial) => outcomeOf(trial) === outcome).length
  const caught = count('killed') + count('unshown')
  const real = caught + count('survived') + count('open')
  const violated = new Set(trials.flatMap(({ mutant }) => mutant.rules))
  const testable = rules.filter(({ testable }) => testable)
  const without = Object.keys(readRulesWithout()).length
  const lines = [
    '',
    `${caught} of ${real} mutants are killed by the specification alone (${percent(caught, real)}), ${count('open')} are open, ${count('equivalent')} are equivalent, in ${Math.round(milliseconds / 1000)} s`,
    `${violated.size} of ${testable.length} testable rules have a mutant that a case of theirs kills; ${without} have a reason for none`,
  ]
  for (const outcome of ['survived', 'unshown', 'refuted'] as const) {
    const those = trials.filter((trial) => outcomeOf(trial) === outcome)
    if (those.length === 0) continue
    lines.push('', colors.red(`${outcome}: ${ADVICE[outcome]}`))
    for (const { mutant, verdict } of those) {
      const missed = mutant.rules.filter((rule) => verdict.rules[rule] === null).join(', ')
      const by = outcome === 'refuted' ? ` (${verdict.by?.assertion}: ${verdict.by?.why})` : ` [${missed}]`
      lines.push(`  ${mutant.id}${by}: ${mutant.says} (${filesOf(mutant).join(', ')})`)
    }
  }
  return `${lines.join('\n')}\n`
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${Math.floor((part / whole) * 1000) / 10} %`
}
