// Writes the readable pages of the specification, docs/specification/, from the rules and the cases.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Case, CaseFile, CaseSource, Exchange, Json, RetiredCase, Rule } from './case.ts'
import { specificationFolder } from './load.ts'
import { readRules } from './mission-coverage.ts'
import { answerText, appLines, requestText, valueText } from './page-program.ts'

interface Group {
  area: string
  title: string
  cases: Case[]
}

const GENERATED = '<!-- Generated from spec/ by `node dist/spec/pages.js`; do not edit. -->'
const DOCUMENTS: Record<Rule['at']['document'], string> = {
  mission: 'mission document',
  interface: 'interface',
  rulings: 'ruling',
  security: 'security rules',
  design: 'late declarations',
}

/** The pages by file name, as they are to be. */
export function buildPages(): Map<string, string> {
  const rules = readRules()
  const groups = readGroups(specificationFolder())
  const areas = [...new Set([...rules.map((rule) => rule.area), ...groups.map((group) => group.area)])].sort()
  const shownBy = casesOfRules(groups)
  const pages = new Map<string, string>()
  for (const area of areas) pages.set(`${area}.md`, areaPage(area, rules, groups, shownBy))
  pages.set('README.md', indexPage(areas, rules, groups))
  return pages
}

function readGroups(folder: string): Group[] {
  const groups: Group[] = []
  for (const area of readdirSync(folder, { withFileTypes: true })) {
    if (!area.isDirectory() || area.name === 'schema') continue
    for (const name of readdirSync(`${folder}${area.name}`).sort()) {
      if (!name.endsWith('.json')) continue
      const file = JSON.parse(readFileSync(`${folder}${area.name}/${name}`, 'utf8')) as CaseFile
      groups.push({ area: area.name, title: file.group, cases: file.cases.filter(isCase) as Case[] })
    }
  }
  return groups.sort((a, b) => (a.area < b.area ? -1 : a.area > b.area ? 1 : 0))
}

function isCase(one: CaseSource | RetiredCase): one is CaseSource {
  return !('retired' in one)
}

/** For each rule the cases that name it, with the area in which they stand. */
function casesOfRules(groups: Group[]): Map<string, Map<string, string>> {
  const shown = new Map<string, Map<string, string>>()
  for (const { area, cases } of groups) {
    for (const one of cases) {
      for (const id of rulesNamed(one)) {
        const places = shown.get(id) ?? new Map<string, string>()
        shown.set(id, places.set(one.id, area))
      }
    }
  }
  return shown
}

function rulesNamed(one: Case): string[] {
  const rows = Object.values(one.matrix ?? {}).flat() as Json[]
  const ofRows = rows.flatMap((row) => {
    const own = row !== null && typeof row === 'object' && !Array.isArray(row) ? row['rules'] : undefined
    return Array.isArray(own) ? own.map(String) : []
  })
  const named = [...one.rules, ...ofRows, ...one.exchanges.flatMap((exchange) => exchange.rules ?? [])]
  return [...new Set(named)]
}

function areaPage(
  area: string,
  rules: Rule[],
  groups: Group[],
  shownBy: Map<string, Map<string, string>>,
): string {
  const own = rules.filter((rule) => rule.area === area)
  const lines = [GENERATED, '', `# ${area}`, '', '[All areas](README.md)', '', '## Rules', '']
  for (const rule of own) lines.push(...ruleLines(rule, area, shownBy.get(rule.id) ?? new Map()))
  if (own.length === 0) lines.push('The rules of these cases stand in other areas.', '')
  for (const group of groups.filter((one) => one.area === area)) {
    lines.push(`## ${group.title}`, '')
    for (const one of group.cases) lines.push(...caseLines(one))
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function ruleLines(rule: Rule, area: string, places: Map<string, string>): string[] {
  const { document, section, line, alsoLines } = rule.at
  const where = `${DOCUMENTS[document]}, ${section}, line ${[line, ...(alsoLines ?? [])].join(', ')}`
  const links = [...places].map(([id, of]) => `[${id}](${of === area ? '' : `${of}.md`}#${id})`)
  const shown = rule.testable ? `Shown by ${links.join(', ')}.` : `No case shows it: ${rule.why ?? ''}`
  return [
    `### ${rule.id}`,
    '',
    markdown(rule.text),
    '',
    `*${rule.source}, ${rule.level}; ${where}.* ${shown}`,
    '',
  ]
}

function caseLines(one: Case): string[] {
  const facts = [
    one.source,
    one.level,
    ...(one.ruling === undefined ? [] : [`ruling ${one.ruling}`]),
    ...(one.requires === undefined ? [] : [`requires ${one.requires.join(', ')}`]),
    ...(one.transports === undefined ? [] : [`${one.transports.join(', ')} only`]),
  ]
  const rules = rulesNamed(one).map((id) => `\`${id}\``)
  return [
    `### ${one.id}`,
    '',
    markdown(one.prose),
    '',
    `*${facts.join(', ')}* · ${rules.join(' ')}`,
    '',
    ...matrixLines(one.matrix),
    ...fenced(appLines(one.app)),
    '',
    ...one.exchanges.map(exchangeLine),
    '',
  ]
}

function matrixLines(matrix: Case['matrix']): string[] {
  if (matrix === undefined) return []
  const axes = Object.entries(matrix).map(([axis, rows]) => {
    const told = rows.map((row) => rowText(row as Json))
    return `- for each **${axis}**: ${told.join('; ')}`
  })
  return [...axes, '']
}

function rowText(row: Json): string {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return code(valueText(row))
  const { id, rules: _, ...rest } = row
  const told = Object.keys(rest).length === 0 ? '' : ` ${code(valueText(rest))}`
  return `${String(id)}${told}`
}

function exchangeLine(exchange: Exchange): string {
  const polarity = { positive: '➕', negative: '➖' }[exchange.polarity] ?? '±'
  const facts = [
    ...(exchange.times === undefined ? [] : [`${exchange.times} times`]),
    ...(exchange.parallel === undefined ? [] : ['at the same time']),
    ...(exchange.when === undefined ? [] : [`once ${exchange.when} is open`]),
  ]
  const told = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return `- ${polarity} **${exchange.id}**${told}: ${code(requestText(exchange))} → ${code(answerText(exchange.expect))}`
}

/** A code span, with a fence longer than any run of backticks inside. */
function code(text: string): string {
  const flat = text.replaceAll('\n', '\\n')
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? fence + flat + fence : `${fence} ${flat} ${fence}`
}

function fenced(lines: string[]): string[] {
  const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map((run) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, ...lines, fence]
}

function markdown(text: string): string {
  return text.replace(/[*_<>|]/g, (sign) => `\\${sign}`)
}

function indexPage(areas: string[], rules: Rule[], groups: Group[]): string {
  const cases = groups.flatMap((group) => group.cases)
  const row = (area: string): string => {
    const own = rules.filter((rule) => rule.area === area).length
    const here = groups.filter((group) => group.area === area).flatMap((group) => group.cases).length
    return `| [${area}](${area}.md) | ${own} | ${here} |`
  }
  return [
    GENERATED,
    '',
    '# The specification',
    '',
    `${rules.length} rules and ${cases.length} cases, told from the data in \`spec/\`. A rule is one thing that the framework does; its`,
    'source is the authority it rests on: the mission document, the interface of the 4.17 line, or touchstone, where that line is',
    'wrong, unsafe or silent. A case is an application, and requests with their answers: ➕ shows a rule kept, ➖ shows what it refuses.',
    'A name in ‹ › is filled in from the rows of the case. The form of the data is told in [FORMAT.md](../../spec/FORMAT.md).',
    '',
    '| Area | Rules | Cases |',
    '|---|---|---|',
    ...areas.map(row),
    '',
  ].join('\n')
}

/** The pages that are not on disk as they are to be. */
export function stalePages(folder: URL = pagesFolder()): string[] {
  const pages = buildPages()
  const there = existsSync(folder) ? readdirSync(folder) : []
  const changed = [...pages].filter(
    ([name, text]) => !there.includes(name) || readFileSync(new URL(name, folder), 'utf8') !== text,
  )
  return [...changed.map(([name]) => name), ...there.filter((name) => !pages.has(name))]
}

function pagesFolder(): URL {
  return new URL('../docs/specification/', pathToFileURL(specificationFolder()))
}

function writePages(folder: URL = pagesFolder()): void {
  const pages = buildPages()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of pages) writeFileSync(new URL(name, folder), text)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) writePages()
