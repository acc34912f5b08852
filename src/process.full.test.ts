/** What only a process shows: it ends by itself, and what is told once in it. Fastify 4.17 has to do the same. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const BEGIN = {
  touchstone: `import create from ${JSON.stringify(new URL('./index.js', import.meta.url).href)}\n`,
  'fastify 4.17': "import create from 'fastify-4.17'\n",
}
type Framework = keyof typeof BEGIN
const BOTH: readonly Framework[] = ['touchstone', 'fastify 4.17']
const OWN: readonly Framework[] = ['touchstone']

const HELPERS = `
import http from 'node:http'
import net from 'node:net'
const LONG = 600_000
const local = { port: 0, host: '127.0.0.1' }
const port = (app) => app.server.address().port
const ask = (options) => new Promise((resolve, reject) => {
  http.request({ host: '127.0.0.1', ...options }, (res) => res.resume().on('end', resolve)).on('error', reject).end(options.body)
})
`

/** A time-out of these programs, or a handle that they leave, would take ten minutes: a program that takes this long does not end. */
const LIMIT = 60_000

function run(
  framework: Framework,
  program: string,
  flags: readonly string[] = [],
): { status: number | null; told: string[]; out: string } {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [...flags, '--input-type=module', '-e', BEGIN[framework] + HELPERS + program],
    { encoding: 'utf8', timeout: LIMIT, cwd: new URL('../..', import.meta.url) },
  )
  const told = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('(Use `node'))
  return { status, told, out: stdout.trim() }
}

/** Programs that have to end by themselves, with nothing on stderr. */
const ENDS: Record<string, [program: string, of?: readonly Framework[]]> = {
  'that is made only': ['create({ pluginTimeout: LONG })'],
  'that is ready': [
    'const app = create({ pluginTimeout: LONG }); app.register(async () => {}); await app.ready()',
  ],
  'that is injected into': [
    `const app = create({ keepAliveTimeout: LONG, requestTimeout: LONG, connectionTimeout: LONG, bodyTimeout: LONG })
     app.addHook('onTimeout', async () => {}); app.post('/', async (request) => request.body)
     await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })`,
  ],
  'whose plugin fails': [
    `const app = create({ pluginTimeout: LONG }); app.register(async () => { throw new Error('bad') })
     await app.ready().catch((error) => console.log(error.message))`,
  ],
  'whose hook fails at ready': [
    `const app = create({ pluginTimeout: LONG }); app.addHook('onReady', async () => { throw new Error('bad') })
     await app.ready().catch((error) => console.log(error.message))`,
  ],
  'whose schema fails': [
    `const app = create({ pluginTimeout: LONG }); app.get('/', { schema: { querystring: { type: 'nothing' } } }, async () => 'x')
     await app.ready().catch(() => console.log('bad'))`,
  ],
  'that cannot listen': [
    `const app = create({ pluginTimeout: LONG }); const other = net.createServer(); await new Promise((done) => other.listen(0, '127.0.0.1', done))
     await app.listen({ port: other.address().port, host: '127.0.0.1' }).catch((error) => console.log(error.code)); other.close()`,
  ],
  'that is closed': [
    `const app = create({ pluginTimeout: LONG, keepAliveTimeout: LONG, requestTimeout: LONG, connectionTimeout: LONG, bodyTimeout: LONG, closeTimeout: LONG })
     app.get('/', async () => 'x'); await app.listen(local); await ask({ port: port(app), path: '/' }); await app.close()`,
  ],
  'that is closed while a client is connected': [
    `const app = create({ keepAliveTimeout: LONG, bodyTimeout: LONG, closeTimeout: LONG, connectionTimeout: LONG })
     app.get('/', async () => 'x'); await app.listen(local)
     const agent = new http.Agent({ keepAlive: true }); await ask({ port: port(app), path: '/', agent }); await app.close()`,
  ],
  'that is closed after bodies': [
    `const app = create({ bodyTimeout: LONG, closeTimeout: LONG, bodyLimit: 100 }); app.post('/', async (request) => request.body)
     await app.listen(local); const headers = { 'content-type': 'application/json' }
     for (const body of ['{"a":1}', '{', '"' + 'x'.repeat(200) + '"']) await ask({ port: port(app), path: '/', method: 'POST', headers, body }).catch(() => {})
     await app.close()`,
  ],
  'that is closed before it is ready': [
    `const app = create({ pluginTimeout: LONG, closeTimeout: LONG }); app.register(async () => {}); await app.close()`,
  ],
  'whose server is not to hold it': [
    `const app = create({ keepAliveTimeout: LONG, connectionTimeout: LONG }); app.get('/', async () => 'x')
     await app.listen(local); app.server.unref()`,
  ],
  'whose servers of localhost are not to hold it': [
    `const app = create({ keepAliveTimeout: LONG }); await app.listen({ port: 0 }); app.server.unref()`,
    OWN,
  ],
  'that its signal closes': [
    `const app = create({ closeTimeout: LONG, keepAliveTimeout: LONG }); const controller = new AbortController()
     await app.listen({ ...local, signal: controller.signal }); controller.abort()`,
  ],
}

for (const [what, [program, frameworks = BOTH]] of Object.entries(ENDS))
  for (const framework of frameworks)
    test(`a process ends by itself with an application ${what}: ${framework}`, () => {
      const { status, told } = run(framework, program)
      assert.deepEqual(told, [])
      assert.equal(status, 0)
    })

test('a process with a server goes on', () => {
  const program = `const app = create(); await app.listen(local); process.once('beforeExit', () => console.log('ended'))
    setTimeout(() => process.exit(7), 300)`
  for (const framework of BOTH) {
    const { status, out } = run(framework, program)
    assert.deepEqual([status, out], [7, ''])
  }
})

const MANY = 40

/** What is done again and again, and what stands before and after it: no emitter may have more listeners for each time. */
const LISTENERS: Record<string, { before?: string; again: string; after?: string }> = {
  applications: {
    again: "const app = create(); app.get('/', async () => 'x'); await app.inject('/'); await app.close()",
  },
  servers: { again: 'const app = create(); await app.listen(local); await app.close()' },
  'boots that fail': {
    again: `const app = create(); app.register(async () => { throw new Error('x') })
      await app.ready().catch(() => {}); await app.close()`,
  },
  loggers: {
    again: "const app = create({ logger: { level: 'silent' } }); await app.ready(); await app.close()",
  },
  'plugins with hooks': {
    before: 'const app = create()',
    again: `app.register(async (child) => { child.addHook('onClose', async () => {}); child.addHook('onReady', async () => {}) })
      app.addHook('onRequest', async () => {})`,
    after: "await app.listen(local); await ask({ port: port(app), path: '/' }); await app.close()",
  },
  'requests on a connection': {
    before: `const app = create({ connectionTimeout: 60_000 })
      for (const name of ['onTimeout', 'onRequestAbort', 'onResponse']) app.addHook(name, async (request) => {})
      app.post('/', async (request) => request.body); await app.listen(local)
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      const headers = { 'content-type': 'application/json' }`,
    again: "await ask({ port: port(app), path: '/', method: 'POST', agent, headers, body: '{\"a\":1}' })",
    after: 'await app.close()',
  },
  'pipelined requests': {
    before: `const app = create(); for (const name of ['onTimeout', 'onRequestAbort']) app.addHook(name, async (request) => {})
      app.get('/', async () => 'x'); await app.listen(local); const socket = net.connect(port(app), '127.0.0.1')`,
    again: "socket.write('GET / HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n'.repeat(3))",
    after: `let seen = ''
      for await (const bytes of socket) { seen += bytes; if (seen.split('HTTP/1.1 200').length > 3 * ${MANY}) break }
      await app.close()`,
  },
}

for (const [what, { before = '', again, after = '' }] of Object.entries(LISTENERS))
  for (const framework of BOTH)
    test(`no listeners stay of ${MANY} ${what}: ${framework}`, () => {
      const program = `const count = () => JSON.stringify(process.eventNames().map((name) => [String(name), process.listenerCount(name)]))
        ${before}\nconst again = async () => { ${again} }\nawait again(); const first = count()
        for (let n = 1; n < ${MANY}; n++) await again()\nconst last = count()\n${after}\nconsole.log(last === first)`
      const { status, told, out } = run(framework, program)
      assert.deepEqual([status, told, out], [0, [], 'true'])
    })

/** Programs of touchstone, with how often each text stands on stderr; 4.17 tells the same again and again. */
const TOLD: Record<string, [program: string, lines: Record<string, number>]> = {
  'a shared value, once for each name': [
    `for (const app of [create(), create()]) {
       app.decorateRequest('own', {}); app.decorateReply('own', {}); app.decorateRequest('other', []); await app.ready() }`,
    { FSTDEP006: 2, "'own'": 1, "'other'": 1 },
  ],
  'deprecated calls, once for each kind': [
    `for (const app of [create(), create()]) {
       app.setDefaultRoute(() => {}); app.setDefaultRoute(() => {})
       app.get('/', { version: '1.0.0' }, async () => 'x'); await app.ready() }`,
    { FSTDEP014: 1, FSTDEP008: 1 },
  ],
  'a logger that fails, once for all lines': [
    `const fail = () => { throw new Error('the disk is full') }
     const logger = { level: 'info', fatal: fail, error: fail, warn: fail, info: fail, debug: fail, trace: fail, child() { return this } }
     for (const app of [create({ logger }), create({ logger })]) {
       app.get('/', async () => 'x'); await app.inject('/'); await app.inject('/') }`,
    { 'the disk is full': 1 },
  ],
  'a part of a schema that is undefined, for each route': [
    `for (const app of [create(), create()]) {
       for (const url of ['/a', '/b']) app.post(url, { schema: { body: undefined } }, async () => 'x'); await app.ready() }`,
    { FSTWRN001: 4 },
  ],
  'a schema for which a library generates code, for each route': [
    `const body = { type: 'object', properties: { a: { $id: '#a', type: 'string' } } }
     for (const codeGeneration of [false, true]) {
       const app = create({ codeGeneration })
       for (const url of ['/a', '/b']) app.post(url, { schema: { body } }, async () => 'x'); await app.ready() }`,
    { TSTWRN002: 2, "because of '$id' at #/properties/a": 2 },
  ],
}

for (const [what, [program, lines]] of Object.entries(TOLD))
  test(`told in a process: ${what}`, () => {
    const { status, told } = run('touchstone', program)
    assert.equal(status, 0)
    const counted = Object.keys(lines).map((text) => [text, told.filter((one) => one.includes(text)).length])
    assert.deepEqual(Object.fromEntries(counted), lines, told.join('\n'))
  })

test('in a process that forbids to generate code, the error of each route names the router and the flag', () => {
  const program = `
    const codeOf = async (run) => { try { await run() } catch ({ code, message, cause }) { return [code, message, cause.name].join() } }
    const bare = create(), plugin = create().register(async (child) => { child.get('/*', async () => 'x') })
    const missed = create().register(async (child) => { child.setNotFoundHandler(async () => 'x') }, { prefix: '/a' })
    for (const run of [() => bare.get('/own/:id', async () => 'x'), () => bare.get('/v', { constraints: { version: '1.0.0' } }, async () => 'x'), () => plugin.listen(local), () => missed.inject('/')])
      console.log(await codeOf(run))`
  const { status, out } = run('touchstone', program, ['--disallow-code-generation-from-strings'])
  const told =
    /^FST_ERR_CODE_GENERATION,.*find-my-way.*'\/\S*'.*--disallow-code-generation-from-strings.*,EvalError$/
  assert.equal(status, 0)
  assert.equal(out.split('\n').length, 4)
  for (const line of out.split('\n')) assert.match(line, told)
})

test('in a process that forbids to generate code, routes with plain paths run', () => {
  const program = `
    const app = create()
    const body = { type: 'object', properties: { a: { type: 'integer' } } }
    app.post('/plain', { schema: { body, response: { 200: body } } }, async (request) => request.body)
    const sent = await app.inject({ method: 'POST', url: '/plain?b=1', payload: { a: 1 } })
    const refused = await app.inject({ method: 'POST', url: '/plain', payload: { a: 'x' } })
    const converted = await app.inject({ method: 'POST', url: '/plain', payload: { a: '7' } })
    console.log(sent.body, (await app.inject('/none')).statusCode, refused.statusCode, refused.json().message, converted.body)`
  const { status, out } = run('touchstone', program, ['--disallow-code-generation-from-strings'])
  assert.deepEqual([status, out], [0, '{"a":1} 404 400 body/a must be integer {"a":7}'])
})

test('ajv is not loaded for shared schemas before a value needs it', () => {
  const program = `
    import { createRequire } from 'node:module'
    const { cache } = createRequire(import.meta.url)
    const isLoaded = () => Object.keys(cache).some((file) => /ajv.dist.(ajv|core)[.]js/.test(file))
    const app = create()
    app.addSchema({ $id: 'id', type: 'integer', definitions: { few: { type: 'array', items: { type: 'string' } } } })
    app.addSchema({ $id: 'user', type: 'object', properties: { id: { $ref: 'id#' }, tags: { $ref: 'id#/definitions/few' } } })
    app.post('/', { schema: { body: { $ref: 'user#' } } }, async (request) => request.body)
    const post = async (payload) => (await app.inject({ method: 'POST', url: '/', payload })).statusCode
    console.log(await post({ id: 1, tags: [] }), isLoaded(), await post({ id: 'x' }), isLoaded())`
  const { status, out } = run('touchstone', program)
  assert.deepEqual([status, out], [0, '200 false 400 true'])
})

test('a subscriber of the diagnostics channel hears of every instance, whatever was collected before', () => {
  const program = `import diagnostics from 'node:diagnostics_channel'
    import { setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    setFlagsFromString('--expose-gc'); const collect = runInNewContext('gc')
    const turn = () => new Promise((resolve) => setTimeout(resolve, 20))
    create(); await turn(); collect()
    let heard = 0; diagnostics.subscribe('fastify.initialization', () => { heard++ })
    create(); await turn(); create(); console.log(heard)`
  const { status, told, out } = run('touchstone', program)
  assert.deepEqual([status, told, out], [0, [], '2'])
})
