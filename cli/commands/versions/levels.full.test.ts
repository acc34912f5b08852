// What touchstone levels prints.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../touchstone.js', import.meta.url))

function run(...args: string[]): { code: number | null; stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' })
  return { code: status, stdout }
}

test('levels prints each level with what it needs, and the ladder', () => {
  const { code, stdout } = run('levels')
  assert.equal(code, 0)
  assert.match(stdout, /^core +\d+ assertions\n {2}Routes[^\n]+\n {2}needs socket, hooks/)
  assert.match(stdout, / with 12 words +\d+ assertions are open: /)
  assert.equal(JSON.parse(run('levels', '--json').stdout).levels.at(-1).id, 'full')
})
