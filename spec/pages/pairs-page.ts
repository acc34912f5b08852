// The table of pairs as Markdown: for each feature the features that it meets, with the status, and those that it cannot meet.

import { readData } from '../packed.ts'
import { type FeatureFile, type OutcomeFile, type Pair, pairsOf } from '../pairs.ts'

/** The lines of the table; none where the specification has no pairs. */
export function pairLines(folder: string): string[] {
  const { features, decided } = JSON.parse(readData(`${folder}pairs/features.json`)) as FeatureFile
  const { outcomes } = JSON.parse(readData(`${folder}pairs/outcomes.json`)) as OutcomeFile
  const pairs = pairsOf(features)
  const apart = pairs.filter((pair) => pair.apart !== undefined)
  const lines = [
    '## The table of pairs {#pair}',
    '',
    `${features.length} features make ${pairs.length} pairs. ${pairs.length - apart.length} of them meet in one application, and each is a case,`,
    `\`pair[a,b]\`: the stages that run, the reply and, where it matters, the log are compared. ${apart.length} cannot meet; why not is`,
    'written below. Behind each feature stands the status of the reply.',
    '',
    'In these pairs touchstone differs from Fastify 4.17 on purpose:',
    '',
    ...decided.map(
      ({ pairs: [one, other], why, ruling }) =>
        `- \`${one}\` and \`${other}\`${ruling === undefined ? '' : ` (${ruling})`}: ${why}.`,
    ),
    '',
  ]
  for (const { id, title } of features) {
    const own = pairs.filter((pair) => pair.features.some((feature) => feature.id === id))
    const other = ({ features: [a, b] }: Pair): string => (a.id === id ? b.id : a.id)
    const meets = own
      .filter((pair) => pair.apart === undefined)
      .map((pair) => `\`${other(pair)}\` ${String(outcomes[pair.id]?.status ?? '–')}`)
    lines.push(`### ${id}: ${title}`, '', `Meets ${meets.join(', ')}.`, '')
    const reasons = new Map<string, string[]>()
    for (const pair of own)
      if (pair.apart !== undefined)
        reasons.set(pair.apart, [...(reasons.get(pair.apart) ?? []), `\`${other(pair)}\``])
    for (const [why, those] of reasons) lines.push(`- Not with ${those.join(', ')}: ${why}`)
    if (reasons.size > 0) lines.push('')
  }
  return lines
}
