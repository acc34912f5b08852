// Writes the specification as Markdown pages, one for each area, from the rules and the cases.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseFile, CaseSource, RetiredCase, ValueCase } from '../case.ts'
import { loadSuite, specificationFolder } from '../load.ts'
import { rowsOf } from '../matrix.ts'
import { readReports, reportsPage } from '../reports.ts'
import type { Rule } from '../rule.ts'
import { makeFolder, writeFile } from '../write-file.ts'
import { casePage, inText, type Told } from './case-text.ts'
import { citationLink } from './citation-link.ts'

interface Group {
  area: string
  title: string
  cases: Told[]
}

/** The pages in our own words that the rules cite, and the guide to the format, under the names they have there. */
const GUIDES: Record<string, string> = {
  'service.md': 'the-service.md',
  'decisions.md': 'decisions.md',
  'security.md': 'security-rules.md',
  'FORMAT.md': 'format.md',
}

/** Empties the folder and writes the pages into it; returns their names. */
export function writeSpecificationPages(folder: string): string[] {
  const pages = buildPages()
  rmSync(folder, { recursive: true, force: true })
  makeFolder(folder)
  for (const [name, text] of pages) writeFile(join(folder, name), text)
  return [...pages.keys()]
}

/** The pages by file name. */
export function buildPages(): Map<string, string> {
  const rules = [...loadSuite({ unchecked: true }).rules.values()]
  const groups = readGroups(specificationFolder())
  const areas = [...new Set([...rules.map((rule) => rule.area), ...groups.map((group) => group.area)])].sort()
  const shownBy = casesOfRules(groups)
  const pages = new Map<string, string>()
  for (const area of areas) pages.set(`${area}.md`, areaPage(area, rules, groups, shownBy))
  for (const [file, page] of Object.entries(GUIDES)) pages.set(page, guidePage(file))
  const reported = reportsPage(readReports(), caseLinks(groups))
  pages.set('reports.md', [...frontMatter('Reported elsewhere'), reported].join('\n'))
  pages.set('index.md', indexPage(areas, rules, groups))
  return pages
}

function readGroups(folder: string): Group[] {
  const groups: Group[] = []
  for (const area of readdirSync(join(folder, 'cases')).sort()) {
    const names = readdirSync(join(folder, 'cases', area), { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((one) => one.endsWith('.json') && one !== 'rules.json').sort()) {
      const file = JSON.parse(readFileSync(join(folder, 'cases', area, name), 'utf8')) as CaseFile
      const cases = file.cases.filter(isCase).map((source) => toldOf(source, file))
      groups.push({ area, title: file.group, cases })
    }
  }
  return groups
}

function isCase(one: CaseSource | ValueCase | RetiredCase): one is CaseSource | ValueCase {
  return !('retired' in one)
}

function toldOf(source: CaseSource | ValueCase, file: CaseFile): Told {
  const bodies = rowsOf(source, file.tables).map((row) => row.body)
  const named = bodies.flatMap((body) => [
    ...body.rules,
    ...body.exchanges.flatMap((exchange) => exchange.rules ?? []),
  ])
  return { source, ids: [...new Set(bodies.map((body) => body.id))], rules: [...new Set(named)] }
}

/** The link of a case, which stands on the page of its area. */
function caseLinks(groups: Group[]): (id: string) => string {
  const areas = new Map(groups.flatMap(({ area, cases }) => cases.map(({ source }) => [source.id, area])))
  return (id) => {
    const source = id.replace(/\[.*/, '')
    return `[${id}](${areas.get(source)}.md#${source})`
  }
}

/** For each rule the cases that name it, with the area in which they stand. */
function casesOfRules(groups: Group[]): Map<string, Map<string, string>> {
  const shown = new Map<string, Map<string, string>>()
  for (const { area, cases } of groups) {
    for (const { rules, ids } of cases) {
      for (const rule of rules) {
        const places = shown.get(rule) ?? new Map<string, string>()
        for (const id of ids) places.set(id, area)
        shown.set(rule, places)
      }
    }
  }
  return shown
}

const frontMatter = (title: string): string[] => ['---', `title: ${JSON.stringify(title)}`, '---', '']

function areaPage(
  area: string,
  rules: Rule[],
  groups: Group[],
  shownBy: Map<string, Map<string, string>>,
): string {
  const areas = new Map(rules.map((rule) => [rule.id, rule.area]))
  const ruleLink = (id: string): string => {
    const of = areas.get(id)
    return of === undefined ? `\`${id}\`` : `[${id}](${of === area ? '' : `${of}.md`}#${id})`
  }
  const own = rules.filter((rule) => rule.area === area)
  const lines = [...frontMatter(area), `# ${area}`, '', '[All areas](index.md)', '', '## Rules', '']
  for (const rule of own) lines.push(...ruleLines(rule, area, shownBy.get(rule.id) ?? new Map()))
  if (own.length === 0) lines.push('The rules of these cases belong to other areas.', '')
  for (const group of groups.filter((one) => one.area === area)) {
    lines.push(`## ${inText(group.title)}`, '')
    for (const one of group.cases) lines.push(...casePage(one, ruleLink))
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function ruleLines(rule: Rule, area: string, places: Map<string, string>): string[] {
  const links = [...places].map(([id, of]) => `[${id}](${of === area ? '' : `${of}.md`}#${id})`)
  const shown = shownText(rule, links)
  const cited = [rule.at, ...(rule.also ?? [])].map((citation) => {
    const { text, link } = citationLink(citation)
    return `[${inText(text)}](${guideLink(link)})`
  })
  return [
    `### ${rule.id} {#${rule.id}}`,
    '',
    inText(rule.text),
    '',
    `*${rule.source}, ${rule.level}; ${cited.join(', ')}.* ${shown}`,
    '',
  ]
}

function shownText({ testable, why }: Rule, links: readonly string[]): string {
  if (!testable) return `No case shows it: ${why ?? ''}`
  return `Shown by ${links.join(', ')}.`
}

/** A link to a file of `spec/`, as a link between these pages. */
function guideLink(link: string): string {
  const [file = '', anchor] = link.split('#')
  const page = GUIDES[file]
  return page === undefined ? link : `${page}${anchor === undefined ? '' : `#${anchor}`}`
}

/** A guide of `spec/` as a page: links to guides point at their pages, of links to other files the text is left. */
function guidePage(file: string): string {
  const text = readFileSync(join(specificationFolder(), file), 'utf8')
  const title = /^# (.*)$/m.exec(text)?.[1] ?? file
  const linked = text.replace(
    /\[([^\]]+)\]\(([\w./-]+)(#[\w-]+)?\)/g,
    (_, label: string, to: string, anchor = '') => {
      return GUIDES[to] === undefined ? label : `[${label}](${guideLink(to + anchor)})`
    },
  )
  return frontMatter(title).join('\n') + linked
}

function indexPage(areas: string[], rules: Rule[], groups: Group[]): string {
  const cases = groups.flatMap((group) => group.cases)
  const row = (area: string): string => {
    const own = rules.filter((rule) => rule.area === area).length
    const here = groups.filter((group) => group.area === area).flatMap((group) => group.cases).length
    return `| [${area}](${area}.md) | ${own} | ${here} |`
  }
  return [
    ...frontMatter('The specification'),
    '# The specification',
    '',
    `${rules.length} rules and ${cases.length} cases, generated from the data in \`spec/\`. A rule is one thing that the framework does. Its`,
    'source is the authority that decides: `mission` ([the service](the-service.md)), `interface` (what Fastify 4.17 does), or `touchstone`',
    '([our decisions](decisions.md) and [security rules](security-rules.md), where 4.17 is wrong, unsafe or silent).',
    'A case is an application, and requests with the answers that are expected: ➕ shows a rule at work, ➖ shows what it refuses.',
    'A name in ‹ › is filled in from the rows of the case. [The format](format.md) describes the data.',
    '',
    '| Area | Rules | Cases |',
    '|---|---|---|',
    ...areas.map(row),
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/specification/', import.meta.url))
  console.log(`${writeSpecificationPages(folder).length} pages in ${folder}`)
}
