// The query language: what it means, what it completes, and what it says of a wrong one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME, readAddress, writeAddress } from '../address.ts'
import { completionsAt } from './complete.ts'
import { parseQuery, type Vocabulary } from './query.ts'
import { QueryError, quoteValue } from './tokens.ts'

const vocabulary: Vocabulary = {
  columns: ['touchstone', 'fastify-5', 'npm:hono@4', 'exec:python3 x.py'],
  values: {
    level: ['MUST', 'SHOULD'],
    area: ['hooks', 'not-found'],
    rule: ['REF-1', 'REF-2', 'ENC-1'],
    transport: ['inject', 'socket'],
    case: ['a[b c]'],
  },
}

function problem(text: string): string {
  try {
    parseQuery(text, vocabulary)
  } catch (error) {
    assert.ok(error instanceof QueryError)
    return `${text.slice(error.from, error.to)}| ${error.message} ${error.hint}`
  }
  return ''
}

test('terms stand together, OR binds weaker, - and NOT take away, parentheses group', () => {
  assert.equal(parseQuery('  ', vocabulary), null)
  assert.deepEqual(parseQuery('fastify-5:fail,known Rule:REF-*', vocabulary), {
    kind: 'and',
    parts: [
      { kind: 'state', column: 1, values: ['fail', 'known'] },
      { kind: 'field', field: 'rule', values: ['ref-*'] },
    ],
  })
  const a = { kind: 'text', text: 'a' }
  const b = { kind: 'text', text: 'b' }
  const c = { kind: 'text', text: 'c' }
  assert.deepEqual(parseQuery('a b OR c', vocabulary), {
    kind: 'or',
    parts: [{ kind: 'and', parts: [a, b] }, c],
  })
  assert.deepEqual(parseQuery('a AND (b OR c)', vocabulary), {
    kind: 'and',
    parts: [a, { kind: 'or', parts: [b, c] }],
  })
  assert.deepEqual(parseQuery('-(a b) NOT c', vocabulary), {
    kind: 'and',
    parts: [
      { kind: 'not', part: { kind: 'and', parts: [a, b] } },
      { kind: 'not', part: c },
    ],
  })
})

test('quotes keep blanks and colons together; a name with a colon is a field all the same', () => {
  assert.deepEqual(parseQuery('"a: (b) \\"c\\""', vocabulary), { kind: 'text', text: 'a: (b) "c"' })
  assert.deepEqual(parseQuery('npm:hono@4:pass', vocabulary), { kind: 'state', column: 2, values: ['pass'] })
  assert.deepEqual(parseQuery('"exec:python3 x.py":crash', vocabulary), {
    kind: 'state',
    column: 3,
    values: ['crash'],
  })
  assert.deepEqual(parseQuery(`case:${quoteValue('a[b c]')}`, vocabulary), {
    kind: 'field',
    field: 'case',
    values: ['a[b c]'],
  })
})

test('a wrong query is told: the place, what is wrong, what would be right', () => {
  assert.match(
    problem('rule:REF-1 fastfy-5:fail'),
    /^fastfy-5\| There is no field "fastfy-5". Did you mean fastify-5\? There are touchstone/,
  )
  assert.match(
    problem('touchstone:fial'),
    /^fial\| "fial" is not a value of touchstone. Did you mean fail\? There are pass, wording, fail/,
  )
  assert.match(problem('level:MAY'), /^MAY\| "may" is not a value of level/)
  assert.match(problem('level:'), /^level:\| The value after "level:" is missing/)
  assert.match(problem('a (b'), /^\(\| This \( is not closed/)
  assert.match(problem('a) b'), /^\)\| This \) closes nothing/)
  assert.match(problem('a OR'), /^OR\| Something is missing after OR/)
  assert.match(problem('OR a'), /^OR\| Something is missing before this/)
  assert.match(problem('()'), /Something is missing after the \(/)
  assert.match(problem('a "b'), /^"b\| This quotation has no end/)
  assert.match(problem('http://x'), /^http\| There is no field "http"/)
  for (const name of ['constructor:x', '__proto__:x', 'toString:x'])
    assert.match(problem(name), /There is no field/)
})

test('completion knows fields, states and values, at the caret', () => {
  const labels = (text: string, caret = text.length): string[] =>
    completionsAt(text, caret, vocabulary).options.map(({ label }) => label)
  assert.deepEqual(labels('fas'), ['fastify-5:'])
  assert.deepEqual(labels('-tou'), ['touchstone:'])
  assert.deepEqual(labels('fastify-5:kn'), ['known'])
  assert.deepEqual(labels('npm:hono@4:ski'), ['skip'])
  assert.deepEqual(labels('rule:ref'), ['REF-1', 'REF-2'])
  assert.deepEqual(labels('(area:ho OR x)', 8), ['hooks'])
  assert.deepEqual(labels('constructor:'), [])
  const { from, to, options } = completionsAt('a fastify-5:pass,kn b', 19, vocabulary)
  assert.equal('a fastify-5:pass,kn b'.slice(from, to), 'pass,kn')
  assert.equal(options[0]?.insert, 'pass,known ')
  assert.equal(completionsAt('case:a', 6, vocabulary).options[0]?.insert, '"a[b c]" ')
})

test('an address is read as it was written', () => {
  const address = {
    ...HOME,
    query: 'a:b "c" #é',
    case: 'x[y,z]',
    exchange: 'e',
    toggled: ['hooks', 'not-found'],
  }
  assert.deepEqual(readAddress(writeAddress(address)), address)
  assert.equal(writeAddress(HOME), '#')
  assert.deepEqual(readAddress('#view=nonsense&transports=x&__proto__=y'), HOME)
})
