/** Routes whose path is plain text and that have no constraints: one look-up by the URL finds them, without the library. */
import type { RouteEntry } from '../declare/declaration.ts'

/** No parameter, no wildcard, nothing that ends the path of a URL, and no `%`. */
const PLAIN = /^\/[^:*?#;%]*$/

export class PlainRoutes {
  readonly #byMethod = new Map<string, Map<string, RouteEntry>>()
  /** the plain paths that a route with an optional parameter has too: the library has to compare them */
  readonly #shared = new Set<string>()
  readonly #end: RegExp

  constructor(useSemicolonDelimiter: boolean | undefined) {
    this.#end = useSemicolonDelimiter ? /[?;#]/ : /[?#]/
  }

  takes(path: string): boolean {
    return PLAIN.test(path) && !this.#shared.has(path)
  }

  /** Adds an entry under each method. Returns the method that is taken; then nothing is added. */
  add(methods: readonly string[], path: string, entry: RouteEntry): string | undefined {
    for (const [at, method] of methods.entries()) {
      const table = this.#tableOf(method)
      if (table.has(path)) {
        for (const added of methods.slice(0, at)) this.remove(added, path)
        return method
      }
      table.set(path, entry)
    }
    return undefined
  }

  #tableOf(method: string): Map<string, RouteEntry> {
    const known = this.#byMethod.get(method)
    if (known !== undefined) return known
    const table = new Map<string, RouteEntry>()
    this.#byMethod.set(method, table)
    return table
  }

  remove(method: string, path: string): void {
    this.#byMethod.get(method)?.delete(path)
  }

  get(method: string, path: string): RouteEntry | undefined {
    return this.#byMethod.get(method)?.get(path)
  }

  /** Gives away what stands at a path. It is not taken from now on. */
  share(path: string): [method: string, entry: RouteEntry][] {
    this.#shared.add(path)
    const given: [string, RouteEntry][] = []
    for (const [method, table] of this.#byMethod) {
      const entry = table.get(path)
      if (entry !== undefined && table.delete(path)) given.push([method, entry])
    }
    return given
  }

  /** Where the path of a URL ends: at its query, or -1. */
  end(url: string): number {
    return url.search(this.#end)
  }

  /** The route of a URL without its query, whose characters can be encoded; null: they are encoded wrongly. */
  find(method: string, path: string): RouteEntry | undefined | null {
    const table = this.#byMethod.get(method)
    if (!table?.size) return undefined
    if (!path.includes('%')) return table.get(path)
    try {
      return table.get(decodeURI(path)) // what stays encoded, such as `/`, is in no plain path
    } catch {
      return null
    }
  }
}
