// Express as a school: routers fall through to what is mounted behind them, in the order of the declarations.

import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { pipeline, Readable } from 'node:stream'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { type Payload, Reply } from './reply.ts'
import type { RequestLike, School } from './school.ts'

const { version } = createRequire(import.meta.url)('express/package.json') as { version: string }

/** The reply that belongs to a response, made when the first function of a case sees it. */
const REPLIES = new WeakMap<Response, Reply>()
/** The current continuation of the chain of each request. */
const NEXT = new WeakMap<Response, NextFunction>()

export const school: School<Router> = {
  name: 'express',
  version,
  createRouter: () => express.Router(),
  mount: (parent, prefix, child) => void parent.use(prefix, child),
  use: (router, middleware) =>
    void router.use(async (req: Request, res: Response, next: NextFunction) => {
      const { request, reply } = enter(req, res, next)
      await middleware(request, reply)
      if (!reply.sent) next()
    }),
  route: (router, method, url, handlers) => {
    const chain = handlers.map(
      (handler, index) => async (req: Request, res: Response, next: NextFunction) => {
        const { request, reply } = enter(req, res, next)
        await handler(request, reply)
        if (!reply.sent && index < handlers.length - 1) next()
      },
    )
    router[method.toLowerCase() as 'get'](url, ...chain)
  },
  onError: (router, handler) =>
    void router.use(async (error: unknown, req: Request, res: Response, next: NextFunction) => {
      const { request, reply } = enter(req, res, next)
      const status = Number((error as { statusCode?: number })?.statusCode)
      reply.code(status >= 400 && status < 600 ? status : 500)
      await handler(error, request, reply)
    }),
  onNotFound: (router, handler) =>
    void router.use(async (req: Request, res: Response, next: NextFunction) => {
      const { request, reply } = enter(req, res, next)
      await handler(request, reply.code(404))
    }),
  serve: (root, port) => {
    const app = express()
    app.set('env', 'production')
    app.use(express.json(), express.text(), root)
    const server = createServer(app)
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve({
          port: address !== null && typeof address === 'object' ? address.port : 0,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed())
              server.closeAllConnections()
            }),
        })
      })
    })
  },
}

function enter(req: Request, res: Response, next: NextFunction): { request: RequestLike; reply: Reply } {
  NEXT.set(res, next)
  const request = req as unknown as RequestLike
  // Express computes the query whenever it is read; the coerced values have to be kept.
  if (!Object.hasOwn(req, 'query')) Object.defineProperty(req, 'query', { value: req.query, writable: true })
  request.raw ??= { method: req.method, url: req.originalUrl }
  let reply = REPLIES.get(res)
  if (!reply) {
    reply = new Reply(
      (payload) => write(res, payload),
      (error) => NEXT.get(res)?.(error),
    )
    REPLIES.set(res, reply)
  }
  return { request, reply }
}

function write(res: Response, { status, headers, body }: Payload): void {
  res.status(status).set(headers)
  if (body instanceof Readable) pipeline(body, res, () => undefined)
  else res.end(body ?? undefined)
}
