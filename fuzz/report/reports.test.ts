/** SARIF and Markdown of a report, with texts that nobody wrote for them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FuzzReport, findingOf } from '../engine/finding.ts'
import { triaged } from '../triage/triage.ts'
import { markdownReport } from './markdown.ts'
import { missedLines } from './reached.ts'
import { sarifReport } from './sarif.ts'

function reportOf(): FuzzReport {
  const found = (check: string, route: string, why: string) =>
    findingOf({ check, key: route, why }, route, {
      requests: [{ method: 'POST', url: '/a?b=`', headers: {}, body: '</details>```' }],
      ...{ answer: null, phase: 'random' },
    })
  return {
    ...{
      format: 'touchstone-fuzz/1',
      target: 'app.mjs',
      form: { name: 'default', kind: 'instance' },
      seed: 1,
    },
    ...{ requests: 9, seconds: 0, notes: [], ended: 'complete' },
    findings: [
      found('no-5xx', 'POST /a', 'The answer is 500: Error: @team <img> `x` (at f (/a.js:1:1))'),
      found('no-5xx', 'POST /b', 'The answer is 500: Error: @team <img> `y` (at f (/a.js:1:1))'),
      found('hang', 'POST /c', 'No answer came in 2000 ms.'),
    ],
    warnings: [found('lint-async', 'POST /a', 'It has $async.')],
    routes: [
      { route: 'POST /a', requests: 8, statuses: { 200: 8 } },
      { route: 'POST /c', requests: 1, statuses: { 401: 1 } },
    ],
  }
}

test('SARIF: a rule for each check, a result for each finding; what is known is suppressed', () => {
  const found = reportOf()
  const known = [{ id: found.findings[2]!.id, why: 'slow by design' }]
  const report = triaged(found, {}, { format: 'touchstone-fuzz-baseline/1', known })
  const [run] = JSON.parse(sarifReport(report, './my app.mjs')).runs
  assert.deepEqual(
    run.tool.driver.rules.map(({ id }: { id: string }) => id),
    ['hang', 'lint-async', 'no-5xx'],
  )
  assert.deepEqual(
    run.results.map(({ ruleId, ruleIndex, level, suppressions }: Record<string, unknown>) => [
      ...[ruleId, ruleIndex, level, suppressions],
    ]),
    [
      ['no-5xx', 2, 'error', undefined],
      ['no-5xx', 2, 'error', undefined],
      ['lint-async', 1, 'warning', undefined],
      ['hang', 0, 'note', [{ kind: 'external', justification: 'slow by design' }]],
    ],
  )
  const [{ physicalLocation }] = run.results[0].locations
  assert.equal(physicalLocation.artifactLocation.uri, 'my%20app.mjs')
  assert.deepEqual(run.results[0].partialFingerprints, { 'finding/v1': found.findings[0]!.id })
})

test('Markdown: a heading for each cause, commands in a fence that nothing closes, no mention and no HTML', () => {
  const text = markdownReport(reportOf())
  assert.match(
    text,
    /^## Fuzzing `app\.mjs`: 3 findings, 2 causes\n\n9 requests, 1 of 2 routes reached, seed 1, 1 warning\.\n/,
  )
  assert.match(text, /^### no-5xx: `POST \/a`, `POST \/b`$/m)
  assert.match(text, /^````sh\ncurl .*\n````$/m)
  assert.match(text, /^- `POST \/c`: 401$/m)
  // Outside of code there is nothing that a mention or an element is made of.
  const prose = text.replace(/^````sh\n[\s\S]*?\n````$/gm, '').replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, '')
  assert.doesNotMatch(prose, /@team|<img/)
})

test('a route that is not there is told apart from one whose ids are not known', () => {
  const tally = (route: string, statuses: Record<string, number>) => ({ route, requests: 9, statuses })
  const told = (...missed: ReturnType<typeof tally>[]): string => missedLines(missed).join('\n')
  assert.match(
    told(tally('OPTIONS /items', { 404: 9 })),
    /1 of them: the answer is 404 without an id in the path/,
  )
  assert.match(told(tally('GET /items/:id', { 404: 9 })), /no id that exists was found/)
  assert.match(told(tally('POST /items', { 404: 8, 400: 1 })), /no id that exists was found/)
})
