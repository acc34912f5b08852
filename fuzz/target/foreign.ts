/** The routes of an instance of Fastify that was built before it was handed in: what its contexts store. */
import type { Schema } from '../schema/walk.ts'
import { type Hooks, listOf } from './observe.ts'

/** What Fastify stores for a route, the same from 4.10 to 5; a list of hooks is null where there are none. */
interface StoredRoute {
  config?: { url?: string; method?: string | string[] } & Schema
  schema?: Schema
  attachValidation?: boolean
  server?: { getSchemas?(): Record<string, unknown> }
  onRequest: unknown[] | null
  preValidation: unknown[] | null
  preHandler: unknown[] | null
  preSerialization: unknown[] | null
  onError: unknown[] | null
}

export interface ForeignRoute {
  readonly method: string
  readonly url: string
  readonly stored: StoredRoute
}

export interface Foreign {
  inject(request: object): PromiseLike<unknown>
  printRoutes?(): string
}

/** The methods and paths of a printed tree; a path that has no route of its own is left out. */
export function routesInTree(text: string): { method: string; url: string }[] {
  const found: { method: string; url: string }[] = []
  const above: string[] = []
  for (const line of text.split('\n')) {
    const [, indent, rest] = /^((?:│ {3}| {4})*)[├└]── (.*)$/.exec(line) ?? []
    if (indent === undefined || rest === undefined) continue
    const [, own = rest, methods = ''] = /^(.*?)(?: \(([A-Z]+(?:, [A-Z]+)*)\))?$/.exec(rest) ?? []
    const depth = indent.length / 4
    above.length = depth
    const url = `${above.join('')}${own === '(empty root node)' ? '' : own}`
    above[depth] = own === '(empty root node)' ? '' : own
    for (const method of methods === '' ? [] : methods.split(', ')) found.push({ method, url })
  }
  return found
}

/** What may stand for a parameter; an expression behind it takes one of them, or the route is not found. */
const STAND_INS = ['1', 'a', '2020-01-01', 'aaaaaaaa', '00000000-0000-4000-8000-000000000000']

/** The header of the requests that ask for what is stored. */
const MARK = 'x-touchstone-route'

/**
 * Every route, found by a request that is answered before any hook or handler of it runs. Empty where the instance is not one
 * of Fastify, or of a version that stores routes in another way.
 */
export async function foreignRoutes(app: Foreign): Promise<ForeignRoute[]> {
  const request = symbolOf(app, 'fastify.Request')
  let prototype = request && (app as never as Record<symbol, { prototype?: object }>)[request]?.prototype
  // Requests without decorators are made of the first class of the chain, which all instances share.
  for (
    let above = prototype;
    above && above !== Object.prototype;
    above = Object.getPrototypeOf(above) as object
  )
    prototype = above
  if (!prototype || typeof app.printRoutes !== 'function') return []
  const found = new Map<string, ForeignRoute>()
  let last: StoredRoute | null = null
  let restore = (): void => undefined
  Object.defineProperty(prototype, 'raw', {
    configurable: true,
    set(this: object, raw: { headers: Record<string, unknown> }) {
      Object.defineProperty(this, 'raw', { value: raw, writable: true, enumerable: true, configurable: true })
      if (raw.headers[MARK] === undefined) return
      const context = symbolOf(this, 'fastify.context')
      const stored = context && (this as Record<symbol, StoredRoute | undefined>)[context]
      if (!stored) return
      const { onRequest } = stored
      last = stored
      stored.onRequest = [(_request: object, reply: { send(): void }) => reply.send()]
      restore = () => {
        stored.onRequest = onRequest
      }
    },
  })
  try {
    for (const { method, url } of routesInTree(app.printRoutes())) {
      for (const one of STAND_INS) {
        last = null
        const path = url.replace(/:\w+(\([^/]*\))?/g, one).replace('*', one)
        await app.inject({ method, url: encodeURI(path === '' ? '/' : path), headers: { [MARK]: '1' } })
        restore()
        const config = (last as StoredRoute | null)?.config
        if (!last || config?.url === undefined || ![config.method ?? method].flat().includes(method)) continue
        found.set(`${method} ${config.url}`, { method, url: config.url, stored: last })
        break
      }
    }
  } finally {
    delete (prototype as { raw?: unknown }).raw
  }
  return [...found.values()]
}

/** Puts the hooks that look into what is stored: an instance that is built takes none. */
export function hookInto(routes: readonly ForeignRoute[], hooks: Hooks): void {
  for (const stored of new Set(routes.map((one) => one.stored))) {
    stored.onRequest = [hooks.early, ...listOf(stored.onRequest)]
    stored.preValidation = [...listOf(stored.preValidation), hooks.read]
    stored.preHandler = [...listOf(stored.preHandler), hooks.handled]
    stored.preSerialization = [...listOf(stored.preSerialization), hooks.payload]
    stored.onError = [hooks.failed, ...listOf(stored.onError)]
  }
}

function symbolOf(object: object, description: string): symbol | undefined {
  for (let one: object | null = object; one !== null; one = Object.getPrototypeOf(one) as object | null) {
    const found = Object.getOwnPropertySymbols(one).find((symbol) => symbol.description === description)
    if (found) return found
  }
  return undefined
}

type Compiled = (...args: unknown[]) => unknown
type Compiler = (about: Readonly<Record<string, unknown>>) => unknown
type Options = Record<string, unknown>

interface Known {
  /** The schemas as they were declared. */
  readonly schema: string
  readonly validators: Readonly<Record<string, unknown>>
  readonly serializers: unknown
  readonly server: { validatorCompiler?: Compiler; serializerCompiler?: Compiler }
}

const COMPILED = ['params', 'querystring', 'headers', 'body']

/**
 * What an instance of Fastify has compiled, for the fresh ones that show findings: to compile all schemas again would take most of the
 * time of a run.
 */
export class CompiledRoutes {
  readonly #known = new Map<string, Known>()
  readonly #declared = new Map<string, string>()

  /** A route of the first instance, before its schemas are changed; those with compilers of their own are left alone. */
  declare({ method, url, schema, validatorCompiler, serializerCompiler }: Options): void {
    if (schema === undefined || validatorCompiler !== undefined || serializerCompiler !== undefined) return
    const text = textOf(schema)
    const key = `${String(method)} ${String(url)}`
    // Routes that only differ in their constraints may have schemas of different contexts.
    if (this.#declared.has(key)) this.#declared.set(key, '')
    else if (text !== undefined) this.#declared.set(key, text)
  }

  /** What the first instance stores once it is ready. */
  take(routes: readonly ForeignRoute[]): void {
    for (const { method, url, stored } of routes) {
      const key = `${method} ${url}`
      const schema = this.#declared.get(key)
      if (!schema || !stored.server) continue
      const named = (description: string): unknown => {
        const symbol = Object.getOwnPropertySymbols(stored).find((one) => one.description === description)
        return symbol && (stored as unknown as Record<symbol, unknown>)[symbol]
      }
      const validators = Object.fromEntries(COMPILED.map((part) => [part, named(`${part}-schema`)]))
      const { server } = stored as unknown as Known
      this.#known.set(key, { schema, validators, serializers: named('response-schema'), server })
    }
  }

  /** Gives a route of a fresh instance what the first one has compiled for it. */
  reuse(route: Options): void {
    const known = this.#known.get(`${String(route['method'])} ${String(route['url'])}`)
    if (!known || route['validatorCompiler'] !== undefined || route['serializerCompiler'] !== undefined)
      return
    if (textOf(route['schema']) !== known.schema) return
    const { validators, serializers, server } = known
    const own = (holder: unknown, key: unknown, type: unknown): Compiled | undefined => {
      const found = (holder as Options | undefined)?.[String(key)] as Options | undefined
      const one = type === undefined ? found : found?.[String(type)]
      return typeof one === 'function' ? (one as Compiled) : undefined
    }
    if (COMPILED.some((part) => validators[part] !== undefined))
      route['validatorCompiler'] = ((about) =>
        own(validators, about['httpPart'], about['contentType']) ??
        server.validatorCompiler?.(about)) satisfies Compiler
    if (serializers !== undefined)
      route['serializerCompiler'] = ((about) =>
        own(serializers, about['httpStatus'], about['contentType']) ??
        server.serializerCompiler?.(about)) satisfies Compiler
  }
}

function textOf(schema: unknown): string | undefined {
  try {
    return JSON.stringify(schema)
  } catch {
    return undefined // it refers to itself
  }
}
