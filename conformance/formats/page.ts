// The report as one self-contained page with its style, script and data; its policy forbids loading anything.

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { readData } from '../../spec/data.ts'
import { pack } from '../explorer/packed.ts'
import { type MadePage, type PageSource, pageData } from '../explorer/page-data.ts'
import { trendPoints } from '../explorer/trend-points.ts'
import type { StoredReport } from '../report/read.ts'
import { cellsOf, type ReportContext } from '../report/verdicts.ts'
import type { ConformanceReport } from '../run/run.ts'

/** What `npm run build` makes of `explorer/page/`. */
const BUILT = new URL('../explorer/page/', import.meta.url)

export function pageOf(report: ConformanceReport, context: ReportContext = {}): string {
  return htmlOf(pageData([sourceOf('', report, context)]))
}

export function sourceOf(name: string, report: ConformanceReport, context: ReportContext = {}): PageSource {
  return {
    name,
    report,
    node: context.identity?.node ?? process.version,
    ...(context.identity ? { identity: context.identity } : {}),
    cellsOf: (result) => cellsOf(result, context),
    milliseconds: (measured) => (context.deterministic ? 0 : measured),
  }
}

/** All reports in one page: the newest of each version as a column, and how they follow each other. */
export function dataOf(stored: StoredReport[]): MadePage {
  const sources = stored.map(({ name, report, identity }) => sourceOf(name, report, { identity }))
  return pageData(sources, stored.length > 1 ? trendPoints(stored) : [])
}

/** The page with its data in it. */
export function htmlOf(data: MadePage): string {
  const style = builtFile('page.css')
  const script = builtFile('page.js')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policyOf(style, script, data.live || data.reruns === true)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>touchstone: conformance</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <div id="page">
      <p id="wait">Reading the report …</p>
    </div>
    <noscript>This page draws the report with a script, and scripts are switched off.</noscript>
    <script type="text/plain" id="data">${packed(data)}</script>
    <script>${script}</script>
  </body>
</html>
`
}

function builtFile(name: string): string {
  return readData(fileURLToPath(new URL(name, BUILT)))
}

/** Allows only the one script and style, and no loading; a live page may connect to its own server. */
function policyOf(style: string, script: string, live: boolean): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'img-src data:',
    ...(live ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Compression makes it a tenth as long; in base64 no value can close the element that holds it. */
export function packed(data: MadePage): string {
  return deflateRawSync(pack(data), { level: 9 }).toString('base64')
}
