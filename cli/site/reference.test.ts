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

test('every public member has an example, or names the member whose example shows it', () => {
  assert.deepEqual(withoutExample(publicTypes()), {})
  assert.deepEqual(deadSees(publicTypes()), [])
})

test('a member without an example is found, and a pointer to an example that does not show it', () => {
  const member = (name: string, comment: string) => ({
    name,
    signatures: [],
    documentation: readComment(comment),
  })
  const made = {
    file: 'made',
    name: 'Made',
    signature: '',
    documentation: readComment('* About.\n @example\n```ts\nmade.left()\n```'),
    members: [
      member('shown', '* One.\n @example\n```ts\nx.shown(x.other)\n```'),
      member('silent', '* Two.'),
      member('old', '* @deprecated Use `shown`.'),
      member('other', '* Three. @see shown'),
      member('othe', '* Four. @see shown'),
      member('left', '* Five. @see Made'),
      member('lost', '* Six. @see nobody'),
      member('[key]', '* Seven. @see shown'),
    ],
  }
  assert.deepEqual(withoutExample([made]), { made: ['Made.silent'] })
  assert.deepEqual(deadSees([made]), ['Made.othe', 'Made.lost', 'Made.[key]'])
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
