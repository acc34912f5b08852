/** A server in a process of its own: `server.js KIND IMPLEMENTATION`. It is started and closed many times. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { CERTIFICATE, PRIVATE_KEY } from '../../conformance/wire/certificate.ts'
import {
  type Closed,
  type FromServer,
  type Implementation,
  isHttp2,
  type Kind,
  secure,
  type ToServer,
} from './kinds.ts'

interface Request {
  params: { n: string }
  query: { id?: string }
  body: { n: number; text: string }
}
interface App {
  addHook(name: 'onRequest', hook: (request: Request) => Promise<void>): unknown
  get(url: string, handler: (request: Request, reply: { send(value: unknown): unknown }) => unknown): unknown
  post(url: string, options: object, handler: (request: Request) => Promise<unknown>): unknown
  listen(options: { port: number; host: string }): Promise<string>
  close(): Promise<unknown>
  server: { address(): unknown }
}

const [kind, implementation] = process.argv.slice(2) as [Kind, Implementation]
const factory = (implementation === 'fastify-5' ? await import('fastify-5') : await import('touchstone'))
  .default as unknown as (options: object) => App

const OPTIONS = {
  ...(implementation === 'touchstone-node' ? { engine: 'node' } : {}),
  ...(isHttp2(kind) ? { http2: true } : {}),
  ...(secure(kind) ? { https: { key: PRIVATE_KEY, cert: CERTIFICATE } } : {}),
}

const BODY = {
  type: 'object',
  required: ['n', 'text'],
  additionalProperties: false,
  properties: { n: { type: 'integer' }, text: { type: 'string' } },
}

let app: App
let accepted: string[] = []
let delay: IntervalHistogram

function build(): App {
  const made = factory(OPTIONS)
  made.addHook('onRequest', async ({ query }) => {
    if (query.id !== undefined) accepted.push(query.id)
  })
  made.get('/body/:n', async ({ params }) => 'x'.repeat(Number(params.n)))
  made.get('/stream/:n', (request, reply) => reply.send(Readable.from(pieces(Number(request.params.n)))))
  made.get('/slow/:n', async ({ params }) => {
    await sleep(Number(params.n))
    return 'x'.repeat(Number(params.n))
  })
  made.post('/echo', { schema: { body: BODY, response: { 200: BODY } } }, async ({ body }) => body)
  return made
}

async function* pieces(size: number): AsyncGenerator<string> {
  for (let left = size; left > 0; left -= 10_000) {
    yield 'x'.repeat(Math.min(left, 10_000))
    await sleep(0)
  }
}

async function start(): Promise<number> {
  accepted = []
  delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  app = build()
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as { port: number }).port
}

async function close(): Promise<Closed> {
  const from = performance.now()
  await app.close()
  const took = performance.now() - from
  delay.disable()
  const late = delay.percentile(99) / 1e6
  app = undefined as never
  await sleep(20) // what ends with the connections has ended
  globalThis.gc?.()
  return {
    accepted,
    took,
    heap: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().length,
    delay: late,
  }
}

const say = (message: FromServer): void => void process.send!(message)

process.on('message', async (message: ToServer) => {
  try {
    if (message.do === 'start') say({ port: await start() })
    else say({ closed: await close() })
  } catch (error) {
    say({ failed: String((error as Error | null)?.stack ?? error) })
  }
})
process.on('disconnect', () => process.exit(0))
say({ ready: true })
