/** Findings that are written by hand: the harness says which defect they show, and that a false one is none. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CheckId, Finding, WireRequest } from 'touchstone/fuzz'
import { APPLICATIONS } from '../all.ts'
import { attribute } from './replay.ts'

const shop = APPLICATIONS.find(({ name }) => name === 'shop')!
const json = { 'content-type': 'application/json' }

function finding(check: CheckId, requests: WireRequest[], more: Partial<Finding> = {}): Finding {
  const [{ method, url }] = requests as [WireRequest]
  return {
    ...{ check, key: '', why: '', id: `${check}-00000000`, severity: 'error', route: `${method} ${url}` },
    ...{ requests, answer: null, phase: 'by hand', ...more },
  }
}

test('a finding shows the defect without which it is gone', async () => {
  const body = JSON.stringify({
    ...{ email: 'new@example.com', password: 'long enough', first_name: '😀', last_name: 'E' },
  })
  const found = finding('no-5xx', [{ method: 'POST', url: '/store/customers', headers: json, body }])
  assert.deepEqual(await attribute(shop, 'touchstone', found), {
    type: 'shows',
    defects: ['half-an-initial'],
  })
})

test('a finding that the right application shows too is a false alarm', async () => {
  const found = finding('auth-missing', [{ method: 'GET', url: '/store/regions', headers: {} }])
  assert.deepEqual(await attribute(shop, 'touchstone', found), { type: 'false alarm' })
})

test('a finding whose requests are not all of them is not reproduced', async () => {
  const requests = [{ method: 'GET', url: '/store/variants/variant_0000000099', headers: {} }]
  const answer = { status: 500, headers: {}, body: '{}' }
  const found = finding('no-5xx', requests, { answer })
  assert.deepEqual(await attribute(shop, 'touchstone', found), { type: 'not reproduced' })
})

test('a request that ends the process shows its defect', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com' })
  const url = '/store/customers/password-token'
  const found = finding('crash', [{ method: 'POST', url, headers: json, body }], {
    route: `POST ${url}`,
  })
  assert.deepEqual(await attribute(shop, 'touchstone', found), { type: 'shows', defects: ['mail-to-nobody'] })
})

test('wrong usage ends with 3 and says what would be right', () => {
  const run = fileURLToPath(new URL('./run.js', import.meta.url))
  for (const [args, words] of [
    [['--application', 'bank'], /There is no application "bank"; there are .*shop/],
    [['--framework', 'express'], /There is no framework "express"; there are touchstone/],
    [['--seconds', 'few'], /--seconds is a whole number from 1, not "few"/],
    [['--unknown'], /Unknown option '--unknown'/],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [run, ...args], { encoding: 'utf8' })
    assert.equal(status, 3, stderr)
    assert.match(stderr, words)
  }
})
