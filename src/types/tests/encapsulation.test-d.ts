/** E1–E5, E9, E13–E15: who sees which decorator, and which declaration is refused. */

import type { App } from '../app/instance.ts'
import { Db, touchstone, type User } from './harness.test-d.ts'

// ── E1 a decorator is visible where it was declared, and not before
const app = touchstone()
  .decorate('db', new Db())
  .decorateRequest('user', null as null | User)
  .decorateReply('ok', function (code: number) {
    return this.code(code)
  })
app.db.find('')
app.get('/', function (request, reply) {
  this.db.find('')
  request.user?.id.toFixed()
  request.server.db.find('')
  reply.ok(1).send('x')
  reply.server.db.find('')
  reply.request.user?.id.toFixed()
})
// @ts-expect-error before its declaration
touchstone().db
// @ts-expect-error a request decorator is none of the instance
app.user
app.get('/', (request, reply) => {
  // @ts-expect-error an instance decorator is none of the request
  request.db
  // @ts-expect-error a request decorator is none of the reply
  reply.user
})
touchstone().get('/', (request) => {
  // @ts-expect-error not declared
  request.user
})

// ── E2 children and grandchildren see what their ancestors declared
app.register(async (child) => {
  child.db.find('')
  const more = child.decorate('own', 1)
  more.register(async (grandchild) => {
    grandchild.db.find('')
    grandchild.own.toFixed()
    grandchild.get('/', (request) => {
      request.user?.id.toFixed()
    })
  })
})

// ── E3 a parent does not see what its descendants declared
const parent = app.register(async (child) => child.decorate('inner', 1).decorateRequest('innerReq', 1))
// @ts-expect-error at once
parent.inner
parent.get('/', function (request) {
  // @ts-expect-error in a handler
  this.inner
  // @ts-expect-error on a request
  request.innerReq
})
const loaded = await parent
// @ts-expect-error after it has loaded
loaded.inner
parent.after((_error, instance) => {
  // @ts-expect-error in `after`
  instance.inner
})

// ── E4 siblings do not see each other
app
  .register(async (a) => a.decorate('sibling', 1).decorateRequest('siblingReq', 1))
  .register(async (b) => {
    // @ts-expect-error the other's
    b.sibling
    b.get('/', (request) => {
      // @ts-expect-error the other's
      request.siblingReq
    })
  })

// ── E5 the nearest declaration wins
touchstone()
  .decorate('d', 1)
  .register(async (child) => {
    child.decorate('d', 'text').d.length
    // @ts-expect-error the parent's type is shadowed
    child.decorate('d', 'text').d.toFixed()
  })
touchstone()
  .decorateRequest('f', () => 1)
  .register(async (child) => {
    child.decorateRequest('f', () => 'text').get('/', (request) => request.f().length)
  })
touchstone()
  .decorateReply('f', () => 1)
  .register(async (child) => {
    child.decorateReply('f', { getter: () => 'text' }).get('/', (_request, reply) => reply.f.length)
  })

// ── E9 declared twice
// @ts-expect-error in one context
app.decorate('db', 1)
// @ts-expect-error in one context, a value
app.decorateRequest('user', 1)
// @ts-expect-error in one context, also a function
app.decorateReply('ok', () => 1)
app.register(async (child) => {
  child.decorate('db', 1) // an instance decorator may be shadowed
  // @ts-expect-error a value on requests is copied to children
  child.decorateRequest('user', null)
  // @ts-expect-error and a value on replies
  child.decorateReply('ok', 1)
  child.decorateReply('ok', () => 2)
})
app.decorate('user', 1).decorateReply('user', 2) // one name on three things

// ── other forms of a declaration
app.decorate('g', { getter: () => 1 }).g.toFixed()
app.decorateRequest('late', {
  getter() {
    return this.url.length
  },
})
app.decorateRequest('bare').get('/', (request) => {
  request.bare = 1
  // @ts-expect-error nothing is known of it
  request.bare.toFixed()
})
touchstone()
  .decorate('a', 1)
  .decorate('plusA', function (n: number) {
    return this.a + n
  })
  .plusA(1)
  .toFixed()
touchstone()
  .decorateRequest('n', 1)
  .decorateRequest('twice', function () {
    return this.n * 2
  })
const kSecret = Symbol('secret')
app.decorate(kSecret, 1)[kSecret].toFixed()
app.decorate('needs', 1, ['db', kSecret])
// @ts-expect-error dependencies are an array
app.decorate('needs', 1, 'db')

// ── E13 what can do more stands where less is asked for
declare function takes(instance: App<{ inst: { db: Db } }>): void
takes(app)
takes(app.decorate('z', 1).addSchema({ $id: 'z' }))
// @ts-expect-error and not the other way round
takes(touchstone())
// two roads to one context
const road = touchstone().decorate('a', 1).decorate('b', 1)
function turn(_road: typeof road) {}
turn(touchstone().decorate('b', 1).decorate('a', 2))
// @ts-expect-error a shorter road
turn(touchstone().decorate('b', 1))

// ── E14 a name that is not known while compiling adds nothing
declare const dynamic: string
// @ts-expect-error
touchstone().decorate(dynamic, 1).anything

// ── the old variable keeps its type: a bare statement is no declaration (A2)
const lost = touchstone()
lost.decorate('lost', 1)
// @ts-expect-error
lost.lost
