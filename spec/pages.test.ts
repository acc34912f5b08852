// Holds that the pages of the specification are those that its data make, and that they tell each rule and case.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSuite } from './load.ts'
import { valueText } from './page-program.ts'
import { buildPages, stalePages } from './pages.ts'

test('docs/specification is current: node dist/spec/pages.js writes it', () => {
  assert.deepEqual(stalePages(), [])
})

test('each rule and each case has its heading, and each link its target', () => {
  const pages = buildPages()
  const suite = loadSuite({ unchecked: true })
  const headings = new Map([...pages].map(([name, text]) => [name, new Set(text.match(/(?<=^### ).+$/gm))]))
  const missing = [...suite.rules.values()].filter((rule) => !headings.get(`${rule.area}.md`)?.has(rule.id))
  assert.deepEqual(
    missing.map((rule) => rule.id),
    [],
  )
  const untold = suite.cases.filter((one) => !headings.get(`${one.area}.md`)?.has(one.body.id))
  assert.deepEqual(
    untold.map((one) => one.id),
    [],
  )
  const dead: string[] = []
  for (const [name, text] of pages) {
    for (const [, page, anchor] of text.matchAll(/\]\(([\w-]+\.md)?#([\w-]+)\)/g)) {
      if (!headings.get(page ?? name)?.has(anchor as string)) dead.push(`${name}: ${page ?? ''}#${anchor}`)
    }
  }
  assert.deepEqual(dead, [])
})

test('a value is told on one line', () => {
  assert.equal(valueText({ a: [{ $get: 'request.body' }, { $m: 'row.x' }] }), '{a: [request.body, ‹row.x›]}')
  assert.equal(valueText({ $regex: '^a' }), 'regex("^a")')
  assert.equal(valueText({ $ref: 's#' }), '{$ref: "s#"}')
})
