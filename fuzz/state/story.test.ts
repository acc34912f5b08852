/** A sequence is asked as the one who made its first thing, where that one is let in. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone from '../../src/index.ts'
import { CHECK_IDS } from '../engine/checks.ts'
import { planRoute } from '../engine/route-plan.ts'
import { Run } from '../engine/run.ts'
import { Reach } from '../reach/reach.ts'
import { targetOf } from '../target/load.ts'
import { Story } from './story.ts'

const sessionOf = (name: string) => ({ headers: { authorization: name }, login: null })

test('the maker of the first thing asks, and another one only where the maker is refused', async () => {
  const asked: string[] = []
  const app = touchstone()
  app.post('/notes', async () => 'made')
  app.put('/notes/1', async () => 'changed')
  app.put('/notes/1/approval', async ({ headers }, reply) =>
    reply.code(headers.authorization === 'bob' ? 200 : 403).send('approved'),
  )
  app.addHook('onRequest', async ({ method, url, headers }) => {
    if (url.startsWith('/notes')) asked.push(`${method} ${url} ${String(headers.authorization)}`)
  })
  const target = await targetOf(app)
  const plans = (await target.routes()).map((route, at) => planRoute(route, at, []))
  const [post, put, approve] = ['POST /notes', 'PUT /notes/1', 'PUT /notes/1/approval'].map(
    (name) => plans.find((plan) => plan.name === name)!,
  )
  const reach = new Reach(plans, {}, 1)
  const limits = { seed: 1, maxRequests: 100, maxTime: 10_000, timeout: 1000 }
  const run = new Run(target, plans, { ...limits, checks: new Set(CHECK_IDS), headers: {} }, reach)
  const [ada, bob] = [sessionOf('ada'), sessionOf('bob')]
  reach.add(ada)
  reach.add(bob)
  // Bob was the first whom these routes let in.
  for (const plan of [put!, approve!]) reach.bind(plan, bob)
  const story = new Story(run)
  assert.equal((await story.ask(put!, {}))?.answer?.status, 200)
  assert.equal((await new Story(run).ask(post!, {}))?.answer?.status, 200)
  const other = new Story(run)
  for (const plan of [post!, put!, approve!]) assert.equal((await other.ask(plan, {}))?.answer?.status, 200)
  assert.deepEqual(asked, [
    ...['PUT /notes/1 bob', 'POST /notes ada'],
    ...['POST /notes ada', 'PUT /notes/1 ada', 'PUT /notes/1/approval ada', 'PUT /notes/1/approval bob'],
  ])
  await target.close()
})
