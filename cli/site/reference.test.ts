/** The Reference: every public member says what it means, and every error code stands in a table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from 'touchstone'
import { errorTables } from './error-tables.ts'
import { readComment } from './read-comment.ts'
import { publicTypes, undocumented } from './write-reference.ts'

test('the types are read: a member with its signatures, its meaning and its example', () => {
  const serving = publicTypes().find(({ name }) => name === 'Serving')
  const inject = serving?.members.find(({ name }) => name === 'inject')
  assert.equal(inject?.signatures.length, 3)
  assert.match(inject.documentation.text, /without a socket/)
  assert.match(inject.documentation.example ?? '', /app\.inject/)
})

test('every public member says what it means', () => {
  assert.deepEqual(undocumented(publicTypes()), [])
})

test('the tags of a comment are read', () => {
  const comment =
    '*\n * Sends.\n * Twice.\n *\n * @default `true`\n * @throws `A` one\n * @throws `B` two\n * @example\n * ```ts\n * x()\n * ```\n '
  assert.deepEqual(readComment(comment), {
    text: 'Sends.\nTwice.',
    default: '`true`',
    throws: ['`A` one', '`B` two'],
    deprecated: null,
    example: 'x()',
  })
})

test('every error code stands in one table, with its status', () => {
  const tables = errorTables()
  for (const [code, FrameworkError] of Object.entries(errorCodes)) {
    const lines = tables.split('\n').filter((line) => line.startsWith(`| \`${code}\` |`))
    assert.equal(lines.length, 1, code)
    assert.match(lines[0]!, new RegExp(`\\| ${new FrameworkError().statusCode} \\|`), code)
  }
})
