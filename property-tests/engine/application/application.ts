/** The application that both sides build: routes that answer in every way, and say what they saw. */
import type { Readable } from 'node:stream'
import touchstone, { type App, type Reply, type Request } from '../../../src/index.ts'
import { type Config, OPTIONS, SERVERS } from './configs.ts'
import type { Notes, Seen } from './notes.ts'
import { declareOdd } from './routes-odd.ts'
import { declareRaw } from './routes-raw.ts'
import type { Scene } from './scene.ts'

/** Who reads the bytes. */
export type Engine = 'node' | 'fast'

/** How large a body `/small` takes. */
const SMALL = 8

const seenOf = new WeakMap<object, Seen>()

export function application(engine: Engine, config: Config, notes: Notes): App {
  const options: object = { ...OPTIONS[config], engine }
  const app: App = touchstone(options)
  const scene: Scene = { app, notes, of: (request) => seenOf.get(request) ?? null }
  declareHooks(scene)
  declareParsers(app)
  declareUsual(scene)
  declareBodies(scene)
  declareRaw(scene)
  declareOdd(scene)
  SERVERS[config]?.(app.server, notes)
  return app
}

function declareHooks({ app, notes, of }: Scene): void {
  app.addHook('onRequest', async (request) => {
    seenOf.set(request, notes.request(request.method, request.url))
  })
  app.addHook('onResponse', async (request, reply) => {
    notes.note(of(request), 'response', reply.statusCode)
  })
  app.addHook('onRequestAbort', async (request) => {
    notes.note(of(request), 'abort')
  })
}

function declareParsers(app: App): void {
  app.addContentTypeParser('text/bytes', { parseAs: 'buffer' }, async (_request: Request, body: unknown) =>
    (body as Buffer).toString('latin1'),
  )
  app.addContentTypeParser('text/pieces', async (_request: Request, payload: unknown) => {
    let text = ''
    for await (const piece of payload as Readable) text += (piece as Buffer).toString('latin1')
    return text
  })
  // Leaves the body where it is: what has not been read must not become the next request.
  app.addContentTypeParser(
    'text/unread',
    (_request: Request, _payload: unknown, done: (error: null, body: string) => void) => done(null, 'unread'),
  )
}

const ANSWER = {
  200: { type: 'object', properties: { a: { type: 'string' }, n: { type: 'integer' } }, required: ['a'] },
} as const

function declareUsual({ app, notes, of }: Scene): void {
  const told = (request: Request): { a: string; n: number } => {
    const { headers, query } = request
    notes.note(of(request), 'handler', { headers, query })
    return { a: request.url, n: Object.keys(headers as object).length }
  }
  // Looks at nothing: what is made when somebody looks is not made.
  app.get('/', { schema: { response: ANSWER } }, (_request, reply) => {
    reply.send({ a: 'x', n: 1 } as never)
  })
  app.get('/told', { schema: { response: ANSWER } }, async (request) => told(request))
  app.get('/turn', (request) =>
    notes.during(async () => {
      await notes.turn()
      return told(request)
    }),
  )
  app.get('/later', (request) =>
    notes.during(async () => {
      await notes.later()
      return told(request)
    }),
  )
  app.get('/throw', (request) => {
    told(request)
    throw Object.assign(new Error('thrown'), { statusCode: 418 })
  })
  app.get('/never', (request) => {
    told(request)
  })
  app.get('/p/:id', async ({ params, query }) => ({ params: params as object, query }))
  app.options('*', async (request) => told(request))
  app.all('/any', async (request: Request, reply: Reply) => {
    notes.note(of(request), 'handler', { headers: request.headers, body: request.body })
    return reply.header('x-method', request.method).send(request.method)
  })
}

function declareBodies({ app, notes, of }: Scene): void {
  const echo = async (request: Request): Promise<{ body: unknown }> => {
    notes.note(of(request), 'handler', { body: request.body, headers: request.headers })
    return { body: request.body ?? null }
  }
  const body = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const
  app.post('/json', { schema: { body } }, echo as never)
  app.post('/echo', echo)
  app.put('/echo', echo)
  app.delete('/echo', echo)
  app.patch('/echo', (request) =>
    notes.during(async () => {
      await notes.turn()
      return echo(request)
    }),
  )
  app.post('/small', { bodyLimit: SMALL }, echo)
  app.post('/slow', (request) =>
    notes.during(async () => {
      await notes.later()
      return echo(request)
    }),
  )
  const early = async (_request: Request, reply: Reply) => reply.code(401).send('early')
  app.route({ method: ['GET', 'POST'], url: '/early', onRequest: early, handler: echo })
  const closing = async (_request: Request, reply: Reply) =>
    reply.code(403).header('connection', 'close').send('closing')
  app.route({ method: ['GET', 'POST'], url: '/closing', onRequest: closing, handler: echo })
}
