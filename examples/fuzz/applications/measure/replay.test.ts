/** Findings that are written by hand: the harness says which defect they show, and that a false one is none. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type CheckId, type Finding, UrlTarget, type WireRequest } from 'touchstone/fuzz'
import { APPLICATIONS } from '../all.ts'
import type { JsonSchema } from '../application.ts'
import { FRAMEWORKS } from '../frameworks.ts'
import { defectsOf } from './defects-of.ts'
import { type Declared, documentOf } from './document.ts'
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

test('which defects are in place is said in one word', () => {
  assert.equal(defectsOf(shop, 'none').size, 0)
  assert.equal(defectsOf(shop, 'all').size, shop.defects.length)
  assert.equal(defectsOf(shop, 'all but one-too-many').has('one-too-many'), false)
  assert.throws(() => defectsOf(shop, 'all but this'), /must be "all", "none" or "all but ID"/)
})

for (const application of APPLICATIONS)
  test(`the document of ${application.name} has all of its routes`, async () => {
    const routes: Declared[] = []
    const app = application.build(FRAMEWORKS.touchstone, new Set())
    app.addHook('onRoute', (route) => {
      if (route.method !== 'HEAD') routes.push(route as Declared)
    })
    await app.ready()
    const { getSchemas } = app as unknown as { getSchemas(): Record<string, JsonSchema> }
    const document = documentOf(routes, getSchemas.call(app))
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const target = new UrlTarget(address, document)
    try {
      const read = (await target.routes()).map(({ method, url }) => `${method} ${url}`)
      assert.deepEqual(read.sort(), routes.map(({ method, url }) => `${method} ${url}`).sort())
    } finally {
      await target.close()
      await app.close()
    }
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
