/** A report as SARIF 2.1.0: a result for each finding and each warning. */
import { type SarifResult, sarifLog } from '../../conformance/markup/sarif.ts'
import { checkOf } from '../engine/checks.ts'
import type { Finding, FuzzReport } from '../engine/finding.ts'
import { curlOf, serverOf } from './snippets.ts'

/** `file` is what results are found in: the module, or the document of a server. */
export function sarifReport(report: FuzzReport, file: string): string {
  const { findings, warnings, known = [], ended, target } = report
  const all = [...findings, ...warnings, ...known]
  const checks = [...new Set(all.map(({ check }) => check))].sort()
  const successful = ended !== 'crashed'
  return sarifLog([
    {
      name: 'touchstone fuzz',
      id: `touchstone fuzz/${target}`,
      rules: new Map(checks.map((id) => [id, checkOf(id).rule])),
      successful,
      notifications: successful ? [] : report.notes,
      results: all.map((one) => resultOf(one, file, serverOf(report) ?? undefined)),
    },
  ])
}

function resultOf(finding: Finding, file: string, server: string | undefined): SarifResult {
  const { check, route, why, requests, severity, id, accepted } = finding
  const again = requests.length > 0 ? `\n${requests.map((one) => curlOf(one, server)).join('\n')}` : ''
  return {
    rule: check,
    level: accepted === undefined ? severity : 'note',
    text: `${route}: ${why}${again}`,
    file: uriOf(file),
    name: route,
    kind: 'function',
    fingerprints: { 'finding/v1': id },
    ...(accepted === undefined ? {} : { accepted }),
  }
}

/** A path as a reference of a URI. */
function uriOf(file: string): string {
  if (/^https?:/i.test(file)) return file
  return encodeURI(file.replaceAll('\\', '/').replace(/^\.\//, ''))
}
