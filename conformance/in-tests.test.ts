// The specification as tests of a test runner: what is defined, what passes, and how a failure reads.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../src/index.ts'
import { cases, conformanceTests, rules } from './in-tests.ts'

interface Defined {
  name: string
  body: () => Promise<void>
}

function define(options: Parameters<typeof conformanceTests>[1]): Defined[] {
  const defined: Defined[] = []
  conformanceTests((name, body) => defined.push({ name, body }), options)
  return defined
}

test('cases and rules are those of the specification', () => {
  assert.ok(rules().some(({ id }) => id === 'ENC-1'))
  assert.deepEqual(
    cases('enc-decorator-tree').map(({ id }) => id),
    ['enc-decorator-tree'],
  )
  assert.ok(cases().length > 1000)
})

// As a user writes it: these are tests of this very run.
conformanceTests(test, { implementation: touchstone, filter: ['enc-decorator-tree'] })
conformanceTests(test, { implementation: 'fastify-4.17', filter: ['enc-decorator-tree#root'] })

test('a pattern may choose single assertions', () => {
  const names = define({ implementation: touchstone, filter: ['enc-decorator-tree#root'] }).map(
    ({ name }) => name,
  )
  assert.deepEqual(names, ['enc-decorator-tree#root', 'the run says something of the implementation'])
})

test('an implementation of which nothing ran fails at the end', async () => {
  const defined = define({ implementation: 'hono', filter: ['auth-child-only'] })
  for (const { body } of defined.slice(0, -1)) await body()
  await assert.rejects(
    async () => defined.at(-1)?.body(),
    /nothing ran, so there is no score: all \d+ assertions/,
  )
})

test('a failure names the transports, the place and the rule, and carries both values', async () => {
  const [{ body } = assert.fail()] = define({
    implementation: 'express',
    filter: ['enc-decorator-tree#sibling'],
  })
  await assert.rejects(body, (error: assert.AssertionError) => {
    assert.match(error.message, /^inject fail at \/json\/child: expected "<undefined>", got "C"\nsocket fail/)
    assert.match(error.message, /\nENC-3: /)
    assert.deepEqual([error.expected, error.actual], ['<undefined>', 'C'])
    return true
  })
})

test('a known difference passes by failing, and fails when it passes', async () => {
  const known = (id: string) => [{ match: id, kind: 'divergence' as const, reason: 'routers are one chain' }]
  const differs = 'enc-decorator-tree#sibling'
  const [failing] = define({ implementation: 'express', filter: [differs], expected: known(differs) })
  await failing?.body()
  const same = 'enc-decorator-tree#root'
  const [passing] = define({ implementation: 'express', filter: [same], expected: known(same) })
  await assert.rejects(
    passing?.body() as Promise<void>,
    /passes, and is listed as a known divergence: routers/,
  )
})

test('a pattern that chooses nothing is a mistake', () => {
  assert.throws(
    () => define({ implementation: touchstone, filter: ['no-such-*'] }),
    /no case matches no-such-\*/,
  )
})
