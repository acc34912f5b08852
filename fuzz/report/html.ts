/** A report as one self-contained page: no script, no network, light or dark as the system is set. */
import { escapeMarkup } from '../../conformance/markup/escape.ts'
import { checkOf } from '../engine/checks.ts'
import type { Finding, FuzzReport } from '../engine/finding.ts'
import { type Cause, causesOf } from '../triage/causes.ts'
import { curlOf, hasTest, serverOf, testOf } from './snippets.ts'
import { shardOf } from './text.ts'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --bad: light-dark(#b00020, #ff8a8a); --good: light-dark(#0a6b2d, #7ddf9c) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
pre { overflow: auto; background: var(--soft); padding: .75rem; border-radius: .4rem; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere }
article { border: 1px solid var(--line); border-radius: .5rem; padding: .25rem 1rem 1rem; margin: 1rem 0 }
.bad { color: var(--bad) } .good { color: var(--good) }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; border-bottom: 1px solid var(--line); padding: .3rem .5rem; vertical-align: top }
code { overflow-wrap: anywhere }
`

/** Findings of one cause that are shown in full. */
const SHOWN = 3

/** `replayOptions` are options of the command that a replay needs too. */
export function htmlReport(report: FuzzReport, module: string, replayOptions = ''): string {
  const { findings, warnings, notes, requests, seed, routes, known = [], gone = [] } = report
  const title = `touchstone fuzz ${report.target}`
  const verdict =
    findings.length === 0
      ? '<p class="good">Nothing found.</p>'
      : `<p class="bad">${findings.length} finding${findings.length === 1 ? '' : 's'}.</p>`
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title>`,
    '<meta name="viewport" content="width=device-width">',
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<style>${STYLE}</style></head><body>`,
    `<main><h1>${escapeMarkup(title)}</h1>${verdict}`,
    `<p>${requests} requests, ${routes.length} routes, seed ${seed}, ended: ${report.ended}.</p>`,
    ...causesOf(findings).map((cause) => causeHtml(cause, module, report, replayOptions)),
    ...listHtml(
      'Known to the baseline',
      known.map(({ id, route, accepted }) => `${id} ${route}: ${accepted}`),
    ),
    ...listHtml(
      'In the baseline and not found',
      gone.map(({ id, why }) => `${id}: ${why}`),
    ),
    ...(warnings.length > 0
      ? [
          `<h2>Warnings</h2><ul>${warnings.map(({ check, route, why }) => `<li><code>${check}</code> ${escapeMarkup(route)}: ${escapeMarkup(why)}</li>`).join('')}</ul>`,
        ]
      : []),
    ...(notes.length > 0
      ? [`<h2>Notes</h2><ul>${notes.map((note) => `<li>${escapeMarkup(note)}</li>`).join('')}</ul>`]
      : []),
    '<h2>Routes</h2><table><thead><tr><th>route</th><th>requests</th><th>answers</th></tr></thead><tbody>',
    ...routes.map(
      ({ route, requests: sent, statuses }) =>
        `<tr><td><code>${escapeMarkup(route)}</code></td><td>${sent}</td><td>${Object.entries(statuses)
          .map(([status, times]) => `${status}: ${times}`)
          .join(', ')}</td></tr>`,
    ),
    '</tbody></table></main></body></html>',
    '',
  ].join('\n')
}

function listHtml(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  return [`<h2>${title}</h2><ul>${lines.map((one) => `<li>${escapeMarkup(one)}</li>`).join('')}</ul>`]
}

/** The shortest findings in full, the others by name. */
function causeHtml({ findings }: Cause, module: string, report: FuzzReport, replayOptions: string): string {
  const others = findings.slice(SHOWN).map(({ route, id, why }) => `${route} ${id}: ${why}`)
  const shown = findings.slice(0, SHOWN).map((one) => findingHtml(one, module, report, replayOptions))
  if (findings.length === 1) return shown.join('')
  const title = `${findings.length} findings of one cause`
  return `<section><h2>${title}</h2>${shown.join('')}${listHtml('The others', others).join('')}</section>`
}

function findingHtml(finding: Finding, module: string, report: FuzzReport, replayOptions: string): string {
  const { check, route, why, requests, answer, decoded, id, unstable, reason = '' } = finding
  const server = serverOf(report)
  const again = `npx touchstone fuzz ${server === null ? `${module} ` : ''}--seed ${report.seed}${replayOptions}${shardOf(finding)} --only ${id}`
  return [
    `<article id="${escapeMarkup(id)}"><h2><span class="bad">${escapeMarkup(check)}</span> <code>${escapeMarkup(route)}</code></h2>`,
    `<p>${escapeMarkup(checkOf(check).rule)}</p><p>${escapeMarkup(why)}</p>`,
    ...(unstable ? [`<p>Unstable: ${escapeMarkup(reason)}</p>`] : []),
    ...(decoded
      ? [
          `<p>The ${decoded.part} after decoding and coercion:</p><pre>${escapeMarkup(JSON.stringify(decoded.value, null, 2) ?? 'nothing')}</pre>`,
        ]
      : []),
    ...requests.map((request) => `<pre>${escapeMarkup(curlOf(request, server ?? undefined))}</pre>`),
    ...(answer
      ? [`<p>The answer: ${answer.status}</p><pre>${escapeMarkup(answer.body.slice(0, 2000))}</pre>`]
      : []),
    ...(hasTest(finding, report)
      ? [
          `<details><summary>A test</summary><pre>${escapeMarkup(testOf(finding, server ?? module, 'node', report.form, report.setup))}</pre></details>`,
        ]
      : []),
    `<p>Again: <code>${escapeMarkup(again)}</code></p></article>`,
  ].join('\n')
}
