/**
 * The wire of injected requests beside light-my-request, of one application: what its code sees, in which order it runs, and
 * the answer. `INJECT_RUNS=100000 node --test` with this file tries so many, and `FUZZ_SEED` draws others.
 */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { SEED } from '../../property-tests/property/settings.ts'
import touchstone from '../index.ts'
import type { Properties } from '../values.ts'

const RUNS = Number(process.env['INJECT_RUNS'] ?? 1500)

// ── the application: what it does is chosen for each request

interface Plan {
  readonly status: number | undefined
  readonly headers: Record<string, unknown>
  readonly payload: () => unknown
  /** where its code looks at the objects of node */
  readonly looks: readonly string[]
  readonly changes: boolean
  readonly trailer: boolean
  readonly way: 'return' | 'send' | 'later' | 'throw' | 'raw' | 'destroy' | 'return reply'
}

let plan: Plan
let seen: unknown[] = []

function look(place: string, request: Request, reply: Reply): void {
  if (!plan.looks.includes(place)) return
  const { raw } = request
  seen.push([
    place,
    raw.method,
    raw.url,
    { ...raw.headers },
    [...raw.rawHeaders],
    raw.httpVersion,
    raw.socket.remoteAddress,
    raw.constructor.name,
    raw.socket.constructor.name,
    request.socket === raw.socket,
    reply.raw.constructor.name,
    reply.raw.statusCode,
    reply.raw.headersSent,
    reply.raw.writableEnded,
    reply.raw.getHeaders(),
  ])
}

function application() {
  const app = touchstone({ trustProxy: '10.0.0.1', exposeHeadRoutes: true, bodyLimit: 100 })
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    body.toString('hex'),
  )
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, ip, ips, hostname, protocol, headers, query } = request
    seen.push(['onRequest', method, url, ip, ips, hostname, protocol, { ...headers }, query])
    if (plan.changes) headers['x-changed'] = '1'
    look('onRequest', request, reply)
  })
  app.addHook('preHandler', (request, reply, done) => {
    seen.push(['preHandler', request.body])
    look('preHandler', request, reply)
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    seen.push(['onSend', typeof payload, reply.statusCode])
    look('onSend', request, reply)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    seen.push(['onResponse', reply.statusCode, reply.sent, reply.getHeader('content-length')])
    look('onResponse', request, reply)
  })
  const handler = (request: Request, reply: Reply): unknown => {
    look('handler', request, reply)
    if (plan.status !== undefined) reply.code(plan.status)
    for (const [name, value] of Object.entries(plan.headers)) reply.header(name, value)
    if (plan.trailer) reply.trailer('x-sum', async () => 'sum')
    return act(reply)
  }
  app.route({ method: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'], url: '/*', handler })
  return app
}
type App = ReturnType<typeof application>

interface Request {
  readonly raw: IncomingMessage
  readonly socket: Socket
}
interface Reply {
  readonly raw: ServerResponse
  code(status: number): unknown
  header(name: string, value: unknown): unknown
  trailer(name: string, make: () => Promise<string>): unknown
  send(payload: unknown): unknown
  hijack(): Reply
}

function act(reply: Reply): unknown {
  const { way, payload } = plan
  if (way === 'throw') throw Object.assign(new Error('on purpose'), { statusCode: 418 })
  if (way === 'destroy') return void reply.hijack().raw.destroy()
  if (way === 'raw') return void reply.hijack().raw.writeHead(201, { 'x-raw': 'a' }).end('raw')
  if (way === 'later') return turn().then(() => payload() ?? 'nothing')
  if (way === 'return') return Promise.resolve(payload() ?? 'nothing')
  reply.send(payload())
  return way === 'send' ? undefined : Promise.resolve(reply)
}

// ── what is asked

const some = <T>(...all: T[]) => fc.constantFrom(...all)
const URLS = some(
  ...[
    '/',
    '/a',
    '/a?b=1',
    '/a?',
    '/a#x',
    '/a b',
    '/ü?ö=1',
    "/a'?b='",
    '/./a/../b',
    '/%2e%2e/c',
    '/a/.b',
    '//x',
    '//',
  ],
  ...[
    'a',
    'http://example.com/x?y=1',
    'https://example.com',
    'http://a.b:8080/x',
    '/a?x=1&x=2',
    '/%zz',
    '/a\\b',
    '?q=1',
  ],
  ...[
    '/[a]|{b}^`"<>',
    '/a?[b]={c}|"',
    '/a//b',
    'mailto:x',
    '/a\tb',
    ' /a ',
    '/\ud800',
    'http://[',
    '/a?b#c',
    '/😀',
  ],
)
const VALUES = fc.oneof(
  fc.string({ maxLength: 6 }),
  some<unknown>('', ' a ', '\tb', 0, 1, true, null, undefined, ['a', 'b']),
)
const HEADERS = fc.dictionary(
  some(
    ...[
      'content-type',
      'Content-Type',
      'content-length',
      'User-Agent',
      'user-agent',
      'host',
      'Host',
      'cookie',
      'X-A',
    ],
    ...[
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'transfer-encoding',
      'connection',
      'authorization',
    ],
  ),
  fc.oneof(
    some<unknown>(
      'application/json',
      'text/plain',
      'text/csv',
      '3',
      '0',
      'a=1',
      '1.2.3.4',
      'chunked',
      'close',
    ),
    VALUES,
  ),
  { maxKeys: 4 },
)
const TEXTS = fc.dictionary(
  some('a', 'b', 'b c', 'x', 'a;'),
  fc.oneof(fc.string({ maxLength: 6 }), some('ü', '😀', 'a b')),
  {
    maxKeys: 3,
  },
)
const BODIES: fc.Arbitrary<() => unknown> = fc.oneof(
  fc.jsonValue().map((value) => () => value),
  fc.string({ maxLength: 200 }).map((text) => () => text),
  some<() => unknown>(
    () => Buffer.from('bytes'),
    () => Buffer.alloc(0),
    () => Buffer.from('{"a":1}'),
    () => '{"a":1}',
    () => new Uint8Array([1, 2]),
    () => Readable.from(['{"s":', '1}']),
    () => ({ toJSON: () => undefined }),
    () => new Date(0),
  ),
)
const method = some('GET', 'get', 'POST', 'post', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND')
const OPTIONS = fc.record(
  {
    method,
    headers: HEADERS,
    query: fc.oneof(
      some('a=1&b=2', '?a', 'a=%20&a=3'),
      fc.dictionary(some('a', 'b', 'x y'), fc.oneof(VALUES, fc.array(some('1', 'ü'), { maxLength: 3 }))),
    ),
    cookies: TEXTS,
    payload: BODIES,
    body: BODIES,
    remoteAddress: some('10.0.0.1', '1.1.1.1', ''),
    authority: some('example.com', 'a.b:99', ' c ', ''),
    validate: fc.boolean(),
  },
  { requiredKeys: [] },
)
const ANSWERS: fc.Arbitrary<Plan> = fc.record({
  status: some(undefined, undefined, 200, 201, 204, 304, 404, 500, 299, 103),
  headers: fc.dictionary(
    some(
      'content-type',
      'content-length',
      'set-cookie',
      'x-a',
      'connection',
      'date',
      'etag',
      'transfer-encoding',
      'x b',
    ),
    some<unknown>(
      'a',
      ['a=1; Path=/', 'b=2'],
      5,
      '5',
      'a\nb',
      'ü',
      '',
      undefined,
      'text/plain',
      'close',
      'chunked',
      ['x', 1],
    ),
    { maxKeys: 2 },
  ),
  payload: some<() => unknown>(
    () => 'text',
    () => 'ü😀',
    () => '\ud800!',
    () => ({ a: 1 }),
    () => Buffer.from([0, 200, 1]),
    () => '',
    () => Buffer.alloc(0),
    () => undefined,
    () => null,
    () => Readable.from(['a', 'b']),
    () => 5,
    () => new Error('as a payload'),
    () => 'x'.repeat(20_000),
  ),
  looks: fc.subarray(['onRequest', 'preHandler', 'handler', 'onSend', 'onResponse'], { maxLength: 2 }),
  changes: fc.boolean(),
  trailer: some(false, false, false, true),
  way: some('return', 'return', 'send', 'send', 'later', 'throw', 'raw', 'destroy', 'return reply'),
})
const STYLE = some<Style>('promise', 'callback', 'chain', 'end')
type Style = 'promise' | 'callback' | 'chain' | 'end'

// ── what is compared

const shownError = (error: unknown) => {
  const { name, code, message } = Object(error)
  return { error: [name, code, message] }
}
const attempt = (fn: () => unknown): unknown => {
  try {
    return fn()
  } catch (error) {
    return shownError(error)
  }
}

/** Dates differ by when they are made. */
const timeless = (text: unknown) =>
  JSON.parse(
    JSON.stringify(text ?? null, (_key, value) =>
      typeof value === 'undefined' ? 'undefined' : value,
    ).replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'DATE'),
  )

async function shownAnswer(given: unknown): Promise<unknown> {
  const answer = Object(given)
  const { statusCode, statusMessage, headers, payload, body, rawPayload, trailers } = answer
  const stream = answer.stream()
  const before = { ...answer, raw: null, stream: null, json: null }
  const { req, res } = answer.raw
  return timeless({
    names: Object.keys(answer),
    own: Object.getPrototypeOf(answer) === Object.prototype,
    headers: Object.entries(headers),
    cookies: attempt(() => answer.cookies),
    json: attempt(() => answer.json()),
    stream: (await buffer(stream)).toString('hex'),
    rawPayload: rawPayload.toString('hex'),
    ...{ statusCode, statusMessage, payload, body, trailers, before },
    same: Object.is(answer.raw.req, req),
    req: [req.url, req.method, req.headers, req.rawHeaders, req.constructor.name, req.socket.remoteAddress],
    res: [
      res.statusCode,
      res.statusMessage,
      res.headersSent,
      res.writableEnded,
      res.finished,
      res.getHeaders(),
    ],
  })
}

function ask(app: App, options: Properties, style: Style): Promise<unknown> {
  const asked = options as never
  if (style === 'callback')
    return new Promise((resolve, reject) => {
      app.inject(asked, (error, answer) => {
        seen.push('told')
        if (error) reject(error)
        else resolve(answer)
      })
      seen.push('asked')
    })
  const chain = Object(app.inject(asked))
  if (style === 'promise' || chain instanceof Promise) return Promise.resolve(chain) // refused
  if (style === 'end') return chain.end()
  const { payload, headers, query } = options as { payload: never; headers: never; query: never }
  return chain
    .headers(headers ?? {})
    .query(query ?? {})
    .payload(payload)
    .then((answer: unknown) => answer)
}

async function outcome(app: App, options: Properties, style: Style): Promise<unknown> {
  seen = []
  const given = { ...options }
  for (const name of ['payload', 'body']) {
    const make = given[name]
    if (typeof make === 'function') given[name] = make()
  }
  const answer = await attemptLater(() => ask(app, given, style))
  await turn()
  const shown = await answer()
  await turn()
  return { shown, seen: timeless(seen) }
}

const PENDING = 'no answer'

/** Bodies and streams take a few turns of the event loop. */
async function pending(): Promise<string> {
  for (let turns = 0; turns < 60; turns++) await turn()
  return PENDING
}

async function attemptLater(fn: () => Promise<unknown>): Promise<() => unknown> {
  try {
    const answer = await Promise.race([fn(), pending()])
    if (answer === PENDING) return () => PENDING
    return () => shownAnswer(answer)
  } catch (error) {
    return () => shownError(error)
  }
}

test('an injected request is the same on its wire and by light-my-request', {
  timeout: 600_000,
}, async () => {
  const app = application()
  await app.ready()
  await fc.assert(
    fc.asyncProperty(URLS, OPTIONS, ANSWERS, STYLE, async (url, options, chosen, style) => {
      plan = chosen
      const own = await outcome(app, { ...options, url }, style)
      const library = await outcome(app, { ...options, url, server: {} }, style)
      assert.deepEqual(own, library)
    }),
    { numRuns: RUNS, includeErrorInReport: true, ...(SEED === undefined ? {} : { seed: SEED }) },
  )
  await app.close()
})

test('the stages run in the same turns of the event loop as with light-my-request', async () => {
  const app = touchstone()
  let now = 0
  let stages: string[] = []
  const note = (name: string) => {
    stages.push(`${name} ${now}`)
  }
  app.addHook('onRequest', async () => note('onRequest'))
  app.addHook('preValidation', async () => note('preValidation'))
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'string' },
    async (_request: unknown, text: unknown) => text,
  )
  app.addContentTypeParser('text/x-raw', async () => 'not read')
  app.all('/', async () => note('handler'))
  await app.ready()

  for (const method of ['GET', 'POST', 'DELETE'] as const)
    for (const type of ['application/json', 'text/csv', 'text/x-raw', 'text/plain', undefined])
      for (const payload of ['{"a":1}', undefined]) {
        const headers = { ...(type && { 'content-type': type }) }
        const turns = []
        for (const server of [undefined, {}]) {
          now = 0
          stages = []
          let answered = -1
          const options = {
            method,
            url: '/',
            headers,
            ...(payload && { payload }),
            ...(server && { server }),
          }
          app.inject(options, () => (answered = now))
          for (now = 1; answered === -1; now++) await turn()
          turns.push(stages)
        }
        assert.deepEqual(turns[0], turns[1], `${method} ${type} ${payload}`)
      }
  await app.close()
})

test('what a request puts into an async store, the code that injects it does not see', async () => {
  const store = new AsyncLocalStorage<string>()
  const app = touchstone()
  app.post('/', (request, reply) => {
    store.enterWith(`in ${store.getStore()}`)
    reply.send([request.body, store.getStore()])
  })
  await app.ready()
  await store.run('test', async () => {
    const answer = app.inject().post('/').payload({ a: 1 }).end()
    assert.equal(store.getStore(), 'test')
    assert.deepEqual((await answer).json(), [{ a: 1 }, 'in test'])
    assert.equal(store.getStore(), 'test')
  })
  await app.close()
})

test('an answer looks as that of light-my-request behind a proxy and in an object that inherits', async () => {
  const app = touchstone()
  app.get('/', async (_request, reply) => reply.header('set-cookie', 'a=1').send('text'))
  await app.ready()
  const answer = await app.inject('/')
  for (const one of [new Proxy(answer, {}), Object.create(answer)]) {
    assert.equal(one.raw.res.statusCode, 200)
    assert.equal(one.raw.req.url, '/')
    assert.deepEqual({ ...one.cookies[0] }, { name: 'a', value: '1' })
    assert.equal(one.payload, 'text')
  }
  await app.close()
})
