// The command as a user meets it: exit codes, and a broken file of cases. An interrupt in the middle: conform.full.test.ts.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const fixtures = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function run(args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (piece: Buffer) => {
    ended.stdout += String(piece)
  })
  child.stderr.on('data', (piece: Buffer) => {
    ended.stderr += String(piece)
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
}

test('a broken file of cases is named with its place, and nothing runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'))
  try {
    cpSync(fixtures, folder, { recursive: true })
    const cases = [
      {
        id: 'half',
        rules: ['RUN-1'],
        source: 'mission',
        level: 'MUST',
        prose: 'Half a case.',
        app: { do: [{ gte: '/' }] },
        exchanges: [],
      },
    ]
    writeFileSync(join(folder, 'runner', 'half.json'), JSON.stringify({ format: 1, group: 'g', cases }))
    const { code, stdout, stderr } = await run([
      'conform',
      '--spec',
      folder,
      '--implementation',
      'fastify-4.17',
    ])
    assert.equal(code, 4)
    assert.match(stderr, /runner\/half\.json#\/cases\/0\/app\/do\/0: unknown key "gte"/)
    assert.equal(stdout, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a run that is as expected ends with 0 and a summary', async () => {
  const { code, stdout } = await run(['conform', '--spec', fixtures, '--implementation', 'fastify-4.17'])
  assert.equal(code, 0, stdout)
  assert.match(stdout, /fastify-4\.17 4\.17\.0\s+100 % of the 100 % that ran of mission and interface/)
  assert.match(stdout, /All as expected\.\s*$/)
  assert.equal(stdout.includes('\u001b['), false)
})
