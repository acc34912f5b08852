// A data file of the package that is missing or wrong is told with its name.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listIn, PackageFileError, readData } from './data.ts'
import { specificationFolder } from './load.ts'

function told(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof PackageFileError, String(error))
    return error.message
  }
  return ''
}

test('a file that is missing is named from the folder of the package', () => {
  const file = `${specificationFolder()}nothing.json`
  assert.equal(
    told(() => readData(file)),
    'spec/nothing.json of the package touchstone is missing.',
  )
})

test('a file that has no such list is told with the right form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-data-'))
  const file = join(folder, 'levels.json')
  try {
    for (const text of ['{}', '[]', 'null', '{"levels": {}}']) {
      writeFileSync(file, text)
      assert.equal(
        told(() => listIn(file, 'levels')),
        `${file} is wrong: it has to be { "levels": [ … ] }.`,
      )
    }
    writeFileSync(file, '{"levels')
    assert.match(
      told(() => listIn(file, 'levels')),
      /levels\.json is no JSON: /,
    )
    writeFileSync(file, '{"levels": [1]}')
    assert.deepEqual(listIn(file, 'levels'), [1])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
