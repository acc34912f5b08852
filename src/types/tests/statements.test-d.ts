/** A1–A3: declarations as statements, on a plain `const` and on parameters. */

import type { App } from '../app/instance.ts'
import {
  addSchema,
  decorate,
  decorateReply,
  decorateRequest,
  plugin,
  touchstone,
  type User,
} from './harness.test-d.ts'

// ── A1 the variable has the new type after the statement
const app = touchstone()
decorate(app, 'db', { q: (text: string) => text })
decorateRequest(app, 'user', null as null | User)
decorateReply(app, 'sign', 'x')
addSchema(app, { $id: 'u', type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] })
app.db.q('')
app.get('/', function (request, reply) {
  this.db.q('')
  app.db.q('')
  reply.sign.length
  return request.user?.id
})
app.post('/', { schema: { body: { $ref: 'u#' } } }, (request) => request.body.a.toFixed())
app.register(async (child) => {
  child.db.q('')
  decorate(child, 'x', 1)
  child.x.toFixed()
  child.get('/', function (request) {
    this.x.toFixed()
    return request.user
  })
})
// @ts-expect-error the child's
app.x
// @ts-expect-error declared twice
decorate(app, 'db', 1)
// @ts-expect-error declared twice
decorateRequest(app, 'user', 1)
// @ts-expect-error declared twice
addSchema(app, { $id: 'u' })

const wrapped = plugin(async (instance: App) => {
  decorate(instance, 'pp', 1)
  decorateRequest(instance, 'rq', 'x')
  return instance
})
touchstone()
  .register(wrapped)
  .get('/', function (request) {
    this.pp.toFixed()
    return request.rq.length
  })

// ── A2 stands in encapsulation.test-d.ts. A3 after two ways have joined, only what both declared is there
declare const maybe: boolean
const joined = touchstone()
if (maybe) {
  decorate(joined, 'some', 1)
  joined.some.toFixed()
}
// @ts-expect-error one way did not declare it
joined.some
