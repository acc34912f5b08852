// The reports as a user asks for them: files and stdout, equal bytes, shards merged, two runs compared, wrong usage told.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ofShard, parseShard, shardOf } from '../options/shard.ts'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const spec = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))
const twoFaced = fileURLToPath(new URL('../../conformance/fixtures/two-faced.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'reports-'))
after(() => rmSync(folder, { recursive: true }))

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const options = { cwd: folder, encoding: 'utf8' as const, env: { ...process.env, NO_COLOR: '1' } }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options)
  return { code: status, stdout, stderr }
}

const conform = (...args: string[]) =>
  run('conform', '--spec', spec, '--implementation', 'fastify-4.17', ...args)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('with --deterministic two runs write the same bytes in each format', () => {
  const formats = ['junit', 'ndjson', 'markdown', 'github', 'json', 'html']
  for (const time of ['a', 'b']) {
    const targets = formats.map((format) => `${format}=${time}.${format}`).join(',')
    assert.equal(conform('--deterministic', '--report', targets).code, 0)
  }
  for (const format of formats) assert.equal(read(`a.${format}`), read(`b.${format}`), format)
  assert.match(read('a.junit'), /<testsuite name="fastify-4\.17 4\.17\.0" tests="\d+" failures="0"/)
})

test('a report without a file has stdout for itself', () => {
  const { code, stdout, stderr } = conform('--report', 'junit')
  assert.equal(code, 0)
  assert.match(stdout, /^<\?xml [\s\S]*<\/testsuites>\n$/)
  assert.match(stderr, /All as expected\./)
})

test('several reports without a file get one of their own', () => {
  const { code, stdout } = conform('--report', 'html,junit,json')
  assert.equal(code, 0)
  assert.match(
    stdout,
    /All as expected\.\s+Written: touchstone-report\.html, touchstone-report\.xml, touchstone-report\.json\n$/,
  )
  assert.match(read('touchstone-report.html'), /^<!doctype html>/i)
  assert.match(read('touchstone-report.xml'), /^<\?xml /)
  assert.equal(JSON.parse(read('touchstone-report.json')).format, 1)
})

test('a reader that goes away early ends the command without a word', () => {
  const line = `"${process.execPath}" "${command}" --help | head -1; echo "$?"`
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  assert.match(stdout, /^touchstone COMMAND[^\n]*\n0\n$/)
  assert.equal(stderr, '')
})

test('shards, merged, are the whole; one that is missing is told', () => {
  assert.equal(conform('--json', 'whole.json').code, 0)
  for (const shard of [1, 2, 3])
    assert.equal(conform('--shard', `${shard}/3`, '--json', `s${shard}.json`).code, 0)
  const merged = run('merge', 's1.json', 's2.json', 's3.json', '--json', 'merged.json')
  assert.equal(merged.code, 0, merged.stderr)
  const same = run('diff', 'whole.json', 'merged.json')
  assert.deepEqual(
    [same.code, same.stdout],
    [0, 'fastify-4.17 4.17.0 → fastify-4.17 4.17.0\n  no difference\n'],
  )
  const missing = run('merge', 's1.json', 's3.json', '--json', 'none.json')
  assert.equal(missing.code, 3)
  assert.equal(missing.stderr, 'Shard 2/3 of fastify-4.17 4.17.0 is missing: merge all 3 of them.\n')
})

test('diff ends with 1 when something passes no more, trend tells both', () => {
  conform('--json', 'good.json')
  assert.equal(run('conform', '--spec', spec, '--implementation', twoFaced, '--json', 'bad.json').code, 1)
  const worse = run('diff', 'good.json', 'bad.json')
  assert.equal(worse.code, 1)
  assert.match(
    worse.stdout,
    /fails now\n {4}run-decorator-tree#root: inject pass → split, socket pass → split\n/,
  )
  assert.equal(run('diff', 'bad.json', 'good.json').code, 0)
  const { code, stdout } = run('trend', 'good.json', 'bad.json')
  assert.equal(code, 0)
  assert.match(stdout, /^fastify-4\.17 4\.17\.0 .*100 % of the 100 % that ran \(\d+\/\d+\) +good\.json$/m)
})

test('a case keeps its shard, whatever cases there are beside it', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => ({ id: `case-${index}` }))
  const shard = parseShard('2/5')
  const some = ofShard(ids, shard)
  assert.deepEqual(
    ofShard(
      ids.filter((_, index) => index % 2 === 0),
      shard,
    ),
    some.filter(({ id }) => Number(id.slice(5)) % 2 === 0),
  )
  const sizes = [1, 2, 3, 4, 5].map((index) => ofShard(ids, { index, count: 5 }).length)
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    1000,
  )
  for (const size of sizes) assert.ok(size > 150 && size < 250, String(sizes))
  // Known by heart: the shards of two machines with two versions of this file must fit.
  assert.deepEqual(
    ['enc-1', 'enc-2', 'ref-matrix[a,b]'].map((id) => shardOf(id, 5)),
    [5, 3, 2],
  )
})

const wrong: [args: string[], told: RegExp][] = [
  [
    ['conform', '--report', 'foo=x'],
    /^There is no report format "foo"; there are junit, ndjson, .* as in --report junit=FILE/,
  ],
  [['conform', '--report', 'junit='], /^The file is missing after "junit="/],
  [['conform', '--report', 'junit=none/x.xml'], /^none\/x\.xml cannot be written: there is no folder none\./],
  [['conform', '--report', 'junit,junit'], /^Two reports would be written to touchstone-report\.xml/],
  [['conform', '--report', 'junit=x,html=x'], /^Two reports would be written to x/],
  [['conform', '--shard', '3/2'], /^--shard is I\/N with I from 1 to N.*not "3\/2"/],
  [['conform', '--shard', '0/2'], /not "0\/2"/],
  [['conform', '--shard', '1/2', '--suggest-expectations', '.'], /^A shard sees too little/],
  [['conform', '--suggest-expectations', 'none'], /^There is no folder none/],
  [['conform', '--details', 'all'], /^--details is a number such as 20, not "all"/],
  [['diff', 'a.json'], /^diff takes two reports, and 1 are named/],
  [['diff', 'none.json', 'none.json'], /^none\.json cannot be read: ENOENT/],
  [['trend', 'broken.json'], /^broken\.json is not JSON: /],
  [['trend'], /^trend takes one report or more/],
  [['trend', 'a.json', '--shard', '1/2'], /^touchstone trend has no option --shard/],
  [['merge', 'a.json'], /^merge needs a file to write/],
  [['explode'], /^There is no command "explode"; there are conform, diff, merge, trend/],
]

test('wrong usage ends with 3 and says what, where and what is right', () => {
  writeFileSync(join(folder, 'broken.json'), '{')
  for (const [args, told] of wrong) {
    const { code, stdout, stderr } = run(...args)
    assert.equal(code, 3, args.join(' '))
    assert.match(stderr, told)
    assert.equal(stdout, '')
  }
})
