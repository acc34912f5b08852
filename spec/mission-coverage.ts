// Which lines of the mission document state behaviour, and whether each of them is the place of a rule.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Rule, RulesFile } from './case.ts'

interface StatingLine {
  line: number
  hash: string
}

interface SilentLine extends StatingLine {
  reason: string
}

export interface MissionLines {
  /** How many lines the document has. */
  lines: number
  states: StatingLine[]
  statesNothing: SilentLine[]
}

const here = new URL('../../spec/', import.meta.url)

export function readRules(): Rule[] {
  return (JSON.parse(readFileSync(new URL('rules.json', here), 'utf8')) as RulesFile).rules
}

export function readMissionLines(): MissionLines {
  return JSON.parse(readFileSync(new URL('mission-lines.json', here), 'utf8')) as MissionLines
}

/** The document itself is not part of the package; it is read where it lies beside the checkout. */
export function readMissionDocument(): string[] | null {
  const folder = new URL('../../../shared/mission/', import.meta.url)
  if (!existsSync(folder)) return null
  const name = readdirSync(folder).find((file) => file.endsWith('.txt'))
  if (name === undefined) return null
  return readFileSync(new URL(name, folder), 'utf8').replace(/\n$/, '').split('\n')
}

/** The lines of the mission document at which a rule stands. */
export function linesOfRule(rule: Rule): number[] {
  if (rule.at.document !== 'mission') return []
  return [rule.at.line, ...(rule.at.alsoLines ?? [])]
}

/** What is wrong between the list of lines and the rules; empty when each stating line has a rule. */
export function uncoveredLines(lists: MissionLines, rules: Rule[]): string[] {
  const placed = new Set(rules.flatMap(linesOfRule))
  const stating = new Set(lists.states.map((entry) => entry.line))
  const problems: string[] = []
  for (const line of stating)
    if (!placed.has(line)) problems.push(`line ${line} states behaviour and has no rule`)
  for (const line of placed)
    if (!stating.has(line)) problems.push(`line ${line} has a rule and is not listed`)
  for (const { line, reason } of lists.statesNothing) {
    if (stating.has(line)) problems.push(`line ${line} is in both lists`)
    if (reason.length < 10) problems.push(`line ${line} states nothing, without a reason`)
  }
  return problems
}

/** What is wrong between the list of lines and the document: a changed line, or one in no list. */
export function unlistedLines(lists: MissionLines, document: string[]): string[] {
  const known = new Map([...lists.states, ...lists.statesNothing].map((entry) => [entry.line, entry.hash]))
  const problems: string[] = []
  if (document.length !== lists.lines) problems.push(`${document.length} lines, ${lists.lines} were listed`)
  for (const [index, text] of document.entries()) {
    const line = index + 1
    const hash = known.get(line)
    if (text.trim() === '' || text.startsWith('#')) continue
    if (hash === undefined) problems.push(`line ${line} is in no list: ${text}`)
    else if (hash !== hashOf(text)) problems.push(`line ${line} has changed: ${text}`)
  }
  for (const line of known.keys()) {
    const text = document[line - 1]
    if (text === undefined || text.trim() === '' || text.startsWith('#'))
      problems.push(`line ${line} is no text`)
  }
  return problems
}

export function hashOf(line: string): string {
  return createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)
}
