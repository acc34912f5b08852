// The README of each area: its rules in an order of reading, where each is stated, and a case that shows it and one that shows its limit.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CaseFile, Exchange } from '../case.ts'
import { type LoadedCase, loadSuite, readSources, type Suite, specificationFolder } from '../load.ts'
import type { Rule } from '../rule.ts'
import { writeFile } from '../write-file.ts'
import { inText } from './case-text.ts'
import { citationLink } from './citation-link.ts'

/** The pages by their path below `spec/`. */
export function buildReadmes(suite: Suite = loadSuite({ unchecked: true })): Map<string, string> {
  const rules = [...suite.rules.values()]
  const areas = [...new Set(rules.map((rule) => rule.area))].sort()
  const shown = showing(suite)
  const files = [...readSources().keys()]
  return new Map(
    areas.map((area) => {
      const own = rules.filter((rule) => rule.area === area)
      const here = files.filter((file) => file.startsWith(`cases/${area}/`))
      return [`cases/${area}/README.md`, readme(area, own, here, shown)]
    }),
  )
}

/** An assertion: a case and one of its exchanges. */
interface Shown {
  one: LoadedCase
  exchange: Exchange
}

type Showing = Map<string, { positive?: Shown; negative?: Shown }>

/**
 * Of each rule the positive and the negative assertion that says most of it in the shortest time: of a small case, which is about this
 * rule first, about few others, and in its area.
 */
function showing({ cases, rules: known }: Suite): Showing {
  const found: Showing = new Map()
  const effort = new Map<LoadedCase, number>()
  const cost = ({ one, exchange }: Shown, rule: string): number => {
    if (!effort.has(one)) effort.set(one, JSON.stringify(one.body).length)
    const rules = exchange.rules ?? one.body.rules
    const isFirst = rules[0] === rule ? 1 : 8
    const isHere = known.get(rule)?.area === one.area ? 1 : 3
    return (effort.get(one) ?? 0) * rules.length * isFirst * isHere
  }
  for (const one of cases)
    for (const exchange of one.body.exchanges)
      for (const rule of exchange.rules ?? one.body.rules) {
        const best = found.get(rule) ?? {}
        found.set(rule, best)
        const before = best[exchange.polarity]
        const next = { one, exchange }
        if (before === undefined || cost(next, rule) < cost(before, rule)) best[exchange.polarity] = next
      }
  return found
}

function readme(area: string, rules: Rule[], files: string[], shown: Showing): string {
  const lines = [`# ${area}`, '']
  lines.push(
    `The ${rules.length} rules of this area, from \`rules.json\`. ➕ is a case that shows the rule at work, ➖ one that shows what it refuses or leaves alone.`,
    'This page is written by `npm run spec:update`.',
    '',
  )
  for (const rule of rules) lines.push(...ruleLines(rule, area, shown.get(rule.id)))
  if (files.length > 0) lines.push('', '## The cases', '', ...files.map((file) => fileLine(file, area)))
  return `${lines.join('\n')}\n`
}

function ruleLines(rule: Rule, area: string, shown: { positive?: Shown; negative?: Shown } = {}): string[] {
  const cited = [rule.at, ...(rule.also ?? [])].map((citation) => {
    const { text, link } = citationLink(citation)
    return `[${inText(text)}](${link.startsWith('https:') ? link : `../../${link}`})`
  })
  const seen = [
    ...(shown.positive === undefined ? [] : [`➕ ${caseLink(shown.positive, area)}`]),
    ...(shown.negative === undefined ? [] : [`➖ ${caseLink(shown.negative, area)}`]),
    ...(rule.testable ? [] : [`no case: ${rule.why}`]),
  ]
  return [
    `- **${rule.id}** ${inText(rule.text)}`,
    `  (${rule.source}: ${cited.join(', ')}) ${seen.join(' ')}`,
  ]
}

function caseLink({ one, exchange }: Shown, area: string): string {
  const file = one.file.replaceAll('\\', '/').replace(/^cases\//, '')
  const to = file.startsWith(`${area}/`) ? file.slice(area.length + 1) : `../${file}`
  return `[${one.id.split('[')[0]}#${exchange.id}](${to})`
}

function fileLine(file: string, area: string): string {
  const { group } = JSON.parse(readFileSync(specificationFolder() + file, 'utf8')) as CaseFile
  const name = file.slice(`cases/${area}/`.length)
  return `- [${name.replace(/\.json$/, '')}](${name}): ${inText(group)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const readmes = buildReadmes()
  for (const [file, text] of readmes) writeFile(specificationFolder() + file, text)
  console.log(`${readmes.size} areas have a README`)
}
