// What the instance of another school asks of its framework: its own routers, middleware and error handlers, in its own order.

import type { Reply } from './reply.ts'

/** What handlers and hooks of a case see as `request`: on Express its own request, elsewhere one made of the context. */
export interface RequestLike {
  method: string
  url: string
  headers: Record<string, unknown>
  params: unknown
  query: unknown
  body: unknown
  raw: { method: string; url: string }
  [name: string]: unknown
}

/** Runs before what was declared after it; an answered reply ends the chain. */
export type Middleware = (request: RequestLike, reply: Reply) => Promise<void>
export type ErrorMiddleware = (error: unknown, request: RequestLike, reply: Reply) => Promise<void>

export interface School<Router> {
  name: string
  version: string
  createRouter(): Router
  mount(parent: Router, prefix: string, child: Router): void
  use(router: Router, middleware: Middleware): void
  /** `url` is written as in the case: `/a/:b`. */
  route(router: Router, method: string, url: string, handlers: Middleware[]): void
  /** Called when all else of the router was declared. */
  onError(router: Router, handler: ErrorMiddleware): void
  onNotFound(router: Router, handler: Middleware): void
  /** The application as a server; port 0 chooses one. */
  serve(root: Router, port: number): Promise<Serving>
}

export interface Serving {
  port: number
  close(): Promise<void>
}
