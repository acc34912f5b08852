// What a case does not ask of an answer is compared with the known one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Case, Transport } from '../../spec/case.ts'
import { keepHeaders, keepStory } from '../contract/beside.ts'
import { createRecorder } from '../contract/recorder.ts'
import type { CanonicalAnswer, Cell, Story } from '../contract/result.ts'
import { createInterpreter } from '../language/interpreter.ts'
import { Calls } from '../language/log/calls.ts'
import { compareAnswers, digestOf, digestOfText, KnownAnswers, NONE, PARTS, textOfStory } from './answers.ts'

const body = { exchanges: [{ id: 'first' }, { id: 'second' }] } as unknown as Case

function answer(headers: Record<string, string>, text = 'x'): CanonicalAnswer {
  const { date: _, connection: __, ...canonical } = headers
  return keepHeaders({ status: 200, headers: canonical, text }, headers)
}

function cellsOf(outcome: Cell['outcome'], second: CanonicalAnswer): Map<Transport, Map<string, Cell>> {
  const observed = { answer: second, trace: [], probes: {}, log: [] }
  return new Map([['socket', new Map([['second', { outcome, observed, milliseconds: 1 }]])]])
}

const known = answer({ 'x-a': '1', connection: 'keep-alive', date: 'today' })
const check = new KnownAnswers({ case: NONE + NONE + NONE + digestOf(known) })

test('an answer that is the known one passes, whatever its date', () => {
  const cells = cellsOf('pass', answer({ connection: 'keep-alive', 'x-a': '1', date: 'tomorrow' }))
  compareAnswers(check, { id: 'case', body }, cells)
  assert.equal(cells.get('socket')?.get('second')?.outcome, 'pass')
})

for (const [what, other] of [
  ['a header less', answer({ connection: 'keep-alive' })],
  ['a header more', answer({ 'x-a': '1', 'x-b': '1', connection: 'keep-alive' })],
  ['another value', answer({ 'x-a': '2', connection: 'keep-alive' })],
  ['another header of the connection', answer({ 'x-a': '1', connection: 'close' })],
  ['another body', answer({ 'x-a': '1', connection: 'keep-alive' }, 'y')],
] as const) {
  test(`an answer with ${what} fails, and is shown`, () => {
    const cells = cellsOf('pass', other)
    compareAnswers(check, { id: 'case', body }, cells)
    const cell = cells.get('socket')?.get('second')
    assert.equal(cell?.outcome, 'fail')
    assert.match(String(cell?.difference?.expected), /npm run answers/)
    assert.match(JSON.stringify(cell?.difference?.actual), /"status":200/)
  })
}

test('what is not known, or has failed before, stays as it is', () => {
  const other = answer({ 'x-a': '2' })
  for (const [id, outcome] of [
    ['another', 'pass'],
    ['case', 'wording'],
  ] as const) {
    const cells = cellsOf(outcome, other)
    compareAnswers(check, { id, body }, cells)
    assert.equal(cells.get('socket')?.get('second')?.outcome, outcome)
  }
})

const story = (calls: readonly string[], log: string[] = []): Story => ({ calls: [...calls], log, ends: [] })
const digests = (one: Story): string => PARTS.map((part) => digestOfText(textOfStory(one[part]))).join('')

/** How a case with two exchanges over inject ends with this story, where another is known. */
function outcomesOf(
  seen: Story,
  first: Cell['outcome'] = 'pass',
  known = story(['#1 of #2 (#3)'], ['info one']),
): string[] {
  const stories = { case: digests(known) }
  const observed = { trace: [], probes: {}, log: [] }
  const cells = new Map<string, Cell>(
    (['first', 'second'] as const).map((id) => {
      return [id, { outcome: id === 'first' ? first : 'pass', observed, milliseconds: 1 }]
    }),
  )
  keepStory(cells, seen)
  compareAnswers(new KnownAnswers({}, stories), { id: 'case', body }, new Map([['inject', cells]]))
  return [...cells.values()].map(({ outcome, difference }) => `${outcome}${difference?.pointer ?? ''}`)
}

test('the story of a case that passes is the known one, or its last exchange fails', () => {
  assert.deepEqual(outcomesOf(story(['#1 of #2 (#3)'], ['info one'])), ['pass', 'pass'])
  assert.deepEqual(outcomesOf(story(['#1 of #3 (#3)'], ['info one'])), ['pass', 'fail/whole/calls'])
  assert.deepEqual(outcomesOf(story(['#1 of #2 (#3)'], ['info two'])), ['pass', 'fail/whole/log'])
  assert.deepEqual(outcomesOf(story([]), 'wording'), ['wording', 'pass'])
  const [told, same, other] = ['root 0 ms\\n', 'root 12 ms\\n', 'root 12 s\\n'].map((one) => story([one]))
  assert.deepEqual(outcomesOf(same!, 'pass', told), ['pass', 'pass'], 'a clock decides')
  assert.deepEqual(outcomesOf(other!, 'pass', told), ['pass', 'fail/whole/calls'])
})

test('calls tell objects by the order in which they were seen, and read no getter', async () => {
  const calls = new Calls()
  const recorder = { ...createRecorder(), calls }
  const passed = {
    n: 1,
    get trap(): never {
      throw new Error('was read')
    },
  }
  const app = {
    hook(fn: (...args: unknown[]) => unknown) {
      return fn.call(this, passed, passed, () => undefined)
    },
  }
  const { run } = createInterpreter({ names: { app }, recorder })
  await run([{ call: ['app.hook', { $function: { params: ['a', 'b', 'done'], do: [{ return: 1 }] } }] }])
  assert.deepEqual(calls.lines, [
    '#1 of #2 {} (#3 {n: 1, trap: accessor}, #3, function)',
    'app.hook(#1 function) returned 1',
  ])
})
