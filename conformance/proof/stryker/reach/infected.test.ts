// A trial counts for a mutant only if the mutant would have another value in it. The text is of the form that StrykerJS writes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import { Infected, withoutCoverage } from './infected.ts'

const { NAMESPACE } = INSTRUMENTER_CONSTANTS
const globals = globalThis as unknown as { [NAMESPACE]?: InstrumenterContext }

/** `body`: of a function of `a` and `b`. What it gives for each pair, and which mutants are told for each. */
function seen(body: string, pairs: readonly (readonly [unknown, unknown])[]): (readonly [unknown, string])[] {
  const infected = new Infected()
  const text = infected.watched(`const run = (a, b) => ${body}; run`)
  const helpers = 'const stryMutAct_9fa48 = () => false, stryCov_9fa48 = () => {};'
  const run = new Function(`${helpers} ${text.replace(/ run$/, ' return run')}`)() as (
    ...given: readonly unknown[]
  ) => unknown
  globals[NAMESPACE] = { currentTestId: 'a test' }
  return pairs.map((pair) => [run(...pair), Object.keys(infected.take()).join(' ')])
}

test('a condition that is true already is not reached by the mutant `true`', () => {
  const body = `stryMutAct_9fa48("1") ? true : stryMutAct_9fa48("2") ? false : (stryCov_9fa48("1", "2"), a(b))`
  const is = (value: unknown) => value
  assert.deepEqual(
    seen(body, [
      [is, 1],
      [is, 0],
    ]),
    [
      [1, '2'],
      [0, '1'],
    ],
  )
})

test('what has no effects is compared with what the mutant gives, also around places of other mutants', () => {
  const body =
    'stryMutAct_9fa48("1") ? a.n <= b || a.m : (stryCov_9fa48("1"), ' +
    '(stryMutAct_9fa48("2") ? a.n <= b : (stryCov_9fa48("2"), a.n < b)) || a.m)'
  const given = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 2, m: true }].map((a) => [a, 2] as const)
  assert.deepEqual(seen(body, given), [
    [true, ''],
    [undefined, '1 2'],
    [undefined, ''],
    [true, '2'],
  ])
})

test('a mutant that throws where the original does not is another value; a chain of calls is compared by its end', () => {
  const body =
    '[stryMutAct_9fa48("1") ? a.b : (stryCov_9fa48("1"), a?.b), stryMutAct_9fa48("2") ? b.c() : (stryCov_9fa48("2"), b?.c())]'
  assert.deepEqual(
    seen(body, [
      [undefined, { c: () => 1 }],
      [{}, undefined],
    ]),
    [
      [[undefined, 1], '1'],
      [[undefined, undefined], '2'],
    ],
  )
})

test('a function that is not called tells nothing', () => {
  const body =
    '[stryMutAct_9fa48("1") ? () => undefined : (stryCov_9fa48("1"), () => ({ x: a }))].map((one) => b ? one() : 0)'
  assert.deepEqual(
    seen(body, [
      [1, true],
      [1, false],
    ]),
    [
      [[{ x: 1 }], '1'],
      [[0], ''],
    ],
  )
})

test('outside of a trial the place counts as one of the modules; a text that does not parse is told', () => {
  const infected = new Infected()
  const text = infected.watched('stryMutAct_9fa48("1") ? "" : (stryCov_9fa48("1"), "text")')
  globals[NAMESPACE] = {}
  assert.equal(new Function(`const stryMutAct_9fa48 = () => false; return ${text}`)(), 'text')
  assert.deepEqual(globals[NAMESPACE].mutantCoverage, { static: { 1: 1 }, perTest: {} })
  assert.deepEqual(infected.take(), {})
  assert.throws(() => infected.watched('const = 1'), /do not parse/)
})

test('a trial counts nothing', () => {
  const place = (id: string, original: string) =>
    `stryMutAct_9fa48("${id}") ? "" : (stryCov_9fa48("${id}", "2"), ${original})`
  assert.equal(
    withoutCoverage(`if (a) {} else { stryCov_9fa482("7"); return ${place('1', 'f(x)')} }`),
    'if (a) {} else {  return stryMutAct_9fa48("1") ? "" : (f(x)) }',
  )
})
