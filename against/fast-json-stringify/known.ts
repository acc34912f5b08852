/** What differs from fast-json-stringify by decision. An entry that no input shows any more fails the test. */

import type { Known } from '../compare/ledger.ts'
import { objectOf } from '../inputs/entry.ts'

/** Payloads that hold what JSON cannot write. */
const NO_JSON = /Symbol\(|=>|[[,]undefined/

export const KNOWN: readonly Known[] = [
  {
    id: 'items without a type',
    example: { schema: { type: 'array', items: [{}] }, values: [[1]] },
    reason:
      'the library writes no item of a tuple whose schema has no type; touchstone writes it by its schema',
    rule: 'SER-TUPLE',
    schema: /"items":\[(?:[^[\]]*,)?(?:\{\}|true|\{"(?!type"))/,
    theirs: /^throws Item at \d+ does not match/,
    ours: /^(writes|throws (?!Item at))/,
  },
  {
    id: 'items behind a tuple',
    example: {
      schema: { type: 'array', items: [{ type: 'integer' }], additionalItems: { type: 'string' } },
      values: [[1, 2]],
    },
    reason:
      'the library writes what is behind the items of a tuple as it is; touchstone writes it by additionalItems',
    rule: 'SER-FORBIDS',
    schema: /"items":\[.*"additionalItems":\{/,
  },
  {
    id: 'a list is no text',
    example: { schema: { type: 'array', items: [{ type: 'string' }, {}] }, values: [[[]]] },
    reason: 'the library takes the text of a list for an item of a tuple beside one without a type',
    rule: 'SER-TUPLE',
    schema: /"items":\[/,
    theirs: /^writes/,
    ours: /^throws Item at/,
  },
  {
    id: 'what JSON cannot write',
    example: { schema: { type: 'object', properties: { v: {} } }, values: [{ v: Symbol('s') }] },
    reason:
      'the library writes the word undefined, or fails; touchstone leaves it out as JSON.stringify does',
    rule: 'SER-NO-JSON',
    value: NO_JSON,
    ours: /^(writes (?!.*undefined)|throws "[^"]*" is required|throws Item at|throws Cannot convert a Symbol|throws The value .* cannot be converted)/,
  },
  {
    id: 'an object that writes itself, in a union',
    example: {
      schema: { anyOf: [{ type: 'object', properties: { v: { type: 'object', properties: { b: {} } } } }] },
      values: [{ v: new Date(0) }],
    },
    reason:
      'beside a place that says nothing touchstone judges what its toJSON returns, and the library the object',
    rule: 'SER-NO-JSON',
    schema: /"(anyOf|oneOf|if)"/,
    value: /=>|Date/,
    ours: /^throws The value of '#' does not match/,
  },
  {
    id: 'a closed schema below then',
    example: {
      schema: {
        type: 'object',
        if: {},
        then: objectOf({ v: { anyOf: [objectOf({}, { additionalProperties: false })] } }),
      },
      values: [{ v: { b: 1 } }],
    },
    reason:
      'what a closed schema does not declare is left out, also where the library finds that no schema fits',
    rule: 'SER-FORBIDS',
    schema: /"(then|else)":.*"additionalProperties":false/,
    theirs: /^throws The value of '#' does not match/,
    ours: /^writes/,
  },
  {
    id: 'a reference with an escaped name',
    example: { schema: { $ref: 'http://example.com/far.json#/definitions/a%20b' }, values: [] },
    reason:
      'the library of 4.17 finds no definition whose name has a space, and takes no pointer with other than ASCII',
    rule: 'R12',
    theirs:
      /^refuses it: (Cannot find reference .*%20|schema is invalid: .*must match format "uri-reference")/,
    ours: /^built/,
  },
  {
    id: 'a reference in a tuple with other than ASCII',
    example: {
      schema: {
        type: 'array',
        items: [{ $ref: '#/definitions/é' }],
        definitions: { é: { type: 'boolean' } },
      },
      values: [],
    },
    reason: 'the library takes no pointer with other than ASCII, and says so of the whole tuple',
    rule: 'R12',
    schema: /"\$ref":"[^"]*[^ -~]/,
    theirs: /^refuses it: schema is invalid: \S+ must be object,boolean/,
    ours: /^built/,
  },
  {
    id: 'schemas that cannot be merged',
    example: {
      schema: {
        allOf: [
          objectOf({ a: { type: 'string' } }, { patternProperties: { '^x': {}, a: { type: 'integer' } } }),
        ],
      },
      values: [],
    },
    reason: 'a property that no value can fit is refused at boot; the library writes it by the first schema',
    rule: 'SER-BOOT',
    schema: /"allOf"/,
    theirs: /^built/,
    ours: /^refuses it: Failed to merge /,
  },
  {
    id: 'a closed schema that is merged with itself',
    example: {
      schema: objectOf(
        { list: { type: 'array', items: objectOf({ x: { type: 'integer' } }, { allOf: [{ $ref: '#' }] }) } },
        { additionalProperties: false },
      ),
      values: [],
    },
    reason: 'what its properties forbid is looked for without end, which fails the boot',
    rule: 'R12',
    isDefect: true,
    theirs: /^built/,
    ours: /^refuses it: Maximum call stack size exceeded/,
  },
  {
    id: 'references that lead nowhere',
    example: { schema: objectOf({ v: { not: { $ref: '#/definitions/none' } } }), values: [] },
    reason: 'a reference without a target fails the boot, also where the library does not look',
    rule: 'R30',
    theirs: /^built/,
    ours: /^refuses it: (can't resolve reference|Cannot resolve circular reference|Cannot find reference)/,
  },
  {
    id: 'what ajv refuses in a union',
    example: { schema: { oneOf: [{ nullable: true }] }, values: [] },
    reason: 'the schemas of a union are compiled at boot, and one that ajv refuses fails it',
    rule: 'SER-BOOT',
    schema: /"(anyOf|oneOf|if)"/,
    theirs: /^built/,
    ours: /^refuses it: ("nullable" cannot be used|unknown format|schema is invalid|strict mode)/,
  },
  {
    id: 'a closed schema closes what it is merged with',
    example: {
      schema: {
        additionalProperties: false,
        allOf: [
          objectOf({}, { additionalProperties: { type: 'string' } }),
          objectOf({ b: { type: 'boolean' } }),
        ],
      },
      values: [{ b: true, x: '' }, { b: 'ä' }],
    },
    reason: 'the library merges each property with false and writes it without a schema',
    rule: 'SER-FORBIDS',
    schema: /(?=.*"(allOf|anyOf|oneOf|if)")(?=.*"additionalProperties":false)/,
  },
  {
    id: 'which error is the first',
    example: {
      schema: objectOf({ a: { type: 'array', items: [{}, { type: 'integer' }] } }),
      values: [{ a: [7, {}] }],
    },
    reason: 'what must not leave is looked for before anything is written',
    rule: 'SER-FORBIDS',
    schema: /"items":\[|"patternProperties"|[:[,]false/,
    theirs: /^throws/,
    ours: /^throws/,
  },
  {
    id: 'a part that refers to its whole',
    example: {
      schema: objectOf({
        a: { type: 'array', items: [objectOf({ n: { $ref: '#' } })], additionalItems: { type: 'string' } },
      }),
      values: [],
    },
    reason: 'an item that is written by itself cannot refer to the root of another schema',
    rule: 'SER-BOOT',
    theirs: /^built/,
    ours: /^refuses it: .*cannot be applied to an/,
  },
  {
    id: 'two patterns for one name',
    example: {
      schema: objectOf(
        {},
        { patternProperties: { '^[^b]': {}, '^a': objectOf({}, { additionalProperties: false }) } },
      ),
      values: [{ a: { x: 1 } }],
    },
    reason:
      'the library writes a property by the first pattern that matches; here each of them says what leaves',
    rule: 'SER-FORBIDS',
    schema: /"patternProperties":\{"[^"]*":.*,"/,
    theirs: /^writes/,
  },
  {
    id: 'a pattern beside a property that says nothing',
    example: {
      schema: objectOf({ v: { properties: { a: {} }, patternProperties: { '^a': { type: 'string' } } } }),
      values: [{ v: { a: 1 } }],
    },
    reason: 'the library writes a property by its name alone; here a pattern with a type narrows it, too',
    rule: 'SER-FORBIDS',
    schema: /"properties":\{[^}]*\{\}.*"patternProperties"/,
    theirs: /^writes/,
    ours: /^writes/,
  },
]
