// The golden tests hold for the interpreter of this package, alone and behind an adapter.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAdapter } from '../adapters/connectable.ts'
import { describe } from '../language/describe.ts'
import { createInterpreter } from '../language/interpreter.ts'
import { OPERATOR_NAMES } from '../language/values.ts'
import { goldenTests, judgeGolden, programOf, runGolden } from './golden.ts'

const tests = goldenTests()

test('the interpreter alone passes each golden test', async () => {
  for (const golden of tests) {
    const { run, recorder } = createInterpreter()
    const returned = describe(await run(programOf(golden)))
    const trace = recorder.trace.map(({ value }) => value)
    const left = { returned, trace, probes: Object.fromEntries(recorder.probes) }
    assert.deepEqual(judgeGolden(golden, left), { id: golden.id, outcome: 'right' })
  }
})

test('what is no program is told as such', async () => {
  const { run, runSync } = createInterpreter()
  for (const wrong of [null, {}, 'send'] as never[]) {
    assert.throws(() => runSync(wrong), /a program is a list of statements, and this is (?:null|\{\}|"send")/)
    await assert.rejects(run(wrong), /a program is a list of statements/)
  }
})

test('so does the adapter of touchstone', async () => {
  const results = await runGolden(await connectAdapter('touchstone', {}))
  assert.deepEqual(
    results.filter(({ outcome }) => outcome !== 'right'),
    [],
  )
})

test('an interpreter that errs is told with what it left', () => {
  const left = { returned: 4, trace: [], probes: {} }
  assert.deepEqual(judgeGolden({ id: 'x', value: 1, is: 3 }, left), {
    id: 'x',
    outcome: 'wrong',
    detail: 'returned 4 instead of 3',
  })
  assert.equal(judgeGolden({ id: 'x', program: [], trace: ['a'] }, left).outcome, 'wrong')
})

test('the operators that need no framework have a golden test', () => {
  const text = JSON.stringify(tests)
  // These need an application, a server, a process or a gate that the runner opens.
  const outside =
    '$app $pino $logger $log $signal $within $sharedSchemas $sharedSchema $plugin $behaviour $pipe $webStream $response $promise $thenable $toJSON $frozen'.split(
      ' ',
    )
  const without = OPERATOR_NAMES.filter((name) => !text.includes(`"${name}"`))
  assert.deepEqual(without.sort(), outside.sort())
})
