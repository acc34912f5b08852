/** The Reference: every public member says what it means, and every error code stands in a table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from 'touchstone'
import { errorTables } from './error-tables.ts'
import { readComment } from './read-comment.ts'
import { deadSees, publicTypes, undocumented, withoutExample } from './write-reference.ts'

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

/** How many members of a file have no example yet. A number may only become smaller. */
const UNFINISHED: Readonly<Record<string, number>> = {
  'app-hooks': 1,
  'bearer-auth': 3,
  factory: 15,
  hooks: 3,
  http: 2,
  instance: 4,
  reply: 9,
  request: 12,
  route: 12,
}

test('every public member has an example, or names the member that shows it', () => {
  for (const [file, names] of Object.entries(withoutExample(publicTypes()))) {
    assert.ok(
      names.length <= (UNFINISHED[file] ?? 0),
      `${file}: ${names.length} without: ${names.join(', ')}`,
    )
  }
  assert.deepEqual(deadSees(publicTypes()), [])
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
    see: null,
  })
  const short = readComment('* How many. @default `1` @throws `A` none @see other ')
  assert.deepEqual(short, {
    text: 'How many.',
    default: '`1`',
    throws: ['`A` none'],
    deprecated: null,
    example: null,
    see: 'other',
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
