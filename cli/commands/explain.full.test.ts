// The command as a user meets it; and the cases of the specification: what an account predicts is what runs.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const framework = new URL('../../src/index.js', import.meta.url).href
const adapter = fileURLToPath(new URL('../../conformance/adapters/explained.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'explain-'))
after(() => rmSync(folder, { recursive: true }))

function run(args: string[], env = {}) {
  const options = { encoding: 'utf8', cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } } as const
  return spawnSync(process.execPath, [command, ...args], options)
}

writeFileSync(
  join(folder, 'app.mjs'),
  `import touchstone from '${framework}'
export default async function build() {
  const app = touchstone()
  app.addHook('onRequest', async function clock() {})
  app.get('/users/:id', async function find() { return 'x' })
  return app
}`,
)

test('a request is explained as text, with places, and as JSON', () => {
  const { status, stdout } = run(['explain', 'app.mjs', 'get', '/users/7'])
  assert.equal(status, 0)
  assert.match(stdout, /^GET \/users\/:id +root\n/)
  assert.match(stdout, /onRequest +clock +of root +app\.mjs:4\n/)
  assert.match(stdout, /handler +find +of GET \/users\/:id +app\.mjs:5\n/)
  const { found, route, ran } = JSON.parse(run(['explain', 'app.mjs', 'GET', '/users/7', '--json']).stdout)
  assert.deepEqual([found, route.url, ran], [true, '/users/:id', undefined])
})

test('--trace sends the request, and says what ran with its times', () => {
  const { stdout } = run(['explain', 'app.mjs', 'GET', '/users/7', '--trace', '--json'])
  const { status, ran } = JSON.parse(stdout)
  assert.equal(status, 200)
  assert.deepEqual(
    ran.map(({ stage, name, ms }: Record<string, unknown>) => [stage, name, typeof ms]),
    [
      ['onRequest', 'clock', 'number'],
      ['handler', 'find', 'number'],
    ],
  )
})

test('what no route answers, and what is no application, have their exit codes and messages', () => {
  const missed = run(['explain', 'app.mjs', 'GET', '/user/7'])
  assert.equal(missed.status, 1)
  assert.match(missed.stdout, /no route; the not-found handler answers[\s\S]*GET \/users\/:id is near/)
  writeFileSync(join(folder, 'none.mjs'), 'export const other = 1')
  const none = run(['explain', 'none.mjs', 'GET', '/'])
  assert.equal(none.status, 2)
  assert.match(
    none.stderr,
    /none\.mjs cannot be explained: it exports other: export an instance of touchstone/,
  )
  for (const [args, told] of [
    [['app.mjs', 'GET'], /takes a module, a method and a url/],
    [['app.mjs', 'GET', 'users'], /The url is 'users': it begins with \//],
    [['app.mjs', 'GET', '/', '--header', 'x'], /--header is 'x': write it as name:value/],
  ] as const) {
    const wrong = run(['explain', ...args])
    assert.equal(wrong.status, 3)
    assert.match(wrong.stderr, told)
  }
})

test('the guide shows what the command prints', () => {
  const guide = readFileSync(new URL('../../../docs/guides/explain.md', import.meta.url), 'utf8')
  const [, code = ''] = /^```js fragment\n\/\/ app\.js\n(.*?)^```$/ms.exec(guide) ?? []
  writeFileSync(join(folder, 'app.js'), `// app.js\n${code.replace("'touchstone'", `'${framework}'`)}`)
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const shown = [...guide.matchAll(/^```text\n\$ touchstone ([^\n]*)\n(.*?)^```$/gms)]
  assert.equal(shown.length, 2)
  for (const [, line = '', text] of shown) assert.equal(run(line.split(' ')).stdout, text)
})

test('the cases about hooks and contexts run as their accounts predict', () => {
  const counts = mkdtempSync(join(folder, 'counts-'))
  const areas = ['hooks', 'encapsulation', 'not-found'].flatMap((area) => ['--filter', `area:${area}`])
  const { status, stdout } = run(['conform', `js:${adapter}`, '--transport', 'inject', ...areas], {
    EXPLAINED_COUNTS: counts,
  })
  assert.equal(status, 0, stdout)
  const compared = readdirSync(counts).reduce(
    (sum, file) => sum + Number(readFileSync(join(counts, file), 'utf8')),
    0,
  )
  assert.ok(compared > 300, `${compared} requests were compared`)
})
