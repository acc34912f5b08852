// The transport `fetch`: what it carries passes on touchstone, and what no `Request` or `Response` can be is skipped with a reason.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareSuite, runConformance } from './run.ts'

const transports = ['inject' as const, 'fetch' as const]

async function cellsOf(implementation: string, filter: string[]) {
  const options = { implementations: [implementation], filter, jobs: 1, transports }
  const { runs } = await runConformance(options, prepareSuite({ filter }))
  return runs[0]!.assertions.map(({ result }) => result)
}

test('over fetch each assertion that inject carries passes, or is skipped with a reason, as trailers are', async () => {
  const results = await cellsOf('touchstone', [
    'file:replies/streams.json',
    'file:parsers/bodies.json',
    'file:replies/trailers.json',
  ])
  const carried = results.filter(({ cells }) => cells.inject !== undefined)
  assert.ok(carried.length > 50, `${carried.length} assertions`)
  const wrong = carried.filter(({ cells }) => cells.fetch?.outcome !== cells.inject?.outcome)
  const unsaid = wrong.filter(({ cells }) => !/Request|Response/.test(cells.fetch?.reason ?? ''))
  assert.deepEqual(
    unsaid.map(({ id }) => id),
    [],
  )
  assert.ok(wrong.some(({ cells }) => cells.fetch?.reason === 'a Response has no trailers'))
  assert.ok(wrong.length < carried.length / 2)
})

test('an implementation without fetch skips all', async () => {
  const [cell] = (await cellsOf('fastify-5', ['enc-decorator-tree#root'])).map(({ cells }) => cells.fetch)
  assert.deepEqual([cell?.outcome, cell?.reason], ['skip', 'lacks fetch'])
})
