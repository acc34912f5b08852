/** The plugin of `touchstone/openapi`: the document, the list of operations, and the viewers of other packages. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import touchstone, { bearerAuth } from '../../index.ts'
import { openApi } from '../../openapi.ts'
import type { OpenApiDocument } from '../../types/app/openapi.ts'

const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
after(() => rmSync(folder, { recursive: true }))

const EVIL = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\'"&'

function made(): ReturnType<typeof touchstone> {
  const app = touchstone()
  app.register(openApi, { prefix: '/docs', info: { title: EVIL, version: '1.0.0' }, viewer: 'list' })
  const params = { id: { type: 'integer', description: EVIL } } as const
  app.get('/users/:id', { schema: { tags: [EVIL], summary: EVIL, params } }, async () => 'ok')
  app.register(async (inner) => {
    inner.register(bearerAuth, { keys: ['a'] })
    inner.post('/users', { schema: { body: { type: 'object' } } }, async () => 'ok')
  })
  return app
}

test('the document is served in both versions, without the routes of the plugin', async () => {
  const app = made()
  const answer = await app.inject('/docs/openapi.json')
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  const document = answer.json<OpenApiDocument>()
  assert.deepEqual([document.openapi, Object.keys(document.paths)], ['3.1.1', ['/users/{id}', '/users']])
  const old = await app.inject('/docs/openapi.json?version=3.0')
  assert.equal(old.json<OpenApiDocument>().openapi, '3.0.4')
  assert.deepEqual(document, JSON.parse(JSON.stringify(await app.openapi({ info: document.info }))))
  const wrong = await app.inject('/docs/openapi.json?version=2.0')
  assert.deepEqual([wrong.statusCode, wrong.json<{ code: string }>().code], [400, 'TST_ERR_OPENAPI_VERSION'])
})

test('the list has each operation, no script, and a policy that allows none', async () => {
  const app = made()
  for (const [url, document] of [
    ['/docs', './docs/openapi.json'],
    ['/docs/', './openapi.json'],
    ['/docs/?a=b', './openapi.json'],
  ] as const) {
    const { body, headers } = await app.inject(url)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base/,
    )
    assert.ok(body.includes(`href="${document}"`), url)
  }
  const { body } = await app.inject('/docs')
  for (const part of ['/users/{id}', 'Needs bearerAuth', '&lt;/script&gt;'])
    assert.ok(body.includes(part), part)
  assert.doesNotMatch(body, /<script|<img|https?:/)
})

test('an empty application has an empty list', async () => {
  const app = touchstone()
  app.register(openApi, { viewer: 'list' })
  assert.match((await app.inject('/')).body, /There are no operations/)
})

test('the hooks around the plugin guard its routes', async () => {
  const app = touchstone()
  app.register(bearerAuth, { keys: ['a'] })
  app.register(openApi, { prefix: '/docs', viewer: 'list' })
  for (const url of ['/docs', '/docs/openapi.json']) assert.equal((await app.inject(url)).statusCode, 401)
})

test('a viewer that is not installed, or that there is not, fails the plugin', async () => {
  const failing = async (viewer: never): Promise<unknown> => {
    const app = touchstone()
    app.register(openApi, { prefix: '/docs', viewer })
    return app.ready()
  }
  await assert.rejects(failing('redoc' as never), /viewer is 'rapidoc', 'swagger-ui' or 'list', got "redoc"/)
})

const PROGRAM = `
import touchstone from '${new URL('../../index.js', import.meta.url).href}'
import { openApi } from '${new URL('../../openapi.js', import.meta.url).href}'
const seen = {}
for (const viewer of process.argv.slice(1)) {
  const app = touchstone()
  app.register(openApi, { prefix: '/docs', ...(viewer === 'any' ? {} : { viewer }) })
  try {
    const page = await app.inject('/docs')
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name)
    const answers = await Promise.all(files.map((name) => app.inject(name.replace(/^\\./, ''))))
    const policy = page.headers['content-security-policy']
    seen[viewer] = [policy.includes("script-src 'self';"), ...answers.map(({ body, headers }) => body.slice(0, 12) + ' ' + headers['content-type'])]
  } catch (error) {
    seen[viewer] = error.message
  }
}
console.log(JSON.stringify(seen))
`

function shown(packages: Readonly<Record<string, readonly string[]>>, ...viewers: string[]): unknown {
  const cwd = mkdtempSync(join(folder, 'app-'))
  for (const [name, files] of Object.entries(packages))
    for (const file of ['package.json', ...files]) {
      const path = join(cwd, 'node_modules', name, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, file === 'package.json' ? '{}' : 'a file')
    }
  const args = ['--input-type=module', '--eval', PROGRAM, ...viewers]
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))
}

test('an installed viewer is served from its package, with a policy that allows its own files', () => {
  const rapidoc = { rapidoc: ['dist/rapidoc-min.js'] }
  const swagger = { 'swagger-ui-dist': ['swagger-ui.css', 'swagger-ui-bundle.js'] }
  const script = 'a file text/javascript; charset=utf-8'
  assert.deepEqual(shown({ ...rapidoc, ...swagger }, 'any', 'swagger-ui'), {
    any: [true, script],
    'swagger-ui': [
      true,
      'a file text/css; charset=utf-8',
      script,
      'SwaggerUIBun text/javascript; charset=utf-8',
    ],
  })
  assert.deepEqual(shown(swagger, 'rapidoc'), {
    rapidoc: "the viewer 'rapidoc' needs the package rapidoc: npm install rapidoc",
  })
})
