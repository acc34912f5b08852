// All fixtures, started one after the other by a command, in a report of each form.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readReport } from '../../conformance/report/read.ts'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))

test('touchstone is as expected in all fixtures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
  try {
    const file = (name: string): string => join(folder, name)
    const reports = `junit=${file('a.xml')},json=${file('a.json')},html=${file('a.html')},markdown=${file('a.md')},ndjson=${file('a.ndjson')}`
    const exec = `exec:"${process.execPath}" "${command}" fixtures serve {fixture} --port {port}`
    const { status, stdout } = spawnSync(
      process.execPath,
      [command, 'conform', exec, '--report', reports, '--time-scale', '4'],
      { encoding: 'utf8', timeout: 1_800_000, maxBuffer: 1e9 },
    )
    assert.equal(status, 0, stdout.slice(-3000))
    assert.match(stdout, /All as expected/)
    const { runs } = readReport(file('a.json')).report
    const assertions = runs[0]?.assertions ?? []
    assert.equal(runs[0]?.implementation, 'touchstone')
    assert.ok(assertions.length > 2000)
    assert.ok(assertions.every(({ verdict }) => verdict === 'pass'))
    for (const name of ['a.xml', 'a.ndjson'])
      assert.ok(readFileSync(file(name), 'utf8').includes('hook-order'), name)
    for (const name of ['a.html', 'a.md'])
      assert.ok(readFileSync(file(name), 'utf8').includes('touchstone'), name)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
