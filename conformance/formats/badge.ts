// The report as a badge: an SVG that says the level, and the score with its coverage; a line for each implementation.

import { levelReached } from '../judge/levels.ts'
import { escapeMarkup, visible } from '../markup/escape.ts'
import { levelsOfRun } from '../report/levels.ts'
import { matrixOf, type Tally } from '../report/matrix.ts'
import { scoreText } from '../report/score.ts'
import { faultsOf, type ReportContext, titleOf } from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'

const HEIGHT = 20
const SIZE = 11
/** The mean width of a character of the font, a little wide, so that no text is cut where another font takes its place. */
const CHARACTER = 6.6
const PADDING = 12

const COLORS = { level: '#1a7f37', none: '#6e5494', fault: '#b42318' }

interface Part {
  left: string
  right: string
  color: string
}

export function badgeReport(report: ConformanceReport, context: ReportContext = {}): string {
  const { overall } = matrixOf(report)
  const parts = report.runs.map((run, index) => partOf(run, overall[index] as Tally, report, context))
  const left = Math.max(0, ...parts.map((part) => widthOf(part.left)))
  const width = left + Math.max(0, ...parts.map((part) => widthOf(part.right)))
  const title = parts.map((part) => `${part.left}: ${part.right}`).join('; ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT * parts.length}" role="img" aria-label="${escapeMarkup(title)}">`,
    `  <title>${escapeMarkup(title)}</title>`,
    ...parts.flatMap((part, index) => linesOf(part, index * HEIGHT, left, width)),
    '</svg>',
    '',
  ].join('\n')
}

function partOf(run: JudgedRun, tally: Tally, report: ConformanceReport, context: ReportContext): Part {
  const left = visible(`touchstone: ${titleOf(run)}`)
  const [fault] = faultsOf(run).filter(({ name }) => name !== 'expectations')
  if (fault)
    return { left, right: fault.name === 'adapter' ? 'adapter failed' : 'nothing shown', color: COLORS.fault }
  const levels = levelsOfRun(run, report, context)
  const level = levelReached(levels ?? [])
  // A part of the suite has no level, so the badge of one says only how much of it is kept.
  const head = levels === null ? 'a part' : level === null ? 'no level' : `level ${level}`
  return { left, right: `${head}, ${scoreText(tally)}`, color: level === null ? COLORS.none : COLORS.level }
}

function linesOf({ left, right, color }: Part, y: number, split: number, width: number): string[] {
  const text = (x: number, content: string): string =>
    `  <text x="${x}" y="${y + 14}" font-family="Verdana, DejaVu Sans, sans-serif" font-size="${SIZE}" fill="#fff" text-anchor="middle">${escapeMarkup(content)}</text>`
  return [
    `  <rect y="${y}" width="${split}" height="${HEIGHT}" fill="#3b3f45"/>`,
    `  <rect x="${split}" y="${y}" width="${width - split}" height="${HEIGHT}" fill="${color}"/>`,
    text(split / 2, left),
    text((split + width) / 2, right),
  ]
}

function widthOf(text: string): number {
  return Math.ceil(text.length * CHARACTER) + PADDING
}
