// Wrong usage of the command: the exit code, and what is right.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
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

test('wrong usage ends with 3 and says what is right', async () => {
  const nothing = await run([])
  assert.equal(nothing.code, 3)
  assert.match(nothing.stderr, /touchstone conform/)
  const unknown = await run(['conform', '--implementation', 'koa'])
  assert.equal(unknown.code, 3)
  assert.match(unknown.stderr, /no implementation "koa"; there are touchstone, .*fastify-4.17/)
  const none = await run(['conform', '--filter', 'no-such-case'])
  assert.equal(none.code, 3)
})
