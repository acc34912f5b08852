/** The table of the documentation about schemas that need a library: each row is asked of the code. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Ajv from 'ajv'
import { libraryOf } from './ajv.ts'
import { Predicates } from './predicate/plain.ts'
import { SchemaScope } from './scope.ts'
import { shapeOf } from './writer/read.ts'

const PAGE = 'docs/guides/validation.md'
const predicates = new Predicates(libraryOf(new SchemaScope({})))
const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\|[^|]*\| `(\{.*\})` \| (\S+) \| (\S+) \|$/gm)]

test('the table of schemas tells which library each of them needs', () => {
  const wrong = rows.flatMap(([, text = '', judge, write]) => {
    const schema = JSON.parse(text)
    const expected = [
      predicates.of(schema) === null ? 'ajv' : 'touchstone',
      shapeOf(schema) === null ? 'fast-json-stringify' : 'touchstone',
    ]
    return expected.join() === [judge, write].join() ? [] : [`${text}: ${expected.join(' | ')}`]
  })
  assert.deepEqual(wrong, [], `rows of ${PAGE} that say something else than the code`)
})

test('the table has every keyword that ajv knows', () => {
  const { id: _, ...all } = new Ajv.default({ logger: false }).RULES.all // ajv refuses `id`, a keyword of draft 4
  const missing = Object.keys(all).filter(
    (keyword) => !rows.some(([, text]) => text?.includes(`"${keyword}":`)),
  )
  assert.deepEqual(missing, [], `keywords of which ${PAGE} has no row`)
})
