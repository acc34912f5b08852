// Reports read back, compared, merged and put in a row; what does not belong together is refused by name.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { hostileReport } from '../fixtures/hostile-report.ts'
import { dataOf } from '../formats/page.ts'
import { judgeAll, parseExpectations } from '../judge/expectations.ts'
import type { ConformanceReport } from '../run/run.ts'
import { diffReports, diffText, hasRegressed } from './diff.ts'
import { jsonReport } from './json.ts'
import { mergeReports } from './merge.ts'
import { earlyEndOf, readReport, type StoredReport } from './read.ts'
import { trendOf, trendText } from './trend.ts'
import { identityOf, type RunIdentity } from './verdicts.ts'

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** The hostile report with some of its assertions only. */
function part(name: string, exchanges: RegExp, shard: RunIdentity['shard'] = null): StoredReport {
  const report = hostileReport()
  const runs = report.runs.map((run) => ({
    ...run,
    assertions: run.assertions.filter(({ result }) => exchanges.test(result.exchange)),
  }))
  return { name, report: { ...report, runs }, identity: identityOf(report.suite, shard) }
}

function stored(name: string, report: ConformanceReport): StoredReport {
  return { name, report, identity: identityOf(report.suite) }
}

test('what was written is read back whole', () => {
  const written = jsonReport(hostileReport())
  const read = readReport(file('whole.json', written))
  const again = jsonReport(read.report, { identity: read.identity })
  assert.deepEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(written)))
})

test('a file that is not a report is refused with its name, the place and what is right', () => {
  const wanted = /Wanted is a file that touchstone conform --json FILE wrote\./
  for (const [name, path] of [
    [/none\.json cannot be read: ENOENT/, join(folder, 'none.json')],
    [/half\.json is not JSON/, file('half.json', '{"format":')],
    [/other\.json is not a report of this version: \/ must have required/, file('other.json', { format: 1 })],
    [
      /cells\.json is not a report .*outcome/,
      file('cells.json', JSON.stringify(jsonReport(hostileReport())).replaceAll('"crash"', '"boom"')),
    ],
  ] as const) {
    assert.throws(() => readReport(path), name)
    assert.throws(() => readReport(path), wanted)
  }
  const lost = { ...jsonReport(hostileReport()), cases: {} }
  assert.throws(() => readReport(file('lost.json', lost)), /no case one\[a,b\]/)
})

test('diff tells what passes now, fails now, is new and gone', () => {
  const [a, b] = [part('a', /passes|fails|crashes|skipped/), part('b', /passes|fails|crashes|differs/)]
  const set = (one: StoredReport, exchange: string, outcome: 'pass' | 'fail'): void => {
    const found = one.report.runs[0]?.assertions.find(({ result }) => result.exchange === exchange)
    assert.ok(found)
    found.result.cells = {
      inject: { outcome, milliseconds: 0 },
      socket: { outcome: 'pass', milliseconds: 0 },
    }
  }
  assert.deepEqual(diffReports(a, a)[0]?.changes, [])
  set(b, 'fails', 'pass')
  assert.equal(hasRegressed(diffReports(a, b)), false)
  set(a, 'passes', 'pass')
  set(b, 'passes', 'fail')
  const [diff] = diffReports(a, b)
  const told = diff?.changes.map(({ kind, id, transport }) => `${kind} ${id.split('#')[1]} ${transport}`)
  assert.deepEqual(told, [
    'fails now passes inject',
    'passes now fails inject',
    'passes now fails socket',
    'gone skipped inject',
    'gone skipped socket',
    'new differs inject',
    'new differs socket',
  ])
  assert.equal(hasRegressed(diffReports(a, b)), true)
  assert.match(diffText(diffReports(a, b), 50), /one\[a,b\]#passes: inject pass → fail\n/)
  assert.match(
    diffText(diffReports(a, b), 50),
    /1 fails now, 1 gone, 1 passes now, 0 differs otherwise, 0 worded otherwise, 1 new/,
  )
})

test('an implementation that did not run any more has regressed; two names of one implementation are compared', () => {
  const a = stored('a', hostileReport('mine', '1.0.0'))
  assert.equal(hasRegressed(diffReports(a, { ...a, report: { ...a.report, runs: [] } })), true)
  const b = stored('b', hostileReport('mine-2', '2.0.0'))
  assert.deepEqual(diffReports(a, b), [{ before: 'mine 1.0.0', after: 'mine-2 2.0.0', changes: [] }])
})

test('what ended early is told by diff, merge and trend', () => {
  const whole = stored('whole', hostileReport())
  const cut = part('cut', /passes/)
  cut.report.ended = 'interrupted'
  assert.equal(earlyEndOf(whole), null)
  assert.match(
    earlyEndOf(cut) ?? '',
    /^cut ended early, as it was interrupted: what it has not run is missing/,
  )
  const [diff] = diffReports(whole, cut)
  assert.deepEqual([diff?.before, diff?.after], ['mine 1.0.0', 'mine 1.0.0 (ended early)'])
  assert.match(trendText([cut]), /cut, ended early\n/)
  const known = [{ match: 'gone', kind: 'bug' as const, reason: 'test' }]
  const expectations = () => ({ format: 1 as const, implementation: 'mine', expected: known })
  const merged = mergeReports([cut], { expectations })
  assert.equal(merged.report.ended, 'interrupted')
  assert.ok(!merged.report.runs[0]?.complaints.includes('matches no assertion: gone'))
})

test('merge puts shards together, in the same way whatever their order', () => {
  const shards = [part('1', /s$/, { index: 1, count: 2 }), part('2', /[^s]$/, { index: 2, count: 2 })]
  const merged = mergeReports(shards)
  const ids = merged.report.runs[0]?.assertions.map(({ result }) => result.id)
  assert.equal(ids?.length, hostileReport().runs[0]?.assertions.length)
  assert.equal(merged.identity.shard, null)
  assert.deepEqual(
    new Set(mergeReports(shards.reverse()).report.runs[0]?.assertions.map(({ result }) => result.id)),
    new Set(ids),
  )
})

test('an entry that no shard could call stale is called so by the whole', () => {
  const expected = [{ match: 'gone', kind: 'bug' as const, reason: 'test' }]
  const expectations = () => ({ format: 1 as const, implementation: 'mine', expected })
  const { report } = mergeReports([part('a', /./)], { expectations })
  assert.ok(report.runs[0]?.complaints.includes('matches no assertion: gone'))
})

test('merge refuses what overlaps, is missing, or is of another suite or version', () => {
  const merge =
    (...some: StoredReport[]) =>
    () =>
      mergeReports(some)
  assert.throws(
    merge(part('a', /./), part('b', /fails/)),
    /a and b both hold one\[a,b\]#fails of mine 1\.0\.0/,
  )
  const first = part('a', /fails/, { index: 1, count: 3 })
  const third = part('c', /passes/, { index: 3, count: 3 })
  assert.throws(merge(first, third), /Shard 2\/3 of mine 1\.0\.0 is missing: merge all 3/)
  assert.throws(
    merge(first, { ...third, identity: first.identity }),
    /a and c are both shard 1 of mine 1\.0\.0/,
  )
  assert.throws(merge(first, part('b', /passes/)), /b is not a shard, the others are shards of 3/)
  const other = { ...third, identity: { ...third.identity, digest: 'feed' } }
  assert.throws(
    merge(first, other),
    /c is of another suite \(feed, 1 cases\) than a \([0-9a-f]{16}, 1 cases\)/,
  )
  const newer = part('b', /passes/, { index: 2, count: 2 })
  for (const run of newer.report.runs) run.version = '2.0.0'
  const older = part('a', /fails/, { index: 1, count: 2 })
  assert.throws(merge(older, newer), /Shard 2\/2 of mine 1\.0\.0 is missing: merge all 2/)
})

test('trend orders by version, not by text, and draws what it tells', () => {
  const reports = ['4.10.0', '4.9.0'].map((version) =>
    stored(`${version}.json`, hostileReport('mine', version)),
  )
  assert.deepEqual(
    trendOf(reports).map(({ version }) => version),
    ['4.9.0', '4.10.0'],
  )
  const lines = trendText(reports).split('\n')
  assert.match(
    lines[1] ?? '',
    /^mine 4\.9\.0 +20 % of the 83\.3 % that ran +– +– +– +20 % of the 83\.3 % that ran \(1\/5, 1 skipped\) +4\.9\.0\.json$/,
  )
  assert.equal(lines[5], `mine 4.9.0   ${'█'.repeat(8)}${'·'.repeat(32)}  20 % of the 83.3 % that ran`)
})

/** A report of several versions of one implementation, of which `failing` fails what the others pass. */
function versions(name: string, some: string[], failing = ''): StoredReport {
  const report = hostileReport()
  const runs = some.map((version) => {
    const [run] = hostileReport('mine', version).runs
    assert.ok(run)
    for (const { result } of run.assertions)
      if (version === failing && result.exchange === 'passes')
        result.cells = { inject: { outcome: 'fail', milliseconds: 0 } }
    return run
  })
  return stored(name, { ...report, runs })
}

test('two versions of one implementation are two: diff, merge, trend and the page tell each', () => {
  const [a, b] = [versions('a', ['1.0.0', '2.0.0']), versions('b', ['2.0.0', '1.0.0', '3.0.0'], '2.0.0')]
  const diffs = diffReports(a, b)
  assert.deepEqual(
    diffs.map(({ before, after, changes }) => [
      before,
      after,
      changes.some(({ kind }) => kind === 'fails now'),
    ]),
    [
      ['mine 1.0.0', 'mine 1.0.0', false],
      ['mine 2.0.0', 'mine 2.0.0', true],
      [null, 'mine 3.0.0', false],
    ],
  )
  assert.deepEqual(
    diffReports(versions('a', ['1.0.0', '2.0.0']), versions('b', ['1.0.0', '2.1.0'])).map(
      ({ after }) => after,
    ),
    ['mine 1.0.0', 'mine 2.1.0'],
  )
  const merged = mergeReports([versions('a', ['1.0.0']), versions('b', ['2.0.0'])])
  assert.deepEqual(
    merged.report.runs.map(({ version }) => version),
    ['1.0.0', '2.0.0'],
  )
  assert.deepEqual(
    trendOf([versions('a', ['2.0.0', '1.0.0'])]).map(({ version }) => version),
    ['1.0.0', '2.0.0'],
  )
  assert.deepEqual(
    dataOf([versions('a', ['1.0.0', '2.0.0'])]).runs.map(({ name }) => name),
    ['mine@1.0.0', 'mine@2.0.0'],
  )
})

test('a known difference with a range is about the versions in it, and not stale for others', () => {
  const report = hostileReport()
  const [run] = report.runs
  const results = run?.assertions.map(({ result }) => result) ?? []
  const expected = [{ match: '*#fails', kind: 'bug' as const, reason: 'until 2', versions: '<2' }]
  const verdict = (version: string) => {
    const judged = judgeAll(results, report.cases, expected, { whole: true, version })
    assert.deepEqual(judged.complaints, [])
    return judged.assertions.find(({ result }) => result.exchange === 'fails')?.verdict
  }
  assert.equal(verdict('1.9.0'), 'known')
  assert.equal(verdict('2.0.0'), 'fail')
  assert.equal(verdict('a-branch'), 'known')
  const wrong = JSON.stringify({ format: 1, expected: [{ ...expected[0], versions: 'old' }] })
  assert.throws(
    () => parseExpectations(wrong, 'x.json'),
    /at \/expected\/0: versions is a range such as ">=4\.26\.0 <5", not "old"/,
  )
})
