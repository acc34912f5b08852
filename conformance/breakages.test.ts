/** The breakages are about the tree as it is: each text stands once in its file, each rule exists, twenty differ. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Breakage {
  id: string
  rule: string
  file: string
  find: string
  replace: string
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const breakages = JSON.parse(read('conformance/breakages.json')) as Breakage[]

test('every breakage changes one place of the tree as it is', () => {
  for (const { id, file, find, replace } of breakages) {
    assert.equal(read(file).split(find).length - 1, 1, `the text of ${id} in ${file}`)
    assert.notEqual(find, replace, id)
  }
  assert.equal(new Set(breakages.map(({ id }) => id)).size, breakages.length)
})

test('they violate at least twenty rules of the specification', () => {
  const text = read('spec/rules.json')
  const rules = new Set(breakages.map(({ rule }) => rule))
  for (const rule of rules) assert.ok(text.includes(`"${rule}"`), `${rule} is a rule`)
  assert.ok(rules.size >= 20, `${rules.size} rules`)
})
