// The fixtures that were asked for and are not served, or not to their end: nothing of them counts as having run.

import type { AssertionResult } from '../contract/result.ts'
import type { JudgedAssertion } from './expectations.ts'

const FORM =
  /^the fixture (\S+) (is not built(?:, or does not start)?|was not asked to its end|could not be asked): (.*)$/s

/** How it goes on where several of them have one reason. */
const PLURALS: Record<string, string> = {
  'is not built': 'are not built',
  'is not built, or does not start': 'are not built, or do not start',
  'was not asked to its end': 'were not asked to their ends',
  'could not be asked': 'could not be asked',
}

/** How many fixtures are named in a sentence. */
const NAMED = 12

interface Group {
  names: string[]
  how: string
  why: string
  assertions: number
}

/** Whether this is the reason of a skip for which a whole fixture is to blame. */
export function isOfFixture(reason: string): boolean {
  return FORM.test(reason)
}

/** A sentence for each reason; what differs in the name of the fixture alone is one reason. */
export function notBuiltOf(assertions: readonly JudgedAssertion[]): string[] {
  const groups = new Map<string, Group>()
  for (const { result } of assertions) {
    const [, name, how, why] = FORM.exec(reasonOf(result) ?? '') ?? []
    if (name === undefined || how === undefined || why === undefined) continue
    const ownName = new RegExp(`(?<![\\w-])${name.replace(/\W/g, '\\$&')}(?![\\w-])`, 'g')
    const key = `${how}: ${why.replace(ownName, '*').replace(/\bport \d+/g, 'port *')}`
    const group = groups.get(key) ?? { names: [], how, why, assertions: 0 }
    groups.set(key, group)
    group.assertions++
    if (!group.names.includes(name)) group.names.push(name)
  }
  return [...groups.values()].map(sentenceOf)
}

function sentenceOf({ names, how, why, assertions }: Group): string {
  const [first = '', ...others] = names
  const left = names.length - NAMED
  const [subject, verb, whose] =
    others.length === 0
      ? [`The fixture ${first}`, how, 'Its']
      : [
          `The fixtures ${names.slice(0, NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
          `${PLURALS[how]}. ${first}`,
          'Their',
        ]
  const rest = assertions === 1 ? 'last assertion' : `last ${assertions} assertions`
  const all = assertions === 1 ? 'only assertion' : `${assertions} assertions`
  return `${subject} ${verb}: ${why}. ${whose} ${how === 'was not asked to its end' ? rest : all} did not run.`
}

function reasonOf({ cells }: AssertionResult): string | undefined {
  return Object.values(cells).find(({ outcome }) => outcome === 'skip')?.reason
}
