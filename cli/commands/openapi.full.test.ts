// `touchstone openapi` as a user meets it: what it prints and writes, what it compares, and its exit codes.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const framework = new URL('../../src/index.js', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
after(() => rmSync(folder, { recursive: true }))

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'openapi', ...args], {
    ...{ cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' }, timeout: 20_000 },
  })
  return { code: status, stdout, stderr }
}

const appOf = (routes: string): string => `
import touchstone from '${framework}'
console.log('booting')
setInterval(() => {}, 1000)
export default () => {
  const app = touchstone()
  app.addSchema({ $id: 'user', type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] })
  ${routes}
  return app
}
`
const USERS = "app.post('/users', { schema: { body: { $ref: 'user#' } } }, async () => 'ok')"

writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ name: 'shop', version: '2.1.0', type: 'module' }),
)
writeFileSync(join(folder, 'app.js'), appOf(USERS))

test('the document is printed, written and compared, without what the application prints', () => {
  const printed = run('app.js')
  assert.equal(printed.code, 0, printed.stderr)
  const document = JSON.parse(printed.stdout)
  assert.deepEqual([document.openapi, document.info], ['3.1.1', { title: 'shop', version: '2.1.0' }])
  assert.match(printed.stderr, /booting/)
  const written = run('app.js', '--version', '3.0', '--title', 'Shop', '--output', 'openapi.json')
  assert.deepEqual([written.code, written.stdout], [0, ''], written.stderr)
  const file = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
  assert.deepEqual([file.openapi, file.info.title, Object.keys(file.paths)], ['3.0.4', 'Shop', ['/users']])
  const same = run('app.js', '--check', 'openapi.json')
  assert.deepEqual([same.code, same.stdout], [0, ''], same.stderr)
})

test('a file that is old fails, with what changed', () => {
  const old = JSON.parse(run('app.js').stdout)
  old.paths['/gone'] = { get: { responses: {} } }
  delete old.paths['/users'].post.responses['400']
  old.components.schemas.user.required = ['id', 'name']
  delete old.components.schemas.Error
  writeFileSync(join(folder, 'old.json'), JSON.stringify(old))
  const { code, stdout } = run('app.js', '--check', 'old.json')
  assert.equal(code, 1)
  const lines = stdout.split('\n')
  for (const line of [
    '  - GET /gone',
    '  ~ POST /users',
    '  + schema Error',
    '  ~ schema user',
    '      required: ["id","name"] → ["id"]',
    'touchstone openapi app.js --output old.json writes it anew.',
  ])
    assert.ok(lines.includes(line), `${line} is not in\n${stdout}`)
})

test('what is wrong is told with its exit code', () => {
  writeFileSync(
    join(folder, 'broken.js'),
    appOf("app.get('/', { schema: { querystring: { $ref: 'no#' } } }, async () => 'ok')"),
  )
  writeFileSync(join(folder, 'other.js'), 'export const nothing = 1')
  writeFileSync(join(folder, 'text.json'), 'no json')
  const rows: [args: string[], code: number, message: RegExp][] = [
    [[], 3, /takes one module/],
    [['app.js', 'more.js'], 3, /takes one module/],
    [['none.js'], 3, /There is no module none\.js/],
    [['app.js', '--version', '2.0'], 3, /--version is 3\.1 or 3\.0, not "2\.0"/],
    [['app.js', '--errors', 'x'], 3, /--errors is some or all/],
    [['app.js', '--check', 'none.json'], 3, /no file none\.json.*--output none\.json writes it/],
    [['app.js', '--check', 'text.json'], 3, /text\.json is no OpenAPI document/],
    [['app.js', '--check', 'a', '--output', 'b'], 3, /--check compares/],
    [['broken.js'], 2, /FST_ERR_SCH_VALIDATION_BUILD/],
    [['other.js'], 2, /exports nothing/],
    [['app.js', '--output', 'no/such/folder.json'], 5, /folder/],
  ]
  for (const [args, code, message] of rows) {
    const ended = run(...args)
    assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`)
    assert.match(ended.stderr, message)
    assert.equal(ended.stdout, '')
  }
})
