/** The ten defects are found, each as small as can be, and nothing else; the right application has none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Finding, fuzz } from 'touchstone/fuzz'
import tenDefects from './ten-defects.ts'
import thirtyRoutes from './thirty-routes.ts'

const shown = ({ check, route, requests }: Finding): string =>
  `${check} | ${route} | ${requests.map(({ url, body }) => `${url}${body === undefined ? '' : ` ${body}`}`).join(' & ')}`

test('ten defects, ten findings, each shrunk', async () => {
  const { findings, warnings } = await fuzz(tenDefects(), { maxRequests: 2500, timeout: 250 })
  assert.deepEqual(warnings, [])
  assert.deepEqual(findings.map(shown).sort(), [
    'auth-missing | GET /admin/export | /admin/export',
    'hang | GET /reports | /reports?rows=100',
    'header-case | GET /tenant | /tenant',
    'invalid-rejected | POST /tickets | /tickets {"seats":9}',
    'no-5xx | POST /orders | /orders {"quantity":1000}',
    'response-dropped | GET /articles/:id | /articles/1',
    'response-lossy | GET /profiles/:id | /profiles/1',
    'shared-state | GET /basket | /basket?amount=0 & /basket?amount=1',
    'undeclared-status | GET /items/:id | /items/501',
    'unvalidated-media-type | POST /imports | /imports a,b\n1,2',
  ])
})

test('a right application of thirty routes: nothing', async () => {
  const { findings, warnings, routes, requests } = await fuzz(thirtyRoutes(), {
    maxRequests: 1800,
    headers: { authorization: 'Bearer a-key-of-the-example' },
  })
  assert.equal(routes.length, 30)
  assert.ok(requests >= 1800)
  assert.deepEqual([...findings, ...warnings].map(shown), [])
  const silent = routes.filter(
    ({ statuses }) => !Object.keys(statuses).some((status) => Number(status) < 300),
  )
  assert.deepEqual(silent, [], 'each route is entered')
})
