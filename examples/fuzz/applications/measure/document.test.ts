/** What the processes of the measurement are told: which defects are in place, and which routes there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UrlTarget } from 'touchstone/fuzz'
import { APPLICATIONS } from '../all.ts'
import type { JsonSchema } from '../application.ts'
import { FRAMEWORKS } from '../frameworks.ts'
import { defectsOf } from './defects-of.ts'
import { type Declared, documentOf } from './document.ts'

const shop = APPLICATIONS.find(({ name }) => name === 'shop')!

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
