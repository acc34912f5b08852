// Implementations of every kind on the command line: what is wrong usage, what works over TCP, and what a skeleton gives.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { wordsOf } from '../../conformance/protocol/words.ts'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'adapters-'))
after(() => rmSync(folder, { recursive: true }))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function run(...args: string[]): Ended {
  const options = { cwd: folder, encoding: 'utf8' as const, timeout: 60_000 }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options)
  return { code: status, stdout, stderr }
}

const wrong: [args: string[], told: RegExp][] = [
  [['conform', 'koa'], /^There is no implementation "koa"; there are touchstone, .* or write js:/],
  [['conform', 'js:./none.mjs'], /^js:\.\/none\.mjs does not load: there is no file .*none\.mjs/],
  [['conform', 'npm:fastify'], /^npm:fastify is not a package with a version: write npm:NAME@VERSION/],
  [['conform', 'exec:'], /^exec: names no command/],
  [['conform', 'exec:node "x'], /^exec:node "x cannot be read: the quote " at character 6 is not closed/],
  [['conform', 'tcp:here'], /^tcp:here is not an address: write tcp:host:port/],
  [['conform', '--time-scale', '0'], /^--time-scale is a factor such as 2 or 0\.5, not "0"/],
  [['conform', '--expect', 'none.json'], /^--expect: there is no none\.json/],
  [['conform', '--expect', 'broken.json'], /^--expect: broken\.json: it is not JSON: /],
  [
    ['conform', '--expect', 'kind.json'],
    /^--expect: kind\.json: at \/expected\/0: kind is divergence, .*not "odd"/,
  ],
  [
    ['conform', 'touchstone', 'fastify-5', '--expect', 'good.json'],
    /is one file, and there are 2 implementations/,
  ],
  [['doctor'], /^doctor takes one implementation/],
  [
    ['init-adapter', 'cobol'],
    /^init-adapter takes a language, one of js, python, java, .*no skeleton in cobol/,
  ],
]

test('wrong usage ends with 3 and says what would be right', () => {
  const file = (kind: string): string =>
    JSON.stringify({ format: 1, implementation: 'x', expected: [{ match: 'a', kind, reason: 'b' }] })
  writeFileSync(join(folder, 'broken.json'), '{')
  writeFileSync(join(folder, 'kind.json'), file('odd'))
  writeFileSync(join(folder, 'good.json'), file('bug'))
  for (const [args, told] of wrong) {
    const { code, stdout, stderr } = run(...args)
    assert.match(stderr, told)
    assert.deepEqual([code, stdout], [3, ''], args.join(' '))
  }
})

test('words are parted at spaces, and quotes keep them together', () => {
  assert.deepEqual(wordsOf('python3 "my adapter.py" \'a b\' --x="1 2" c\\ d ""'), [
    'python3',
    'my adapter.py',
    'a b',
    '--x=1 2',
    'c d',
    '',
  ])
  assert.deepEqual(wordsOf('C:\\tools\\run.exe'), ['C:\\tools\\run.exe'])
})

test('the skeleton in JavaScript: written once, found right, judged', () => {
  const written = run('init-adapter', 'js', 'mine')
  assert.equal(written.code, 0)
  assert.match(written.stdout, /touchstone doctor js:\.\/mine\/adapter\.mjs/)
  assert.ok(JSON.parse(readFileSync(join(folder, 'mine/golden.json'), 'utf8')).tests.length > 80)
  const again = run('init-adapter', 'js', 'mine')
  assert.equal(again.code, 3)
  assert.match(
    again.stderr,
    /mine\/adapter\.mjs, mine\/golden\.json are there already, and nothing is overwritten/,
  )
  const right = run('doctor', 'js:./mine/adapter.mjs')
  assert.deepEqual([right.code, right.stderr], [0, ''])
  assert.match(right.stdout, /The adapter is right: 15 checks, 6 left out/)
  const wrongOne = readFileSync(join(folder, 'mine/adapter.mjs'), 'utf8').replace(
    'return schema\n',
    'return true\n',
  )
  writeFileSync(
    join(folder, 'mine/wrong.mjs'),
    wrongOne.replace('return !accepts(schema.not, value)', 'return true'),
  )
  const found = run('doctor', 'js:./mine/wrong.mjs')
  assert.equal(found.code, 2)
  assert.match(
    found.stdout,
    /✗ rejects all .* \(inject\)\n {4}POST \/: \/status is 200 instead of 400.*\n {4}→ a body/,
  )
})

test('a package by its version, and another that is not there', () => {
  const filter = ['--filter', 'ctx-*']
  const known = run('conform', 'npm:fastify@4.29', ...filter)
  assert.deepEqual([known.code, known.stderr], [0, ''])
  assert.match(known.stdout, /fastify 4\.29\.1 +100 % of the 100 % that ran of mission/)
  const none = run('conform', 'npm:fastify@3', ...filter)
  assert.equal(none.code, 2)
  assert.match(none.stdout, /fastify is installed as .*4\.29\.1.*, and 3 is asked for: npm install fastify@3/)
})

test('known differences: suggested, kept outside a filter, and read back', () => {
  const adapter = ['conform', 'js:./mine/adapter.mjs', '--filter']
  run(...adapter, 'ctx-*', '--suggest-expectations', '.')
  const read = () => JSON.parse(readFileSync(join(folder, 'mine.json'), 'utf8'))
  const first = read()
  assert.deepEqual(
    first.expected.map((one: { match: unknown }) => one.match),
    ['ctx-root-is-no-plugin'],
  )
  first.expected[0].reason = 'a toy'
  first.expected.push({ match: 'route-that-is-elsewhere', kind: 'bug', reason: 'gone' })
  first.expected.push({ match: 'area:validation', kind: 'bug', reason: 'not now' })
  writeFileSync(join(folder, 'mine.json'), JSON.stringify(first))
  assert.equal(run(...adapter, 'ctx-*', '--expect', 'mine.json').code, 0)
  run(...adapter, 'ctx-*', '--expect', 'mine.json', '--refresh', '.')
  const reasons = read().expected.map((one: { reason: string }) => one.reason)
  assert.deepEqual(reasons.sort(), ['a toy', 'not now'])
})

test('an adapter over TCP that somebody else started', async () => {
  const server = createServer((socket) => {
    const host = spawn(process.execPath, [command, 'adapter-host', 'fastify-4.29'])
    socket.pipe(host.stdin)
    host.stdout.pipe(socket)
    socket.on('close', () => host.kill())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const child = spawn(process.execPath, [command, 'conform', `tcp:127.0.0.1:${port}`, '--filter', 'ctx-*'])
  let stdout = ''
  child.stdout.on('data', (piece) => {
    stdout += String(piece)
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  server.close()
  assert.equal(code, 0, stdout)
  assert.match(stdout, /fastify-4\.29 4\.29\.1 +100 %/)
  const refused = run('conform', `tcp:127.0.0.1:${port}`, '--filter', 'ctx-*')
  assert.equal(refused.code, 2)
  assert.match(
    refused.stdout,
    /does not start: nobody listens on 127\.0\.0\.1:\d+: start the adapter there first/,
  )
})
