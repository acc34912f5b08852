/** A file is the old one or the new one, also with a process that is killed while it writes. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeFile } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-files-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const MODULE = JSON.stringify(new URL('./write-file.js', import.meta.url).href)
const A = `"${'a'.repeat(400_000)}"`
const B = `"${'b'.repeat(700_000)}"`

test('a process that is killed while it writes leaves the old file or the new one', async () => {
  const file = join(folder, 'killed.json')
  writeFileSync(file, A)
  const code = `import { writeFile } from ${MODULE}
    const texts = ['"' + 'b'.repeat(700_000) + '"', '"' + 'a'.repeat(400_000) + '"']
    for (let at = 0; ; at++) { writeFile(${JSON.stringify(file)}, texts[at % 2]); if (at < 3) process.stdout.write('.') }`
  const seen = new Set<string>()
  for (let round = 0; round < 25; round++) {
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', code])
    await once(child.stdout!, 'data')
    for (let turns = 0; turns < round * 7; turns++) await new Promise(setImmediate)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const text = readFileSync(file, 'utf8')
    assert.ok(text === A || text === B, `round ${round} left ${text.length} characters`)
    seen.add(text)
  }
  writeFile(file, A)
  assert.deepEqual(readdirSync(folder), ['killed.json'], 'what the killed processes had begun is gone')
})
