// One number everywhere: terminal, JUnit, JSON, lines, Markdown, GitHub, the badge and the page count the same assertions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Case, Source } from '../../spec/case.ts'
import { Model } from '../explorer/model.ts'
import { countIn, measuredIn } from '../explorer/query/counting.ts'
import { matchAll } from '../explorer/query/match.ts'
import { shareOf } from '../explorer/states.ts'
import type { JudgedAssertion, Verdict } from '../judge/expectations.ts'
import { measuresOf } from '../report/measure.ts'
import { identityOf } from '../report/verdicts.ts'
import type { ConformanceReport } from '../run/run.ts'
import { FORMATS } from './formats.ts'
import { dataOf } from './page.ts'
import { terminalReport } from './terminal.ts'

const SOURCES: Source[] = ['mission', 'interface', 'touchstone', 'json-schema', 'texts']
const VERDICTS = ['pass', 'wording', 'fail', 'known', 'skip'] as const satisfies Verdict[]
/** Of each source so many assertions of each verdict: each sum of a choice of them is another number. */
const count = (source: number, verdict: number): number => 1 + ((source * 7 + verdict * 3) % 11)

function reportOf(implementation: string, left = 0): ConformanceReport {
  const cases = SOURCES.map((source, at) => {
    const ids = VERDICTS.flatMap((verdict, place) =>
      Array.from({ length: count(at, place) }, (_, number) => `${verdict}-${number}`),
    )
    const body: Case = {
      id: source,
      rules: ['A-1'],
      source,
      level: 'MUST',
      prose: '',
      app: { do: [] },
      exchanges: ids.map((id) => ({ id, polarity: 'positive', expect: {} })),
    }
    return { id: source, area: 'first', file: 'x.json', body }
  })
  const assertions = cases.flatMap((one) =>
    one.body.exchanges.map(({ id }): JudgedAssertion => {
      const verdict = VERDICTS.find((each) => id.startsWith(each)) ?? 'pass'
      const cell = { outcome: verdict === 'known' ? ('fail' as const) : verdict, milliseconds: 0 }
      return {
        result: { id: `${one.id}#${id}`, case: one.id, exchange: id, cells: { socket: cell } },
        case: one,
        verdict,
        ...(verdict === 'known' ? { known: { match: '*', kind: 'recorded' as const, reason: 'r' } } : {}),
      }
    }),
  )
  const at = { document: 'mission', section: 's' }
  const rule = { id: 'A-1', area: 'first', source: 'mission', level: 'MUST', text: 'A.', at, testable: true }
  const suite = { rules: new Map([['A-1', rule as never]]), cases, retired: [], isPart: true as const }
  const seen = assertions.slice(0, assertions.length - left)
  const run = { implementation, version: '1', crashes: 0, milliseconds: 0, complaints: [], assertions: seen }
  return {
    suite,
    cases,
    runs: [run],
    milliseconds: 0,
    ...(left > 0 ? { ended: 'interrupted' as const } : {}),
  }
}

/** What a format says of it: kept, ran. */
function numbersIn(report: ConformanceReport): Record<string, string> {
  const found = (text: string, pattern: RegExp): string => {
    const [, passed, ran] = pattern.exec(text) ?? []
    assert.ok(ran, `${pattern} in ${text.slice(0, 500)}`)
    return `${passed}/${ran}`
  }
  const summary = JSON.parse(FORMATS.ndjson(report).trim().split('\n').at(-1) ?? '').implementations[0]
  const [overall] = JSON.parse(FORMATS.json(report, {})).matrix.overall
  const model = new Model(dataOf([{ name: 'r', report, identity: identityOf(report.suite) }]))
  const card = shareOf(
    countIn(model, measuredIn(model, matchAll(model, null), false).all[0] as never, 0, ['socket']),
  )
  return {
    terminal: found(terminalReport(report, { color: false }), /that ran of [a-z ]+\((\d+)\/(\d+)/),
    junit: found(
      FORMATS.junit(report).replaceAll('\n', ' '),
      /name="passed" value="(\d+)".*?name="ran" value="(\d+)"/,
    ),
    markdown: found(FORMATS.markdown(report), /that ran \((\d+)\/(\d+)/),
    github: found(FORMATS.github(report), /that ran \((\d+)\/(\d+)/),
    ndjson: `${summary.passed}/${summary.total}`,
    json: `${overall.passed}/${overall.total}`,
    page: `${card.passed}/${card.total}`,
  }
}

test('what fails beside the score is told beside it', () => {
  const apart = count(2, 2) + count(3, 2) + count(4, 2)
  assert.match(
    terminalReport(reportOf('mine'), { color: false }),
    new RegExp(
      `, ${count(0, 2) + count(1, 2)} not as expected, and ${apart} that the score does not count, `,
    ),
  )
})

for (const implementation of ['mine', 'touchstone'])
  test(`each report counts the same assertions of ${implementation}`, () => {
    const measured = SOURCES.map((source, at) => ({ source, at })).filter(({ source }) =>
      measuresOf(implementation).includes(source),
    )
    const sum = (verdicts: number[]): number =>
      measured.reduce((all, { at }) => all + verdicts.reduce((own, one) => own + count(at, one), 0), 0)
    const wanted = `${sum([0, 1])}/${sum([0, 1, 2, 3])}`
    const numbers = numbersIn(reportOf(implementation))
    assert.deepEqual(numbers, Object.fromEntries(Object.keys(numbers).map((name) => [name, wanted])))
  })

test('what is graded apart has rows of its own in the page, too', () => {
  const report = reportOf('mine')
  const model = new Model(dataOf([{ name: 'r', report, identity: identityOf(report.suite) }]))
  const { all, areas } = measuredIn(model, matchAll(model, null), false)
  const sourcesOf = (map: Map<{ case: { source: Source } }, unknown> | undefined): Source[] => [
    ...new Set([...(map?.keys() ?? [])].map((one) => one.case.source)),
  ]
  assert.deepEqual(sourcesOf(all[0]), ['mission', 'interface'])
  assert.deepEqual(sourcesOf(areas.get('first')?.[0]), ['mission', 'interface', 'json-schema', 'texts'])
})

test('a run that was interrupted says how much of it there is', () => {
  const whole = reportOf('mine')
  const total = whole.runs[0]?.assertions.length ?? 0
  const report = reportOf('mine', total - 10)
  const told = terminalReport(report, { color: false })
  assert.match(told, new RegExp(`5 cases, 10 of ${total} assertions in`))
  assert.match(FORMATS.markdown(report), new RegExp(`5 cases, 10 of ${total} assertions`))
  const measured = [0, 1].flatMap((at) => VERDICTS.map((_, place) => count(at, place)))
  const left = measured.reduce((sum, one) => sum + one) - 10
  assert.match(told, new RegExp(`of the \\d[\\d.]* % that ran .*, ${left} not reached`))
  assert.doesNotMatch(told, /of the 100 % that ran/)
  const data = dataOf([{ name: 'r', report, identity: identityOf(report.suite) }])
  assert.equal(data.runs[0]?.missing, left)
})
