// NestJS 10 on its Fastify adapter: controllers, pipes, guards, interceptors, filters, middleware, versions and files.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fastify, load, loadFuzzer } from './load.js'

load('reflect-metadata')
const nest = load('@nestjs/common')
const { NestFactory } = load('@nestjs/core')
const { FastifyAdapter } = load('@nestjs/platform-fastify')

// What the decorators of TypeScript do, called as functions.
const method = (target, name, ...decorators) => {
  for (const decorate of decorators)
    decorate(target.prototype, name, Object.getOwnPropertyDescriptor(target.prototype, name))
}
const parameter = (target, name, index, decorate) => decorate(target.prototype, name, index)

class Cats {
  #cats = ['tom']
  all() {
    return this.#cats
  }
  add(cat) {
    this.#cats.push(cat)
  }
}
nest.Injectable()(Cats)

class CatsController {
  constructor(cats) {
    this.cats = cats
  }
  list() {
    return this.cats.all()
  }
  one(id) {
    if (id >= this.cats.all().length) throw new nest.NotFoundException(`there is no cat ${id}`)
    return { id, name: this.cats.all()[id] }
  }
  add(body, agent) {
    this.cats.add(body.name)
    return { added: body.name, agent }
  }
  secret() {
    return 'secret'
  }
  raw(reply) {
    reply.code(202).header('x-raw', 'yes').send('raw')
  }
  file() {
    return new nest.StreamableFile(Buffer.from('the content'))
  }
  broken() {
    throw new Error('kaboom')
  }
}
nest.Controller('cats')(CatsController)
Reflect.defineMetadata('design:paramtypes', [Cats], CatsController)
nest.Inject(Cats)(CatsController, undefined, 0)
method(CatsController, 'list', nest.Get())
method(CatsController, 'one', nest.Get('one/:id'))
parameter(CatsController, 'one', 0, nest.Param('id', nest.ParseIntPipe))
method(CatsController, 'add', nest.Post(), nest.HttpCode(201), nest.Header('cache-control', 'none'))
parameter(CatsController, 'add', 0, nest.Body())
parameter(CatsController, 'add', 1, nest.Headers('x-agent'))
method(
  CatsController,
  'secret',
  nest.Get('secret'),
  nest.UseGuards({
    canActivate: (context) => context.switchToHttp().getRequest().headers['x-key'] === 'right',
  }),
)
method(CatsController, 'raw', nest.Get('raw'))
parameter(CatsController, 'raw', 0, nest.Res())
method(CatsController, 'file', nest.Get('file'))
method(CatsController, 'broken', nest.Get('broken'), nest.Redirect('/cats', 302))

class AppModule {
  configure(consumer) {
    consumer
      .apply((_request, response, next) => {
        response.setHeader('x-middleware', 'yes')
        next()
      })
      .forRoutes({ path: 'cats', method: nest.RequestMethod.GET })
  }
}
nest.Module({ controllers: [CatsController], providers: [Cats] })(AppModule)

const create = () => NestFactory.create(AppModule, new FastifyAdapter(fastify()), { logger: false })

let app
before(async () => {
  app = await create()
  app.enableCors({ origin: 'https://a.example' })
  app.enableShutdownHooks()
  await app.listen(0, '127.0.0.1')
})
after(() => app.close())

test('a controller answers with what its service returns, behind a middleware', async () => {
  const answer = await app.inject('/cats')
  assert.deepEqual(answer.json(), ['tom'])
  assert.equal(answer.headers['x-middleware'], 'yes')
})

test('a pipe changes a parameter, and refuses a wrong one', async () => {
  assert.deepEqual((await app.inject('/cats/one/0')).json(), { id: 0, name: 'tom' })
  const wrong = await app.inject('/cats/one/x')
  assert.equal(wrong.statusCode, 400)
  assert.match(wrong.json().message, /numeric string/)
})

test('exceptions are answered by their filter', async () => {
  const missing = await app.inject('/cats/one/9')
  assert.deepEqual(missing.json(), { message: 'there is no cat 9', error: 'Not Found', statusCode: 404 })
  assert.equal((await app.inject('/cats/broken')).json().message, 'Internal server error')
})

test('a body is parsed, and status and headers are set', async () => {
  const payload = { name: 'felix' }
  const answer = await app.inject({ method: 'POST', url: '/cats', payload, headers: { 'x-agent': 'me' } })
  assert.equal(answer.statusCode, 201)
  assert.equal(answer.headers['cache-control'], 'none')
  assert.deepEqual(answer.json(), { added: 'felix', agent: 'me' })
})

test('a form is parsed as well', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: '/cats', payload: 'name=kitty', headers })
  assert.equal(answer.json().added, 'kitty')
})

test('a guard decides', async () => {
  assert.equal((await app.inject('/cats/secret')).statusCode, 403)
  assert.equal((await app.inject({ url: '/cats/secret', headers: { 'x-key': 'right' } })).body, 'secret')
})

test('a handler uses the reply itself, and streams a file', async () => {
  const raw = await app.inject('/cats/raw')
  assert.deepEqual([raw.statusCode, raw.headers['x-raw'], raw.body], [202, 'yes', 'raw'])
  assert.equal((await app.inject('/cats/file')).body, 'the content')
})

test('cors, an unknown route, and a request over a socket', async () => {
  const url = await app.getUrl()
  const answer = await fetch(`${url}/cats`, { headers: { connection: 'close' } })
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://a.example')
  assert.equal((await answer.json())[0], 'tom')
  assert.equal((await app.inject('/nothing')).json().message, 'Cannot GET /nothing')
})

test('the fuzzer reads the routes from the instance below, and finds the body that a handler does not check', async () => {
  const { fuzz } = loadFuzzer()
  const instance = async () => {
    const built = await create()
    await built.init()
    return built.getHttpAdapter().getInstance()
  }
  const { findings, routes } = await fuzz(instance, { maxRequests: 600, deterministic: true })
  const asked = routes.filter(({ requests }) => requests > 0).map(({ route }) => route)
  assert.ok(asked.includes('GET /cats/one/:id') && asked.includes('POST /cats'), String(asked))
  const failing = findings.filter(({ check }) => check === 'no-5xx').map(({ route }) => route)
  // A request without a body has no member "name", and `broken` throws; the pipe answers 400 to what is no number.
  assert.deepEqual(failing.sort(), ['GET /cats/broken', 'POST /cats'])
})
