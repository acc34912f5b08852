/** Draws which keywords were met in which part and how that ended: as text, and as a picture. */
import { type Coverage, KEYWORDS, OUTCOMES, PARTS } from '../property/coverage.ts'

const SIGNS: Readonly<Record<(typeof OUTCOMES)[number], string>> = { taken: 't', changed: 'c', refused: 'r' }

/** A line for each keyword; `t`, `c`, `r`: values were taken, changed, refused because of it. */
export function coverageTable(coverage: Coverage): string {
  const head = `${'keyword'.padEnd(22)}${PARTS.map((part) => part.padEnd(13)).join('')}`
  const lines = KEYWORDS.map((keyword) => {
    const cells = PARTS.map((part) =>
      OUTCOMES.map((outcome) => (coverage.count(keyword, part, outcome) > 0 ? SIGNS[outcome] : '·'))
        .join('')
        .padEnd(13),
    )
    return `${keyword.padEnd(22)}${cells.join('')}`.trimEnd()
  })
  const legend =
    't accepted unchanged, c changed by coercion, a default or a serializer, r refused by this keyword'
  return `\n${[head.trimEnd(), ...lines, legend].join('\n')}`
}

const CELL = { width: 30, height: 16 }
const LEFT = 150
const TOP = 54
const COLOURS: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  taken: '#2f7d4f',
  changed: '#b07a1e',
  refused: '#a8323e',
}

/** The same as an SVG: the more often, the fuller the colour. */
export function coveragePicture(coverage: Coverage): string {
  const columns = PARTS.flatMap((part) => OUTCOMES.map((outcome) => ({ part, outcome })))
  const width = LEFT + columns.length * CELL.width + 20
  const height = TOP + KEYWORDS.length * CELL.height + 30
  const parts = PARTS.map((part, at) => text(LEFT + (at * 3 + 1.5) * CELL.width, 22, part, 'middle'))
  const heads = columns.map(({ outcome }, at) =>
    text(LEFT + (at + 0.5) * CELL.width, 42, SIGNS[outcome], 'middle'),
  )
  const rows = KEYWORDS.flatMap((keyword, row) => {
    const y = TOP + row * CELL.height
    const cells = columns.map(({ part, outcome }, at) => {
      const count = coverage.count(keyword, part, outcome)
      const strength = count === 0 ? 0 : Math.min(1, 0.35 + Math.log10(count) / 6)
      const fill = count === 0 ? '#8883' : COLOURS[outcome]
      const x = LEFT + at * CELL.width + 1
      const title = `<title>${keyword}, ${part}: ${count} times ${outcome}</title>`
      const size = `width="${CELL.width - 2}" height="${CELL.height - 2}"`
      return `<rect x="${x}" y="${y}" ${size} fill="${fill}" fill-opacity="${count === 0 ? 1 : strength.toFixed(2)}">${title}</rect>`
    })
    return [text(LEFT - 8, y + 12, keyword, 'end'), ...cells]
  })
  const legend = text(
    LEFT,
    height - 8,
    't accepted, c changed, r refused by this keyword; grey: never',
    'start',
  )
  const label = 'Which keywords were met in which part of an exchange, and how that ended'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">`,
    '<style>text{font:12px system-ui,sans-serif;fill:#777}</style>',
    ...parts,
    ...heads,
    ...rows,
    legend,
    '</svg>\n',
  ].join('\n')
}

function text(x: number, y: number, words: string, anchor: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`
}
