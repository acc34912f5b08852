// The report as SARIF 2.1.0: a run for each implementation, a result for each assertion that is not kept.

import type { JudgedAssertion } from '../judge/expectations.ts'
import { rulesOf } from '../judge/selectors.ts'
import { type SarifResult, type SarifRun, sarifLog } from '../markup/sarif.ts'
import { cellsOf, explain, faultsOf, knownText, type ReportContext, titleOf } from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'

export function sarifReport(report: ConformanceReport, context: ReportContext = {}): string {
  return sarifLog(report.runs.map((run) => runOf(run, report, context)))
}

function runOf(run: JudgedRun, report: ConformanceReport, context: ReportContext): SarifRun {
  const told = run.assertions.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skip')
  const ids = [...new Set(told.flatMap(({ case: one, result }) => rulesOf(one, result.exchange)))].sort()
  return {
    name: `touchstone: ${titleOf(run)}`,
    id: `touchstone/${titleOf(run)}`,
    rules: new Map(ids.map((id) => [id, report.suite.rules.get(id)?.text ?? id])),
    successful: run.failure === undefined,
    notifications: faultsOf(run).map(({ message }) => message),
    results: told.map((assertion) => resultOf(assertion, context)),
  }
}

function resultOf(assertion: JudgedAssertion, context: ReportContext): SarifResult {
  const { result, case: one, verdict, known } = assertion
  const [rule, ...others] = rulesOf(one, result.exchange)
  const folder = (context.folder ?? 'spec').replace(/\/+$/, '')
  return {
    rule,
    level: verdict === 'known' || verdict === 'wording' ? 'note' : 'error',
    text: messageOf(assertion, context),
    file: `${folder}/${one.file}`,
    name: result.id,
    kind: 'member',
    fingerprints: { 'assertion/v1': result.id },
    ...(others.length === 0 ? {} : { properties: { rules: [rule, ...others] } }),
    ...(verdict === 'known' && known ? { accepted: knownText(known) } : {}),
  }
}

function messageOf({ result, verdict, known }: JudgedAssertion, context: ReportContext): string {
  if (verdict === 'unexpected-pass') return `${result.id} passes, and is listed: ${known?.reason ?? ''}`
  const told = Object.entries(cellsOf(result, context)).flatMap(([transport, cell]) =>
    cell && cell.outcome !== 'pass' && cell.outcome !== 'skip' ? [`${transport}: ${explain(cell)}`] : [],
  )
  return `${result.id}: ${[...new Set(told)].join('; ') || 'no transport was run'}`
}
