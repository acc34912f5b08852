// Wrong usage of history, bisect and levels is told before anything is fetched.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../touchstone.js', import.meta.url))

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' })
  return { code: status, stdout, stderr }
}

const WRONG: [args: string[], told: RegExp][] = [
  [
    ['history'],
    /history takes one package, and 0 are named: write touchstone history npm:fastify@4\.0\.0\.\.5\.8/,
  ],
  [['history', 'fastify'], /"fastify" is not a package with versions/],
  [['history', 'npm:fastify@4.0.0', '--html', '/none/x.html'], /there is no folder \/none/],
  [['bisect', 'npm:fastify'], /bisect takes a package and an assertion, and 1 arguments are given/],
  [['levels', 'core'], /levels takes no argument, and core is named/],
]

for (const [args, told] of WRONG) {
  test(`touchstone ${args.join(' ')}`, () => {
    const { code, stderr } = run(...args)
    assert.equal(code, 3)
    assert.match(stderr, told)
  })
}
