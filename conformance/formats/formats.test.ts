// Each format stays well-formed whatever text an implementation returns, and does not count a known difference as passed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { HOSTILE, hostileReport } from '../fixtures/hostile-report.ts'
import { SARIF_SCHEMA } from '../fixtures/sarif-schema.ts'
import { FORMATS, type Format } from './formats.ts'
import { terminalReport } from './terminal.ts'

const write = (format: Format, deterministic = true): string =>
  FORMATS[format](hostileReport(), { deterministic })
/** Tab and the ends of lines are left to the formats. */
const control = /[^\P{Cc}\n]|[\u2028\p{Cs}]/u

for (const format of ['junit', 'markdown', 'github', 'ndjson', 'json', 'sarif', 'badge'] as const) {
  test(`${format} lets nothing through that commands a terminal, and is the same twice`, () => {
    const text = write(format)
    assert.equal(text, write(format))
    // U+2028 and what is written in JSON strings is data for a parser there.
    if (!['ndjson', 'json', 'sarif'].includes(format)) assert.doesNotMatch(text, control)
    assert.equal(text.includes('\u001b'), false)
    assert.ok(text.endsWith('\n'))
  })
}

/** A reader of XML that is strict in what this test needs: every element closed, every attribute and entity right. */
function readXml(text: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const open: string[] = []
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = []
  const body = text.replace('<?xml version="1.0" encoding="UTF-8"?>\n', '')
  const token = /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>([^<]*)/y
  while (token.lastIndex < body.length) {
    const from = token.lastIndex
    const found = token.exec(body)
    assert.ok(found, `no XML at ${body.slice(from, from + 80)}`)
    const [, closing, name = '', attributes = '', empty, content = ''] = found
    assert.doesNotMatch(attributes + content, /&(?!(amp|lt|gt|quot|apos);)|\]\]>/)
    if (closing) assert.equal(open.pop(), name)
    else {
      if (!empty) open.push(name)
      const pairs = [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])
      elements.push({ name, attributes: Object.fromEntries(pairs), text: content })
    }
  }
  assert.deepEqual(open, [])
  return elements
}

test('JUnit: the suites take as long as the run by the clock', () => {
  const report = hostileReport()
  report.milliseconds = 2500
  report.runs[0]!.milliseconds = 2000
  const [all, suite] = readXml(FORMATS.junit(report))
  assert.equal(all?.attributes['time'], '2.500')
  assert.equal(suite?.attributes['time'], '2.000')
})

test('SARIF: a result for each assertion that is not kept, and a known difference is suppressed with its reason', () => {
  const { runs } = JSON.parse(write('sarif'))
  const results: { level: string; ruleId: string; suppressions?: { justification: string }[] }[] =
    runs[0].results
  assert.deepEqual(
    results.map(({ level }) => level),
    ['error', 'error', 'note', 'error'],
  )
  for (const { ruleId } of results)
    assert.ok(runs[0].tool.driver.rules.some(({ id }: { id: string }) => id === ruleId))
  assert.match(results[2]?.suppressions?.[0]?.justification ?? '', /^known divergence: /)
  assert.equal(runs[0].invocations[0].executionSuccessful, hostileReport().runs[0]?.failure === undefined)
})

test('SARIF: a report is one by the schema of the format, and names its rules', () => {
  const ajv = new Ajv({ allErrors: true })
  addFormats.default(ajv)
  const valid = ajv.compile(SARIF_SCHEMA)
  const failed = hostileReport()
  failed.runs[0]!.failure = 'does not load'
  const worded = hostileReport()
  for (const one of worded.runs[0]!.assertions) one.verdict = 'wording'
  const levels = [hostileReport(), failed, worded, { ...failed, runs: [] }].map((report) => {
    const sarif = JSON.parse(FORMATS.sarif(report))
    valid(sarif)
    assert.equal(ajv.errorsText(valid.errors), 'No errors')
    for (const { tool, results } of sarif.runs)
      for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId)
    return new Set(
      sarif.runs.flatMap((run: { results: { level: string }[] }) => run.results.map((one) => one.level)),
    )
  })
  assert.deepEqual([...(levels[2] ?? [])], ['note'], 'what is worded otherwise is kept')
})

test('JUnit: the counts are those of the test cases, a known difference is skipped with its reason', () => {
  const elements = readXml(write('junit'))
  const of = (name: string) => elements.filter((element) => element.name === name)
  const [suite] = of('testsuite')
  assert.deepEqual(suite?.attributes, {
    name: 'mine 1.0.0',
    tests: '13',
    failures: '5',
    errors: '2',
    skipped: '4',
    time: '0.000',
  })
  assert.deepEqual(
    [of('testcase').length, of('failure').length, of('error').length, of('skipped').length],
    [13, 5, 2, 4],
  )
  assert.equal(of('testcase')[1]?.attributes['classname'], 'rules of R')
  assert.equal(of('testcase')[1]?.attributes['name'], 'one[a,b]#passes (inject)')
  assert.ok(
    of('skipped').some(({ attributes }) => attributes['message']?.startsWith('known divergence: ]]&gt;')),
  )
  assert.ok(
    of('property').some(({ attributes }) => attributes['name'] === 'ruling' && attributes['value'] === 'R9'),
  )
  assert.match(write('junit', false), /time="0\.002"/)
})

test('NDJSON: a line for each assertion, the summary last', () => {
  const lines = write('ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ type }) => type),
    [...Array(6).fill('assertion'), 'summary'],
  )
  assert.equal(lines[3].known.reason, HOSTILE)
  const [mine] = lines[6].implementations
  assert.deepEqual(
    [mine.passed, mine.known, mine.unexpected, mine.skipped, lines[6].exitCode],
    [1, 1, 3, 1, 1],
  )
  assert.equal('milliseconds' in lines[6], false)
})

test('Markdown: hostile text stays within its code', () => {
  const text = write('markdown')
  assert.match(text, /^## Conformance: not all as expected$/m)
  assert.match(
    text,
    /^\| mine 1\.0\.0 \| – \| 20 % of the 83\.3 % that ran \(1\/5, 1 skipped\) \| 2\/5 \| 0 \| 1 \| \*\*4\*\* \| 1 \|$/m,
  )
  const items = text.split('\n').filter((line) => line.startsWith('- '))
  assert.equal(items.length, 7)
  // Without what stands between fences of equal length, nothing of the text is left.
  const bare = items.map((item) => item.replace(/(?<!`)(`+)(?!`)(?:(?!(?<!`)\1(?!`)).)*(?<!`)\1(?!`)/g, ''))
  assert.doesNotMatch(bare.join('\n'), /[<@]|::/)
})

test('GitHub: each line is one command, and its properties hold no separator', () => {
  const [score, ...lines] = write('github').trimEnd().split('\n')
  assert.equal(
    score,
    '::notice title=mine 1.0.0::20 %25 of the 83.3 %25 that ran (1/5, 1 skipped); no level; of core 4 differ and 1 skipped of 6',
  )
  assert.equal(lines.length, 4)
  for (const line of lines)
    assert.match(line, /^::error (?:file=spec\/first\/one\.json,)?title=[^:,]*::[^\r\n]+$/)
  assert.match(lines[1] ?? '', /title=mine 1\.0\.0%3A one\[a%2Cb\]#fails::inject: /)
  assert.match(lines[0] ?? '', /100%25/)
})

test('Markdown: of level MUST, a known difference is not a pass', () => {
  const report = hostileReport()
  const [run] = report.runs
  assert.ok(run)
  run.assertions = run.assertions.filter(({ verdict }) => verdict === 'pass' || verdict === 'known')
  assert.match(FORMATS.markdown(report), /\| 1\/2 \|/)
  for (const assertion of run.assertions) {
    if (assertion.verdict === 'known')
      assertion.case = { ...assertion.case, body: { ...assertion.case.body, level: 'SHOULD' } }
  }
  assert.match(FORMATS.markdown(report), /\| 1\/1 \|/)
})

test('what differs from run to run is not a part of a deterministic report', () => {
  const [early, late] = [hostileReport(), hostileReport()]
  for (const [report, port] of [
    [early, 40001],
    [late, 50002],
  ] as const) {
    report.milliseconds = port
    for (const run of report.runs) {
      run.milliseconds = port
      for (const { result } of run.assertions) {
        const reason = `listening at http://127.0.0.1:${port}`
        const { inject, socket } = result.cells
        assert.ok(inject && socket)
        // The order in which transports end does not matter either.
        const cells = [
          ['inject', { ...inject, reason, milliseconds: port }],
          ['socket', { ...socket, reason, milliseconds: port }],
        ]
        result.cells = Object.fromEntries(port === 40001 ? cells : cells.reverse())
      }
    }
  }
  for (const format of Object.keys(FORMATS) as Format[]) {
    const context = { deterministic: true }
    assert.equal(FORMATS[format](early, context), FORMATS[format](late, context), format)
  }
  assert.notEqual(FORMATS.json(early, {}), FORMATS.json(late, {}))
})

test('each format tells the score with its coverage, and how many were skipped', () => {
  const score = '20 % of the 83.3 % that ran'
  for (const format of ['junit', 'ndjson', 'markdown', 'json'] as const)
    assert.ok(write(format).includes(score), format)
  assert.match(write('junit'), /<property name="skipped" value="1"\/>/)
  assert.match(write('ndjson'), /"skipped":1,"total":5/)
  assert.match(terminalReport(hostileReport(), { color: false }), /20 % of the 83\.3 % that ran .*1 skipped/)
})
