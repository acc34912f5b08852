// Fixtures on the command line: shown, served on a port, and asked over HTTP; and what is wrong usage.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connectAdapter } from '../../conformance/adapters/connectable.ts'
import { casesOf, findFixture } from '../../conformance/profile/fixtures.ts'
import { runCases } from '../../conformance/run/run-cases.ts'
import { serveFixture } from '../serve/fixture-server.ts'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const options = { encoding: 'utf8' as const, timeout: 60_000 }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options)
  return { code: status, stdout, stderr }
}

for (const name of ['first', 'bearer-auth', 'hook-order'])
  test(`${name} on touchstone is as its page says, over a real port`, async () => {
    const fixture = findFixture(name)
    const { address, application, skips } = await serveFixture(fixture, 'touchstone', 0)
    assert.deepEqual(skips, [])
    const adapter = await connectAdapter(address)
    assert.equal(adapter.name, 'touchstone')
    const wrong: string[] = []
    await runCases(adapter, casesOf([fixture]), {
      transports: ['socket'],
      concurrency: 1,
      finished: (_, results) =>
        wrong.push(...results.filter(({ cells }) => cells.socket?.outcome !== 'pass').map(({ id }) => id)),
    })
    assert.deepEqual(wrong, [])
    await application.close()
  })

test('what an implementation cannot build is told as skipped, and the rest is served', async () => {
  const { address, application, skips } = await serveFixture(findFixture('bearer-auth'), 'hono', 0)
  const said = (await (await fetch(`${address}/-/fixture`)).json()) as { fixture: string; skips: string[] }
  assert.equal(said.fixture, 'bearer-auth')
  assert.deepEqual(said.skips, skips)
  assert.ok(skips.includes('/auth-child-only'))
  await application.close()
})

test('list and show print, and wrong usage says what is right', () => {
  const list = run('fixtures')
  assert.equal(list.code, 0)
  assert.match(list.stdout, /^first +10 {2}The first fixture/)
  assert.match(list.stdout, /\n5\d fixtures, \d{4} assertions\.\n$/)
  const wrong: [string[], RegExp][] = [
    [
      ['fixtures', 'shwo'],
      /^touchstone fixtures shwo is no command; there are list, show, serve and check\. Did you mean show\?/,
    ],
    [['fixtures', 'show', 'frist'], /^There is no fixture "frist"\. Did you mean first\?/],
    [
      ['fixtures', 'check', 'first', 'http://10.0.0.1:80'],
      /^http:\/\/10\.0\.0\.1:80 is another machine, .*--allow-remote/,
    ],
    [['conform', 'http://127.0.0.1:9/x'], /^http:\/\/127\.0\.0\.1:9\/x has more than a host and a port/],
    [['conform', 'exec:python3 app.py {fixture}'], /has no place for the port: write exec:/],
  ]
  for (const [args, told] of wrong) {
    const { code, stderr } = run(...args)
    assert.match(stderr, told)
    assert.equal(code, 3, args.join(' '))
  }
})

test('where nobody listens the run fails in one sentence, with and without a fixture that is named', () => {
  const wanted = /http:\/\/127\.0\.0\.1:9 could not be reached: .*ECONNREFUSED.*\. Start the server, or name/
  const { code, stderr } = run('conform', 'http://127.0.0.1:9')
  assert.match(stderr, wanted)
  assert.equal(code, 2)
  const named = run('fixtures', 'check', 'first', 'http://127.0.0.1:9')
  assert.match(named.stdout, wanted)
  assert.match(named.stdout, /its adapter failed/)
  assert.equal(named.code, 2)
})
