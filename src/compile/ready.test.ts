/** The option `codeGeneration: 'ready'`: what an application answers once its process refuses to generate code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone, { type Instance } from '../index.ts'

const item = {
  type: 'object',
  required: ['n'],
  properties: { n: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
}
/** No predicate and no writer knows it: ajv and fast-json-stringify do. */
const known = {
  type: 'object',
  properties: {
    a: { $id: '#a', type: 'integer' },
    b: { anyOf: [{ type: 'string', minLength: 2 }, { type: 'integer' }] },
  },
}

function applicationOf(codeGeneration: true | 'ready'): Instance {
  const app = touchstone({ codeGeneration, responseValidation: 'throw' })
  const response = {
    200: item,
    '4xx': { type: 'object', properties: { message: { type: 'string' }, code: { type: 'string' } } },
  }
  app.post('/plain', { schema: { body: item, response } }, async (request) => request.body as never)
  app.post(
    '/items/:id/*',
    { schema: { body: item, params: { id: { type: 'integer' } }, response } },
    async (request) => ({
      n: Reflect.get(Object(request.params), 'id'),
      tags: Reflect.get(Object(request.body), 'tags'),
    }),
  )
  app.post(
    '/library',
    { schema: { body: known, response: { 200: known } } },
    async (request) => request.body as never,
  )
  app.get('/wrong', { schema: { response: { 200: item } } }, async () => ({ n: 'x' }) as never)
  app.get('/text', { schema: { response: { 200: { type: 'string' } } } }, async () => 'text')
  app.get('/file-:name.:kind', async (request) => request.params)
  app.get('/v', { constraints: { version: '1.2.0' } }, async () => 'one')
  app.get('/h', { constraints: { host: 'a.example' } }, async () => 'host')
  app.get(
    '/q/:a?',
    { schema: { querystring: { d: { type: 'string', format: 'date' } } } },
    async (request) => request.query,
  )
  app.get('/fails/:how', async () => {
    throw Object.assign(new Error('failed'), { statusCode: 418 })
  })
  app.register(
    async (child) => {
      child.setNotFoundHandler(async (_request, reply) => reply.code(404).send('none here'))
    },
    { prefix: '/below' },
  )
  return app
}

const post = (url: string, payload: object) => ({ method: 'POST' as const, url, payload })
const REQUESTS: readonly object[] = [
  post('/plain', { n: '1', tags: 'a' }),
  post('/plain', { n: 'x' }),
  post('/plain', {}),
  post('/items/7/rest/of', { n: 1, tags: ['a'] }),
  post('/items/x/', { n: 1 }),
  post('/items/7/', { n: 1, tags: [{}] }),
  post('/library', { a: '1', b: 'xy' }),
  post('/library', { a: 'x' }),
  post('/library', { b: 'x' }),
  ...['/wrong', '/text', '/file-a.txt', '/q', '/q/1?d=2020-01-01', '/q/1?d=x', '/fails/now'].map((url) => ({
    url,
  })),
  ...['/none', '/below/none', '/%zz', '/text/'].map((url) => ({ url })),
  { url: 'http://a.example/text' },
  { url: '*', method: 'OPTIONS' },
  { url: '/text', method: 'HEAD' },
  { url: '/file-a.txt', method: 'HEAD' },
  { url: '/v', headers: { 'accept-version': '1.x' } },
  { url: '/v' },
  { url: '/h', headers: { host: 'a.example' } },
  { url: '/h', headers: { host: 'b.example' } },
]

async function answersOf(app: Instance): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const request of REQUESTS) {
    const { statusCode, body } = await app.inject(request)
    answers.push([request, statusCode, body])
  }
  return answers
}

/** Runs while every call that generates code throws as it does under `--disallow-code-generation-from-strings`. */
async function withoutCode<T>(run: () => Promise<T>): Promise<T> {
  const own = globalThis.Function
  const refuse = (): never => {
    throw new EvalError('Code generation from strings disallowed for this context')
  }
  globalThis.Function = new Proxy(own, { construct: refuse, apply: refuse })
  try {
    return await run()
  } finally {
    globalThis.Function = own
  }
}

test("with codeGeneration 'ready' no code is generated after ready(), and the answers are those of the default", async () => {
  const ready = applicationOf('ready')
  const lazy = applicationOf(true)
  await Promise.all([ready.ready(), lazy.ready()])
  const expected = await answersOf(lazy)
  assert.deepEqual(await withoutCode(() => answersOf(ready)), expected)
  const statuses = new Set(expected.map((one) => Reflect.get(Object(one), 1)))
  assert.deepEqual([...statuses].sort(), [200, 400, 404, 418, 500])
})

test('with the default code is generated when a request needs it', async (t) => {
  t.mock.method(console, 'error', () => {}) // ajv writes the code that it could not make
  const app = applicationOf(true)
  await app.ready()
  const answers = JSON.stringify(await withoutCode(() => answersOf(app)))
  assert.match(answers, /Code generation from strings disallowed/)
})

test("with codeGeneration 'ready' a compiler that an application keeps generates code until ready() has run", async () => {
  const app = applicationOf('ready')
  const schema = { type: 'object', properties: { a: { $id: '#z', type: 'null' } } }
  const own: unknown[] = []
  app.addHook('onReady', async () => {
    own.push(app.validatorCompiler?.({ schema, method: 'GET', url: '/', httpPart: 'body' })({ a: 1 }))
  })
  await app.ready()
  const error = {
    code: 'FST_ERR_CODE_GENERATION',
    message: /^ajv generates code .* because of '\$id' at #\/properties\/b/,
  }
  const later = { type: 'object', properties: { b: { $id: '#y', type: 'null' } } }
  assert.throws(
    () => app.validatorCompiler?.({ schema: later, method: 'GET', url: '/', httpPart: 'body' }),
    error,
  )
  assert.deepEqual(own, [false])
})

test('a wrong value of codeGeneration is refused, and the error says what is right', () => {
  for (const wrong of ['later', 1, {}])
    assert.throws(() => touchstone({ codeGeneration: wrong as never }), {
      code: 'FST_ERR_INIT_OPTS_INVALID',
      message: /codeGeneration is .* and must be true, false or 'ready'/,
    })
})
