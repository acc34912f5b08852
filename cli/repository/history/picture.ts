/** A history as a picture: areas and versions, in each cell what changed, in its colour how much is kept. */
import { escapeMarkup } from '../../../conformance/markup/escape.ts'
import type { Kept } from '../../../conformance/report/history/history.ts'
import type { Finding } from './findings.ts'
import { countOf, type Stored } from './stored.ts'

const [LEFT, CELL, ROW, TOP, GRID] = [112, 25, 24, 60, 240]

const STYLE = `text{font:11px system-ui,sans-serif;fill:#1d2733}.title{font-size:17px;font-weight:600}.small{fill:#55606c}
.up{fill:#14622c;font-size:9px;font-weight:600}.down{fill:#a3190f;font-size:9px;font-weight:600}.line{fill:none;stroke:#2f6f9f;stroke-width:2}
.major{stroke:#1d2733;stroke-width:1.5}.mark{fill:#1d2733}.on{fill:#fff;font-weight:600;font-size:10px}.part{fill:#55606c}`

export function pictureOf(stored: Stored, findings: readonly Finding[]): string {
  const areas = areasByChange(stored)
  const marked = findings.filter(({ mark }) => mark !== undefined)
  const width = LEFT + stored.versions.length * CELL + 24
  const below = GRID + areas.length * ROW
  const height = below + 40 + deepestOf(marked) * 17 + marked.length * 18
  const title = `${stored.name}: what changed in which version`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeMarkup(title)}</title>
<desc id="desc">A column for each version and a row for each area of the specification. A cell tells how many assertions are kept from this version on, and how many are broken from it on; its colour tells how much of the area is kept.</desc>
<style>${STYLE}</style>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="26" class="title">${escapeMarkup(title)}</text>
<text x="12" y="44" class="small">+ kept from this version on, − broken from it on; the colour is the share of the area that is kept. The line is that of all areas.</text>
${[...curve(stored), ...heads(stored), ...rows(stored, areas), ...border(stored, areas.length), ...notes(stored, marked, below)].join('\n')}
</svg>
`
}

const xOf = (at: number): number => LEFT + at * CELL

function areasByChange(stored: Stored): string[] {
  const counts = new Map<string, number>()
  for (const change of stored.changes) {
    const area = stored.rules[change.rule] ?? ''
    counts.set(area, (counts.get(area) ?? 0) + countOf(change))
  }
  return Object.keys(stored.areas)
    .filter((area) => counts.has(area))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
}

const share = ([kept, ran]: Kept): number => (ran === 0 ? 0 : kept / ran)

function totals({ versions, areas }: Stored): Kept[] {
  return versions.map((_, at) =>
    Object.values(areas).reduce<Kept>(
      ([kept, ran, skipped], cells) => {
        const [a, b, c] = cells[at] ?? [0, 0, 0]
        return [kept + a, ran + b, skipped + c]
      },
      [0, 0, 0],
    ),
  )
}

/** From the lowest whole ten per cent to all. */
function curve(stored: Stored): string[] {
  const shares = totals(stored).map(share)
  const floor = Math.floor(Math.min(...shares) * 10) / 10
  const [top, bottom] = [TOP + 6, GRID - 62]
  const yOf = (one: number): number =>
    Math.round((bottom - ((one - floor) / (1 - floor)) * (bottom - top)) * 10) / 10
  const points = shares.map((one, at) => `${xOf(at) + CELL / 2},${yOf(one)}`)
  const told = shares.flatMap((one, at) => {
    const lastOfMajor = majorOf(stored.versions[at + 1]) !== majorOf(stored.versions[at])
    const firstOfMajor = majorOf(stored.versions[at - 1]) !== majorOf(stored.versions[at])
    if (!lastOfMajor && !firstOfMajor) return []
    const anchor = firstOfMajor ? 'start' : 'end'
    const x = xOf(at) + (firstOfMajor ? 4 : CELL - 4)
    return [`<text x="${x}" y="${yOf(one) - 7}" text-anchor="${anchor}">${(one * 100).toFixed(1)} %</text>`]
  })
  return [
    `<text x="${LEFT - 8}" y="${top + 4}" text-anchor="end" class="small">100 %</text>`,
    `<text x="${LEFT - 8}" y="${bottom + 4}" text-anchor="end" class="small">${Math.round(floor * 100)} %</text>`,
    `<polyline class="line" points="${points.join(' ')}"/>`,
    ...told,
  ]
}

const majorOf = (version: string | undefined): string => version?.split('.')[0] ?? ''

/** A version that was asked only for what its neighbours differ in is grey. */
function heads({ versions, whole }: Stored): string[] {
  return versions.map((version, at) => {
    const x = xOf(at) + CELL / 2 + 4
    const style = whole.includes(version) ? '' : ' class="part"'
    return `<text transform="translate(${x} ${GRID - 6}) rotate(-90)"${style}>${escapeMarkup(version)}</text>`
  })
}

function rows(stored: Stored, areas: readonly string[]): string[] {
  return areas.flatMap((area, row) => {
    const y = GRID + row * ROW
    const cells = stored.versions.map((version, at) => {
      const fill = colorOf(share(stored.areas[area]?.[at] ?? [0, 0, 0]))
      const background = `<rect x="${xOf(at)}" y="${y}" width="${CELL}" height="${ROW}" fill="${fill}"/>`
      return background + counts(stored, area, version, xOf(at) + CELL / 2, y)
    })
    return [`<text x="${LEFT - 8}" y="${y + 16}" text-anchor="end">${escapeMarkup(area)}</text>`, ...cells]
  })
}

function counts(stored: Stored, area: string, version: string, x: number, y: number): string {
  const own = stored.changes.filter((one) => one.version === version && stored.rules[one.rule] === area)
  const sum = (wanted: (now: string) => boolean): number =>
    own.filter(({ now }) => wanted(now)).reduce((total, one) => total + countOf(one), 0)
  const [up, down] = [sum((now) => now === 'keeps'), sum((now) => now === 'breaks')]
  const both = up > 0 && down > 0
  const line = (text: string, kind: string, at: number): string =>
    `<text x="${x}" y="${at}" text-anchor="middle" class="${kind}">${text}</text>`
  return [
    up > 0 ? line(`+${up}`, 'up', y + (both ? 10.5 : 15.5)) : '',
    down > 0 ? line(`−${down}`, 'down', y + (both ? 21 : 15.5)) : '',
  ].join('')
}

/** Half and less is red, all is green. */
function colorOf(one: number): string {
  const stops: [number, [number, number, number]][] = [
    [0.5, [244, 190, 184]],
    [0.85, [253, 238, 196]],
    [1, [205, 235, 212]],
  ]
  const value = Math.min(1, Math.max(0.5, one))
  const upper = Math.max(
    1,
    stops.findIndex(([from]) => value <= from),
  )
  const [[low, a], [high, b]] = [stops[upper - 1]!, stops[upper]!]
  const part = (value - low) / (high - low)
  const mixed = a.map((from, channel) => Math.round(from + (b[channel]! - from) * part))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** A line before each first version of a major one. */
function border({ versions }: Stored, count: number): string[] {
  return versions.flatMap((version, at) =>
    at > 0 && majorOf(version) !== majorOf(versions[at - 1])
      ? [`<path class="major" d="M${xOf(at)} ${TOP}V${GRID + count * ROW}"/>`]
      : [],
  )
}

/** How many of them stand below one version. */
function deepestOf(marked: readonly Finding[]): number {
  return Math.max(1, ...marked.map((one) => marked.filter(({ version }) => version === one.version).length))
}

function notes(stored: Stored, marked: readonly Finding[], below: number): string[] {
  const inColumn = new Map<string, number>()
  const dots = marked.map(({ version, mark = '' }) => {
    const nth = inColumn.get(version) ?? 0
    inColumn.set(version, nth + 1)
    const [x, y] = [xOf(stored.versions.indexOf(version)) + CELL / 2, below + 12 + nth * 17]
    return `<circle class="mark" cx="${x}" cy="${y}" r="8"/><text class="on" x="${x}" y="${y + 3.5}" text-anchor="middle">${mark}</text>`
  })
  const deepest = deepestOf(marked)
  const texts = marked.map(
    ({ version, title, mark = '' }, at) =>
      `<text x="${LEFT}" y="${below + 24 + deepest * 17 + at * 18}"><tspan font-weight="600">${mark}</tspan> ${escapeMarkup(`${version}: ${title.replaceAll('`', '')}`)}</text>`,
  )
  return [...dots, ...texts]
}
