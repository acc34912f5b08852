// Progress says what is asked now: an implementation by its name, a server by the fixture, in lines that a terminal does not break.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssertionResult, Outcome } from '../contract/result.ts'
import { createProgress } from './progress.ts'

const COMMAND = `exec:php ${'x'.repeat(100)}`

function result(outcome: Outcome): AssertionResult {
  return { id: 'c#a', case: 'c', exchange: 'a', cells: { socket: { outcome, milliseconds: 1 } } }
}

function written(
  names: string[],
  terminal: { isTTY: boolean; columns?: number },
  work: (progress: ReturnType<typeof createProgress>) => void,
): string {
  let text = ''
  const write = (piece: string): void => {
    text += piece
  }
  const progress = createProgress(names, 4, { write, ...terminal }, false)
  work(progress)
  progress.end()
  return text
}

test('a file gets a line for each fixture as it begins', () => {
  const text = written([COMMAND], { isTTY: false }, (progress) => {
    for (const fixture of ['first', 'first', 'hook-order', 'paths']) {
      progress.asks(COMMAND, fixture)
      progress.update(COMMAND, [result(fixture === 'first' ? 'pass' : 'fail')])
    }
  })
  assert.equal(
    text,
    'first … (0 of 4 assertions so far, 0 differ)\nhook-order … (2 of 4 assertions so far, 0 differ)\npaths … (3 of 4 assertions so far, 1 differ)\n',
  )
})

test('a file gets a line for each quarter of an implementation that is asked side by side', () => {
  const text = written(['express'], { isTTY: false }, (progress) => {
    for (const outcome of ['pass', 'skip', 'fail', 'wording'] as const)
      progress.update('express', [result(outcome)])
  })
  assert.equal(text.split('\n').filter(Boolean).at(-1), 'express: 4 of 4 assertions, 1 differ')
})

test('on a terminal a line has the fixture, and fits', () => {
  const lines = written([COMMAND], { isTTY: true, columns: 80 }, (progress) => {
    progress.asks(COMMAND, 'hook-order')
    progress.update(COMMAND, [result('pass')])
  })
  assert.match(lines, /hook-order +━+ 1\/4/)
  const long = written([COMMAND, 'express'], { isTTY: true, columns: 80 }, () => undefined)
  for (const line of long.replaceAll('\u001b[2K', '').split('\n')) assert.ok(line.length <= 80, line)
})
