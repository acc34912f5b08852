/** A fresh instance of Fastify uses what the first one has compiled, and answers the same. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Application } from './application.ts'
import { targetOf } from './load.ts'

const require = createRequire(import.meta.url)

for (const name of ['fastify-4.29', 'fastify-5'])
  test(`${name}: a fresh instance compiles no schema again`, async () => {
    const made: { validatorCompiler: unknown; serializerCompiler: unknown }[] = []
    let maximum = 9
    const create = (): Application => {
      const app = (require(name) as (options: object) => Application)({})
      const { register } = app as unknown as { register(plugin: unknown): void }
      register.call(app, async (inner: { post(url: string, options: object, handler: unknown): void }) => {
        made.push(inner as never)
        const body = { type: 'object', properties: { of: { type: 'integer', maximum } }, required: ['of'] }
        const response = { 200: { type: 'object', properties: { half: { type: 'integer' } } } }
        inner.post(
          '/half',
          { schema: { body, response } },
          (request: { body: { of: number } }, reply: { send(v: object): void }) =>
            reply.send({ half: request.body.of / 2, hidden: 1 }),
        )
      })
      return app
    }
    const target = await targetOf(create)
    await target.routes()
    const asked = async (from: typeof target, of: unknown): Promise<string> => {
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', url: '/half', headers, body: JSON.stringify({ of }) }
      const { status, body } = await from.ask(request, { timeout: 2000 })
      return status === 200 ? body : String(status)
    }
    const fresh = await target.fresh!()
    for (const one of [target, fresh])
      assert.deepEqual([await asked(one, '8'), await asked(one, 11)], ['{"half":4}', '400'])
    assert.ok(made[0]!.validatorCompiler && made[0]!.serializerCompiler)
    assert.ok(!made[1]!.validatorCompiler && !made[1]!.serializerCompiler, 'nothing was compiled')
    maximum = 20
    const other = await target.fresh!()
    assert.equal(await asked(other, 11), '{"half":5}', 'other schemas are compiled')
    for (const one of [target, fresh, other]) await one.close()
  })

for (const name of ['fastify-4.17', 'fastify-4.29', 'fastify-5'])
  test(`${name}: a HEAD route that was declared is fuzzed, and the one that each GET has is not`, async () => {
    const create = (): Application => {
      const app = (require(name) as (options: object) => Application)({})
      const { head, get } = app as unknown as Record<'head' | 'get', (url: string, handler: unknown) => void>
      const answer = (_: object, reply: { send(): void }): void => reply.send()
      get.call(app, '/plain', answer)
      head.call(app, '/alone', answer)
      return app
    }
    const built = create()
    await built.ready()
    for (const app of name === 'fastify-4.17' ? [create] : [create, built]) {
      const target = await targetOf(app)
      const found = (await target.routes()).map(({ method, url }) => `${method} ${url}`)
      assert.deepEqual(found.sort(), ['GET /plain', 'HEAD /alone'])
      await target.close()
    }
  })
