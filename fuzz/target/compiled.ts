/**
 * What an instance of Fastify has compiled, for the fresh ones that show findings: to compile all schemas again would take most of the
 * time of a run.
 */
import type { ForeignRoute } from './foreign.ts'

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

const PARTS = ['params', 'querystring', 'headers', 'body']

export class CompiledRoutes {
  readonly #known = new Map<string, Known>()
  readonly #declared = new Map<string, string>()

  /** A route of the first instance, before its schemas are changed; those with compilers of their own are left alone. */
  declare({ method, url, schema, validatorCompiler, serializerCompiler }: Options): void {
    if (schema === undefined || validatorCompiler !== undefined || serializerCompiler !== undefined) return
    const text = textOf(schema)
    if (text !== undefined) this.#declared.set(`${String(method)} ${String(url)}`, text)
  }

  /** What the first instance stores once it is ready. */
  take(routes: readonly ForeignRoute[]): void {
    for (const { method, url, stored } of routes) {
      const key = `${method} ${url}`
      const schema = this.#declared.get(key)
      if (schema === undefined || !stored.server) continue
      const named = (description: string): unknown => {
        const symbol = Object.getOwnPropertySymbols(stored).find((one) => one.description === description)
        return symbol && (stored as unknown as Record<symbol, unknown>)[symbol]
      }
      const validators = Object.fromEntries(PARTS.map((part) => [part, named(`${part}-schema`)]))
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
    if (PARTS.some((part) => validators[part] !== undefined))
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
