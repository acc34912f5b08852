// Histories: which versions are meant, what changed between neighbours, where a change is found, and what is kept between runs.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Outcome } from '../../contract/result.ts'
import { hostileReport } from '../../fixtures/hostile-report.ts'
import { prepareSuite } from '../../run/run.ts'
import { minorsBetween, withThoseBetween } from './between.ts'
import { historyOf, type Standing } from './history.ts'
import { outcomesOf } from './outcomes.ts'
import { historyPage } from './page.ts'
import { bisect } from './search.ts'
import { historyText } from './text.ts'
import { chooseVersions, parseVersions } from './versions.ts'

const PUBLISHED = ['4.0.0-rc.1', '4.0.0', '4.0.3', '4.1.0', '4.10.2', '5.0.0', '5.8.0', '5.8.1', '5.9.0']
const chosen = (text: string): string[] => chooseVersions(parseVersions(text), PUBLISHED)

test('a range is the newest patch of each minor, with its ends as they are written', () => {
  assert.deepEqual(chosen('npm:fastify@4.0.0..5.8'), ['4.0.0', '4.0.3', '4.1.0', '4.10.2', '5.0.0', '5.8.1'])
  assert.deepEqual(chosen('npm:fastify@4..4.10.2'), ['4.0.3', '4.1.0', '4.10.2'])
  assert.deepEqual(chosen('npm:fastify@5.8.0,4.1.0,4.0.0-rc.1'), ['4.0.0-rc.1', '4.1.0', '5.8.0'])
  assert.deepEqual(chosen('npm:fastify'), ['4.0.3', '4.1.0', '4.10.2', '5.0.0', '5.8.1', '5.9.0'])
  assert.deepEqual(parseVersions('npm:@a/b@1.0.0..2'), { name: '@a/b', from: '1.0.0', to: '2' })
})

test('what is no version, or is not published, is told with what would be right', () => {
  assert.throws(
    () => chosen('fastify@4'),
    /"fastify@4" is not a package with versions: write npm:NAME@4\.0\.0\.\.5\.8/,
  )
  assert.throws(() => chosen('npm:fastify@4'), /"4" in npm:fastify@4 is not a whole version/)
  assert.throws(() => chosen('npm:fastify@x..5'), /"x" in npm:fastify@x\.\.5 is not a version/)
  assert.throws(() => chosen('npm:fastify@4.9.9,5.0.0'), /fastify has no version 4\.9\.9/)
  assert.throws(() => chosen('npm:fastify@7..8'), /no version from 7 to 8; the last is 5\.9\.0/)
})

const report = hostileReport()
const about = { cases: report.cases, rules: report.suite.rules, digest: 'd' }
const column = (version: string, outcomes: Record<string, Outcome>) => ({
  version,
  outcomes: Object.fromEntries(
    Object.entries(outcomes).map(([id, outcome]) => [`one[a,b]#${id}`, { outcome, message: '<b>why</b>' }]),
  ),
})

test('a change is told with its version, its rule and its reason; other words and other failures are none', () => {
  const columns = [
    column('1.0.0', { passes: 'pass', fails: 'fail', crashes: 'fail', skipped: 'skip' }),
    column('1.1.0', { passes: 'wording', fails: 'pass', crashes: 'timeout', skipped: 'skip' }),
    column('2.0.0', { passes: 'fail', fails: 'pass', crashes: 'crash', skipped: 'pass' }),
  ]
  const history = historyOf('mine', columns, about)
  assert.deepEqual(
    history.changes.map(({ to, id, before, after }) => [to, id, before, after]),
    [
      ['1.1.0', 'one[a,b]#fails', 'breaks', 'keeps'],
      ['2.0.0', 'one[a,b]#passes', 'keeps', 'breaks'],
      ['2.0.0', 'one[a,b]#skipped', 'skipped', 'keeps'],
    ],
  )
  assert.deepEqual(history.rules[0]?.kept, [
    [1, 3, 3],
    [2, 3, 3],
    [2, 4, 2],
  ])
  const text = historyText(history, 10)
  assert.match(text, /1\.0\.0 → 1\.1\.0\n {2}1 keeps now\n {4}one\[a,b\]#fails {2}R-1\n/)
  assert.match(text, /1\.1\.0 → 2\.0\.0\n {2}1 breaks now\n[^\n]+\n {2}1 can be asked now, and keeps\n/)
  assert.match(historyText(historyOf('mine', columns.slice(0, 1), about), 10), /nothing changed/)
  const page = historyPage(history)
  assert.doesNotMatch(page, /<b>why|<script|&lt;b&gt;&amp;lt/)
  assert.match(page, /<td class="v part changed" title="2 of 4 kept, 2 skipped">2\/4<\/td>/)
})

test('between two versions only the cases are asked in which they differ', async () => {
  assert.deepEqual(minorsBetween('fastify', ['4.0.0', '5.8.1'], PUBLISHED), [
    '4.0.3',
    '4.1.0',
    '4.10.2',
    '5.0.0',
  ])
  const whole = [
    column('1.0.0', { passes: 'pass', fails: 'fail' }),
    column('2.0.0', { passes: 'pass', fails: 'pass' }),
    column('3.0.0', { passes: 'pass', fails: 'pass' }),
  ]
  const asked: string[] = []
  const columns = await withThoseBetween(whole, {
    between: ['1.5.0', '2.5.0'],
    cases: report.cases,
    async outcomes(version, cases) {
      asked.push(`${version} ${cases.map(({ id }) => id).join()}`)
      return column(version, { fails: 'pass' }).outcomes
    },
  })
  assert.deepEqual(asked, ['1.5.0 one[a,b]'])
  assert.deepEqual(
    historyOf('mine', columns, about).changes.map(({ to, id }) => `${to} ${id}`),
    ['1.5.0 one[a,b]#fails'],
  )
  assert.deepEqual(
    columns.map(({ version }) => version),
    ['1.0.0', '1.5.0', '2.0.0', '2.5.0', '3.0.0'],
  )
})

test('bisect finds the neighbours with few tries, and says so where both ends agree', async () => {
  const versions = Array.from({ length: 40 }, (_, index) => `1.${index}.0`)
  const standing = async (version: string): Promise<Standing> =>
    Number(version.split('.')[1]) < 27 ? 'keeps' : 'breaks'
  const found = await bisect(versions, standing)
  assert.deepEqual(
    [found.first, found.last, found.before, found.after],
    ['1.26.0', '1.27.0', 'keeps', 'breaks'],
  )
  assert.ok(found.tried <= 8, String(found.tried))
  const same = await bisect(versions, async () => 'keeps')
  assert.deepEqual([same.first, same.last, same.tried], ['1.0.0', '1.0.0', 2])
})

test('what a version did is kept: a second time nothing runs, and of more cases only the new one', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'history-'))
  after(() => rmSync(cache, { recursive: true }))
  const prepared = prepareSuite({ filter: ['area:decorators'] })
  const [first, second] = prepared.cases
  assert.ok(first && second)
  const ask = async (cases: typeof prepared.cases): Promise<number> => {
    let ran = 0
    const source = { connectable: 'touchstone', name: 'touchstone', version: '0.1.0' }
    const asked = { ...prepared, cases }
    const progress = (count: number): void => {
      ran += count
    }
    const outcomes = await outcomesOf(source, {
      cache,
      digest: 'd',
      prepared: asked,
      transports: ['inject'],
      progress,
    })
    for (const one of cases) assert.equal(outcomes[`${one.id}#${one.body.exchanges[0]?.id}`]?.outcome, 'pass')
    return ran
  }
  assert.equal(await ask([first]), first.body.exchanges.length)
  assert.equal(await ask([first]), 0)
  assert.equal(await ask([first, second]), second.body.exchanges.length)
  assert.match(readdirSync(join(cache, 'results', 'd')).join(), /^touchstone@0\.1\.0 v\d+ inject\.json$/)
})
