/** The client beside a real server over sockets, and what it makes of a call. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { client } from './client.ts'
import { fillPath } from './path.ts'

interface Any {
  [method: string]: { [path: string]: { request: object; answer: { status: number; body: unknown } } }
}
type Loose = Record<
  string,
  (path: string, options?: object) => Promise<{ status: number; body: unknown; response: Response }>
>

/** node:http, which answers with what it got. */
async function echoing(run: (api: Loose, base: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { method, url, headers } = request
      const type = String(headers['x-type'] ?? 'application/json')
      response.writeHead(Number(headers['x-status'] ?? 200), { 'content-type': type })
      if (method === 'HEAD' || Number(headers['x-status']) === 204) response.end()
      else
        response.end(
          String(headers['x-answer'] ?? JSON.stringify({ method, url, body, type: headers['content-type'] })),
        )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await run(client<Any>(`${base}/v1/`) as never, base)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

test('a path with its parameters: as declared, encoded, and refused where one is missing', () => {
  const filled: [path: string, values: Record<string, unknown>, text: string][] = [
    ['/users/:id', { id: 7 }, '/users/7'],
    ['/users/:id', { id: 'a/b' }, '/users/a%2Fb'],
    ['/files/*', { '*': 'a b/c' }, '/files/a%20b/c'],
    ['/files/*', { '*': '' }, '/files/'],
    ['*', { '*': 'a' }, '/a'],
    ['/a/:id(^\\d+$)', { id: 1 }, '/a/1'],
    ['/a/:id((?:x|\\)))/b', { id: 'x' }, '/a/x/b'],
    ['/a/:x-:y.:z', { x: 1, y: 2, z: 3 }, '/a/1-2.3'],
    ['/a::b', {}, '/a:b'],
    ['/a/:b?', {}, '/a'],
    ['/a/:b?', { b: 'c' }, '/a/c'],
    ['/:b?', {}, '/'],
    ['/a/:b?/', { b: 'c' }, '/a/c/'],
  ]
  for (const [path, values, text] of filled) assert.equal(fillPath(path, values), text, path)
  for (const [values, given] of [
    [{}, 'undefined'],
    [{ id: null }, 'null'],
    [{ id: '' }, 'an empty text'],
    [{ id: {} }, 'object'],
  ] as const)
    assert.throws(() => fillPath('/users/:id', values), {
      name: 'TypeError',
      message: `The parameter 'id' of /users/:id is ${given}: right would be a text or a number`,
    })
  assert.throws(() => fillPath('/:constructor', {}), /is undefined/)
  // The URL standard removes such steps, so a value would lead to another route.
  for (const [path, values] of [
    ['/users/:id', { id: '..' }],
    ['/users/:id', { id: '.' }],
    ['/users/:id?', { id: '..' }],
    ['/files/*', { '*': '../../admin' }],
    ['/files/*', { '*': 'a/./b' }],
  ] as const)
    assert.throws(() => fillPath(path, values), /makes the step '\.\.?': no URL can have it/)
  for (const id of ['...', '%2e%2e', '..a', 'a/..']) {
    const { pathname } = new URL(`http://a${fillPath('/users/:id', { id })}`)
    assert.equal(decodeURIComponent(pathname), `/users/${id}`)
  }
})

test('a query: lists are repeated, undefined is left out, an object is refused', async () => {
  await echoing(async (api) => {
    const query = { a: [1, undefined, 'x y'], b: undefined, c: null, d: true, e: new Date(0) }
    const { body } = await api['get']!('/q', { query })
    assert.equal(
      (body as { url: string }).url,
      '/v1/q?a=1&a=x+y&c=null&d=true&e=1970-01-01T00%3A00%3A00.000Z',
    )
    await assert.rejects(api['get']!('/q', { query: { a: {} } }), {
      name: 'TypeError',
      message: /The query 'a' of \/q is an object/,
    })
  })
})

test('bodies: JSON for values, what fetch knows as it is', async () => {
  await echoing(async (api) => {
    const sent: [body: unknown, text: string, type: string | undefined][] = [
      [{ a: 1 }, '{"a":1}', 'application/json'],
      [[1], '[1]', 'application/json'],
      [null, 'null', 'application/json'],
      [5, '5', 'application/json'],
      ['text', 'text', 'text/plain;charset=UTF-8'],
      [new URLSearchParams({ a: '1' }), 'a=1', 'application/x-www-form-urlencoded;charset=UTF-8'],
      [new Uint8Array([97]), 'a', undefined],
      [new Blob(['b'], { type: 'a/b' }), 'b', 'a/b'],
      [new Blob(['c']).stream(), 'c', undefined],
    ]
    for (const [body, text, type] of sent) {
      const answer = (await api['post']!('/', { body })).body as {
        body: string
        type?: string
        method: string
      }
      assert.deepEqual([answer.method, answer.body, answer.type], ['POST', text, type])
    }
    const own = await api['post']!('/', {
      body: { a: 1 },
      headers: { 'content-type': 'application/merge+json', gone: undefined },
    })
    assert.equal((own.body as { type: string }).type, 'application/merge+json')
  })
})

test('answers: by status and content type, and never a rejection for a status', async () => {
  await echoing(async (api) => {
    const asked: [headers: object, status: number, body: unknown][] = [
      [{ 'x-status': '404', 'x-answer': '{"message":"no"}' }, 404, { message: 'no' }],
      [{ 'x-status': '204' }, 204, undefined],
      [{ 'x-type': 'text/plain', 'x-answer': 'hello' }, 200, 'hello'],
      [{ 'x-type': 'application/problem+json', 'x-answer': '[1]' }, 200, [1]],
      [{ 'x-answer': '' }, 200, undefined],
    ]
    for (const [headers, status, body] of asked) {
      const answer = await api['get']!('/', { headers })
      assert.deepEqual([answer.status, answer.body], [status, body])
    }
    assert.equal((await api['head']!('/')).body, undefined)
    const bytes = await api['get']!('/', { headers: { 'x-type': 'image/png', 'x-answer': 'png' } })
    assert.equal(bytes.body, undefined)
    assert.equal(await bytes.response.text(), 'png')
    await assert.rejects(
      api['get']!('/', { headers: { 'x-answer': '{' } }),
      (error: Error & { code: string; text: string }) => {
        assert.deepEqual(
          [error.name, error.code, error.text],
          ['ClientBodyError', 'TST_ERR_CLIENT_BODY', '{'],
        )
        assert.match(error.message, /^The answer 200 of GET \/ is no JSON/)
        return true
      },
    )
  })
})

test('an abort, and a server that is not there, reject', async () => {
  let gone = ''
  await echoing(async (api, base) => {
    gone = base
    await assert.rejects(api['get']!('/', { signal: AbortSignal.abort(new Error('enough')) }), /enough/)
  })
  await assert.rejects((client<Any>(gone) as unknown as Loose)['get']!('/'), { name: 'TypeError' })
})

test('wrong targets are refused by name', () => {
  assert.throws(
    () => client('shop.example'),
    /client needs an address such as 'https:\/\/shop.example', got 'shop.example'/,
  )
  assert.throws(() => client({} as never), /an application with fetch, got object/)
  assert.throws(() => client(null as never), /an application with fetch, got null/)
})

test('an object with fetch is asked without a socket, with its headers', async () => {
  const app = {
    async fetch(request: Request) {
      return Response.json({ url: request.url, key: request.headers.get('x-key') })
    },
  }
  const api = client<Any>(app, { headers: { 'x-key': 'mine' } }) as unknown as Loose
  const { body } = await api['get']!('/a/:b', { params: { b: 1 } })
  assert.deepEqual(body, { url: 'http://localhost/a/1', key: 'mine' })
})
