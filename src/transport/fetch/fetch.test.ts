/** The table of `app.fetch`: what each kind of input comes to. The stages themselves are tested by the specification over `fetch`. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { getEventListeners, once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import touchstone, { type Instance, type Options } from '../../index.ts'

/** The data of an answer. */
const dataOf = async (answer: Response): Promise<Record<string, unknown>> => Object(await answer.json())

const JSON_TYPE = { 'content-type': 'application/json' }

/** What of a line of the log is looked at. */
interface Line {
  msg: string
  err?: { code?: string }
  trailers?: string[]
}

/** An application that keeps what it logs. */
function logging(options: Options = {}): { app: Instance; lines: Line[] } {
  const lines: Line[] = []
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
  return { app: touchstone({ logger: { level: 'debug', stream }, ...options }), lines }
}

const to = (path: string, init: RequestInit = {}): Request => new Request(`http://server.test${path}`, init)

/** A body in pieces, which says when it is cancelled. */
function pieces(
  count: number,
  size: number,
): { body: ReadableStream; state: { given: number; cancelled: boolean } } {
  const state = { given: 0, cancelled: false }
  const body = new ReadableStream(
    {
      pull(controller) {
        if (state.given++ < count) controller.enqueue(new Uint8Array(size).fill(32))
        else controller.close()
      },
      cancel() {
        state.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, state }
}

const post = (path: string, init: RequestInit = {}): Request =>
  to(path, {
    method: 'POST',
    headers: JSON_TYPE,
    ...init,
    ...(init.body ? { duplex: 'half' } : {}),
  } as RequestInit)

test('a body: none, without a length, with one that lies', async () => {
  const app = touchstone({ bodyLimit: 1000 })
  app.post('/', async ({ body }) => ({ body: body ?? null }))
  app.post('/any', async ({ body }) => ({ body: body ?? null }))
  const none = await app.fetch(to('/any', { method: 'POST' }))
  assert.deepEqual([none.status, await none.json()], [200, { body: null }])
  const whole = await app.fetch(post('/', { body: '{"a":1}' }))
  assert.deepEqual([whole.status, await whole.json()], [200, { body: { a: 1 } }])
  for (const length of ['3', '30']) {
    const lies = await app.fetch(
      post('/', { body: '{"a":1}', headers: { ...JSON_TYPE, 'content-length': length } }),
    )
    assert.deepEqual([lies.status, (await dataOf(lies)).code], [400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'])
  }
})

test('a body that is too large is a 413, and its reader is cancelled', async () => {
  const app = touchstone({ bodyLimit: 1000 })
  app.post('/', async () => 'ok')
  const { body, state } = pieces(100, 400)
  const answer = await app.fetch(post('/', { body }))
  assert.equal(answer.status, 413)
  await nextTurn()
  assert.deepEqual(state, { given: 3, cancelled: true })
})

test('a body that was read before is a 400', async () => {
  const app = touchstone()
  app.post('/', async () => 'ok')
  const request = post('/', { body: '{}' })
  await request.text()
  const answer = await app.fetch(request)
  assert.deepEqual([answer.status, (await dataOf(answer)).code], [400, 'TST_ERR_FETCH_BODY_USED'])
})

test('a body that nobody reads is cancelled once the answer has left', async () => {
  const app = touchstone()
  app.post('/', { onRequest: async (_request, reply) => reply.code(401).send('no') }, async () => 'ok')
  app.post(
    '/raw',
    { onRequest: async (request, reply) => reply.code(request.raw.aborted ? 500 : 401).send('no') },
    () => 1,
  )
  for (const path of ['/', '/raw', '/none']) {
    const { body, state } = pieces(2, 10)
    await app.fetch(post(path, { body, headers: { 'content-type': 'text/x' } }))
    await nextTurn()
    assert.equal(state.cancelled, true, path)
  }
})

test('an abort before the answer rejects with its reason, runs onRequestAbort and destroys the source', async () => {
  const app = touchstone()
  const ran: string[] = []
  app.addHook('onRequestAbort', async (request) => void ran.push(request.url))
  let entered = (): void => {}
  app.get('/waits', ({ signal }) => {
    signal.addEventListener('abort', () => ran.push('signal'))
    entered()
    return new Promise(() => {})
  })
  const source = new Readable({ read() {} })
  app.get('/source', async () => {
    entered()
    return source
  })
  for (const path of ['/waits', '/source']) {
    const controller = new AbortController()
    const inside = new Promise<void>((resolve) => (entered = resolve))
    const answer = app.fetch(to(path, { signal: controller.signal }))
    await inside
    await nextTurn()
    const reason = new Error('the client has left')
    controller.abort(reason)
    await assert.rejects(answer, reason)
    await nextTurn()
  }
  assert.deepEqual(ran.sort(), ['/source', '/waits', 'signal'])
  assert.equal(source.destroyed, true)
  const before = AbortSignal.abort(new Error('before'))
  await assert.rejects(app.fetch(to('/waits', { signal: before })), /before/)
})

test('an abort after the answer has left does nothing, and no listener stays', async () => {
  const app = touchstone()
  const ran: string[] = []
  app.addHook('onRequestAbort', async () => void ran.push('abort'))
  app.addHook('onResponse', async () => void ran.push('response'))
  app.get('/', async () => 'ok')
  const controller = new AbortController()
  const request = to('/', { signal: controller.signal })
  const answer = await app.fetch(request)
  assert.equal(getEventListeners(request.signal, 'abort').length, 0)
  controller.abort()
  assert.equal(await answer.text(), 'ok')
  assert.deepEqual(ran, ['response'])
})

test('a slow reader holds the source back; nothing is read ahead', async () => {
  const app = touchstone()
  let made = 0
  app.get('/', async () =>
    Readable.from(
      (function* () {
        for (; made < 100; made++) yield Buffer.alloc(1000, 'x')
      })(),
      { objectMode: false, highWaterMark: 1 },
    ),
  )
  const answer = await app.fetch(to('/'))
  const reader = answer.body!.getReader()
  await reader.read()
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  assert.ok(made <= 3, `${made} pieces were made for one that was read`)
  let length = 1000
  for (let one = await reader.read(); !one.done; one = await reader.read()) length += one.value.length
  assert.equal(length, 100_000)
})

test('a reader that cancels the answer aborts the request; a source that fails breaks the answer', async () => {
  const app = touchstone()
  const aborted = new Promise<void>((resolve) => app.addHook('onRequestAbort', async () => resolve()))
  const endless = new Readable({
    read() {
      this.push('x')
    },
  })
  app.get('/endless', async () => endless)
  app.get('/fails', async () =>
    Readable.from(
      (async function* () {
        yield 'some'
        throw new Error('it failed')
      })(),
    ),
  )
  const answer = await app.fetch(to('/endless'))
  await answer.body!.cancel()
  await aborted
  assert.equal(endless.destroyed, true)
  const broken = await app.fetch(to('/fails'))
  assert.equal(broken.status, 200)
  await assert.rejects(broken.text(), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
})

test('a handler that never answers is ended by handlerTimeout', async () => {
  const app = touchstone({ handlerTimeout: 20 })
  app.get('/', () => new Promise(() => {}))
  assert.equal((await app.fetch(to('/'))).status, 503)
})

test('trailers are left out, with a line at debug', async () => {
  const { app, lines } = logging()
  app.get('/', async (_request, reply) => {
    reply.trailer('x-sum', async () => 'abc')
    return 'body'
  })
  const answer = await app.fetch(to('/'))
  assert.deepEqual([await answer.text(), answer.headers.get('trailer')], ['body', null])
  assert.deepEqual(lines.find(({ trailers }) => trailers !== undefined)?.trailers, ['x-sum'])
})

test('a status that no Response has is a 500 in the log', async () => {
  const { app, lines } = logging()
  app.get('/:status', async ({ params }, reply) => {
    const { status, text } = /(?<status>\d+)(?<text>.*)/.exec(Object(params).status)!.groups!
    return reply.code(Number(status)).send(text)
  })
  for (const status of ['101', '103', '199', '205text']) {
    const answer = await app.fetch(to(`/${status}`))
    assert.deepEqual([answer.status, (await dataOf(answer)).code], [500, 'TST_ERR_FETCH_STATUS'], status)
  }
  assert.equal(lines.filter(({ err }) => err?.code === 'TST_ERR_FETCH_STATUS').length, 4)
  const reset = await app.fetch(to('/205'))
  assert.deepEqual([reset.status, await reset.text()], [205, ''])
})

test('headers of a connection are left out; lists are several headers; a text adds no content-type', async () => {
  const app = touchstone()
  app.get('/', async (_request, reply) => {
    reply.headers({
      connection: 'close',
      'keep-alive': 'timeout=5',
      'x-list': ['a', 'b'],
      'set-cookie': ['a=1', 'b=2'],
    })
    return reply.header('content-type', '').send('text')
  })
  app.get('/none', (_request, reply) => {
    reply.hijack()
    reply.raw.setHeader('transfer-encoding', 'chunked')
    reply.raw.end('text')
  })
  const { headers } = await app.fetch(to('/'))
  assert.deepEqual([headers.get('connection'), headers.get('keep-alive')], [null, null])
  assert.deepEqual([headers.get('x-list'), headers.getSetCookie()], ['a, b', ['a=1', 'b=2']])
  const bare = await app.fetch(to('/none'))
  assert.deepEqual([[...bare.headers], await bare.text()], [[], 'text'])
})

test('two content-types are no media type; the host is the header, or that of the URL', async () => {
  const app = touchstone()
  app.post('/', async () => 'ok')
  app.get('/', async ({ hostname, protocol, url }) => ({ hostname, protocol, url }))
  const headers = new Headers([
    ['content-type', 'application/json'],
    ['content-type', 'text/plain'],
  ])
  assert.equal((await app.fetch(post('/', { body: '{}', headers }))).status, 415)
  const ask = async (request: Request) => (await app.fetch(request)).json()
  assert.deepEqual(await ask(to('/?a=1#b')), { hostname: 'server.test', protocol: 'http', url: '/?a=1' })
  const named = new Request('https://a.test:8443', { headers: { host: 'b.test' } })
  assert.deepEqual(await ask(named), { hostname: 'b.test', protocol: 'https', url: '/' })
})

test('the URL is the one that the runtime has normalised', async () => {
  const app = touchstone()
  app.get('/*', async ({ url }) => url)
  assert.equal(await (await app.fetch(to('/a/../b?x#y'))).text(), '/b?x')
})

test('clientAddress gives the address; without one, only trustProxy: true trusts anybody', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'forged.test' }
  const ask = async (options: Options) => {
    const app = touchstone(options)
    app.get('/', async ({ ip, ips, hostname }) => {
      assert.ok(ips === undefined || ips.every((address) => typeof address === 'string'))
      return [ip ?? null, hostname]
    })
    return (await app.fetch(to('/', { headers }), '10.0.0.1')).json()
  }
  const clientAddress = (_request: Request, address: unknown) => String(address)
  assert.deepEqual(await ask({}), [null, 'server.test'])
  assert.deepEqual(await ask({ clientAddress }), ['10.0.0.1', 'server.test'])
  assert.deepEqual(await ask({ clientAddress, trustProxy: '10.0.0.1' }), ['203.0.113.7', 'forged.test'])
  assert.deepEqual(await ask({ trustProxy: true }), ['203.0.113.7', 'forged.test'])
  for (const trustProxy of [2, '10.0.0.1', () => true])
    assert.deepEqual(await ask({ trustProxy }), [null, 'server.test'])
})

test('a clientAddress that fails leaves no address, and is logged once', async () => {
  const failing: Options['clientAddress'][] = [
    () => {
      throw new Error('no address')
    },
    (async () => '10.0.0.1') as never,
  ]
  for (const clientAddress of failing) {
    const { app, lines } = logging({ clientAddress, disableRequestLogging: true } as Options)
    app.get('/', async ({ ip }) => String(ip))
    for (let asked = 0; asked < 2; asked++) assert.equal(await (await app.fetch(to('/'))).text(), 'undefined')
    assert.equal(lines.filter(({ msg }) => msg.startsWith('clientAddress gave no address')).length, 1)
  }
})

test('fetch boots once, rejects with the error of a failed boot, and is a 503 while the server closes', async () => {
  const app = touchstone()
  let booted = 0
  app.addHook('onReady', async () => void booted++)
  app.get('/', async () => 'ok')
  const both = await Promise.all([app.fetch(to('/')), app.fetch(to('/'))])
  assert.deepEqual([both.map(({ status }) => status), booted], [[200, 200], 1])
  let release = (): void => {}
  const closing = touchstone()
  closing.addHook('onClose', () => new Promise<void>((resolve) => (release = resolve)))
  closing.get('/', async () => 'ok')
  await closing.ready()
  const closed = closing.close()
  while (String(release) === '() => { }') await nextTurn()
  const late = await closing.fetch(to('/'))
  assert.equal(late.status, 503)
  release()
  await closed

  const failed = touchstone()
  failed.register(async () => {
    throw new Error('no database')
  })
  for (let asked = 0; asked < 2; asked++) await assert.rejects(failed.fetch(to('/')), /no database/)
})

test('anything but a Request of HTTP is refused', async () => {
  const app = touchstone()
  for (const [given, named] of [
    ['/path', "'/path'"],
    [new URL('http://a/'), 'URL'],
    [undefined, 'undefined'],
    [null, 'null'],
  ] as const) {
    const refused = app.fetch(given as never)
    await assert.rejects(refused, (error: Error & { code: string }) => {
      assert.equal(error.code, 'TST_ERR_FETCH_REQUEST')
      assert.ok(
        error.message.startsWith('a Request is needed, got ') && error.message.includes(named),
        error.message,
      )
      return true
    })
  }
})

test('ready() where there are no timers says which option to set', async () => {
  const { setTimeout: real } = globalThis
  globalThis.setTimeout = (() => {
    throw new Error('Disallowed operation called within global scope.')
  }) as never
  try {
    await assert.rejects(Promise.resolve(touchstone().ready()), {
      code: 'TST_ERR_BOOT_TIMER',
      message: /pluginTimeout is 10000, .* Set pluginTimeout: 0/,
    })
    const app = touchstone({ pluginTimeout: 0 })
    app.get('/', async () => 'ok')
    await app.ready()
    assert.equal(await (await app.fetch(to('/'))).text(), 'ok')
  } finally {
    globalThis.setTimeout = real
  }
})

test('raw: a reply that is hijacked, pieces that are flushed, and what needs a connection', async () => {
  const app = touchstone()
  app.get('/', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(201, 'Made', { 'x-url': request.raw.url!, 'x-version': request.raw.httpVersion })
    reply.raw.write('two ')
    reply.raw.end('pieces')
  })
  let finish = (): void => {}
  app.get('/flushed', (_request, reply) => {
    reply.hijack()
    reply.raw.flushHeaders()
    finish = () => void reply.raw.end('late')
  })
  app.get('/:member', async ({ params }, reply) => {
    const { member } = Object(params)
    const of = member === 'write' ? reply.raw.socket : reply.raw
    Reflect.get(Object(of), member).call(of)
  })
  const hijacked = await app.fetch(to('/'))
  assert.deepEqual([hijacked.status, hijacked.statusText, hijacked.headers.get('x-url')], [201, 'Made', '/'])
  assert.equal(await hijacked.text(), 'two pieces')

  const flushed = await app.fetch(to('/flushed'))
  finish()
  assert.equal(await flushed.text(), 'late')

  for (const member of ['writeContinue', 'assignSocket', 'writeProcessing', 'write']) {
    const { code, message } = await dataOf(await app.fetch(to(`/${member}`)))
    assert.deepEqual([code, String(message).includes(member)], ['TST_ERR_FETCH_NO_CONNECTION', true], member)
  }
})

test('request.raw is the body where a parser reads it; a socket that is destroyed ends the request', async () => {
  const app = touchstone()
  app.addContentTypeParser(
    'text/own',
    (_request: unknown, payload: Readable, done: (error: null, body: unknown) => void) => done(null, payload),
  )
  app.post('/', async ({ body }) => body as Readable)
  app.get('/', async ({ socket }) => {
    const closed = once(socket, 'close')
    socket.destroy()
    await closed
    return 'late'
  })
  const { body } = pieces(3, 5)
  const answer = await app.fetch(post('/', { body, headers: { 'content-type': 'text/own' } }))
  assert.equal(await answer.text(), ' '.repeat(15))
  await assert.rejects(app.fetch(to('/')), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
})

test('a decorator may take the names fetch and platform', async () => {
  const app = touchstone()
  app.decorate('fetch', 'mine').decorateRequest('platform', 'own')
  app.get('/', async (request) => [app.fetch, Reflect.get(request, 'platform')])
  assert.deepEqual((await app.inject('/')).json(), ['mine', 'own'])
})

test('a handler runs in the async context in which fetch was called', async () => {
  const store = new AsyncLocalStorage<string>()
  const app = touchstone()
  app.post('/', async () => store.getStore())
  const ask = (name: string) => store.run(name, () => app.fetch(post('/', { body: '{}' })))
  const answers = await Promise.all([ask('one'), ask('two')])
  assert.deepEqual(await Promise.all(answers.map((answer) => answer.text())), ['one', 'two'])
})

test('a message of a status that HTTP does not have is an error reply', async () => {
  const app = touchstone()
  app.get('/', async (_request, reply) => {
    reply.raw.statusMessage = 'two\nlines'
    return 'text'
  })
  const answer = await app.fetch(to('/'))
  assert.deepEqual([answer.status, answer.statusText], [500, 'Internal Server Error'])
})
