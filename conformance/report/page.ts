// The report as one page that needs nothing else: the parts in conformance/page, with the run written into them.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ConformanceReport } from '../run.ts'
import { jsonReport } from './json.ts'
import type { ReportContext } from './verdicts.ts'

const here = new URL('.', import.meta.url)
const parts = new URL(here.pathname.includes('/dist/') ? '../../../conformance/page/' : '../page/', here)

export function pageOf(report: ConformanceReport, context: ReportContext = {}): string {
  const fill: Record<string, string> = {
    '/*style*/': `${read('page.css')}\n${read('detail.css')}`,
    '/*script*/': `${read('matrix.js')}\n${read('detail.js')}`,
    '"/*report*/"': escapeScript(JSON.stringify(pageData(report, context))),
  }
  return read('page.html').replace(/"\/\*report\*\/"|\/\*(?:style|script)\*\//g, (mark) => fill[mark] ?? mark)
}

function read(name: string): string {
  const file = fileURLToPath(new URL(name, parts))
  if (!existsSync(file))
    throw new Error(`the page needs ${name}, which is not beside this package's dist folder`)
  return readFileSync(file, 'utf8')
}

/** Nothing in the data may end the element that holds it. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

interface PageAssertion {
  id: string
}

/** The JSON report, with assertions by id. */
function pageData(report: ConformanceReport, context: ReportContext): unknown {
  const data = jsonReport(report, context)
  const implementations = data['implementations'] as { assertions: PageAssertion[] }[]
  return {
    ...data,
    implementations: implementations.map((one) => ({
      ...one,
      assertions: Object.fromEntries(one.assertions.map((assertion) => [assertion.id, assertion])),
    })),
  }
}
