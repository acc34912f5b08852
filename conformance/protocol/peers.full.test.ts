// The protocol proves itself: an implementation says the same out of process as in it, and the Python one keeps its area.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadSuite } from '../../spec/load.ts'
import { CAPABILITIES, requirementsOf } from '../contract/requirements.ts'
import { goldenTests } from '../doctor/golden.ts'
import { outcomes } from '../fixtures/outcomes.ts'
import { exitCodeOf, runConformance } from '../run/run.ts'

const command = fileURLToPath(new URL('../../cli/touchstone.js', import.meta.url))
const python = fileURLToPath(new URL('../../../conformance/python/adapter.py', import.meta.url))

// What only JavaScript has is declared by its own words.
const OF_JAVASCRIPT =
  'bigint, date, typed-array, regexp, map, set, symbol, same-symbol, circular, throwing-getter, type-stream'
const golden = goldenTests().length
const interprets = `✓ interprets the golden tests: ${golden - OF_JAVASCRIPT.split(', ').length} of ${golden}; not ${OF_JAVASCRIPT}`

test('a host tells what is not a command on stderr, and answers the next line', () => {
  const input =
    'garbage\nnull\n{"cmd":"ping"}\n{"id":1,"cmd":"nope"}\n{"id":2,"cmd":"ping"}\n{"id":3,"cmd":"stop"}\n'
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'adapter-host', 'touchstone'], {
    encoding: 'utf8',
    input,
    timeout: 60_000,
  })
  assert.equal(status, 0, stderr)
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; error?: object })
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error !== undefined]),
    [
      [1, true],
      [2, false],
      [3, false],
    ],
  )
  assert.equal(stderr.match(/^no command: /gm)?.length, 3)
})

const found = spawnSync('python3', ['--version'], { encoding: 'utf8' })
const there = found.status === 0

test(there ? 'python: the doctor finds it right' : 'python: left out, there is no python3', () => {
  if (!there) return
  const { status, stdout } = spawnSync(process.execPath, [command, 'doctor', `exec:python3 "${python}"`], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(status, 0, stdout)
  assert.match(stdout, /^✓ starts: touchstone-python 1\.0\.0 in Python\n/)
  assert.doesNotMatch(stdout, /✗|left out/)
  assert.equal(/^✓ interprets the golden tests: .*$/m.exec(stdout)?.[0], interprets)
})

test(there ? 'python: all of the encapsulation area' : 'python: left out', async () => {
  if (!there) return
  const report = await runConformance({
    implementations: [`exec:python3 "${python}"`],
    filter: ['area:encapsulation', 'file:encapsulation/*'],
  })
  // What needs node's own request, or hooks of the boot, it does not declare.
  const counts = Object.values(outcomes(report.runs[0])).filter((outcome) => outcome !== 'skip')
  assert.deepEqual([...new Set(counts)], ['pass'])
  assert.ok(counts.length >= 260, String(counts.length))
  assert.equal(exitCodeOf(report), 0)
})

const javac = spawnSync('javac', ['--version'], { encoding: 'utf8' })

test(javac.status === 0 ? 'java: the doctor finds it right' : 'java: left out, there is no javac', () => {
  if (javac.status !== 0) return
  const folder = mkdtempSync(join(tmpdir(), 'java-'))
  try {
    const written = spawnSync(process.execPath, [command, 'init-adapter', 'java', folder], {
      encoding: 'utf8',
    })
    assert.match(written.stdout, /^Compile it: +javac -d /m)
    const files = readdirSync(folder).filter((name) => name.endsWith('.java'))
    const built = spawnSync('javac', ['-d', 'build', ...files], { cwd: folder, encoding: 'utf8' })
    assert.deepEqual([built.status, built.stderr], [0, ''])
    const adapter = `exec:java -cp ${folder}/build Adapter`
    const { status, stdout } = spawnSync(process.execPath, [command, 'doctor', adapter], { encoding: 'utf8' })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /^✓ starts: touchstone-java 1\.0\.0 in Java\n/)
    assert.equal(/^✓ interprets the golden tests: .*$/m.exec(stdout)?.[0], interprets)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what a case needs is read from its data', () => {
  const { cases } = loadSuite()
  const needs = (id: string): string[] =>
    requirementsOf(cases.find((one) => one.body.id === id)?.body ?? assert.fail(id)).capabilities
  assert.deepEqual(needs('enc-decorator-tree'), ['decorators'])
  assert.deepEqual(needs('enc-siblings-at-the-same-time'), ['gates', 'hooks', 'node-objects'])
  assert.deepEqual(needs('ctx-wrapped-plugin-receives-the-parent'), ['plugin-wrapper'])
  assert.deepEqual(needs('late-schema'), ['shared-schemas', 'validation'])
  for (const one of cases)
    for (const need of requirementsOf(one.body).capabilities) assert.ok(CAPABILITIES.includes(need), need)
})
