/** The routes of an application as data, which no request shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone, { routesOf } from '../index.ts'

test('routesOf lists each declared route once for each method, without automatic HEAD routes and not-found handlers', async () => {
  const app = touchstone({ exposeHeadRoutes: true })
  app.addSchema({ $id: 'shared', type: 'string' })
  app.setNotFoundHandler(async () => 'nothing')
  app.get('/a', { schema: { querystring: { n: { type: 'integer' } } } }, async () => 'a')
  app.register(
    async function users(child) {
      child.addSchema({ $id: 'own', type: 'string' })
      child.addContentTypeParser(['text/csv', /^text\/x-/], async () => 'parsed')
      child.addContentTypeParser('*', async () => 'rest')
      child.route({ method: ['PUT', 'POST'], url: '/b', bodyLimit: 10, handler: async () => 'b' })
    },
    { prefix: '/p' },
  )
  const routes = (await routesOf(app)) ?? []
  assert.deepEqual(
    routes.map(({ method, url, context, bodyLimit }) => [method, url, context, bodyLimit]),
    [
      ['GET', '/a', 'root', undefined],
      ['PUT', '/p/b', 'root -> users', 10],
      ['POST', '/p/b', 'root -> users', 10],
    ],
  )
  const [first, second] = routes
  assert.deepEqual(first?.schema?.['querystring'], { type: 'object', properties: { n: { type: 'integer' } } })
  assert.equal(first?.attachValidation, false)
  assert.equal(first !== undefined && 'bodyLimit' in first, false)
  assert.deepEqual(Object.keys(first?.sharedSchemas ?? {}), ['shared'])
  assert.deepEqual(Object.keys(second?.sharedSchemas ?? {}), ['shared', 'own'])
  assert.deepEqual(first?.contentTypes, ['application/json', 'text/plain'])
  assert.deepEqual(second?.contentTypes, ['text/csv', 'application/json', 'text/plain', '/^text\\/x-/', '*'])
})

test('routesOf gives undefined for other values than instances, and rejects if the boot fails', async () => {
  for (const other of [null, undefined, 5, {}, () => undefined])
    assert.equal(await routesOf(other), undefined)
  const app = touchstone()
  assert.ok(Symbol.for('touchstone.routes') in app, 'other copies of this package find it by this name')
  app.register(async () => {
    throw new Error('no boot')
  })
  await assert.rejects(routesOf(app), /no boot/)
})

test('of a route that cannot be added whole nothing stays, and the next request is served', async () => {
  const app = touchstone()
  app.post('/a', async () => 'post')
  assert.throws(() => app.route({ method: ['GET', 'POST'], url: '/a', handler: async () => 'both' }), /POST/)
  assert.equal((await app.inject('/a')).statusCode, 404)
  assert.equal((await app.inject({ method: 'POST', url: '/a' })).body, 'post')
  await app.close()
})
