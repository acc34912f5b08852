// A history as a page: a line for each rule of which something changed, a column for each version. No script, nothing is loaded.

import { escapeMarkup, visible } from '../../markup/escape.ts'
import type { Change, History, RuleLine } from './history.ts'

const STYLE = `:root{color-scheme:light dark;--line:#d8d6d0;--ok:#1a7f37;--part:#b7791f;--bad:#b42318;--none:#8a8f98;--paper:#fff;--ink:#1d2128}
@media(prefers-color-scheme:dark){:root{--line:#3a3f47;--ok:#57ab5a;--part:#d4a72c;--bad:#f47067;--none:#7d8590;--paper:#16181c;--ink:#e6e6e3}}
body{font:15px/1.45 system-ui,sans-serif;margin:1.2rem;background:var(--paper);color:var(--ink)}
.frame{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
td.v{text-align:center;font-variant-numeric:tabular-nums;white-space:nowrap}.keeps{color:var(--ok)}.part{color:var(--part)}.breaks{color:var(--bad)}.skipped{color:var(--none)}
td.changed{outline:2px solid currentColor;outline-offset:-3px;border-radius:6px;font-weight:600}thead th{position:sticky;top:0;background:var(--paper)}
tbody th{min-width:16rem;max-width:30rem;font-weight:400}code{overflow-wrap:anywhere}details{margin:.4rem 0}.area th{font-weight:700;padding-top:1rem}`

export function historyPage(history: History): string {
  const title = `${visible(history.name)}: ${history.versions.length} versions`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeMarkup(title)}</h1>
<p>Each line is a rule of which something changed, each cell how many of its assertions a version keeps, of how many that ran; a frame marks a change.</p>
<div class="frame"><table>
<thead><tr><th scope="col">Rule</th>${history.versions.map((one) => `<th scope="col">${escapeMarkup(visible(one))}</th>`).join('')}</tr></thead>
<tbody>
${ruleRows(history).join('\n')}
</tbody>
</table></div>
<h2>What changed</h2>
${steps(history).join('\n')}
</body>
</html>
`
}

function ruleRows({ rules, versions, changes }: History): string[] {
  let area = ''
  return rules
    .toSorted((a, b) => a.area.localeCompare(b.area))
    .flatMap((line) => {
      const head =
        line.area === area
          ? []
          : [
              `<tr class="area"><th scope="rowgroup" colspan="${versions.length + 1}">${escapeMarkup(line.area)}</th></tr>`,
            ]
      area = line.area
      const cells = versions.map((version, at) => cellOf(line, version, at, changes))
      const rule = `<th scope="row"><b>${escapeMarkup(line.rule)}</b> ${escapeMarkup(line.text)}</th>`
      return [...head, `<tr>${rule}${cells.join('')}</tr>`]
    })
}

function cellOf({ rule, kept }: RuleLine, version: string, at: number, changes: Change[]): string {
  const [held = 0, ran = 0, skipped = 0] = kept[at] ?? []
  const state = ran === 0 ? 'skipped' : held === ran ? 'keeps' : held === 0 ? 'breaks' : 'part'
  const changed = changes.some((change) => change.to === version && change.rules.includes(rule))
  const title = `${held} of ${ran} kept${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return `<td class="v ${state}${changed ? ' changed' : ''}" title="${title}">${ran === 0 ? '–' : `${held}/${ran}`}</td>`
}

function steps({ versions, changes }: History): string[] {
  return versions.slice(1).flatMap((to, at) => {
    const own = changes.filter((change) => change.to === to)
    if (own.length === 0) return []
    const items = own.map(
      ({ id, before, after, message }) =>
        `<li><code>${escapeMarkup(visible(id))}</code> ${before} → ${after}${message === undefined ? '' : `<br><small>${escapeMarkup(visible(message))}</small>`}</li>`,
    )
    const summary = `${visible(versions[at] ?? '')} → ${visible(to)}: ${own.length} changed`
    return [`<details><summary>${escapeMarkup(summary)}</summary><ul>`, ...items, '</ul></details>']
  })
}
