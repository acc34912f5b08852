// The contexts of a fixture as an SVG: a box for each, inside the one that it inherits from. What is declared in a box holds within it.

import { type ContextNode, treeOf } from '../../../spec/app-tree.ts'
import { escapeMarkup } from '../../markup/escape.ts'
import { applicationOf, type Fixture } from '../fixtures.ts'
import { contextText, gathered } from './drawing.ts'

const LINE = 20
const PAD = 12
/** The width of a letter of the font. */
const LETTER = 7.9
const NARROWEST = 320
/** Schemas without a name can be long. */
const LONGEST = 110

const STYLE =
  'text{font:13px ui-monospace,Consolas,monospace;fill:#1d2733}.name{font-weight:700}rect{fill:#2f6f9f14;stroke:#2f6f9f;stroke-width:1.5}.open{stroke-dasharray:5 4}svg{background:#fff}@media(prefers-color-scheme:dark){text{fill:#e7e6e1}rect{stroke:#7fb0ff}svg{background:#111318}}'

interface Box {
  width: number
  height: number
  /** Drawn at this place, in this width. */
  draw(x: number, y: number, width: number): string
}

/** The whole picture as a document. */
export function pictureOf(fixture: Fixture): string {
  const tree = treeOf({ do: applicationOf(fixture).do.slice(1) })
  const box = boxOf(tree, fixture.name)
  const [width, height] = [box.width + 2 * PAD, box.height + 2 * PAD]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The contexts of the fixture ${fixture.name}"><style>${STYLE}</style>${box.draw(PAD, PAD, box.width)}</svg>\n`
}

function boxOf(node: ContextNode, name: string): Box {
  const lines = [name, ...gathered(node.declares)].map((text) =>
    text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
  )
  const inner = node.children.map((child) => boxOf(child, contextText(child)))
  const own = PAD + lines.length * LINE
  const widest = Math.max(
    NARROWEST,
    ...lines.map(({ length }) => length * LETTER),
    ...inner.map(({ width }) => width),
  )
  const height = own + PAD / 2 + inner.reduce((sum, one) => sum + one.height + PAD, 0)
  return {
    width: Math.ceil(widest + 2 * PAD),
    height,
    draw(x, y, width) {
      let at = y + own
      const parts = lines.map(
        (text, line) =>
          `<text${line === 0 ? ' class="name"' : ''} x="${x + PAD}" y="${y + PAD + line * LINE + 10}">${escapeMarkup(text)}</text>`,
      )
      for (const one of inner) {
        parts.push(one.draw(x + PAD, at, width - 2 * PAD))
        at += one.height + PAD
      }
      return `<rect${node.wrapped ? ' class="open"' : ''} x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>${parts.join('')}`
    },
  }
}
