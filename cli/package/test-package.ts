/** `npm run test:package`: packs the package, installs it in empty folders and uses it as its users do. */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkLinks, checkNamed, type Packed } from './contents.ts'
import { checkBroken, checkExamples, checkFixtures, checkHelp } from './try-commands.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const MEGABYTE = 1024 * 1024
/** What the package itself may take on disk, half of it for the specification, and what it may take with its dependencies beyond Fastify 5. */
/** The specification takes half of it; the framework is there as an ES module, in CommonJS, and in the build for Workers. */
const OWN = 9.25 * MEGABYTE
const BEYOND_FASTIFY = 6 * MEGABYTE
const FASTIFY = 'fastify@5.12.8'
const FAST_CHECK = 'fast-check@4.10.2'
const TOOLS = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5', 'jest@29.7.0']

const work = mkdtempSync(join(tmpdir(), 'touchstone-package-'))

function check(holds: boolean, claim: string): void {
  process.stdout.write(`${holds ? '✓' : '✗'} ${claim}\n`)
  if (!holds) process.exitCode = 1
}

function run(command: string, args: readonly string[], options: SpawnOptions = {}): string {
  const ended = spawnSync(command, args, { cwd: work, encoding: 'utf8', ...options, stdio: 'pipe' })
  if (ended.status === 0) return String(ended.stdout)
  throw new Error(`${command} ${args.join(' ')} ended with ${ended.status}\n${ended.stdout}${ended.stderr}`)
}

/** A check that a command decides: what it prints is shown where it fails. */
function checkRun(claim: string, command: string, args: readonly string[], options: SpawnOptions = {}): void {
  try {
    run(command, args, options)
    check(true, claim)
  } catch (error) {
    check(false, `${claim}\n${(error as Error).message}`)
  }
}

/** The space that a folder takes on disk, as `du` counts it. */
function diskUse(path: string): number {
  const { blocks } = lstatSync(path)
  const inside = lstatSync(path).isDirectory() ? readdirSync(path) : []
  return inside.reduce((sum, name) => sum + diskUse(join(path, name)), blocks * 512)
}

function install(folder: string, ...packages: string[]): string {
  const path = join(work, folder)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'package.json'), '{ "private": true }\n')
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: path })
  return path
}

function pack(): { file: string; contents: Packed } {
  const printed = run('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', work], {
    cwd: ROOT,
  })
  const [contents] = Object.values(JSON.parse(printed.slice(printed.search(/^[[{]/m)))) as [Packed]
  return { file: join(work, contents.filename), contents }
}

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(2)} MiB`

function checkSizes(app: string): void {
  const own = diskUse(join(app, 'node_modules/touchstone'))
  const all = diskUse(join(app, 'node_modules'))
  const fastify = diskUse(join(install('fastify', FASTIFY), 'node_modules'))
  check(own <= OWN, `the package takes ${megabytes(own)} on disk, at most ${megabytes(OWN)}`)
  const limit = fastify + BEYOND_FASTIFY
  const told = `${FASTIFY} takes ${megabytes(fastify)}`
  check(
    all <= limit,
    `with its dependencies it takes ${megabytes(all)}, at most ${megabytes(limit)}: ${told}`,
  )
}

/** The first application of the README in the forms in which it can be written. */
function applications() {
  const esm = /## A first application.*?```js\n(.*?)```/s.exec(
    readFileSync(join(ROOT, 'README.md'), 'utf8'),
  )![1]!
  const [first] = esm.split('\n', 1) as [string]
  const cjs = esm.replace(first, "const { touchstone, bearerAuth } = require('touchstone')")
  const imported = esm.replace(
    first,
    "import touchstone = require('touchstone')\nconst { bearerAuth } = touchstone",
  )
  const exported = cjs.replace(/\napp\.listen\(.*$/s, '\nmodule.exports = app\n')
  return { esm, cjs, imported, exported }
}

/** Starts an application, asks it for a book and ends it. */
async function answerOf(file: string, cwd: string): Promise<string> {
  const child = spawn(process.execPath, [file], { cwd, env: { ...process.env, PORT: '0' } })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let output = ''
      const hear = (text: Buffer) => {
        output += text
        const found = /listening on (\S+)/.exec(output)
        if (found) resolve(found[1]!)
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('close', (status) => reject(new Error(`${file} ended with ${status}: ${output}`)))
    })
    return await (await fetch(`${address}/books/1`)).text()
  } finally {
    child.kill()
  }
}

async function checkAnswer(claim: string, file: string, cwd: string): Promise<void> {
  const answer = await answerOf(file, cwd).catch((error: Error) => error.message)
  check(answer === '{"id":1,"title":"The Little Prince"}', `${claim} answers ${answer}`)
}

function compilerOptions(module: string, moduleResolution: string, outDir: string): string {
  return JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'es2023',
      module,
      moduleResolution,
      outDir,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    files: ['first.mts', 'names.mts', ...(module === 'nodenext' ? ['first.cts'] : [])],
  })
}

/** An application with the type names of Fastify, which merges members into them as plugins do. */
const NAMES = `
import fastify, { type FastifyInstance, type FastifyRequest } from 'touchstone/fastify'
declare module 'touchstone/fastify' {
  interface FastifyRequest { user: { id: number } }
  interface FastifyContextConfig { rate?: number }
}
declare module 'fastify' {
  interface FastifyReply { sendFile(name: string): this }
}
const app: FastifyInstance = fastify()
app.get<{ Querystring: { from: number } }>('/', { config: { rate: 1 } }, async (request, reply) =>
  reply.sendFile((request.query.from + request.user.id).toFixed()))
// @ts-expect-error: rate is a number
app.get('/rate', { config: { rate: 'x' } }, async () => 'x')
// @ts-expect-error: nothing is no member
export const wrong = (request: FastifyRequest) => request.nothing
`

async function checkApplications(app: string): Promise<void> {
  const { esm, cjs, imported, exported } = applications()
  const files = {
    'first.mjs': esm,
    'first.cjs': cjs,
    'first.mts': esm,
    'first.cts': imported,
    'names.mts': NAMES,
  }
  for (const [name, code] of Object.entries(files)) writeFileSync(join(app, name), code)
  await checkAnswer('the first application as an ES module', 'first.mjs', app)
  await checkAnswer('the first application as a CommonJS module', 'first.cjs', app)
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    writeFileSync(join(app, 'tsconfig.json'), compilerOptions(module, resolution, resolution))
    checkRun(`TypeScript compiles it with the resolution ${resolution}`, process.execPath, [TSC, '-p', app])
    await checkAnswer(`what it compiled with ${resolution}`, `${resolution}/first.mjs`, app)
  }
  await checkAnswer('what it compiled with nodenext to CommonJS', 'nodenext/first.cjs', app)
  writeFileSync(join(app, 'exported.js'), exported)
}

const JEST = `
const app = require('./exported.js')
const touchstone = require('touchstone')
const { fuzz } = require('touchstone/fuzz')
const { cases } = require('touchstone/conformance')
require('touchstone/typebox')

afterAll(() => app.close())
test('the first application answers', async () => {
  const answer = await app.inject('/books/1')
  expect(answer.json()).toEqual({ id: 1, title: 'The Little Prince' })
  expect((await app.inject('/books/one')).json().code).toBe('FST_ERR_VALIDATION')
})
test('errors have their classes', async () => {
  expect(() => touchstone().addHook('never', () => {})).toThrow(touchstone.errorCodes.FST_ERR_HOOK_NOT_SUPPORTED)
  await expect(touchstone().register(async () => { throw new Error('no') }).ready()).rejects.toThrow('no')
})
test('the tools know the instance', async () => {
  const half = touchstone()
  half.get('/half', { schema: { querystring: { of: { type: 'integer' } } } }, async ({ query }) => ({ half: query.of / 2 }))
  expect((await fuzz(half, { maxRequests: 50, seed: 1 })).routes).toHaveLength(1)
  expect(cases('area:encapsulation').length).toBeGreaterThan(10)
})
`

const ONE_INSTANCE = `
const assert = require('node:assert/strict')
const required = require('touchstone')
const { fuzz } = require('touchstone/fuzz')
require('touchstone/typebox')
require('touchstone/conformance')
import('touchstone').then(async (imported) => {
  assert.equal(imported.default, required)
  for (const name of ['touchstone', 'plugin', 'bearerAuth', 'errorCodes']) assert.equal(imported[name], required[name])
  assert.equal((await import('touchstone/fuzz')).fuzz, fuzz)
  await import('touchstone/conformance')
})
`

/** Every file of the package that a process loaded is in its coverage. */
function checkOneInstance(app: string): void {
  const coverage = join(app, 'coverage')
  writeFileSync(join(app, 'one.cjs'), ONE_INSTANCE)
  const options = { cwd: app, env: { ...process.env, NODE_V8_COVERAGE: coverage } }
  checkRun('import and require give the same object', process.execPath, ['one.cjs'], options)
  const [file] = readdirSync(coverage)
  const { result } = JSON.parse(readFileSync(join(coverage, file!), 'utf8')) as { result: { url: string }[] }
  const loaded = result
    .map(({ url }) => url)
    .filter((url) => /touchstone\/dist\/(src|commonjs)\/(?!typebox|client)/.test(url))
  const once = loaded.length === 1 && loaded[0]!.endsWith('/dist/src/index.js')
  check(once, `one instance is loaded, whatever is imported and required: ${loaded.length} found`)
}

try {
  const { file, contents } = pack()
  const names = contents.files.map(({ path }) => path)
  check(!names.some((name) => name.endsWith('.map')), `${names.length} files without source maps`)
  const app = install('app', file, '--omit=optional', '--omit=peer')
  const installed = join(app, 'node_modules/touchstone')
  const mapped = names.filter((name) =>
    /^\/\/# sourceMappingURL=/m.test(
      /\.[cm]?[jt]s$/.test(name) ? readFileSync(join(installed, name), 'utf8') : '',
    ),
  )
  check(mapped.length === 0, `no file points at a source map ${mapped.slice(0, 3).join(' ')}`)
  const dead = checkLinks(installed)
  check(dead.length === 0, `no dead link in the documents of the package ${dead.join(' ')}`)
  const unknown = checkNamed(installed)
  check(unknown.length === 0, `the documents name no file that is not there ${unknown.join(' ')}`)
  checkSizes(app)
  await checkHelp(app, check)
  await checkBroken(app, check)
  const fixtures = checkFixtures(app, check)
  await checkApplications(app)
  // What the tools need beside the dependencies of a server.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', FAST_CHECK, FASTIFY], {
    cwd: app,
  })
  checkOneInstance(app)
  const tools = install('tools', ...TOOLS)
  const bin = (name: string) => join(tools, 'node_modules/.bin', name)
  checkRun('publint finds nothing', bin('publint'), [file, '--strict'])
  checkRun('attw finds nothing', bin('attw'), [file])
  writeFileSync(join(app, 'first.test.js'), JEST)
  const jest = ['--rootDir', app, '--colors=false']
  checkRun('the first application, its errors and the tools work under Jest 29', bin('jest'), jest, {
    cwd: app,
  })
  await checkExamples(app, check)
  await fixtures
} finally {
  rmSync(work, { recursive: true, force: true })
}
