// The page of the fixtures has a picture for each of them.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixturesPage } from './write-fixtures.ts'

test('each fixture has a heading and a picture', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  const page = fixturesPage(folder)
  const pictures = readdirSync(join(folder, 'pictures/fixtures'))
  assert.ok(pictures.length >= 40)
  for (const file of pictures) {
    assert.ok(page.includes(`\n## ${file.replace('.svg', '')}\n`), file)
    assert.ok(page.includes(`(/pictures/fixtures/${file})`), file)
  }
  rmSync(folder, { recursive: true })
})
