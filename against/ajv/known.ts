/** What differs from ajv by decision. An entry that no input shows any more fails the test. */
import type { Known } from '../compare/ledger.ts'

export const KNOWN: readonly Known[] = [
  {
    id: 'numbers are finite',
    reason: 'ajv makes Infinity of the text 1e999, which no JSON can carry on; touchstone refuses it',
    rule: 'SEC-4-finite',
    example: { schema: { type: 'number' }, values: ['1e999'] },
    schema: /"(number|integer)"/,
    value: /"\s*-?(Infinity|\d+e\d{3,})\s*"/,
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
  {
    id: 'warnings of the strict mode below items',
    example: {
      schema: {
        type: 'array',
        items: { type: 'array', items: [true, false], minItems: 1, maxItems: 2 },
      },
      values: [],
    },
    reason: 'a body whose list is judged without ajv logs no warning about the strict mode of its items',
    rule: 'VAL-2',
    schema: /^\{"type":"array","items":\{"type":"(?:array|object)"/,
    theirs: /^built strict mode/,
    ours: /^built/,
    isDefect: true,
  },
]
