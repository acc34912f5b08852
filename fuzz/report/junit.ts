/** A report as JUnit XML: a suite for each route, a test case for each check. Warnings are not in it. */
import { type JunitCase, junitXml } from '../../conformance/markup/junit.ts'
import { CHECK_IDS, checkOf } from '../engine/checks.ts'
import type { Finding, FuzzReport } from '../engine/finding.ts'
import { curlOf } from './snippets.ts'

export function junitReport(report: FuzzReport): string {
  const routes = new Set([...report.routes, ...report.findings].map(({ route }) => route))
  const ids = new Set<string>([...CHECK_IDS, ...report.findings.map(({ check }) => check)])
  const errors = [...ids].filter((id) => checkOf(id).severity === 'error')
  const suites = [...routes].map((route) => ({
    name: route,
    cases: errors.flatMap((check): JunitCase[] => {
      const failed = report.findings.filter((one) => one.route === route && one.check === check)
      return failed.length > 0 ? failed.map(failedCase) : [{ classname: route, name: check }]
    }),
  }))
  return junitXml(`touchstone fuzz ${report.target}`, suites, report.seconds * 1000)
}

function failedCase({ route, check, id, why, requests }: Finding): JunitCase {
  const text = [why, ...requests.map((one) => curlOf(one))].join('\n')
  return {
    classname: route,
    name: `${check} ${id}`,
    verdict: { kind: 'failure', type: check, message: why, text },
  }
}
