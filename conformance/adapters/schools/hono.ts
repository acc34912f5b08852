// Hono as a school: middleware goes round what is behind it, and an application that is mounted keeps what it declared.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { type Payload, Reply } from './reply.ts'
import type { RequestLike, School } from './school.ts'

const { version } = JSON.parse(readFileSync(packageFile('hono'), 'utf8')) as { version: string }

interface Entered {
  request: RequestLike
  reply: Reply
  written: () => Response | undefined
}

const ENTERED = new WeakMap<Request, Entered>()
/** Mounting copies the routes of a child: they must all be there. */
const MOUNTED = new WeakMap<Hono, { prefix: string; child: Hono }[]>()

export const school: School<Hono> = {
  name: 'hono',
  version,
  createRouter: () => new Hono(),
  mount: (parent, prefix, child) => {
    const list = MOUNTED.get(parent) ?? []
    MOUNTED.set(parent, [...list, { prefix, child }])
  },
  use: (router, middleware) =>
    void router.use(async (c, next) => {
      const { request, reply, written } = await enter(c)
      await middleware(request, reply)
      return written() ?? (await next())
    }),
  route: (router, method, url, handlers) =>
    void router.on(method, [url], async (c) => {
      const { request, reply, written } = await enter(c)
      request.params = { ...c.req.param() }
      for (const handler of handlers) {
        await handler(request, reply)
        const response = written()
        if (response) return response
      }
      throw new Error('the handler did not answer')
    }),
  onError: (router, handler) =>
    void router.onError(async (error, c) => {
      const { request, reply, written } = await enter(c)
      const status = Number((error as { statusCode?: number }).statusCode)
      reply.code(status >= 400 && status < 600 ? status : 500)
      await handler(error, request, reply)
      return written() ?? c.text('the error handler did not answer', 500)
    }),
  onNotFound: (router, handler) =>
    void router.notFound(async (c) => {
      const { request, reply, written } = await enter(c)
      await handler(request, reply.code(404))
      return written() ?? c.text('the handler did not answer', 500)
    }),
  serve: (root, port) =>
    new Promise((resolve, reject) => {
      const server = serve({ fetch: whole(root).fetch, port, hostname: '127.0.0.1' }, (address) => {
        resolve({
          port: address.port,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        })
      })
      server.once('error', reject)
    }),
}

/** The application with what was mounted, children first. */
function whole(router: Hono): Hono {
  for (const { prefix, child } of MOUNTED.get(router) ?? []) router.route(prefix, whole(child))
  MOUNTED.delete(router)
  return router
}

async function enter(c: Context): Promise<Entered> {
  const known = ENTERED.get(c.req.raw)
  if (known) return known
  const { pathname, search } = new URL(c.req.url)
  const url = pathname + search
  const request: RequestLike = {
    method: c.req.method,
    url,
    headers: c.req.header(),
    params: {},
    query: c.req.query(),
    body: await bodyOf(c),
    raw: { method: c.req.method, url },
  }
  let response: Response | undefined
  const write = (payload: Payload): void => {
    response = responseOf(payload)
  }
  const fail = (error: unknown): never => {
    throw error
  }
  const entered = { request, reply: new Reply(write, fail), written: () => response }
  ENTERED.set(c.req.raw, entered)
  return entered
}

async function bodyOf(c: Context): Promise<unknown> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return undefined
  const type = c.req.header('content-type') ?? ''
  if (type.includes('json')) return c.req.json()
  return type.startsWith('text/') ? c.req.text() : undefined
}

function responseOf({ status, headers, body }: Payload): Response {
  const fields = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of [value].flat()) fields.append(name, one)
  const empty = body === null || status === 204 || status === 304
  const content = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body
  return new Response(empty ? null : (content as string), { status, headers: fields })
}

/** Of a package that does not export its own description. */
function packageFile(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name))
  // What is inside says only of which kind its modules are.
  while (basename(folder) !== name) folder = dirname(folder)
  return join(folder, 'package.json')
}
