/** A report as JUnit XML: a suite a route, a test case a check; lints are no failures. */
import { CHECK_IDS, CHECKS } from '../engine/checks.ts'
import type { Finding, FuzzReport } from '../engine/finding.ts'
import { curlOf } from './snippets.ts'

export function junitReport(report: FuzzReport): string {
  const routes = [
    ...new Set([...report.routes.map(({ route }) => route), ...report.findings.map(({ route }) => route)]),
  ]
  const errors = CHECK_IDS.filter((id) => CHECKS[id].severity === 'error')
  const suites = routes.map((route) => {
    const found = report.findings.filter((one) => one.route === route)
    const cases = errors.flatMap((check) => {
      const failed = found.filter((one) => one.check === check)
      return failed.length > 0
        ? failed.map((one) => failedCase(route, one))
        : [`    <testcase${attributes({ classname: route, name: check })}/>`]
    })
    return [
      `  <testsuite${attributes({ name: route, tests: cases.length, failures: found.length, errors: 0, skipped: 0 })}>`,
      ...cases,
      '  </testsuite>',
    ].join('\n')
  })
  const total = suites.reduce((sum, suite) => sum + (suite.match(/<testcase/g)?.length ?? 0), 0)
  const head = {
    name: `touchstone fuzz ${report.target}`,
    tests: total,
    failures: report.findings.length,
    time: report.seconds,
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(head)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function failedCase(route: string, finding: Finding): string {
  const text = [finding.why, ...finding.requests.map((one) => curlOf(one))].join('\n')
  return [
    `    <testcase${attributes({ classname: route, name: `${finding.check} ${finding.id}` })}>`,
    `      <failure${attributes({ type: finding.check, message: finding.why })}>${escaped(text)}</failure>`,
    '    </testcase>',
  ].join('\n')
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`,
    )
    .join('')
}

/** XML 1.0 has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
