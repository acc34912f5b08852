// What was checked is not checked again, until it changes.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkedBefore } from './checked.ts'

test('a folder is known once it was kept, and not after a change of a file', () => {
  const folder = `${mkdtempSync(join(tmpdir(), 'checked-'))}/`
  const before = () => checkedBefore(folder, ['cases/a.json'], join(folder, 'note'))
  mkdirSync(`${folder}cases`)
  writeFileSync(`${folder}cases/a.json`, '1')
  assert.equal(before().known, false)
  before().keep()
  assert.equal(before().known, true)
  writeFileSync(`${folder}cases/a.json`, '2')
  assert.equal(before().known, false)
  rmSync(folder, { recursive: true })
})

test('data of the published package, which has no such folder, was checked before', () => {
  assert.equal(checkedBefore('/nowhere/', []).known, true)
})
