// An interrupted run of StrykerJS goes on: results are kept for one tree, and a torn line is left out.

import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileOf, keptReach, Tried } from './tried.ts'

const at = (line: number) => ({ line, column: 0 })

test('results are kept for one tree', () => {
  const root = mkdtempSync(join(tmpdir(), 'tried-'))
  try {
    for (const folder of ['dist/src', 'dist/conformance', 'spec'])
      mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, 'dist/src/a.js'), 'a')
    const reports = join(root, 'reports')
    const mutant = {
      fileName: '/sandbox/dist/src/a.js',
      location: { start: at(1), end: at(1) },
      mutatorName: 'X',
      replacement: 'b',
    }
    new Tried<string>(root, reports).keep(mutant, 'Killed')
    const [file] = readdirSync(reports)
    appendFileSync(join(reports, file!), '{"key": "torn')
    const again = new Tried<string>(root, reports)
    assert.equal(again.get({ ...mutant, fileName: '/elsewhere/dist/src/a.js' }), 'Killed')
    assert.equal(again.get({ ...mutant, replacement: 'c' }), undefined)
    assert.deepEqual([...again.all()], [[{ ...mutant, fileName: 'dist/src/a.js' }, 'Killed']])
    const other = { ...mutant, replacement: 'hangs' }
    assert.deepEqual([again.begin(other), new Tried<string>(root, reports).begin(other)], [0, 1])
    const third = new Tried<string>(root, reports)
    assert.deepEqual([third.get(other), third.begin(other)], [undefined, 2], 'two left no result')
    third.keep(other, 'Timeout')
    assert.equal(new Tried<string>(root, reports).begin(other), 0)
    mkdirSync(join(root, 'dist/conformance/proof/stryker'), { recursive: true })
    writeFileSync(join(root, 'dist/conformance/proof/stryker/score.js'), 'how it is counted')
    assert.equal(new Tried<string>(root, reports).get(mutant), 'Killed')
    writeFileSync(join(root, 'spec/case.json'), '{}')
    assert.equal(new Tried<string>(root, reports).get(mutant), undefined)
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('what the cases reach is made once for a tree', async () => {
  const root = mkdtempSync(join(tmpdir(), 'reach-'))
  try {
    for (const folder of ['dist/src', 'dist/conformance', 'spec', 'reports'])
      mkdirSync(join(root, folder), { recursive: true })
    let made = 0
    const reach = (): Promise<number> => keptReach(root, join(root, 'reports'), async () => ++made)
    assert.deepEqual([await reach(), await reach()], [1, 1])
    const file = fileOf(root, 'reports', 'work')
    writeFileSync(join(root, 'dist/src/a.js'), 'changed')
    assert.equal(await reach(), 2)
    assert.notEqual(fileOf(root, 'reports', 'work'), file, 'another tree has files of its own')
  } finally {
    rmSync(root, { recursive: true })
  }
})
