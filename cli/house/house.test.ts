/** The repository keeps the limits of the house, and the checks find what breaks one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAll, isBroken } from './check.ts'
import { circlesOf, folderGraph } from './circles.ts'
import { factsOf } from './facts.ts'
import { checkLines, checkRepository } from './house.ts'

const { checks, files } = checkRepository()

for (const check of checks)
  test(`house: ${check.name}`, () => assert.ok(!isBroken(check), checkLines([check]).join('\n')))

test('sizes are told, and fail nothing', () => {
  const over = checkAll([...files, factsOf('fuzz/engine/new.ts', '\n'.repeat(401))])
  const size = over.find(({ name }) => name === 'files over 400 lines')
  assert.ok(size && !isBroken(size))
  assert.match(checkLines([size]).join('\n'), /^! files over 400 lines .+\n {4}.*has 401 lines/s)
})

const broken = (path: string, text: string): string[] =>
  checkAll([...files, factsOf(path, text)])
    .filter((check) => check.places.some((place) => place.includes(path)))
    .map(({ name }) => name)

test('each check finds what it is there to find', () => {
  const long = `function f() {\n${'  g()\n'.repeat(80)}}\n`
  assert.deepEqual(broken('fuzz/engine/new.ts', long), ['functions over 80 lines'])
  assert.deepEqual(broken('fuzz/engine/new.ts', '\n'.repeat(401)), ['files over 400 lines'])
  assert.deepEqual(broken('fuzz/engine/new.ts', "import '../phases/keys.ts'\n"), [
    'imports of a room that may not be imported',
  ])
  assert.deepEqual(broken('cli/commands/new.ts', "import { x } from '../../src/app.ts'\n"), [
    'imports of a room that may not be imported',
  ])
  assert.deepEqual(broken('cli/new.test.ts', "type A = import('../src/app.ts').A\n"), [
    'imports of a room that may not be imported',
  ])
  assert.deepEqual(broken('src/serve/new.ts', "import '../declare/context.ts'\n"), [
    'imports of a room that may not be imported',
  ])
  assert.deepEqual(broken('src/new.ts', ''), ['files beside the rooms of src/'])
  assert.deepEqual(broken('src/serve/new.ts', "import ajv from 'ajv'\n"), [
    'libraries with several files of src/, or none',
  ])
  assert.deepEqual(broken('src/serve/new.ts', "import type { Server } from 'node:http'\n"), [
    'imports of HTTP in src/serve/, which has its wire',
  ])
})

test('a file that is written directly is found, however the function is named', () => {
  const name = 'files written beside spec/write-file.ts'
  for (const code of [
    "import { readFileSync, writeFileSync } from 'node:fs'\n",
    "import { writeFile as put } from 'node:fs/promises'\n",
    "import { createWriteStream } from 'fs'\n",
    "import fs from 'node:fs'\nfs.appendFileSync('a', 'b')\n",
  ])
    assert.deepEqual(broken('bench/new.ts', code), [name])
  assert.deepEqual(
    broken('bench/new.ts', "import { writeFile } from '../spec/write-file.ts'\n").includes(name),
    false,
  )
})

test('casts are counted with and without a reason, and reads in brackets where a dot would do', () => {
  const { casts, loose, bracketReads } = factsOf(
    'a.ts',
    `const a = b as C
const d = [1] as const
// It was checked above.
const e = f as unknown as G
const h = i as J // the type of the library is wrong
let k: Loose = l['name'] ?? l['two-words'] ?? l[m] ?? headers['connection']
`,
  )
  assert.deepEqual(
    casts.map(({ line, hasReason }) => [line, hasReason]),
    [
      [1, false],
      [4, true],
      [4, true],
      [5, true],
    ],
  )
  assert.equal(loose.length, 1)
  assert.deepEqual(
    bracketReads.map(({ line }) => line),
    [6],
  )
})

test('a line that is logged without the guard is seen', () => {
  const code =
    'app.logger.info(1)\nreply.log?.warn(2)\nnew SafeLog(app.logger).error(3)\nx.log.debug(4)\nlog.trace(5)\n'
  const lines = (text: string) => factsOf('src/a.ts', text).unguardedLogs.map(({ line }) => line)
  assert.deepEqual(lines(code), [1, 2, 5])
  assert.deepEqual(lines(`const log = new SafeLog(a)\n${code}`), [2, 3])
})

test('every way to import is seen', () => {
  const { imports, libraries } = factsOf(
    'a/b.ts',
    `import type { A } from './c.ts'
export * from '../d.ts'
export { e } from './e.ts'
type F = import('./f.ts').F
const g = () => import('./g.ts')
const h = load(jtd ? 'ajv/dist/jtd' : 'ajv')
const i = createRequire(import.meta.url)('@scope/name/part')
import fs from 'node:fs'
`,
  )
  assert.deepEqual(imports, ['a/c.ts', 'd.ts', 'a/e.ts', 'a/f.ts', 'a/g.ts'])
  assert.deepEqual(libraries, ['ajv', 'ajv', '@scope/name'])
})

test('a circle of folders is found where the files have none, and a folder and its subfolder are two', () => {
  const facts = [
    factsOf('a/one.ts', "import './b/two.ts'"),
    factsOf('a/b/two.ts', ''),
    factsOf('a/b/three.ts', "import '../four.ts'"),
    factsOf('a/four.ts', ''),
    factsOf('a/b/five.test.ts', "import '../../c.ts'"),
  ]
  assert.deepEqual(circlesOf(folderGraph(facts, [])), ['a -> a/b -> a'])
  assert.deepEqual(circlesOf(folderGraph(facts, ['a/four.ts'])), [])
})
