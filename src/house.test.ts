/** Holds the house: who may import whom, no import circle, one file for each library, 300 lines a file. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
}

const isTest = (file: string): boolean => /\.test(-d)?\.ts$/.test(file)
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Every specifier that a file imports, re-exports or requires: types included. */
function imports(file: string): string[] {
  const source = text(file).replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')
  const found = source.matchAll(
    /(?:\bfrom|\bimport|\bload\(|\brequire\w*\(|create\w*\([^)]*\)\()\s*\(?\s*'([^']+)'/g,
  )
  return [...found].map((match) => match[1]!)
}

function target(file: string, specifier: string): string {
  return relative(ROOT, resolve(ROOT, dirname(file), specifier)).replaceAll('\\', '/')
}

const src = filesOf('src').filter((file) => !isTest(file))
const edges = new Map(
  src.map((file) => [
    file,
    imports(file)
      .filter((specifier) => specifier.startsWith('.') && specifier.endsWith('.ts'))
      .map((specifier) => target(file, specifier)),
  ]),
)

const room = (file: string): string => (file.split('/').length > 2 ? file.split('/')[1]! : '')

/** What each room may import besides itself, the ground floor (`types/`, `errors.ts`) and libraries. */
const MAY: Record<string, readonly string[]> = {
  types: [],
  serve: [],
  boot: [],
  declare: ['serve', 'boot'],
  compile: ['declare', 'serve'],
  transport: ['serve'],
  plugins: ['boot'],
}

test('a room imports only rooms that come before it', () => {
  const wrong: string[] = []
  for (const [file, list] of edges) {
    const from = room(file)
    if (from === '') continue // the files that join the rooms: checked below
    for (const to of list) {
      const allowed =
        to === 'src/errors.ts' || room(to) === from || room(to) === 'types' || MAY[from]!.includes(room(to))
      if (!allowed) wrong.push(`${file} imports ${to}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('the joining files are the only ones beside the rooms, and only they see several rooms', () => {
  const loose = src.filter((file) => room(file) === '')
  assert.deepEqual(loose.sort(), [
    'src/app.ts',
    'src/errors.ts',
    'src/front.ts',
    'src/index.ts',
    'src/life.ts',
    'src/log.ts',
    'src/not-found.ts',
    'src/options.ts',
    'src/router.ts',
    'src/statements.ts',
    'src/typebox.ts',
  ])
  assert.deepEqual(edges.get('src/errors.ts'), [], 'errors.ts stands on the ground floor')
  assert.deepEqual(edges.get('src/router.ts')!.map(room).filter(Boolean), ['types'])
})

test('there is no import circle, type imports included', () => {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `circle: ${[...path, file].join(' -> ')}`)
    if (done.has(file)) return
    for (const next of edges.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of src) visit(file, [])
})

test('each library is imported by one file of src', () => {
  const users = new Map<string, Set<string>>()
  for (const file of src) {
    for (const specifier of imports(file)) {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) continue
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')
      users.set(name, (users.get(name) ?? new Set()).add(file))
    }
  }
  const several = [...users].filter(([, files]) => files.size > 1)
  assert.deepEqual(
    several.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    [],
  )
  for (const name of ['ajv', 'fast-json-stringify', 'find-my-way', 'light-my-request']) {
    assert.equal(users.get(name)?.size, 1, `${name} has one user`)
  }
})

test('no file is longer than 300 lines', () => {
  const long = [...src, ...filesOf('conformance'), ...filesOf('cli'), ...filesOf('spec')]
    .filter((file) => !isTest(file))
    .map((file) => ({ file, lines: text(file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300)
  assert.deepEqual(long, [])
})

test('what stands around the house uses its front door, and the house none of them', () => {
  const wrong: string[] = []
  for (const folder of ['conformance', 'property-tests', 'cli', 'bench', 'spec']) {
    for (const file of filesOf(folder)) {
      for (const specifier of imports(file)) {
        const to = specifier.startsWith('.') ? target(file, specifier) : ''
        if (to.startsWith('src/') && to !== 'src/index.ts') wrong.push(`${file} imports ${to}`)
        if (folder === 'spec' && specifier === 'touchstone') wrong.push(`${file} imports touchstone`)
      }
    }
  }
  for (const [file, list] of edges)
    for (const to of list) if (!to.startsWith('src/')) wrong.push(`${file} imports ${to}`)
  assert.deepEqual(wrong, [])
})

test('the architecture document has at most 60 lines and names every room', () => {
  const map = text('ARCHITECTURE.md')
  assert.ok(map.split('\n').length <= 61)
  for (const name of Object.keys(MAY)) assert.ok(map.includes(`${name}/`), `ARCHITECTURE.md names ${name}/`)
})
