// What a page is given is what it reads, also of reports that others have written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pack, unpacked } from './packed.ts'
import type { MadePage, PageAssertion, PageCase } from './page-data.ts'

const cases: Record<string, PageCase> = Object.fromEntries(
  [
    ['one', ['boot', 'ask', 'ask#again']],
    ['one#ask', ['again']],
    ['two', ['ask']],
    ['__proto__x', ['a#b', 'ask']],
  ].map(([id, exchanges]) => [
    id,
    { id, exchanges: (exchanges as string[]).map((exchange) => ({ id: exchange })) } as unknown as PageCase,
  ]),
)

const cell = fc.record(
  {
    outcome: fc.constantFrom('pass' as const, 'fail' as const),
    milliseconds: fc.nat(1000).map((tenths) => tenths / 10),
    reason: fc.constantFrom('undefined', '0 undefined', 'two\nlines'),
    observed: fc.nat(3),
    difference: fc.nat(3),
  },
  { requiredKeys: ['outcome', 'milliseconds'], noNullPrototype: true },
)

const assertion: fc.Arbitrary<PageAssertion> = fc
  .record({
    at: fc.constantFrom(
      ['one', 'boot'],
      ['one', 'ask'],
      ['one', 'ask#again'],
      ['one#ask', 'again'],
      ['two', 'ask'],
      ['__proto__x', 'a#b'],
      ['unknown', 'x'],
    ),
    id: fc.constantFrom(null, 'one#ask', 'another'),
    verdict: fc.constantFrom('pass' as const, 'fail' as const),
    known: fc.option(fc.nat(3)),
    cells: fc.dictionary(fc.constantFrom('inject', 'socket', 'inject socket', '__proto__'), cell, {
      noNullPrototype: true,
    }),
  })
  .map(({ at, id, verdict, known, cells }) => {
    const [one, exchange] = at as [string, string]
    const about = { id: id ?? `${one}#${exchange}`, case: one, exchange, verdict }
    return { ...about, ...(known === null ? {} : { known }), cells }
  })

const made = (assertions: PageAssertion[][]): MadePage => ({
  format: 1,
  live: false,
  node: 'v20',
  reports: [],
  rules: {},
  cases,
  trend: [],
  pool: ['a', { text: 'line\nline' }, null, [1]],
  runs: assertions.map((of, at) => ({
    name: `run ${at}`,
    implementation: 'touchstone',
    version: '',
    milliseconds: 0,
    crashes: 0,
    failure: null,
    complaints: [],
    assertions: of,
  })),
})

/** Assertions that no case plans come last. */
const inOrder = (assertions: readonly PageAssertion[]): PageAssertion[] => {
  const isPlanned = ({ id, case: of, exchange }: PageAssertion): boolean =>
    id === `${of}#${exchange}` && cases[of]?.exchanges.some((one) => one.id === exchange) === true
  return [...assertions.filter(isPlanned), ...assertions.filter((one) => !isPlanned(one))]
}

test('each assertion, cell and value is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.array(assertion), { maxLength: 3 }), (assertions) => {
      const data = made(assertions)
      const read = unpacked(pack(data))
      assert.deepEqual(
        [0, 1, 2, 3, 4].map((place) => read.pool.at(place)),
        [...data.pool, undefined],
      )
      assert.deepEqual(
        read.runs.map((run) => run.assertions),
        assertions.map(inOrder),
      )
      assert.deepEqual(
        read.runs.map((run) => ({ ...run, assertions: [] })),
        data.runs.map((run) => ({ ...run, assertions: [] })),
      )
      assert.deepEqual({ ...read, runs: [], pool: [] }, { ...data, runs: [], pool: [] })
    }),
  )
})

test('assertions that the cases plan keep their order, and one that is shown again is the same value', () => {
  const of = (one: string, exchange: string): PageAssertion => ({
    id: `${one}#${exchange}`,
    case: one,
    exchange,
    verdict: 'pass',
    cells: { inject: { outcome: 'pass', milliseconds: 1.5, observed: 1 } },
  })
  const read = unpacked(pack(made([[of('two', 'ask'), of('one', 'boot')]])))
  assert.deepEqual(
    read.runs[0]?.assertions.map(({ id }) => id),
    ['two#ask', 'one#boot'],
  )
  assert.equal(read.pool.at(1), read.pool.at(1))
})
