/** The pages of ends, functions and promises show every row of their data. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readEnds } from '../../promises/ends/table.ts'
import { readFunctions } from '../../promises/functions/table.ts'
import { isRuleOf, readPromises } from '../../promises/promises.ts'
import { loadSuite } from '../../spec/load.ts'
import { endsPage } from './write-ends.ts'
import { functionsPage } from './write-functions.ts'
import { promisesPage } from './write-promises.ts'

test('every way is on the page, and a second time where Fastify 4.17.0 differs', () => {
  const rows = endsPage().split('\n')
  for (const { way, fastify } of readEnds()) {
    const count = rows.filter((line) => line.startsWith(`| ${way} |`)).length
    assert.equal(count, fastify?.['4.17.0'] === undefined ? 1 : 2, way)
  }
})

test('every row has five cells', () => {
  for (const line of endsPage()
    .split('\n## ')
    .slice(1)
    .join('\n')
    .split('\n')
    .filter((text) => text.startsWith('|')))
    assert.equal(line.split(/(?<!\\)\|/).length, 7, line)
})

test('every function, payload and thrown value is on its page, with all of its cells', () => {
  const lines = functionsPage().split('\n')
  for (const { row, cells } of Object.values(readFunctions()).flat())
    assert.ok(lines.includes(`| ${[row, ...Object.values(cells)].join(' | ')} |`), row)
})

test('every promise is on its page and in SECURITY.md, with rules and tests that exist', () => {
  const page = promisesPage()
  const security = readFileSync('SECURITY.md', 'utf8')
  const { rules } = loadSuite({ unchecked: true, files: [] })
  for (const one of readPromises()) {
    assert.ok(page.includes(`## ${one.promise} {#${one.id}}`), one.id)
    assert.ok(security.includes(`| **${one.promise}.** ${one.says} |`), `SECURITY.md: ${one.promise}`)
    assert.ok(security.includes(`| ${one.not} |`), `SECURITY.md: ${one.not}`)
    for (const path of one.tests) assert.ok(existsSync(path), path)
    for (const pattern of one.rules)
      assert.ok(
        [...rules.keys()].some((id) => isRuleOf({ ...one, rules: [pattern] }, id)),
        pattern,
      )
  }
})
