/** One boot in a process of its own: `boot-process.js TARGET SCENE`. Declares, gets ready, requests every route once, and reports. */

import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

interface Framework {
  addSchema(schema: unknown): unknown
  post(url: string, options: unknown, handler: unknown): unknown
  get(url: string, handler: unknown): unknown
  register(plugin: (child: Framework) => Promise<void>): unknown
  listen(options: { port: number; host: string }): Promise<string>
  server: { address(): { port: number } }
}

const [target, scene] = process.argv.slice(2)
const COUNT = scene === 'first' ? 1 : 1000

async function factory(): Promise<() => Framework> {
  if (target === 'touchstone') {
    const loaded = (await import(new URL('framework.js', import.meta.url).href)).default as never
    // Fastify loads its libraries when it is imported, touchstone when it first needs them: the clock starts after either.
    if (scene !== 'first') createRequire(import.meta.url)('fast-json-stringify')
    return loaded
  }
  if (target === 'fastify-4.29') return (await import('fastify-4.29')).default as never
  return (await import('fastify-5')).default as never
}

/** A schema of eleven properties; `mark` makes it another one. */
function schemaOf(mark: string): Record<string, unknown> {
  return {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', minimum: 0 },
      name: { type: 'string', maxLength: 80 },
      [`own${mark}`]: { type: 'string', maxLength: 40 },
      email: { type: 'string', maxLength: 80 },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      role: { type: 'string', enum: ['admin', 'user', 'guest'] },
      active: { type: 'boolean', default: true },
      score: { type: 'number' },
      tags: { type: 'array', maxItems: 10, items: { type: 'string' } },
      address: { type: 'object', properties: { street: { type: 'string' }, zip: { type: 'string' } } },
      comment: { type: ['string', 'null'] },
    },
  }
}

/** The same with the keywords that the schemas of most applications have. */
function keywordsOf(mark: string): Record<string, unknown> {
  const schema = schemaOf(mark)
  return {
    ...schema,
    properties: {
      ...Object(schema.properties),
      name: { type: 'string', pattern: '^[A-Z]', maxLength: 80 },
      email: { type: 'string', format: 'email' },
      age: { type: 'integer', nullable: true },
      address: { $ref: 'address#' },
      tags: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^[a-z]+$' } },
    },
  }
}

const answer = async (request: { body: unknown }) => request.body
const SCENES: Record<string, (app: Framework) => void> = {
  distinct: (app) => {
    for (let at = 0; at < COUNT; at++) declare(app, at, schemaOf(`_${at}`))
  },
  keywords: (app) => {
    const properties = { street: { type: 'string' }, zip: { type: 'string', pattern: '^[0-9]{5}$' } }
    app.addSchema({ $id: 'address', type: 'object', properties })
    for (let at = 0; at < COUNT; at++) declare(app, at, keywordsOf(`_${at}`))
  },
  shared: (app) => {
    for (let at = 0; at < 40; at++) app.addSchema({ $id: `shared${at}`, ...schemaOf(`_${at}`) })
    for (let at = 0; at < COUNT; at++) declare(app, at, { $ref: `shared${at % 40}#` })
  },
  /** one route, and everything from the start of the process is counted, what is imported too */
  first: (app) => declare(app, 0, schemaOf('')),
  same: (app) => {
    for (let at = 0; at < COUNT; at++) declare(app, at, schemaOf(''))
  },
  contexts: (app) => {
    for (let at = 0; at < COUNT; at++)
      app.register(async (child) => void child.get(`/r${at}`, async () => ({ at })))
  },
  bare: (app) => {
    for (let at = 0; at < COUNT; at++) app.get(`/r${at}`, async () => ({ at }))
  },
}

function declare(app: Framework, at: number, schema: unknown): void {
  app.post(`/r${at}`, { schema: { body: schema, response: { 200: schema } } }, answer)
}

const app = (await factory())()
const body = JSON.stringify({ id: 1, name: 'Ada', email: 'a@example.com', role: 'user', tags: ['a'] })
const heapBefore = heap()
if (scene !== 'first') await pause(50) // what V8 still optimizes of the loading is not counted
const from = scene === 'first' ? undefined : process.cpuUsage()
SCENES[scene!]!(app)
await app.listen({ port: 0, host: '127.0.0.1' })
const ready = spent(process.cpuUsage(from))
process.send!({
  port: app.server.address().port,
  count: COUNT,
  method: scene === 'contexts' || scene === 'bare' ? 'GET' : 'POST',
  body,
})
// Everything was asked: the figures are this process's own, without the client's.
process.once('message', () => {
  const all = spent(process.cpuUsage(from))
  process.send!({ ready, all, heap: (heap() - heapBefore) / 1024 / 1024 }, () => process.exit())
})

function spent({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
