// A history as text: of each step the assertions that changed, by rule.

import { visible } from '../../markup/escape.ts'
import type { Change, History } from './history.ts'

const WORDS: Record<string, string> = {
  'breaks keeps': 'keeps now',
  'keeps breaks': 'breaks now',
  'skipped keeps': 'can be asked now, and keeps',
  'skipped breaks': 'can be asked now, and breaks',
  'keeps skipped': 'cannot be asked any more, and kept before',
  'breaks skipped': 'cannot be asked any more, and broke before',
}

export function historyText(history: History, limit: number): string {
  const { name, versions, changes } = history
  const steps = versions.slice(1).flatMap((to, at) => stepLines(versions[at] ?? '', to, changes, limit))
  const quiet = steps.length === 0 ? ['nothing changed', ''] : steps
  return [`${visible(name)}: ${versions.length} versions, ${visible(versions.join(' '))}`, '', ...quiet].join(
    '\n',
  )
}

function stepLines(from: string, to: string, changes: Change[], limit: number): string[] {
  const own = changes.filter((change) => change.to === to && change.from === from)
  if (own.length === 0) return []
  const lines = [`${visible(from)} → ${visible(to)}`]
  for (const [key, words] of Object.entries(WORDS)) {
    const some = own.filter(({ before, after }) => `${before} ${after}` === key)
    if (some.length === 0) continue
    lines.push(`  ${some.length} ${words}`)
    for (const { id, rules } of some.slice(0, limit))
      lines.push(`    ${visible(id)}  ${visible(rules.join(' '))}`)
    if (some.length > limit) lines.push(`    and ${some.length - limit} more`)
  }
  return [...lines, '']
}
