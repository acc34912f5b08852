/** A file is the old one or the new one, also with a disk that takes no more. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { FileError, makeFolder, setAside, writeFile } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-files-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const MODULE = JSON.stringify(new URL('./write-file.js', import.meta.url).href)
const A = `"${'a'.repeat(400_000)}"`

test('a write that fails in the middle keeps the old file, and says so', {
  skip: process.platform === 'win32',
}, () => {
  const file = join(folder, 'full.json')
  writeFileSync(file, A)
  const code = `import { writeFile } from ${MODULE}
    try { writeFile(${JSON.stringify(file)}, 'b'.repeat(3_000_000)) } catch (error) { console.log(error.name + ': ' + error.message) }`
  // No file may grow beyond 1 MB: writes fail after that, as on a full disk.
  const run = spawnSync(
    'sh',
    ['-c', 'trap "" XFSZ; ulimit -f 1024; exec "$0" --input-type=module -e "$1"', process.execPath, code],
    {
      encoding: 'utf8',
    },
  )
  assert.equal(
    run.stdout,
    `FileError: ${file} cannot be written: it would be larger than files may be here (EFBIG). It has what it had before.\n`,
    run.stderr,
  )
  assert.equal(readFileSync(file, 'utf8'), A)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('tmp')),
    [],
  )
})

test('a link stays a link, and a mode stays as it is; what is no file is written as it is', () => {
  const file = join(folder, 'target.txt')
  writeFileSync(file, 'old', { mode: 0o600 })
  symlinkSync(file, join(folder, 'link.txt'))
  writeFile(join(folder, 'link.txt'), 'new')
  assert.equal(readFileSync(file, 'utf8'), 'new')
  writeFile('/dev/null', 'gone')
  if (process.platform !== 'linux') return
  assert.throws(() => writeFile('/dev/full', 'text'), {
    name: 'FileError',
    message: /\/dev\/full .* the disk is full \(ENOSPC\)/,
  })
})

test('a folder that is missing or a file is said in one line', () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const said = (run: () => void): string => {
    try {
      run()
    } catch (error) {
      assert.ok(error instanceof FileError)
      return error.message.replaceAll(folder, '…')
    }
    return assert.fail('nothing was thrown')
  }
  assert.equal(
    said(() => writeFile(join(folder, 'none', 'x'), '')),
    '…/none/x cannot be written: there is no such folder (ENOENT).',
  )
  assert.match(
    said(() => writeFile(join(file, 'x'), '')),
    /a part of the path is a file/,
  )
  assert.match(
    said(() => makeFolder(file)),
    /a part of the path is a file/,
  )
  assert.match(
    said(() => writeFile(folder, '')),
    /it is a folder/,
  )
  assert.equal(setAside(join(folder, 'none')), null)
  assert.equal(setAside(file), `${file}.torn`)
})
