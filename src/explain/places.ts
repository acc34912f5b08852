/** File and line of functions, which the inspector of V8 knows. Nothing is recorded while an application boots. */
import { createRequire, findSourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UserFunction } from '../values.ts'

interface Property {
  readonly name: string
  readonly value?: {
    readonly objectId?: string
    readonly value?: { scriptId: string; lineNumber: number; columnNumber: number }
  }
}

interface ScriptParsed {
  readonly params: { readonly scriptId: string; readonly url: string }
}

/** The part of a session of `node:inspector` that is used here. */
interface Session {
  connect(): void
  disconnect(): void
  on(event: 'Debugger.scriptParsed', listener: (message: ScriptParsed) => void): unknown
  post<T>(method: string, params: object, told: (error: Error | null, result: T) => void): void
}

const SLOT: unique symbol = Symbol.for('touchstone.explain.function')

/** Where functions are: `src/app.js:12`, relative to the working folder; `native`; null: this runtime does not say. */
export class Places {
  readonly #session: Session | null
  readonly #scripts = new Map<string, string>()

  constructor() {
    this.#session = sessionOf()
    this.#session?.on('Debugger.scriptParsed', ({ params }: ScriptParsed) =>
      this.#scripts.set(params.scriptId, params.url),
    )
    if (this.#session !== null) this.#post('Debugger.enable')
  }

  of(fn: UserFunction): string | null {
    if (this.#session === null) return null
    Reflect.set(globalThis, SLOT, fn)
    try {
      const expression = `globalThis[Symbol.for('touchstone.explain.function')]`
      const { result } = this.#post<{ result: { objectId: string } }>('Runtime.evaluate', { expression })
      return this.#placeOf(result.objectId)
    } catch {
      return null // the inspector of this runtime has less
    } finally {
      Reflect.deleteProperty(globalThis, SLOT)
    }
  }

  close(): void {
    this.#session?.disconnect()
  }

  #placeOf(objectId: string): string {
    const { internalProperties = [] } = this.#post<{ internalProperties?: Property[] }>(
      'Runtime.getProperties',
      {
        objectId,
        ownProperties: true,
      },
    )
    const named = (name: string) => internalProperties.find((one) => one.name === name)?.value
    const target = named('[[TargetFunction]]')?.objectId
    if (target !== undefined) return this.#placeOf(target)
    const at = named('[[FunctionLocation]]')?.value
    const url = at === undefined ? undefined : this.#scripts.get(at.scriptId)
    if (at === undefined || !url) return 'native'
    return sourceOf(url, at.lineNumber, at.columnNumber)
  }

  // A session of the same thread answers before `post` returns.
  #post<T>(method: string, params: object = {}): T {
    let answer: T | undefined
    this.#session?.post<T>(method, params, (error, result) => {
      if (error) throw error
      answer = result
    })
    if (answer === undefined) throw new Error(`${method} has no answer`)
    return answer
  }
}

function sessionOf(): Session | null {
  try {
    const { Session }: { Session: new () => Session } = createRequire(import.meta.url)('node:inspector')
    const session = new Session()
    session.connect()
    return session
  } catch {
    return null // Bun, Deno, or a build without it
  }
}

function sourceOf(url: string, line: number, column: number): string {
  const file = url.startsWith('file:') ? fileURLToPath(url) : url
  const entry = findSourceMap(file)?.findEntry(line, column)
  const mapped = entry !== undefined && 'originalSource' in entry ? entry : null
  const source = mapped === null ? file : mapped.originalSource.replace(/^file:\/\//, '')
  const path = relative(process.cwd(), source)
  return `${path.startsWith('..') ? source : path}:${(mapped === null ? line : mapped.originalLine) + 1}`
}
