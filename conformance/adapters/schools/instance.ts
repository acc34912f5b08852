// An instance on which cases are built, made of another school's routers. Only what the school has a way of its own for is
// here; a case that calls anything else finds no such method, and its verdict says so.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { WireAnswer, WireRequest } from '../../contract/adapter.ts'
import { askOverSocket } from './ask.ts'
import type { Reply } from './reply.ts'
import type { ErrorMiddleware, Middleware, RequestLike, School, Serving } from './school.ts'

type Fn = (...args: unknown[]) => unknown
type Plugin = (app: Instance<unknown>, options: unknown, done?: Fn) => unknown

/** Hooks that are middleware under another name; what comes after the handler has no place in the chain. */
const BEFORE = new Set(['onRequest', 'preParsing', 'preValidation', 'preHandler'])
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const
const PARTS = ['params', 'body', 'querystring', 'query', 'headers'] as const

/** What all routers of one application share: in this school that is nearly everything. */
interface Common<Router> {
  school: School<Router>
  ajv: Ajv
  root: Router
  /** The prototype of all instances of the application. */
  shared: object
  boot: Promise<void>
  finish: (() => void)[]
  schemas: Map<string, unknown>
  serving: Serving | null
}

interface RouteOptions {
  method?: string | string[]
  url?: string
  path?: string
  handler?: Fn
  schema?: Record<string, unknown>
  errorHandler?: unknown
  [name: string]: unknown
}

/** As the common part of the adapters asks: the payload is bytes, or the chunks of them. */
interface InjectForm extends Pick<WireRequest, 'method' | 'url' | 'headers'> {
  payload?: Buffer | AsyncIterable<Buffer> | undefined
}
interface InjectAnswer extends Omit<WireAnswer, 'status' | 'body'> {
  statusCode: number
  rawPayload: Buffer
}

export class Instance<Router> {
  readonly #common: Common<Router>
  readonly #router: Router;
  [name: string]: unknown

  constructor(common: Common<Router>, router: Router) {
    this.#common = common
    this.#router = router
    Object.setPrototypeOf(this, common.shared)
    for (const method of METHODS) {
      this[method] = (url: string, first: RouteOptions | Fn, second?: Fn) =>
        typeof first === 'function'
          ? this.route({ method, url, handler: first })
          : this.route({ ...first, method, url, handler: second ?? (first.handler as Fn) })
    }
  }

  /** A router cannot hold values, so they go to the application. */
  decorate(name: string, value: unknown): this {
    Object.defineProperty(this.#common.shared, name, { value, configurable: true, writable: true })
    return this
  }
  decorateRequest(name: string, value: unknown): this {
    this.#common.school.use(this.#router, async (request) => {
      request[name] = value
    })
    return this
  }
  decorateReply(name: string, value: unknown): this {
    this.#common.school.use(this.#router, async (_, reply) => {
      Object.assign(reply, { [name]: value })
    })
    return this
  }

  addSchema(schema: Record<string, unknown>): this {
    this.#common.ajv.addSchema(schema)
    this.#common.schemas.set(String(schema['$id']), schema)
    return this
  }
  getSchema(id: string): unknown {
    return this.#common.schemas.get(id)
  }
  getSchemas(): Record<string, unknown> {
    return Object.fromEntries(this.#common.schemas)
  }

  addHook(name: string, fn: Fn): this {
    if (!BEFORE.has(name)) throw new Error(`${this.#common.school.name} has no way of its own for ${name}`)
    this.#common.school.use(this.#router, middlewareOf(fn))
    return this
  }

  route(options: RouteOptions): this {
    const url = options.url ?? options.path ?? '/'
    const { school } = this.#common
    const own = [...BEFORE].flatMap((name) => [options[name] ?? []].flat() as Fn[]).map(middlewareOf)
    const handlers = [...this.#validators(options.schema ?? {}), ...own, handlerOf(options.handler as Fn)]
    for (const method of [options.method ?? 'GET'].flat())
      school.route(this.#router, method.toUpperCase(), url, handlers)
    return this
  }

  setErrorHandler(fn: Fn): this {
    this.#common.finish.push(() => this.#common.school.onError(this.#router, errorHandlerOf(fn)))
    return this
  }
  setNotFoundHandler(first: unknown, second?: Fn): this {
    const fn = (second ?? first) as Fn
    this.#common.finish.push(() => this.#common.school.onNotFound(this.#router, handlerOf(fn)))
    return this
  }

  register(given: unknown, options: { prefix?: string } = {}): this {
    const { school } = this.#common
    const router = school.createRouter()
    school.mount(this.#router, options.prefix ?? '/', router)
    this.#common.boot = this.#common.boot.then(async () => {
      const awaited = (await given) as Plugin | { default: Plugin }
      const plugin = typeof awaited === 'function' ? awaited : awaited.default
      const child = new Instance(this.#common, router) as Instance<unknown>
      if (plugin.length < 3) await plugin(child, options)
      else await new Promise<void>((resolve, reject) => plugin(child, options, settle(resolve, reject)))
    })
    return this
  }

  #validators(schema: Record<string, unknown>): Middleware[] {
    return PARTS.filter((part) => schema[part]).map((part) => {
      const validate = this.#common.ajv.compile(schema[part] as object)
      const field = part === 'querystring' ? 'query' : part
      return async (request) => validatePart(validate, field, request)
    })
  }

  /** Declares everything that was registered, in order. */
  async ready(): Promise<void> {
    const { boot } = this.#common
    await boot
    if (boot !== this.#common.boot) return this.ready()
    // Children before their parents: a handler at the end of a router takes what its children let through.
    for (const finish of this.#common.finish.splice(0).reverse()) finish()
  }
  async listen({ port = 0 }: { port?: number } = {}): Promise<string> {
    await this.ready()
    this.#common.serving ??= await this.#common.school.serve(this.#common.root, port)
    return `http://127.0.0.1:${this.#common.serving.port}`
  }
  async close(): Promise<void> {
    await this.#common.serving?.close()
    this.#common.serving = null
  }
  get server(): { address(): { port: number } } {
    return { address: () => ({ port: this.#common.serving?.port ?? 0 }) }
  }
  async inject(given: InjectForm): Promise<InjectAnswer> {
    const request = await wireForm(given)
    await this.listen()
    const answer = await askOverSocket(this.#common.serving?.port ?? 0, request)
    return { ...answer, statusCode: answer.status, rawPayload: answer.body }
  }
}

/** The factory for a framework; it ignores options of other frameworks. */
export function createFactory<Router>(school: School<Router>): (options?: object) => Instance<Router> {
  return (options = {}) => {
    const [unknown] = Object.keys(options)
    if (unknown !== undefined) throw new Error(`${school.name} has no factory option ${unknown}`)
    const root = school.createRouter()
    const ajv = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true, strict: false })
    const shared = Object.create(Instance.prototype)
    const own = { boot: Promise.resolve(), finish: [], schemas: new Map(), serving: null }
    const common = { school, ajv, root, shared, ...own }
    return new Instance<Router>(common, root)
  }
}

async function wireForm({ method, url, headers, payload }: InjectForm): Promise<WireRequest> {
  const request = { method, url, headers, body: null, chunks: null }
  if (payload === undefined || Buffer.isBuffer(payload)) return { ...request, body: payload ?? null }
  const chunks: Buffer[] = []
  for await (const chunk of payload) chunks.push(chunk)
  return { ...request, chunks }
}

function validatePart(validate: ValidateFunction, field: string, request: RequestLike): void {
  const given = request[field]
  if (validate(given)) return
  const [first] = validate.errors as [ErrorObject]
  const message = `${field === 'query' ? 'querystring' : field}${first.instancePath} ${first.message}`
  const about = { statusCode: 400, code: 'FST_ERR_VALIDATION', validation: validate.errors }
  throw Object.assign(new Error(message), { ...about, validationContext: field })
}

function settle(resolve: () => void, reject: (error: unknown) => void): (error?: unknown) => void {
  return (error) => (error ? reject(error) : resolve())
}

function middlewareOf(fn: Fn): Middleware {
  return async (request, reply) => {
    if (fn.length < 3) await fn(request, reply)
    else await new Promise<void>((resolve, reject) => fn(request, reply, settle(resolve, reject)))
  }
}

function handlerOf(fn: Fn): Middleware {
  return async (request, reply) => answer(await fn(request, reply), reply)
}

function errorHandlerOf(fn: Fn): ErrorMiddleware {
  return async (error, request, reply) => answer(await fn(error, request, reply), reply)
}

function answer(result: unknown, reply: Reply): void {
  if (!reply.sent && result !== undefined && result !== reply) reply.send(result)
}
