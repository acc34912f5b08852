/** What the tests of random programs ask: a number of them with a fixed seed differs from Fastify 4.17.0 for known causes alone. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const RUN = fileURLToPath(new URL('./run.js', import.meta.url))
const SEED = '20260401'

export function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--no-deprecation', '--no-warnings', RUN, ...args], {
    encoding: 'utf8',
  })
}

export function assertNothingUnknown(count: number, kind: 'programs' | 'live programs'): void {
  const live = kind === 'programs' ? [] : ['--live']
  const { status, stdout } = run(...live, '--count', String(count), '--seed', SEED)
  const none = `${count} ${kind} beside fastify-4.17, seed ${SEED}: 0 differences without a known cause`
  assert.ok(stdout.includes(none), stdout)
  if (kind === 'programs')
    assert.match(stdout, /own-code/, 'differences are found, and counted by their cause')
  assert.equal(status, 0)
}
