// FORMAT.md has exactly the words of the format, in the order of how many cases use them, and each word is used.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadSuite, specificationFolder } from '../load.ts'
import { usageOf, wordsOfSchema } from './vocabulary.ts'

const guide = readFileSync(`${specificationFolder()}FORMAT.md`, 'utf8')
const { cases } = loadSuite({ unchecked: true })
const usage = usageOf(cases)

interface Entry {
  /** `group word`, as in the usage. */
  key: string
  stated: number
}

/** The tables of the guide; `first` is the one of the first words. */
function tablesOf(text: string): { title: string; entries: Entry[] }[] {
  return text.split(/^(?=## )/m).flatMap((section) => {
    const title = /^## (.*)/.exec(section)?.[1] ?? ''
    return section.split(/\n\n/).flatMap((block) => {
      const head = /^\| (?:in `(\w+)`|(\w+)) \| cases \|/.exec(block)
      if (head === null) return []
      const named = head[1] ?? (head[2] === 'word' ? title.replace(/^An? /, '').toLowerCase() : head[2])
      const group = (word: string): string =>
        named !== 'the first words' ? String(named) : word.startsWith('$') ? 'value' : 'statement'
      const rows = [...block.matchAll(/^\| `(\$?\w+)` \| (\d+) \|/gm)]
      return [
        {
          title,
          entries: rows.map(([, word = '', n]) => ({ key: `${group(word)} ${word}`, stated: Number(n) })),
        },
      ]
    })
  })
}

const tables = tablesOf(guide)
const entries = tables.flatMap((table) => table.entries)

test('the guide has each word once, and no other', () => {
  const named = entries.map((entry) => entry.key).sort()
  assert.deepEqual(
    named.filter((key, index) => named.indexOf(key) !== index),
    [],
  )
  assert.deepEqual(named, [...usage.keys()].sort())
})

test('each word that the schema allows is used by a case', () => {
  // The matrix is filled in when a case is read.
  const unused = wordsOfSchema().filter((word) => !usage.has(word) && word !== 'case matrix')
  assert.deepEqual(unused, [])
})

test('the words of a table stand in the order of their use, with about as many cases as there are', () => {
  for (const { title, entries: rows } of tables) {
    for (const [index, { key, stated }] of rows.entries()) {
      const actual = usage.get(key)?.size ?? 0
      assert.ok(
        Math.abs(stated - actual) <= Math.max(3, actual / 4),
        `${key}: ${stated} is stated, ${actual} use it`,
      )
      const before = rows[index - 1]?.stated ?? Number.POSITIVE_INFINITY
      assert.ok(stated <= before, `${title}: ${key} stands below a word that is used less`)
    }
  }
})

test('the first words are twelve, and tell a third of the cases about encapsulation', () => {
  const first =
    tables.find((table) => table.title === 'The first words')?.entries.map((entry) => entry.key) ?? []
  assert.equal(first.length, 12)
  const here = cases.filter((one) => one.area === 'encapsulation')
  const others = [...usageOf(here)].filter(
    ([key]) => /^(?:statement|value) /.test(key) && !first.includes(key),
  )
  const beyond = new Set(others.flatMap(([, ids]) => [...ids]))
  const ids = new Set(here.map((one) => one.body.id))
  assert.ok(3 * (ids.size - beyond.size) >= ids.size, `${ids.size - beyond.size} of ${ids.size}`)
})

test('the example of the guide is a case', () => {
  const example: unknown = JSON.parse(/```json\n([^`]*)```/.exec(guide)?.[1] ?? '')
  const [first] = usageOf([{ id: 'x', area: 'x', file: 'x', body: example as never }]).keys()
  assert.equal(first, 'case id')
})
