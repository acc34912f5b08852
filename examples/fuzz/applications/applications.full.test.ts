/** Proves the defects of all applications on every framework. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { APPLICATIONS } from './all.ts'

for (const { name } of APPLICATIONS) {
  test(`${name}: its defects show on every framework`, () => {
    const file = fileURLToPath(new URL(`./${name}/${name}.test.js`, import.meta.url))
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, ['--no-deprecation', file], {
      env: { ...env, PROVE_ON: 'every framework' },
      encoding: 'utf8',
      timeout: 120_000,
    })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /none needs another/)
  })
}
