// Studies of a schema that come to no end.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'study-'))
after(() => rmSync(folder, { recursive: true }))
/** Its smallest value takes 4 GB; the pattern of the other takes longer than the universe. */
const LARGE = { type: 'array', minItems: 400_000, items: { type: 'string', minLength: 10_000 } }
const SLOW = {
  type: 'object',
  properties: { a: { type: 'string', pattern: '^(a+)+$' } },
  enum: [{ a: `${'a'.repeat(60)}!` }],
}

test('a study that comes to no end is ended: by its time, and by Ctrl-C', async () => {
  for (const [name, schema] of Object.entries({ large: LARGE, slow: SLOW })) {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(schema))
    const given = [command, 'fuzz-schema', file]
    const { status, stderr } = spawnSync(process.execPath, [...given, '--max-time', '3s'], {
      encoding: 'utf8',
    })
    assert.equal(status, 2, stderr)
    assert.match(stderr, /cannot be studied: /)
    const child = spawn(process.execPath, [...given, '--max-time', '60m'], {
      stdio: 'ignore',
    })
    setTimeout(() => child.kill('SIGINT'), 1500)
    assert.ok((await once(child, 'exit')).some((one) => one === 130 || one === 'SIGINT'))
  }
})
