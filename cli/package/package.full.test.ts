/** The package without packing it: its entry points, its dependencies, and one instance for import and require. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as imported from 'touchstone'
import { checkLinks } from './contents.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const require = createRequire(import.meta.url)
const description = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>
  dependencies: Record<string, string>
}

/** Not a literal: the compiler would take the declarations in dist/ for sources. */
const ENTRY: string = 'touchstone/fastify'

function strings(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(strings)
}

test('every file that the entry points name is built', () => {
  const missing = strings(description.exports).filter((file) => !existsSync(join(ROOT, file)))
  assert.deepEqual(missing, [])
})

test('the dependencies are the libraries that src/ imports', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
  const isUsed = (library: string) => sources.some((code) => code.includes(`'${library}`))
  assert.deepEqual(
    Object.keys(description.dependencies).filter((library) => !isUsed(library)),
    [],
  )
})

test('import and require give the same object', () => {
  const required = require('touchstone')
  assert.equal(required, imported.default)
  assert.equal(required.plugin, imported.plugin)
  assert.equal(required.errorCodes, imported.errorCodes)
})

test('touchstone/conformance/language is the same for import and require', async () => {
  const name: string = 'touchstone/conformance/language'
  const imported = await import(name)
  const required = require(name)
  assert.deepEqual(Object.keys(required).sort(), [
    'createInterpreter',
    'createRecorder',
    'describe',
    'typeOf',
  ])
  for (const key of Object.keys(required)) assert.equal(typeof imported[key], 'function')
  assert.equal(required.createInterpreter().runSync([{ return: { $add: [1, 2] } }]), 3)
})

test('touchstone/fastify is the factory, for import and require', async () => {
  const { default: factory, fastify, errorCodes } = await import(ENTRY)
  assert.equal(factory, imported.default)
  assert.equal(fastify, imported.default)
  assert.equal(errorCodes, imported.errorCodes)
  assert.equal(require(ENTRY), require('touchstone'))
})

test('touchstone/5 is a factory of line 5, for import and require', async () => {
  const name: string = 'touchstone/5'
  const { default: factory, fastify, errorCodes } = await import(name)
  assert.equal(require(name), factory)
  assert.equal(fastify, factory)
  assert.equal(factory.default, factory)
  assert.equal(factory.fastify, factory)
  assert.equal(errorCodes, imported.errorCodes)
  assert.deepEqual(Object.keys(factory).sort(), Object.keys(imported.default).sort())
  for (const options of [undefined, null, false, {}, { line: 5 }])
    assert.match(factory(options).version, /^5\./)
  assert.throws(() => factory({ line: 4 }), { code: 'FST_ERR_INIT_OPTS_INVALID' })
  assert.throws(() => factory([]), { code: 'FST_ERR_OPTIONS_NOT_OBJ' })
})

test('lib/reply answers on a response of node, as that of fastify 5', async () => {
  const sent = (file: string, payload: unknown): Promise<string> =>
    new Promise((resolve) => {
      const Reply = require(file)
      const raw = { statusCode: 200, headers: new Map<string, unknown>(), body: '' }
      const response = {
        getHeader: (key: string) => raw.headers.get(key.toLowerCase()),
        getHeaders: () => Object.fromEntries(raw.headers),
        hasHeader: (key: string) => raw.headers.has(key.toLowerCase()),
        setHeader: (key: string, value: unknown) => void raw.headers.set(key.toLowerCase(), String(value)),
        removeHeader: (key: string) => void raw.headers.delete(key.toLowerCase()),
        writeHead: (status: number, headers: object) => {
          raw.statusCode = status
          for (const [key, value] of Object.entries(headers)) response.setHeader(key, value)
        },
        end: (body = '') => resolve(`${raw.statusCode} ${response.getHeader('content-type')} ${body}`),
        set statusCode(status: number) {
          raw.statusCode = status
        },
        get statusCode() {
          return raw.statusCode
        },
      }
      const { kRouteContext } = require(file.replace('reply', 'symbols'))
      const route = { preSerialization: null, preValidation: [], preHandler: [], onSend: [], onError: [] }
      new Reply(response, { [kRouteContext]: route }, {}).status(418).send(payload)
    })
  for (const payload of [{ a: 1 }, 'text', 5, null, [], Buffer.from('bytes')])
    assert.equal(
      await sent('touchstone/lib/reply', payload),
      await sent(join(ROOT, 'node_modules/fastify-5/lib/reply.js'), payload),
    )
})

test('touchstone/fastify has every name that the types of fastify 4.17 export', () => {
  const types = join(ROOT, 'node_modules/fastify-4.17/types')
  const files = readdirSync(types).map((name) => readFileSync(join(types, name), 'utf8'))
  const inFiles = files.flatMap((text) => [...text.matchAll(/^export (?:type|interface) (\w+)/gm)])
  const main = readFileSync(join(ROOT, 'node_modules/fastify-4.17/fastify.d.ts'), 'utf8')
  const inMain = main.matchAll(/^ {2}(?:export )?(?:type|interface|const) (\w+)/gm)
  const listed = [...main.matchAll(/export type \{([^}]+)\}/g)].flatMap(([, list]) =>
    list!.replace(/\/\/.*$/gm, '').split(','),
  )
  const names = [...[...inFiles, ...inMain].map(([, name]) => name!), ...listed.map((name) => name.trim())]
  assert.ok(names.length > 100, `${names.length} names found in fastify 4.17`)
  const ours = readFileSync(join(ROOT, 'dist/src/fastify/fastify.d.cts'), 'utf8')
  const exported = new Set(ours.slice(ours.indexOf('declare namespace fastify')).match(/\w+/g))
  assert.deepEqual(
    names.filter((name) => name !== '' && !exported.has(name)),
    [],
  )
})

test('the CommonJS build has the same names, and works together with the ES module', async () => {
  const copy = require('../../commonjs/touchstone.cjs')
  assert.notEqual(copy, imported.default)
  assert.deepEqual(Object.keys(copy).sort(), Object.keys(require('touchstone')).sort())
  const app = imported.default()
  app.register(
    copy.plugin(async (one: { decorate(name: string, value: number): unknown }) => one.decorate('n', 1)),
  )
  app.register(copy.bearerAuth, { keys: ['k'] })
  app.get('/', async () => {
    throw new copy.errorCodes.FST_ERR_NOT_FOUND()
  })
  const answer = await app.inject({ url: '/', headers: { authorization: 'Bearer k' } })
  assert.equal(answer.statusCode, 404)
  assert.ok(app.hasDecorator('n'))
  assert.equal((await copy.routesOf(app)).length, 1)
})

test('the documents that are shipped have no dead link', () => {
  assert.deepEqual(
    checkLinks(ROOT, ['README.md', 'CHANGELOG.md', 'docs', 'conformance/ADAPTERS.md', 'spec']),
    [],
  )
})
