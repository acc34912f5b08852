// The formatter keeps every value, and breaks only what does not fit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../case.ts'
import { formatJson } from '../format.ts'

test('what fits on a line stays on one', () => {
  assert.equal(formatJson({ a: [1, { b: null }], c: {} }), '{"a": [1, {"b": null}], "c": {}}\n')
})

test('short neighbours share a line, a long one has its own', () => {
  const long = 'x'.repeat(90)
  assert.equal(
    formatJson({ a: 1, b: 2, c: long, d: 3 }),
    `{\n  "a": 1, "b": 2,\n  "c": "${long}",\n  "d": 3\n}\n`,
  )
})

test('rows of one shape are aligned', () => {
  const rows = ['one', 'fifteen'].map((id) => ({ id, value: 'y'.repeat(50) }))
  assert.equal(
    formatJson(rows as Json),
    `[\n  {"id": "one",     "value": "${'y'.repeat(50)}"},\n  {"id": "fifteen", "value": "${'y'.repeat(50)}"}\n]\n`,
  )
})

test('the columns of a table stand above its rows', () => {
  const rows = ['one', 'fifteen'].map((id) => [id, 'y'.repeat(50)])
  const y = `"${'y'.repeat(50)}"`
  assert.equal(
    formatJson({ columns: ['id', 'value'], rows } as Json),
    `{\n  "columns":\n    ["id",      "value"],\n  "rows": [\n    ["one",     ${y}],\n    ["fifteen", ${y}]\n  ]\n}\n`,
  )
})

test('a last value is broken behind what is before it', () => {
  const steps = Array.from({ length: 4 }, (_, n) => ({ trace: `${n}`.repeat(40) }))
  const text = formatJson({ get: '/', do: steps } as Json)
  assert.ok(text.startsWith('{"get": "/", "do": [\n  {"trace": "000'), text)
  assert.ok(text.endsWith('"}\n]}\n'), text)
})

test('negative zero and __proto__ survive, a number that JSON cannot hold is refused', () => {
  assert.equal(formatJson(JSON.parse('{"__proto__": -0}')), '{"__proto__": -0}\n')
  assert.throws(() => formatJson(JSON.parse('[1e400]')), RangeError)
})
