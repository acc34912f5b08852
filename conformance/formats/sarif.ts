// The report as SARIF 2.1.0, which code scanners read: a run for each implementation, a result for each assertion that is not kept.

import type { JudgedAssertion } from '../judge/expectations.ts'
import { rulesOf } from '../judge/selectors.ts'
import { toJson, visible } from '../markup/escape.ts'
import { cellsOf, explain, faultsOf, knownText, type ReportContext, titleOf } from '../report/verdicts.ts'
import type { ConformanceReport, JudgedRun } from '../run/run.ts'

export function sarifReport(report: ConformanceReport, context: ReportContext = {}): string {
  return `${toJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: report.runs.map((run) => runOf(run, report, context)),
  })}\n`
}

function runOf(run: JudgedRun, report: ConformanceReport, context: ReportContext): object {
  const told = run.assertions.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skip')
  const ids = [...new Set(told.flatMap(({ case: one, result }) => rulesOf(one, result.exchange)))].sort()
  return {
    tool: {
      driver: {
        name: `touchstone: ${visible(titleOf(run))}`,
        informationUri: 'https://www.npmjs.com/package/touchstone',
        rules: ids.map((id) => ({
          id,
          shortDescription: { text: visible(report.suite.rules.get(id)?.text ?? id) },
        })),
      },
    },
    automationDetails: { id: `touchstone/${visible(titleOf(run))}/` },
    invocations: [
      {
        executionSuccessful: run.failure === undefined,
        toolExecutionNotifications: faultsOf(run).map(({ message }) => ({
          level: 'error',
          message: { text: visible(message) },
        })),
      },
    ],
    results: told.map((assertion) => resultOf(assertion, ids, context)),
  }
}

function resultOf(assertion: JudgedAssertion, ids: string[], context: ReportContext): object {
  const { result, case: one, verdict, known } = assertion
  const [rule, ...others] = rulesOf(one, result.exchange)
  const folder = (context.folder ?? 'spec').replace(/\/+$/, '')
  return {
    ...(rule === undefined ? {} : { ruleId: rule, ruleIndex: ids.indexOf(rule) }),
    level: verdict === 'known' || verdict === 'wording' ? 'note' : 'error',
    message: { text: visible(messageOf(assertion, context)) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: `${folder}/${one.file}` } },
        logicalLocations: [{ fullyQualifiedName: result.id, kind: 'member' }],
      },
    ],
    // Equal for equal assertions of two runs: a scanner then knows which results are new.
    partialFingerprints: { 'assertion/v1': result.id },
    ...(others.length === 0 ? {} : { properties: { rules: [rule, ...others] } }),
    ...(verdict === 'known' && known
      ? { suppressions: [{ kind: 'external', justification: visible(knownText(known)) }] }
      : {}),
  }
}

function messageOf({ result, verdict, known }: JudgedAssertion, context: ReportContext): string {
  if (verdict === 'unexpected-pass') return `${result.id} passes, and is listed: ${known?.reason ?? ''}`
  const told = Object.entries(cellsOf(result, context)).flatMap(([transport, cell]) =>
    cell && cell.outcome !== 'pass' && cell.outcome !== 'skip' ? [`${transport}: ${explain(cell)}`] : [],
  )
  return `${result.id}: ${[...new Set(told)].join('; ') || 'no transport was run'}`
}
