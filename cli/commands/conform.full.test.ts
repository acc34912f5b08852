// How conform is steered: what runs, when it ends, what is said of it, and where its options come from.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const spec = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'conform-'))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function run(
  args: string[],
  watch?: (stdout: string, signal: (name: NodeJS.Signals) => void) => void,
  cwd = folder,
): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', XDG_CACHE_HOME: join(folder, 'cache') },
  })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (piece: Buffer) => {
    ended.stdout += String(piece)
    watch?.(ended.stdout, (name) => child.kill(name))
  })
  child.stderr.on('data', (piece: Buffer) => {
    ended.stderr += String(piece)
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
}

/** Answers everything with `status`, and knows nothing else. */
function adapterOf(status: number): string {
  return `export default {
  name: 'always', version: '1.0.0', lacks: [],
  build() {
    const answer = { status: ${status}, headers: [], body: Buffer.from('') }
    return { ready: async () => {}, listen: async () => 1, close: async () => {}, run: async () => {}, inject: async () => answer }
  },
}`
}

test('help: a short one with examples, the whole one, and what a mistyped word meant', async () => {
  const [short, whole, named, general] = await Promise.all(
    [['conform', '-h'], ['conform', '--help'], ['help', 'conform'], ['-h']].map((args) => run(args)),
  )
  assert.equal(short!.code, 0)
  assert.match(short!.stdout, /^touchstone conform \[IMPLEMENTATION\]/)
  assert.equal(short!.stdout.match(/^ {2}touchstone conform /gm)?.length, 2)
  assert.ok(short!.stdout.split('\n').length < 25, short!.stdout)
  assert.equal(whole!.stdout, named!.stdout)
  assert.match(whole!.stdout, /--filter PATTERN[\s\S]*Exit codes[\s\S]*Examples:/)
  assert.match(general!.stdout, /^touchstone COMMAND/)
  const wrong = await Promise.all(
    [
      ['confrom'],
      ['help', 'dif'],
      ['conform', '--filtre', 'x'],
      ['conform', 'expres'],
      ['conform', '--report', 'junt'],
      ['conform', '--filter', 'area:hoks'],
    ].map((args) => run(args)),
  )
  const meant = ['touchstone conform', 'touchstone diff', '--filter', 'express', 'junit', 'area:hooks']
  for (const [at, { code, stderr }] of wrong.entries()) {
    assert.equal(code, 3)
    assert.ok(stderr.includes(`Did you mean ${meant[at]}?`), stderr)
  }
})

test('--list prints the cases, and runs nothing', async () => {
  const { code, stdout, stderr } = await run(['conform', '--filter', 'enc-decorator-tree', '--list'])
  assert.equal(code, 0)
  assert.match(stdout, /^enc-decorator-tree\t\d+\tA request decorator [^\n]+\n$/)
  assert.match(stderr, /^1 cases, \d+ assertions\n$/)
  const fixture = await run(['conform', 'exec:none {fixture} {port}', '--fixture', 'first', '--list'])
  assert.deepEqual([fixture.code, fixture.stderr], [0, '3 cases, 10 assertions\n'])
})

test('--bail ends at the first failure, --last-failed runs what failed, and --details 0 is short', async () => {
  const cwd = mkdtempSync(join(folder, 'failed-'))
  const args = ['conform', 'express', '--spec', spec]
  const whole = await run([...args, '--json', 'whole.json', '--details', '0'], undefined, cwd)
  assert.equal(whole.code, 1, whole.stdout)
  assert.match(whole.stdout, /express [\d.]+: not as expected: \d+ assertions?, \d+ causes?\n\nexpress/)
  const report = JSON.parse(readFileSync(join(cwd, 'whole.json'), 'utf8'))
  const failed = report.implementations[0].assertions.filter(
    (one: { verdict: string }) => one.verdict === 'fail',
  )
  const cases = new Set(failed.map((one: { case: string }) => one.case))
  const again = await run([...args, '--last-failed', '--list'], undefined, cwd)
  assert.deepEqual(
    new Set(
      again.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ),
    cases,
  )
  const bailed = await run([...args, '--bail', '--json', 'bail.json'], undefined, cwd)
  assert.equal(bailed.code, 1)
  assert.match(bailed.stdout, /Ended by --bail after \d+ of \d+ assertions/)
  assert.equal(JSON.parse(readFileSync(join(cwd, 'bail.json'), 'utf8')).ended, 'bail')
  const first = await run(['conform', 'hono', '--last-failed', '--list', '--spec', spec], undefined, cwd)
  assert.match(first.stderr, /no earlier run in this folder, so all cases run/)
})

test('an interrupt leaves the reports of what there was, and says so', async () => {
  let isInterrupted = false
  const { code, stdout } = await run(
    // No case of this folder ends the process of Fastify.
    `conform fastify-5 --transport inject --filter file:validation/* --json cut.json --report junit=cut.xml`.split(
      ' ',
    ),
    (text, signal) => {
      // Once: a second interrupt ends the process without its reports.
      if (!isInterrupted && /: \d+ of \d+ assertions/.test(text)) {
        isInterrupted = true
        signal('SIGINT')
      }
    },
  )
  assert.equal(code, 130)
  const [, judged, all] = /Interrupted after (\d+) of (\d+) assertions/.exec(stdout) ?? []
  assert.ok(Number(judged) > 0 && Number(judged) < Number(all), stdout)
  const report = JSON.parse(readFileSync(join(folder, 'cut.json'), 'utf8'))
  assert.equal(report.ended, 'interrupted')
  const [run1] = report.implementations
  assert.equal(run1.assertions.length, Number(judged))
  assert.equal(run1.crashes, 0)
  assert.deepEqual(run1.complaints, [])
  assert.match(readFileSync(join(folder, 'cut.xml'), 'utf8'), /<\/testsuites>\s*$/)
})

test('--watch runs again when the adapter changes', async () => {
  const cwd = mkdtempSync(join(folder, 'watch-'))
  const file = join(cwd, 'adapter.mjs')
  writeFileSync(file, adapterOf(200))
  let changed = 0
  const { code, stdout } = await run(
    ['conform', 'js:./adapter.mjs', '--spec', spec, '--watch', '--transport', 'inject', '--json', 'w.json'],
    (text, signal) => {
      const times = text.split('Watching ').length - 1
      if (times === 1 && changed === 0) {
        changed++
        writeFileSync(file, adapterOf(404))
      }
      if (times === 2) signal('SIGINT')
    },
    cwd,
  )
  assert.equal(code, 130)
  assert.match(stdout, /adapter\.mjs has changed/)
  const nothing = await run(['conform', 'express', '--watch'])
  assert.equal(nothing.code, 3)
  assert.match(nothing.stderr, /--watch has nothing to watch/)
})

test('a configuration file gives the options that the command line does not', async () => {
  const cwd = mkdtempSync(join(folder, 'config-'))
  const file = join(cwd, 'touchstone.config.json')
  const list = (...args: string[]): Promise<Ended> => run(['conform', '--list', ...args], undefined, cwd)
  writeFileSync(file, JSON.stringify({ filter: ['enc-decorator-tree'], timeScale: 2 }))
  assert.match((await list()).stderr, /^1 cases/)
  assert.match((await list('--filter', 'area:auth')).stdout, /^bearer|^auth|\n/)
  for (const [content, told] of [
    [{ filtre: [] }, /touchstone\.config\.json: there is no key "filtre"\. Did you mean filter\?/],
    [{ 'time-scale': 2 }, /no key "time-scale"\. Did you mean timeScale\?/],
    [{ jobs: 'two' }, /"jobs" is "two" and must be integer \(Processes at a time\)/],
    [{ filter: ['a', 1] }, /"filter\/1" is 1 and must be string/],
    [[], /must be an object/],
  ] as const) {
    writeFileSync(file, JSON.stringify(content))
    const { code, stderr } = await list()
    assert.equal(code, 3)
    assert.match(stderr, told)
  }
  writeFileSync(join(cwd, 'touchstone.config.js'), `module.exports = { filter: ['enc-decorator-tree'] }`)
  assert.match((await list()).stderr, /There are touchstone\.config\.js and touchstone\.config\.json/)
  rmSync(file)
  assert.match((await list()).stderr, /^1 cases/)
  assert.match((await list('--config', 'none.json')).stderr, /there is no file none\.json/)
})

test('wrong usage ends with 3 and says what is right', async () => {
  const nothing = await run([])
  assert.equal(nothing.code, 3)
  assert.match(nothing.stderr, /touchstone conform/)
  const unknown = await run(['conform', '--implementation', 'koa'])
  assert.equal(unknown.code, 3)
  assert.match(unknown.stderr, /no implementation "koa"; there are touchstone, .*fastify-4.17/)
  const none = await run(['conform', '--filter', 'no-such-case'])
  assert.equal(none.code, 3)
})
