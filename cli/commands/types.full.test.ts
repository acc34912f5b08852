/** `touchstone types` as a user runs it, and what a compiler says of calls with the types that it writes. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageFile } from '../../conformance/contract/package.ts'

const INDEX = packageFile('dist/src/index.js')
const CLIENT = packageFile('dist/src/client/client.js')
const CLI = packageFile('dist/cli/touchstone.js')
const TSC = packageFile('node_modules/.bin/tsc')

const APP = `
import touchstone from ${JSON.stringify(INDEX)}
const app = touchstone()
app.addSchema({
  $id: 'user', type: 'object', required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string', default: 'x' }, role: { enum: ['a', 'b'] }, boss: { $ref: 'user#' } },
})
app.get('/users/:id', { schema: {
  params: { id: { type: 'integer' } },
  querystring: { type: 'object', properties: { full: { type: 'boolean' }, tags: { type: 'array', items: { type: 'string' } } }, required: ['full'] },
  response: { 200: { $ref: 'user#' }, '4xx': { type: 'object', properties: { message: { type: 'string' } } } },
} }, async () => ({}))
app.post('/users', { schema: {
  body: { $ref: 'user#' },
  headers: { type: 'object', properties: { 'x-tenant': { type: 'string' } }, required: ['x-tenant'] },
  response: { 201: { $ref: 'user#' }, 204: { type: 'null' } },
} }, async () => ({}))
app.get('/files/*', async () => 'x')
app.get('/notes/:a?', async () => 'x')
app.get('/hidden', { schema: { hide: true } }, async () => 'x')
app.register(async (context) => { context.get('/pairs/:x-:y', async () => 1) }, { prefix: '/v1' })
export default app
`

const CALLS = `
import { client } from ${JSON.stringify(CLIENT)}
import type { Api } from './api.ts'
const api = client<Api>('http://127.0.0.1:1')
export async function use(): Promise<void> {
  const answer = await api.get('/users/:id', { params: { id: 7 }, query: { full: true, tags: ['a'] } })
  if (answer.status === 200) {
    answer.body.name satisfies string
    answer.body.role satisfies 'a' | 'b' | undefined
    answer.body.boss?.boss?.name satisfies string | undefined
    // @ts-expect-error not a property
    answer.body.other
  } else if (answer.status === 404) {
    answer.body.message satisfies string | undefined
  } else {
    // @ts-expect-error the body of a status that is not declared is unknown
    answer.body.message
  }
  answer.headers.get('x') satisfies string | null
  await api.post('/users', { headers: { 'x-tenant': 'a', other: 5 }, body: { id: 1 } }) // name has a default
  await api.get('/notes/:a?')
  await api.get('/notes/:a?', { params: { a: '1' }, signal: AbortSignal.timeout(1) })
  await api.get('/files/*', { params: { '*': 'a/b' } })
  await api.get('/v1/pairs/:x-:y', { params: { x: '1', y: '2' } })
  // @ts-expect-error an unknown path
  await api.get('/user/:id', { params: { id: 7 } })
  // @ts-expect-error a hidden route
  await api.get('/hidden')
  // @ts-expect-error no parameter
  await api.get('/files/*')
  // @ts-expect-error a parameter of another type
  await api.get('/users/:id', { params: { id: '7' }, query: { full: true } })
  // @ts-expect-error no query
  await api.get('/users/:id', { params: { id: 7 } })
  // @ts-expect-error a body of another type
  await api.post('/users', { headers: { 'x-tenant': 'a' }, body: { id: 'x' } })
  // @ts-expect-error no header
  await api.post('/users', { headers: {}, body: { id: 1 } })
  // @ts-expect-error no such method
  await api.put('/users')
}
`

function inFolder(run: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-types-'))
  try {
    run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function types(folder: string, ...more: string[]): { status: number | null; out: string; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'types', ...more], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, out: stdout, error: stderr }
}

function compile(folder: string): { status: number | null; out: string } {
  const { status, stdout } = spawnSync(
    TSC,
    '--noEmit --strict --target es2022 --module nodenext --allowImportingTsExtensions --extendedDiagnostics use.ts'.split(
      ' ',
    ),
    { cwd: folder, encoding: 'utf8' },
  )
  return { status, out: stdout }
}

test('right calls compile, wrong ones do not, and --check finds an old file', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'app.mjs'), APP)
    const { status, out } = types(folder, './app.mjs')
    assert.equal(status, 0)
    assert.doesNotMatch(out.replace(/^\/\/.*/gm, ''), /\bimport\b|hidden/)
    writeFileSync(join(folder, 'api.ts'), out)
    writeFileSync(join(folder, 'use.ts'), CALLS)
    const compiled = compile(folder)
    assert.equal(compiled.status, 0, compiled.out)
    assert.deepEqual(types(folder, './app.mjs', '--check', 'api.ts'), { status: 0, out: '', error: '' })
    writeFileSync(join(folder, 'app.mjs'), APP.replace("'/notes/:a?'", "'/notes/:b?'"))
    const old = types(folder, './app.mjs', '--check', 'api.ts')
    assert.equal(old.status, 1)
    assert.match(
      old.error,
      /api\.ts is not what touchstone types writes of \.\/app\.mjs:\n- "\/notes\/:a\?".*\n\+ "\/notes\/:b\?"/,
    )
  })
})

test('300 calls of 300 routes cost less than 120,000 instantiations', () => {
  inFolder((folder) => {
    const routes = Array.from(
      { length: 300 },
      (_, at) =>
        `app.get('/things-${at}/:id', { schema: { params: { id: { type: 'integer' } }, response: { 200: { type: 'object', properties: { a${at}: { type: 'string' } } }, 404: { type: 'object', properties: { message: { type: 'string' } } } } } }, async () => ({}))`,
    )
    writeFileSync(
      join(folder, 'app.mjs'),
      `import touchstone from ${JSON.stringify(INDEX)}\nexport const app = touchstone()\n${routes.join('\n')}\n`,
    )
    writeFileSync(join(folder, 'api.ts'), types(folder, 'app.mjs').out)
    const calls = routes.map((_, at) => {
      const call = `const a${at} = await api.get('/things-${at}/:id', { params: { id: 1 } })`
      return `  ${call}\n  if (a${at}.status === 200) a${at}.body.a${at} satisfies string | undefined`
    })
    writeFileSync(
      join(folder, 'use.ts'),
      `import { client } from ${JSON.stringify(CLIENT)}\nimport type { Api } from './api.ts'\nconst api = client<Api>('http://127.0.0.1:1')\nexport async function use() {\n${calls.join('\n')}\n}\n`,
    )
    const { status, out } = compile(folder)
    assert.equal(status, 0, out)
    const count = Number(/Instantiations:\s+(\d+)/.exec(out)?.[1])
    assert.ok(count > 0 && count < 120_000, `${count} instantiations`)
  })
})

test('what is wrong is named', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'app.mjs'), 'export default 5')
    writeFileSync(
      join(folder, 'late.mjs'),
      `${APP}\napp.register(async () => { throw new Error('no database') })`,
    )
    const asked: [args: string[], status: number, says: RegExp][] = [
      [[], 3, /types takes one application, and got 0/],
      [['a', 'b'], 3, /and got 2/],
      [['gone.mjs'], 3, /gone\.mjs is no file/],
      [['app.mjs', '--name', 'a b'], 3, /--name is "a b": right would be the name of a type/],
      [['app.mjs', '--check', 'gone.ts'], 3, /--check names gone\.ts, which is no file/],
      [['app.mjs'], 7, /app\.mjs: The application is 5/],
      [['late.mjs'], 7, /late\.mjs: no database/],
    ]
    for (const [args, status, says] of asked) {
      const found = types(folder, ...args)
      assert.equal(found.status, status, args.join(' '))
      assert.match(found.error, says)
      assert.equal(found.out, '')
    }
  })
})
