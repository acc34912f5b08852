// What a run of StrykerJS comes to, by folder and file, without the mutants that were reviewed as equivalent.

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Equivalent, isEquivalent, readEquivalent } from './equivalent.ts'
import { isDrawn } from './sample.ts'

interface Place {
  line: number
  column: number
}

interface Tried {
  replacement?: string
  status: string
  statusReason?: string
  location: { start: Place; end: Place }
}

interface Report {
  files: Record<
    string,
    {
      source: string
      mutants: Tried[]
    }
  >
}

/** How many of the mutants of a file, or of a folder, were noticed. */
export interface Score {
  noticed: number
  /** of those, noticed only because a library, or node's HTTP, was asked more or less often */
  byWork: number
  /** survived, though a case runs through it */
  survived: number
  unreached: number
  equivalent: number
}

/** The files beside the folders are a room of their own. */
const roomOf = (file: string): string => (file.includes('/') ? `${file.split('/')[0]}/` : 'beside/')

/** A score for each file of the report, `serve/body.js`, and for each folder, `serve/`. */
export function scoresOf(report: Report, equivalents: readonly Equivalent[]): Map<string, Score> {
  const scores = new Map<string, Score>()
  for (const [path, { source, mutants }] of Object.entries(report.files)) {
    const file = path.replace(/^dist\/src\//, '')
    const lines = source.split('\n')
    for (const { replacement = '', status, statusReason, location } of mutants) {
      const counted = kindOf(status)
      const { start, end } = location
      if (counted === null || !isDrawn({ file, ...start, replacement })) continue
      const line = lines[start.line - 1] ?? ''
      const text = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined)
      const reviewed = isEquivalent({ file, line, text, replacement }, equivalents)
      const kind = counted !== 'noticed' && reviewed ? 'equivalent' : counted
      for (const name of [roomOf(file), file]) {
        const score = scores.get(name) ?? { noticed: 0, byWork: 0, survived: 0, unreached: 0, equivalent: 0 }
        score[kind]++
        if (kind === 'noticed' && statusReason?.startsWith('work:')) score.byWork++
        scores.set(name, score)
      }
    }
  }
  return scores
}

function kindOf(status: string): Exclude<keyof Score, 'byWork'> | null {
  if (status === 'Killed' || status === 'Timeout') return 'noticed'
  if (status === 'Survived') return 'survived'
  return status === 'NoCoverage' ? 'unreached' : null
}

/** Percent of those that are not equivalent. */
export function percentOf({ noticed, survived, unreached }: Score): number {
  const all = noticed + survived + unreached
  return all === 0 ? 100 : (noticed / all) * 100
}

function tell(): void {
  const { values } = parseArgs({ options: { report: { type: 'string', default: 'reports/stryker.json' } } })
  let report: Report
  try {
    report = JSON.parse(readFileSync(values.report, 'utf8')) as Report
  } catch (error) {
    console.error(
      `${values.report} cannot be read (${(error as Error).message}): npm run test:stryker writes it.`,
    )
    process.exitCode = 3
    return
  }
  for (const [name, score] of [...scoresOf(report, readEquivalent())].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { noticed, byWork, survived, unreached, equivalent } = score
    const percent = `${percentOf(score).toFixed(2)} %`.padStart(9)
    console.log(
      `${percent}  ${name.padEnd(30)} ${noticed} noticed (${byWork} by the work), ${survived} survived, ${unreached} unreached, ${equivalent} equivalent`,
    )
  }
}

if (process.argv[1]?.endsWith('score.js')) tell()
