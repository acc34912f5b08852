/** Hooks on the instance under test that note what no answer shows: the route, the handler's turn, the payload, the error. */
import type { Part } from '../schema/wire.ts'
import type { Seen } from './target.ts'

interface Asked {
  raw: object
  routeOptions?: { url?: string }
  routerPath?: string
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  validationError?: unknown
}
type Done = (error?: null, value?: unknown) => void
type Hook = (request: Asked, reply: unknown, ...rest: never[]) => void
export interface Hookable {
  addHook(name: string, hook: Hook | ((route: Record<string, unknown>) => void)): unknown
}

/** The hooks that look, by what they look at. */
export type Hooks = Readonly<Record<'early' | 'read' | 'handled' | 'failed' | 'payload', unknown>>

/** What was seen, by the raw request: nothing is kept longer than the request itself. */
export class Observer {
  readonly #seen = new WeakMap<object, SeenRecord>()
  /** Whether the request parts are copied too. */
  capture = false

  take(raw: object | undefined): Seen | undefined {
    return raw === undefined ? undefined : this.#seen.get(raw)
  }

  readonly hooks: Hooks = this.#hooks()

  /** False where the instance takes no hooks any more. */
  attach(app: Hookable): boolean {
    const { early, read, handled, failed, payload } = this.hooks
    try {
      app.addHook('onRequest', early as Hook)
      app.addHook('preValidation', read as Hook)
      app.addHook('preHandler', handled as Hook)
      app.addHook('preSerialization', payload as Hook)
      app.addHook('onError', failed as Hook)
    } catch {
      return false
    }
    // Hooks of a route come after those of its contexts: what they note last is what counts.
    app.addHook('onRoute', (route: Record<string, unknown>) => {
      route['preValidation'] = [...listOf(route['preValidation']), read]
      route['preSerialization'] = [...listOf(route['preSerialization']), payload]
    })
    return true
  }

  #hooks(): Hooks {
    const early = (request: Asked, _reply: unknown, done: Done): void => {
      const route = request.routeOptions?.url ?? request.routerPath ?? null
      this.#seen.set(request.raw, new SeenRecord(route))
      done()
    }
    const read = (request: Asked, _reply: unknown, done: Done): void => {
      const seen = this.capture ? this.#seen.get(request.raw) : undefined
      if (seen) seen.parts = partsOf(request)
      done()
    }
    const handled = (request: Asked, _reply: unknown, done: Done): void => {
      const seen = this.#seen.get(request.raw)
      if (seen) seen.handled = true
      done()
    }
    const failed = (request: Asked, _reply: unknown, error: unknown, done: Done): void => {
      const seen = this.#seen.get(request.raw)
      if (seen) seen.failure = { error }
      done()
    }
    const payload = (request: Asked, _reply: unknown, value: unknown, done: Done): void => {
      const seen = this.#seen.get(request.raw)
      if (seen) seen.payload = { value }
      done(null, value)
    }
    return { early, read, handled, failed, payload }
  }
}

/** The error is described on demand: capturing its stack costs more than the request. */
class SeenRecord implements Seen {
  readonly route: string | null
  handled = false
  payload?: { value: unknown }
  parts?: NonNullable<Seen['parts']>
  failure: { error: unknown } | null = null

  constructor(route: string | null) {
    this.route = route
  }

  get error(): NonNullable<Seen['error']> {
    return this.failure === null ? (undefined as never) : describeError(this.failure.error)
  }
}

export function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : [value].flat()
}

function partsOf({ params, query, headers, body }: Asked): Partial<Record<Part, unknown>> {
  return copy({ params, querystring: query, headers, body: body ?? null }) as Partial<Record<Part, unknown>>
}

function copy(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return value // a stream, or whatever a parser of the application made
  }
}

function describeError(error: unknown): NonNullable<Seen['error']> {
  if (!(error instanceof Error)) return { name: 'thrown', message: String(error) }
  const { name, message } = error
  const { code, validation } = error as { code?: unknown; validation?: unknown }
  return {
    name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(Array.isArray(validation) ? { validation } : {}),
    get stack(): string {
      return error.stack ?? ''
    },
  }
}
