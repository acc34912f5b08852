// The formats of a report, by name.

import { toJson } from '../markup/escape.ts'
import { jsonReport } from '../report/json.ts'
import type { Reporter } from '../report/verdicts.ts'
import { badgeReport } from './badge.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { ndjsonReport } from './ndjson.ts'
import { pageOf } from './page.ts'
import { sarifReport } from './sarif.ts'

export const FORMATS = {
  junit: junitReport,
  ndjson: ndjsonReport,
  markdown: markdownReport,
  github: githubReport,
  json: (report, context) => `${toJson(jsonReport(report, context))}\n`,
  html: pageOf,
  sarif: sarifReport,
  badge: badgeReport,
} satisfies Record<string, Reporter>

export type Format = keyof typeof FORMATS

export function isFormat(name: string): name is Format {
  return Object.hasOwn(FORMATS, name)
}
