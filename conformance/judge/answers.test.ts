// Whole answers and stories are given to an observer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Case } from '../../spec/case.ts'
import { keepHeaders, keepStory } from '../contract/beside.ts'
import { createRecorder } from '../contract/recorder.ts'
import type { Cell, Story } from '../contract/result.ts'
import { createInterpreter } from '../language/interpreter.ts'
import { Calls } from '../language/log/calls.ts'
import { observe, textOfStory, wholeOf } from './answers.ts'

const body = { exchanges: [{ id: 'first' }, { id: 'second' }] } as unknown as Case

function seenOf(first: Cell['outcome'], story: Story): unknown[] {
  const headers = { 'x-a': '1', date: 'today', connection: 'close' }
  const answer = keepHeaders({ status: 200, headers: { 'x-a': '1' }, text: 'x' }, headers)
  const observed = { answer, trace: [], probes: {}, log: [] }
  const cells = new Map<string, Cell>(
    (['first', 'second'] as const).map((id) => [
      id,
      { outcome: id === 'first' ? first : 'pass', observed, milliseconds: 1 },
    ]),
  )
  keepStory(cells, story)
  const seen: unknown[] = []
  observe(
    {
      story: (id, one) => seen.push([id, textOfStory(one.calls)]),
      answer: (id, exchange, transport, one) => seen.push([id, exchange, transport, wholeOf(one)]),
    },
    { id: 'case', body },
    new Map([['inject', cells]]),
  )
  return seen
}

const story: Story = { calls: ['root 12 ms'], log: [], ends: [] }
const whole = { status: 200, headers: { connection: 'close', 'x-a': '1' }, text: 'x', trailers: {} }

test('an observer sees whole answers without the date, and the story of a case without its clock', () => {
  const expected = [
    ['case', 'root # ms'],
    ['case', 0, 'inject', whole],
    ['case', 1, 'inject', whole],
  ]
  assert.deepEqual(seenOf('pass', story), expected)
})

test('an observer sees no answer that failed, and no story of a case that failed', () => {
  assert.deepEqual(seenOf('fail', story), [['case', 1, 'inject', whole]])
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
