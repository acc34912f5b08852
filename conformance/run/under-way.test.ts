// What is begun is pending until it ends; what ends before its gate is open has failed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecorder } from '../contract/recorder.ts'
import { EndedEarly, UnderWay } from './under-way.ts'

test('what is begun is pending until it ends or is awaited', async () => {
  const { gate, openGate } = createRecorder()
  const underWay = new UnderWay<string>()
  const ends = gate('ends').then(() => 'ended')
  openGate('held')
  await underWay.begin('a', ends, gate('held'), 'held')
  await underWay.begin('b', new Promise(() => {}), gate('held'), 'held')
  assert.deepEqual(underWay.pending, ['a', 'b'])
  openGate('ends')
  await ends
  assert.deepEqual(underWay.pending, ['b'])
  assert.equal(await underWay.end('a'), 'ended')
  await assert.rejects(underWay.end('a'), /a was not begun/)
})

test('what ends or fails before its gate is open is told', async () => {
  const { gate } = createRecorder()
  const underWay = new UnderWay<string>()
  const begin = (work: Promise<string>): Promise<void> => underWay.begin('a', work, gate('never'), 'never')
  await assert.rejects(
    begin(Promise.resolve('x')),
    new EndedEarly('a ended before the gate "never" was open'),
  )
  await assert.rejects(
    begin(Promise.reject(new Error('broken'))),
    /a failed \(broken\) before the gate "never" was open/,
  )
})
