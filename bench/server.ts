/** One server of the race, in a process of its own: `server.js TARGET ROUTE`. Tells its port, then its CPU time when asked. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BenchRoute, ROUTES } from './routes/routes.ts'
import { sketchServer } from './sketch/sketch.ts'

interface Framework {
  route(options: unknown): unknown
  addHook(name: string, hook: unknown): unknown
  register(plugin: (child: Framework) => Promise<void>, options?: object): unknown
  listen(options: { port: number; host: string }): Promise<string>
  server: http.Server
}

const [target = '', routeName] = process.argv.slice(2)
/** of `touchstone-fast`; without it, touchstone has its default */
const engine = /^touchstone-(.+)$/.exec(target)?.[1]
const route = ROUTES.find(({ name }) => name === routeName)!

async function factory(): Promise<(options?: object) => Framework> {
  if (target.startsWith('touchstone')) return (await import('touchstone')).default as never
  if (target === 'fastify-4.29') return (await import('fastify-4.29')).default as never
  return (await import('fastify-5')).default as never
}

/** 30 contexts inside each other, 10 routes and a hook of three kinds in every one. */
async function nest(app: Framework, depth: number, chosen: BenchRoute): Promise<void> {
  for (const name of ['onRequest', 'preHandler', 'onSend']) {
    if (depth >= 27)
      app.addHook(name, (_q: unknown, _p: unknown, third: unknown, fourth: unknown) => done(third, fourth))
  }
  for (let at = 0; at < 10; at++) {
    const { schema, answer } = chosen
    app.route({
      method: 'GET',
      url: `/deep/${depth}/r${at}`,
      schema,
      handler: async (request: never) => answer(request),
    })
  }
  if (depth > 0) app.register(async (child) => nest(child, depth - 1, chosen))
}

function done(third: unknown, fourth: unknown): void {
  if (typeof fourth === 'function') fourth(null, third)
  else (third as () => void)()
}

async function frameworkServer(): Promise<http.Server> {
  const app = (await factory())(engine === undefined ? {} : { engine })
  if (route.name === 'deep') await nestFrom(app)
  else {
    const { method, pattern, schema, answer, raw } = route
    const touching = async (request: { raw: http.IncomingMessage }, reply: { raw: http.ServerResponse }) => {
      reply.raw.setHeader('x-method', request.raw.method!)
      return answer(request as never)
    }
    const handler = raw ? touching : async (request: never) => answer(request)
    app.route({ method, url: pattern, schema, handler })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}

async function nestFrom(app: Framework): Promise<void> {
  await nest(app, 29, route)
}

/** node:http with the least that gives the same answer: parse, no validation, stringify. */
function plainServer(): http.Server {
  return http.createServer((raw, res) => {
    const answer = (body: unknown): void => {
      const url = raw.url!
      const mark = url.indexOf('?')
      const params = { id: Number(url.slice(url.lastIndexOf('/') + 1, mark < 0 ? undefined : mark)) }
      const query = { expand: mark < 0 ? undefined : url.slice(mark + 8) }
      const text = JSON.stringify(route.answer({ params, query, body } as never))
      res.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      res.end(text)
    }
    if (raw.method !== 'POST') {
      answer(undefined)
      return
    }
    const chunks: Buffer[] = []
    raw.on('data', (chunk: Buffer) => chunks.push(chunk))
    raw.on('end', () => answer(JSON.parse(Buffer.concat(chunks).toString())))
  })
}

function listening(server: http.Server): Promise<http.Server> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function serverOf(): Promise<http.Server> {
  if (target === 'node:http') return listening(plainServer())
  return target === 'sketch' ? listening(sketchServer()) : frameworkServer()
}

const server = await serverOf()
process.send!({ port: (server.address() as AddressInfo).port })
process.on('message', (what) =>
  process.send!(what === 'rss' ? { rss: process.memoryUsage.rss() } : { cpu: process.cpuUsage() }),
)
process.on('disconnect', () => process.exit())
