/** Public reports about frameworks of this kind that were tried, each with the cases that answer it: `reports.json`, a line each. */
import { readFileSync } from 'node:fs'
import { specificationFolder } from './load.ts'

export interface Report {
  /** the repository and the number, as in `fastify/fastify#5188` */
  readonly report: string
  /** what was reported, in one sentence */
  readonly about: string
  /** the ids of the cases that show what is right */
  readonly cases: readonly string[]
}

const FORM = /^[\w.-]+\/[\w.-]+#\d+$/
const KEYS = ['report', 'about', 'cases']

/** Reads the reports in the order of their repositories and numbers. Throws for a line that is no report. */
export function readReports(): Report[] {
  const text = readFileSync(`${specificationFolder()}reports.json`, 'utf8')
  const { reports } = JSON.parse(text) as { reports: Report[] }
  for (const one of reports) {
    const wrong = faultOf(one)
    if (wrong !== null) throw new Error(`spec/reports.json: ${JSON.stringify(one)} ${wrong}`)
  }
  return reports.toSorted(byPlace)
}

function faultOf(one: Report): string | null {
  if (Object.keys(one).join() !== KEYS.join()) return `must have ${KEYS.join(', ')}`
  if (!FORM.test(one.report)) return 'must name its report as owner/repository#number'
  if (!/^[^\n]{20,160}\.$/.test(one.about))
    return 'must be about something, in a sentence of at most 160 characters'
  return one.cases.length === 0 ? 'must name a case' : null
}

function byPlace(a: Report, b: Report): number {
  const [repository, number] = placeOf(a)
  const [other, otherNumber] = placeOf(b)
  return repository === other ? number - otherNumber : repository < other ? -1 : 1
}

export function placeOf({ report }: Report): [repository: string, number: number] {
  const [repository = '', number] = report.split('#')
  return [repository, Number(number)]
}

/** The page of the reports in Markdown. `linkOf` gives the link of a case. */
export function reportsPage(reports: readonly Report[], linkOf: (id: string) => string): string {
  const repositories = [...new Set(reports.map((one) => placeOf(one)[0]))]
  const lines = [
    '# Reported elsewhere, answered here',
    '',
    'Public reports that were tried on touchstone, and the cases that show what is right. `touchstone conform --filter ID` runs a case.',
  ]
  for (const repository of repositories) {
    const own = reports.filter((one) => placeOf(one)[0] === repository)
    lines.push('', `## ${repository}`, '', '| report | what was reported | cases |', '| --- | --- | --- |')
    for (const one of own) {
      const link = `[#${placeOf(one)[1]}](https://github.com/${repository}/issues/${placeOf(one)[1]})`
      lines.push(
        `| ${link} | ${one.about.replaceAll('|', '\\|').replaceAll('<', '&lt;')} | ${one.cases.map(linkOf).join(', ')} |`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}
