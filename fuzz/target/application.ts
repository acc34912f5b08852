/** An application in this process as a target: hooks see what happens inside, requests go through inject or a socket. */
import { routesOf } from '../../src/index.ts'
import { isSchema, type Schema, type SchemaOrBoolean } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import { CompiledRoutes, foreignRoutes, hookInto } from './foreign.ts'
import { type Hookable, Observer } from './observe.ts'
import { takeFromPrototypes } from './prototypes.ts'
import { SocketClient } from './socket.ts'
import {
  type Answer,
  type AskOptions,
  type ExportForm,
  NoAnswer,
  type Target,
  type TargetRoute,
  type WireRequest,
} from './target.ts'

interface Injected {
  statusCode: number
  headers: Record<string, unknown>
  payload: string
  raw?: { req?: object }
}

/** What every instance of the interface has, ours or another. */
export interface Application extends Hookable {
  inject(request: object): PromiseLike<Injected>
  ready(): PromiseLike<unknown>
  listen(options: object): PromiseLike<unknown>
  close(): PromiseLike<unknown>
  getSchemas?(): Record<string, unknown>
  printRoutes?(): string
  server: { address(): unknown; listening?: boolean }
}

export function isApplication(value: unknown): value is Application {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  const { inject, ready, addHook } = value as Record<string, unknown>
  return [inject, ready, addHook].every((member) => typeof member === 'function')
}

const WAS_READY =
  'The instance was ready before it was passed, so no hooks can be added: what handlers return is not compared with what ' +
  'leaves. Export a function that makes the instance, or export it before ready().'

const PARTS: readonly Part[] = ['params', 'querystring', 'headers', 'body']

export class ApplicationTarget implements Target {
  readonly name: string
  readonly notes: string[] = []
  readonly form?: ExportForm
  readonly app: object
  readonly fresh?: () => Promise<Target>
  readonly #app: Application
  readonly #observer = new Observer()
  readonly #declared: Declared[] = []
  readonly #compiled = new CompiledRoutes()
  /** False where the instance was ready before. */
  readonly #attached: boolean
  #socket: SocketClient | null = null

  /** `fresh` makes another one, as this is at its start. */
  constructor(app: Application, name = 'the application', form?: ExportForm, fresh?: () => Promise<Target>) {
    this.#app = app
    this.app = app
    this.name = name
    if (form) this.form = form
    if (fresh)
      this.fresh = async () => {
        const another = await fresh()
        if (another instanceof ApplicationTarget) another.#reuse(this.#compiled)
        return another
      }
    this.#attached = this.#observer.attach(app)
    if (this.#attached) this.#collect()
  }

  isOf(app: unknown): boolean {
    return this.#app === app
  }

  // An instance of another framework lists no routes: they are noted as they are declared.
  #collect(): void {
    const declared = this.#declared
    const compiled = this.#compiled
    this.#app.addHook('onRoute', function (this: unknown, route: Record<string, unknown>) {
      declared.push({ route, app: this as Application })
      compiled.declare(route)
    } as never)
  }

  #reuse(compiled: CompiledRoutes): void {
    if (this.#attached)
      this.#app.addHook('onRoute', (route: Record<string, unknown>) => compiled.reuse(route))
  }

  async routes(): Promise<readonly TargetRoute[]> {
    const own = await routesOf(this.#app)
    if (own !== undefined) {
      if (!this.#attached) this.notes.push(WAS_READY)
      return own.map((one) => describe(one.method, one.url, one as unknown as Described, one.context))
    }
    await this.#app.ready()
    const declared = this.#declared.flatMap(({ route, app }) =>
      [route['method']].flat().map((method) =>
        describe(String(method), String(route['url']), {
          schema: route['schema'] as Schema | undefined,
          config: (route['config'] ?? {}) as Schema,
          sharedSchemas: app.getSchemas?.() ?? {},
          attachValidation: route['attachValidation'] === true,
        }),
      ),
    )
    const known = new Set(declared.map(({ method, url }) => `${method} ${url}`))
    // What was declared before the instance was handed in.
    const stored = await foreignRoutes(this.#app)
    this.#compiled.take(stored)
    if (!this.#attached) hookInto(stored, this.#observer.hooks)
    if (!this.#attached && stored.length === 0) this.notes.push(WAS_READY)
    const earlier = stored.filter(({ method, url }) => !known.has(`${method} ${url}`))
    const automatic = new Set([
      ...this.#declared.filter(({ route }) => isAutomatic(route)).map(({ route }) => route['url']),
      ...stored.filter((one) => isAutomatic({ ...one.stored, method: one.method })).map(({ url }) => url),
    ])
    return [
      ...declared,
      ...earlier.map(({ method, url, stored: one }) =>
        describe(method, url, {
          schema: one.schema,
          config: one.config ?? {},
          sharedSchemas: one.server?.getSchemas?.() ?? {},
          attachValidation: one.attachValidation === true,
        }),
      ),
    ].filter(({ method, url }) => method !== 'HEAD' || !automatic.has(url))
  }

  async ask(request: WireRequest, { timeout, capture = false }: AskOptions): Promise<Answer> {
    this.#observer.capture = capture
    const { method, url, headers, body } = request
    const asked = this.#app.inject({
      method,
      url,
      headers,
      validate: false, // of these options, not of the request
      ...(body === undefined ? {} : { payload: body }),
    })
    const answer = await inTime(asked, timeout)
    const polluted = takeFromPrototypes()
    const seen = this.#observer.take(answer.raw?.req)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.payload,
      ...(seen === undefined ? {} : { seen }),
      ...(polluted === null ? {} : { polluted }),
    }
  }

  async askOverSocket(request: WireRequest, { timeout }: AskOptions): Promise<Answer> {
    this.#socket ??= new SocketClient(await this.#listen())
    return this.#socket.ask(request, timeout)
  }

  async #listen(): Promise<number> {
    if (!this.#app.server.listening) await this.#app.listen({ port: 0, host: '127.0.0.1' })
    return (this.#app.server.address() as { port: number }).port
  }

  async close(): Promise<void> {
    this.#socket?.close()
    await this.#app.close()
  }
}

interface Declared {
  route: Record<string, unknown>
  app: Application
}
interface Described {
  schema: Schema | undefined
  config: Readonly<Record<string, unknown>>
  sharedSchemas: Readonly<Record<string, unknown>>
  attachValidation: boolean
  contentTypes?: readonly string[]
}

function describe(method: string, url: string, about: Described, context = ''): TargetRoute {
  const { schema = {}, config, sharedSchemas, attachValidation, contentTypes } = about
  const schemas: Partial<Record<Part, SchemaOrBoolean>> = {}
  const opaque: Part[] = []
  let bodyTypes: string[] | undefined
  for (const part of PARTS) {
    let one = part === 'querystring' ? (schema['querystring'] ?? schema['query']) : schema[part]
    if (one === undefined || one === null) continue
    if (part === 'body' && isSchema(one) && isSchema(one['content'])) {
      bodyTypes = Object.keys(one['content'])
      const json = bodyTypes.find((type) => /^application\/json\b/i.test(type))
      one = json === undefined ? undefined : (one['content'][json] as Schema)['schema']
      if (one === undefined) continue
    }
    if (typeof one === 'boolean' || isPlain(one)) schemas[part] = one as SchemaOrBoolean
    else opaque.push(part)
  }
  return {
    method,
    url,
    schemas,
    ...(bodyTypes === undefined ? {} : { bodyTypes }),
    ...(contentTypes === undefined ? {} : { parsedTypes: contentTypes }),
    opaque,
    responses: isSchema(schema['response']) ? schema['response'] : null,
    shared: sharedSchemas as Readonly<Record<string, Schema>>,
    attachValidation,
    context,
    isPublic: config?.['public'] === true,
    ...tagsOf(schema),
  }
}

/** Fastify makes a HEAD route of each GET, which takes the body away. */
function isAutomatic({ method, onSend }: Readonly<Record<string, unknown>>): boolean {
  const names = [onSend].flat().map((hook) => (typeof hook === 'function' ? hook.name : ''))
  return method === 'HEAD' && names.some((name) => name.endsWith('headRouteOnSendHandler'))
}

/** The texts of `tags`, where there are some. */
function tagsOf({ tags }: Schema): { tags?: string[] } {
  return Array.isArray(tags) ? { tags: tags.filter((one) => typeof one === 'string') } : {}
}

/** An object literal; schemas of other libraries are instances of something. */
function isPlain(value: unknown): boolean {
  if (!isSchema(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Rejects if there is no response in time; a later one is ignored. */
function inTime<T>(asked: PromiseLike<T>, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(`no answer in ${timeout} ms`)), timeout)
    asked.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error as Error)
      },
    )
  })
}
