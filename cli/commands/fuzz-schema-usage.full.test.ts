// `touchstone fuzz-schema` as it is typed: what it tells of a schema, and of what is none.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const USER = 'cli/fixtures/user.schema.json'
const PERSON = ['--shared', 'cli/fixtures/person.schema.json']

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
  return spawnSync(process.execPath, [command, 'fuzz-schema', ...args], { cwd: ROOT, encoding: 'utf8' })
}

test('it tells what is taken, what becomes what, what is refused, and where the two sides disagree', () => {
  const { status, stdout } = run(USER, ...PERSON, '--most', '99')
  assert.equal(status, 1, 'an undeclared property is taken and not written')
  assert.match(stdout, /^cli\/fixtures\/user\.schema\.json: \d+ values tried, \d+ different ones accepted/)
  assert.match(stdout, /\n {2}\/id\n {4}stays {4}1\n {4}becomes {2}"1" → 1/)
  assert.match(stdout, /\n {2}\/owner\/age\n/, 'through the reference')
  assert.match(stdout, /maximum: body\/owner\/age must be <= 150/)
  assert.match(stdout, /required: body must have required property 'id'/)
  assert.match(stdout, /\n {2}dropped at \/undeclared: .* is accepted, and written as /)
  assert.match(stdout, /becomes \{.*"score":0\.5\}/)
  assert.match(stdout, /#\/properties\/contact\/anyOf\/0: no type: properties hold only where the type fits/)
})

test('the same seed gives the same study, as JSON too', () => {
  const first = run(USER, ...PERSON, '--json', '--runs', '30', '--seed', '7')
  const second = run(USER, ...PERSON, '--json', '--runs', '30', '--seed', '7')
  assert.equal(first.stdout, second.stdout)
  const study = JSON.parse(first.stdout)
  assert.ok(
    study.taken.length > 20 &&
      study.disagreements.some((one: { pointer: string }) => one.pointer === '/undeclared'),
  )
})

test('a schema on which both sides agree ends with 0', () => {
  const { status, stdout } = run('cli/fixtures/person.schema.json', '--at', '/properties/age')
  assert.equal(status, 0)
  assert.match(stdout, /Validator and serializer disagree\n {2}on none of the \d+ accepted values/)
})

test('what does not compile ends with 2 and says why', () => {
  const wrong = run('cli/fixtures/wrong.schema.json', '--at', '/definitions/wrong')
  assert.equal(wrong.status, 2)
  assert.match(wrong.stderr, /wrong\.schema\.json#\/definitions\/wrong does not compile: .*type/)
  const reference = run(USER)
  assert.equal(reference.status, 2)
  assert.match(reference.stderr, /does not compile: .*person#/)
})

test('wrong usage ends with 3 and says what would be right', () => {
  const cases: [string[], RegExp][] = [
    [[], /takes one file with a schema/],
    [['a.json', 'b.json'], /takes one file/],
    [['nowhere.json'], /nowhere\.json cannot be read/],
    [['README.md'], /README\.md is not JSON/],
    [[USER, '--at', '/nothing'], /has nothing at \/nothing: write a JSON pointer/],
    [[USER, '--at', '/required'], /has no schema at \/required/],
    [[USER, '--shared', USER], /is not a shared schema: it has no \$id/],
    [[USER, '--runs', 'many'], /--runs is a number/],
    [[USER, '--wrong'], /has no option --wrong/],
  ]
  for (const [args, message] of cases) {
    const { status, stderr } = run(...args)
    assert.equal(status, 3, args.join(' '))
    assert.match(stderr, message)
  }
  assert.match(run('--help').stdout, /^touchstone fuzz-schema FILE\.json/)
})

const folder = mkdtempSync(join(tmpdir(), 'study-'))
after(() => rmSync(folder, { recursive: true }))

test('a wrong --max-time is told', () => {
  const { status, stderr } = run(USER, ...PERSON, '--max-time', 'soon')
  assert.equal(status, 3)
  assert.match(stderr, /--max-time is a time such as 30s or 10m, not "soon"/)
})

test('a schema that accepts nothing ends with 6, and says why', () => {
  const file = join(folder, 'nothing.json')
  writeFileSync(file, '{"type":"integer","minimum":5,"maximum":1}')
  const { status, stdout, stderr } = run(file)
  assert.equal(status, 6)
  assert.match(
    stdout,
    /nothing is known: no value was accepted[\s\S]*no value fits: minimum 5 is above maximum 1/,
  )
  assert.match(stderr, /accepts none of the \d+ values that were tried: see "no value fits" above/)
})
