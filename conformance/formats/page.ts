// The report as one page that needs nothing else: style, script and what was found stand in it, and it may load nothing.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { bundle } from '../explorer/bundle.ts'
import { type PageData, type PageSource, pageData } from '../explorer/page-data.ts'
import { trendPoints } from '../explorer/trend-points.ts'
import type { StoredReport } from '../report/read.ts'
import { cellsOf, type ReportContext } from '../report/verdicts.ts'
import type { ConformanceReport } from '../run/run.ts'

const parts = new URL('../../../conformance/explorer/page/', import.meta.url)
const compiled = ['explorer/', 'explorer/query/', 'explorer/code/', 'contract/', 'language/'].map(
  (folder) => new URL(`../${folder}`, import.meta.url),
)

const STYLES = ['page.css', 'search.css', 'matrix.css', 'detail.css', 'drawing.css']

export function pageOf(report: ConformanceReport, context: ReportContext = {}): string {
  return htmlOf(pageData([sourceOf('', report, context)]))
}

export function sourceOf(name: string, report: ConformanceReport, context: ReportContext = {}): PageSource {
  return {
    name,
    report,
    node: context.identity?.node ?? process.version,
    cellsOf: (result) => cellsOf(result, context),
    milliseconds: (measured) => (context.deterministic ? 0 : measured),
  }
}

/** All reports in one page: the newest of each version as a column, and how they follow each other. */
export function dataOf(stored: StoredReport[]): PageData {
  const sources = stored.map(({ name, report, identity }) => sourceOf(name, report, { identity }))
  return pageData(sources, stored.length > 1 ? trendPoints(stored) : [])
}

/** The page with its data in it. */
export function htmlOf(data: PageData): string {
  const style = STYLES.map((name) => readFileSync(fileURLToPath(new URL(name, parts)), 'utf8')).join('\n')
  const libraries = libraryOf('preact', 'preact.min.umd.js') + libraryOf('preact/hooks', 'hooks.umd.js')
  const script = `${libraries}\n${bundle('main.js', [parts, ...compiled])}`
  const fill: Record<string, string> = {
    style,
    script,
    data: packed(data),
    policy: policyOf(style, script, data.live),
  }
  const page = readFileSync(fileURLToPath(new URL('page.html', parts)), 'utf8')
  return page.replace(/\s*\/\*(style|script|data|policy)\*\/\s*/g, (mark, name: string) => fill[name] ?? mark)
}

/** Nothing is loaded, and nothing runs but the one script; a live page may ask the server that it came from. */
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

/** Compressed, it is a tenth as long, and in base64 no value of an implementation can end the element that holds it. */
export function packed(data: PageData): string {
  return deflateRawSync(JSON.stringify(data), { level: 9 }).toString('base64')
}

/** A library's file for browsers without modules; it says nothing of where its source map lies. */
function libraryOf(name: string, file: string): string {
  const require = createRequire(import.meta.url)
  const path = new URL(file, `file://${require.resolve(name)}`)
  return readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
}
