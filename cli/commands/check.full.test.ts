/** `touchstone check` as a user runs it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageFile } from '../../conformance/contract/package.ts'
import { matches } from './check/look.ts'

const INDEX = packageFile('dist/src/index.js')
const CLI = packageFile('dist/cli/touchstone.js')

const APP = `
import touchstone, { bearerAuth, secures } from ${JSON.stringify(INDEX)}
const app = touchstone({ unsafePatterns: 'off' })
const text = { type: 'string', maxLength: 9 }
const response = { 200: text }
app.get('/open', async () => 'x')
app.get('/admin', { schema: { response } }, async () => 'x')
app.register(async (context) => {
  context.register(bearerAuth, { keys: ['a-long-key'] })
  context.get('/admin/in', { schema: { response } }, async () => 'x')
})
const guard = secures(async () => undefined, { name: 'own', scheme: { type: 'apiKey', in: 'header', name: 'x-key' } })
app.get('/admin/own', { onRequest: guard, schema: { response } }, async () => 'x')
app.get('/administration', { schema: { response } }, async () => 'x')
const properties = { name: { type: 'string' }, code: { type: 'string', pattern: '^(a+)+$', maxLength: 50 }, tags: { type: 'array', items: text } }
app.post('/open', { schema: { body: { type: 'object', properties }, response } }, async () => 'x')
app.post('/library', { schema: { body: { type: 'object', additionalProperties: false, properties: { list: { type: 'array', items: [text], maxItems: 3 } } }, response } }, async () => 'x')
export default app
`
const RIGHT = `
import touchstone from ${JSON.stringify(INDEX)}
export const create = () => {
  const app = touchstone()
  const text = { type: 'string', maxLength: 9 }
  const body = { type: 'object', properties: { text }, additionalProperties: false }
  app.post('/', { schema: { body, response: { 200: text } } }, async () => 'x')
  return app
}
`

function inFolder(
  run: (
    check: (...args: string[]) => { status: number | null; out: string; error: string },
    folder: string,
  ) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-check-'))
  try {
    writeFileSync(join(folder, 'app.mjs'), APP)
    writeFileSync(join(folder, 'right.mjs'), RIGHT)
    run((...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'check', ...args], {
        cwd: folder,
        encoding: 'utf8',
      })
      return { status, out: stdout, error: stderr }
    }, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('each check finds its place, and a right application has none', () => {
  inFolder((check) => {
    const { status, out } = check('app.mjs', '--secured', '/admin/**', '--json')
    assert.equal(status, 1)
    const found = (JSON.parse(out) as { check: string; route: string; place: string }[]).map((one) =>
      `${one.check} ${one.route} ${one.place}`.trim(),
    )
    assert.deepEqual(found.sort(), [
      'library POST /library body',
      'no-guard GET /admin',
      'no-response GET /open',
      'open-object POST /open body',
      'slow-pattern POST /open body/properties/code',
      'unbounded POST /open body/properties/name',
      'unbounded POST /open body/properties/tags',
    ])
    assert.deepEqual(check('right.mjs', '--secured', '/admin/**'), {
      status: 0,
      out: '✓ nothing found\n',
      error: '',
    })
  })
})

test('a note fails nothing, and checks can be left out', () => {
  inFolder((check) => {
    const others = ['no-response', 'unbounded', 'open-object', 'slow-pattern'].flatMap((id) => [
      '--without',
      id,
    ])
    const { status, out } = check('app.mjs', ...others)
    assert.equal(status, 0)
    assert.match(
      out,
      /^! library \(1\) {2}Each schema is judged.*\n {4}POST \/library: body: ajv, because of 'items'/,
    )
  })
})

test('reports for code scanners and for CI', () => {
  inFolder((check, folder) => {
    assert.equal(check('app.mjs', '--report', 'sarif=a.sarif,junit=a.xml').status, 1)
    const { runs } = JSON.parse(readFileSync(join(folder, 'a.sarif'), 'utf8')) as {
      runs: { results: { ruleId: string; level: string }[] }[]
    }
    const levels = runs[0]!.results.map(({ ruleId, level }) => `${ruleId} ${level}`)
    assert.ok(levels.includes('no-response error') && levels.includes('library note'))
    const xml = readFileSync(join(folder, 'a.xml'), 'utf8')
    assert.match(xml, /<testsuites name="touchstone check" tests="8" failures="4"/)
    assert.match(
      xml,
      /<failure type="unbounded" message="2 found">POST \/open: body\/properties\/name: a string without maxLength\./,
    )
  })
})

test('a glob names steps of a path', () => {
  const taken = ['/admin', '/admin/', '/admin/a', '/admin/a/:b']
  for (const url of taken) assert.ok(matches('/admin/**', url), url)
  for (const url of ['/administration', '/a/admin', '/']) assert.ok(!matches('/admin/**', url), url)
  assert.ok(matches('/users/*/keys', '/users/:id/keys') && !matches('/users/*/keys', '/users/a/b/keys'))
  assert.ok(
    matches('/**', '/') && matches('/**', '/a/b') && matches('/a.b', '/a.b') && !matches('/a.b', '/axb'),
  )
})

test('what is wrong is named', () => {
  inFolder((check, folder) => {
    writeFileSync(
      join(folder, 'late.mjs'),
      `${APP}\napp.register(async () => { throw new Error('no database') })`,
    )
    writeFileSync(join(folder, 'five.mjs'), 'export default 5')
    const asked: [args: string[], status: number, says: RegExp][] = [
      [[], 3, /takes one module/],
      [['gone.mjs'], 3, /There is no module gone\.mjs/],
      [
        ['app.mjs', '--without', 'unbound'],
        3,
        /--without names no check: "unbound"\. Did you mean unbounded\?/,
      ],
      [['app.mjs', '--secured', 'admin'], 3, /--secured is "admin": it begins with \//],
      [['app.mjs', '--report', 'html=a'], 3, /--report is "html=a": write it as sarif=FILE or junit=FILE/],
      [['late.mjs'], 2, /late\.mjs: no database/],
      [['five.mjs'], 2, /five\.mjs: The application is 5/],
    ]
    for (const [args, status, says] of asked) {
      const found = check(...args)
      assert.deepEqual([found.status, found.out], [status, ''], args.join(' '))
      assert.match(found.error, says)
    }
  })
})
