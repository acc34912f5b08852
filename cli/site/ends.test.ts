/** The page of ends shows every way, and what differs on Fastify 4.17.0. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnds } from '../../promises/ends/table.ts'
import { endsPage } from './write-ends.ts'

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
