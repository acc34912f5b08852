// The suite itself is checked: ids, prose, schemas and order. That no expectation is vacuous: vacuous.full.test.ts.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { usageOf } from '../../spec/check/vocabulary.ts'
import { type LoadedCase, loadSuite, type Suite, SuiteError } from '../../spec/load.ts'
import { rulesOf } from '../judge/selectors.ts'
import { OPERATOR_NAMES } from '../language/values.ts'
import { schemasOf } from './case-schemas.ts'
import { lintSuite, lockedIds, readLock } from './lint-suite.ts'
import { uncoveredRules } from './rule-coverage.ts'
import { shuffled } from './shuffle.ts'

const suite = loadSuite({ unchecked: true })
const [first, second] = suite.cases as [LoadedCase, LoadedCase]

function problemsOf(changed: Partial<Suite>): string[] {
  try {
    lintSuite({ ...suite, ...changed }, 'elsewhere')
    return []
  } catch (error) {
    assert.ok(error instanceof SuiteError)
    return error.problems.map(({ problem }) => problem)
  }
}

const withBody = (body: object): LoadedCase => ({ ...first, body: { ...first.body, ...body } })

test('the suite passes its own lint; ids are unique and kept', () => {
  lintSuite(suite)
  assert.match(problemsOf({ cases: [first, { ...second, id: first.id }] })[0] ?? '', /this id is also in/)
  assert.match(lockedIds({ ...suite, cases: suite.cases.slice(1) }, readLock())[0]?.problem ?? '', /is gone/)
})

test('rules exist, each testable one is shown kept and broken, and none goes unused', () => {
  assert.match(problemsOf({ cases: [withBody({ rules: ['NO-SUCH'] })] })[0] ?? '', /there is no rule NO-SUCH/)
  assert.deepEqual(uncoveredRules(suite), [])
  const used = new Set(suite.cases.flatMap((one) => one.body.exchanges.flatMap(({ id }) => rulesOf(one, id))))
  const unused = [...suite.rules.values()].filter(({ id, testable }) => testable && !used.has(id))
  assert.deepEqual(unused, [])
  for (const { id, testable, why } of suite.rules.values())
    assert.ok(testable || why, `${id} is not testable and does not say why`)
})

test('what is begun is awaited once, later, and answers there', () => {
  const exchanges = (...some: object[]): object => ({
    exchanges: some.map((one, index) => ({ id: `e${index}`, polarity: 'positive', expect: {}, ...one })),
  })
  const begun = { send: { url: '/' }, until: 'g' }
  const problem = (...some: object[]): string => problemsOf({ cases: [withBody(exchanges(...some))] }).join()
  assert.equal(problem(begun, { awaits: 'e0' }), '')
  assert.match(problem({ awaits: 'e1' }, begun), /e0 awaits e1, which no exchange before it has begun/)
  assert.match(problem(begun, { awaits: 'e0' }, { awaits: 'e0' }), /e2 awaits e0/)
  assert.match(problem({ ...begun, expect: { status: 200 } }), /e0 goes on before its end: "status"/)
})

test('the adapters know no operator that no case uses', () => {
  const used = usageOf(suite.cases)
  assert.deepEqual(
    OPERATOR_NAMES.filter((name) => !used.has(`value ${name}`)),
    [],
  )
})

test('operators and matchers are known', () => {
  const unknown = withBody({ app: { do: [{ trace: { $nothing: 1 } }] } })
  assert.match(
    problemsOf({ cases: [unknown] })[0] ?? '',
    /unknown operator at \/app\/do\/0\/trace\/\$nothing/,
  )
})

test('prose states what is so: a full sentence, no modal verb, 160 characters at most', () => {
  const told = new Map(suite.cases.map(({ body }) => [body.id, body.prose]))
  for (const [id, prose] of told) {
    assert.doesNotMatch(prose, /\b(must|should|shall|may|might|could|would|ought)\b/i, id)
    assert.match(prose, /\.$/, id)
    assert.ok(prose.length <= 160, `${id} has ${prose.length} characters`)
  }
})

test('schemas are right by the metaschema of draft 7, or of the draft that they name, but where a case is about a wrong one', () => {
  const file = fileURLToPath(new URL('../../../conformance/suite/wrong-schemas.json', import.meta.url))
  const wrong = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const ajv = new Ajv({ strict: false, logger: false })
  const ajv2020 = new Ajv2020({ strict: false, logger: false })
  const isOf2020 = (schema: unknown): boolean => String(Object(schema).$schema).includes('2020-12')
  const found = new Set<string>()
  let count = 0
  for (const one of suite.cases) {
    for (const { schema, place } of schemasOf(one)) {
      count++
      const judge = isOf2020(schema) ? ajv2020 : ajv
      if (isRight(judge, schema)) continue
      assert.ok(wrong[one.body.id], `${place}: ${judge.errorsText()}`)
      found.add(one.body.id)
    }
  }
  assert.ok(count > 500, `${count} schemas`)
  assert.deepEqual([...found].sort(), Object.keys(wrong).sort(), 'what is listed as wrong is wrong')
})

/** A draft that ajv does not know is refused, too. */
function isRight(judge: Ajv, schema: unknown): boolean {
  try {
    return judge.validateSchema(schema as object) === true
  } catch {
    return false
  }
}

test('a seed gives one order, another seed another', () => {
  const list = [1, 2, 3, 4, 5, 6, 7, 8]
  assert.deepEqual(shuffled(list, 7), shuffled(list, 7))
  assert.notDeepEqual(shuffled(list, 7), shuffled(list, 8))
  assert.deepEqual(shuffled(list, 7).sort(), list)
})

test('a connection that is closed or looked at was opened before', () => {
  const problem = (...some: object[]): string => {
    const exchanges = some.map((one, index) => ({
      id: `e${index}`,
      polarity: 'positive',
      expect: {},
      ...one,
    }))
    return problemsOf({ cases: [withBody({ exchanges })] }).join()
  }
  const opened = { operation: { connect: 'a' } }
  assert.equal(problem(opened, { operation: { disconnect: 'a' } }), '')
  assert.equal(problem({ send: { url: '/', on: 'a' }, expect: { connections: { a: 'open' } } }), '')
  assert.match(problem(opened, { operation: { disconnect: 'b' } }), /e1 is about the connection b/)
  assert.match(problem({ expect: { connections: { a: 'open' } } }, opened), /e0 is about the connection a/)
})
