/** What differs from ajv by decision. An entry that no input shows any more fails the test. */
import type { Known } from '../compare/ledger.ts'

export const KNOWN: readonly Known[] = [
  {
    id: 'numbers are finite',
    reason: 'ajv makes Infinity of the text 1e999, which no JSON can carry on; touchstone refuses it',
    rule: 'SEC-4-finite',
    example: { schema: { type: 'number' }, values: ['1e999'] },
    schema: /"(number|integer)"/,
    value: /"\s*-?(Infinity|\d+e\d{3,})\s*"|[:[,]-?Infinity\b/,
  },
  {
    id: 'a schema may refer to its root',
    reason: 'ajv finds the root of a schema without an $id only where the schema was added to it',
    rule: 'R12',
    example: {
      schema: { type: 'object', properties: { list: { type: 'array', items: { $ref: '#' } } } },
      values: [],
    },
    theirs: /^refuses it: can't resolve reference #/,
    ours: /^built/,
  },
  {
    id: 'two schemas with one $id',
    reason: 'a reference to it would be ambiguous; ajv compiles the schema of the route',
    rule: 'R13',
    example: { schema: { $id: 'word', type: 'integer' }, values: [] },
    ours: /^refuses it: the route's schema and a shared schema both have the \$id/,
  },
]
