// Holds that no line of the mission document that states behaviour is without a rule.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import {
  hashOf,
  linesOfRule,
  readMissionDocument,
  readMissionLines,
  readRules,
  uncoveredLines,
  unlistedLines,
} from './mission-coverage.ts'

const lists = readMissionLines()
const rules = readRules()

test('rules.json has the form of its schema, and each id once', () => {
  const schema: unknown = JSON.parse(
    readFileSync(new URL('../../spec/rules.schema.json', import.meta.url), 'utf8'),
  )
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema as object)
  assert.ok(validate({ format: 1, rules }), JSON.stringify(validate.errors?.slice(0, 3)))
  const ids = rules.map((rule) => rule.id)
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
})

test('the text of a rule has no modal verb', () => {
  const modal = rules.filter((rule) => /\b(should|must|may|shall)\b/i.test(rule.text))
  assert.deepEqual(
    modal.map((rule) => rule.id),
    [],
  )
})

test('each line that states behaviour is the place of a rule', () => {
  assert.deepEqual(uncoveredLines(lists, rules), [])
})

test('a line without a rule is found', () => {
  const first = lists.states[0]!.line
  const without = rules.filter((rule) => !linesOfRule(rule).includes(first))
  assert.deepEqual(uncoveredLines(lists, without), [`line ${first} states behaviour and has no rule`])
})

test('a line in no list and a changed line are found', () => {
  const small = { lines: 3, states: [{ line: 2, hash: hashOf('It answers') }], statesNothing: [] }
  assert.deepEqual(unlistedLines(small, ['# Title', 'It answers', '']), [])
  assert.deepEqual(unlistedLines(small, ['# Title', 'It asks', '']), ['line 2 has changed: It asks'])
  assert.deepEqual(unlistedLines(small, ['# Title', 'It answers', 'It ends']), [
    'line 3 is in no list: It ends',
  ])
})

const document = readMissionDocument()
if (document !== null) {
  test('the lists are those of the document beside the checkout', () => {
    assert.deepEqual(unlistedLines(lists, document), [])
  })
}
