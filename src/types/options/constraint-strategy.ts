/** How to choose between routes by more than method and path. No runtime. */

/** How to choose between routes with the same method and path. The interface is that of find-my-way. */
export interface ConstraintStrategy {
  /**
   * The key in `constraints`.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addConstraintStrategy({
   *   name: 'tenant',
   *   storage: () => new Map<string, unknown>(),
   *   deriveConstraint: (request: { headers: Record<string, string> }) => request.headers['x-tenant'],
   *   mustMatchWhenDerived: true,
   * })
   * app.get('/', { constraints: { tenant: 'a' } }, async () => 'for a')
   * console.log((await app.inject({ url: '/', headers: { 'x-tenant': 'a' } })).body) // for a
   * console.log((await app.inject({ url: '/', headers: { 'x-tenant': 'b' } })).statusCode) // 404
   * ```
   */
  name: string
  /** Creates the storage that holds the handlers of one path by value. @see name */
  storage(): {
    get(value: never): unknown
    set(value: never, handler: never): void
    del?(value: never): void
    empty?(): void
  }
  /** Reads the value from a request; with `done`, asynchronously. @see name */
  deriveConstraint(request: never, context?: never, done?: never): unknown
  /**
   * Throws if the value that a route declares is invalid.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.addConstraintStrategy({
   *   name: 'tenant',
   *   storage: () => new Map<string, unknown>(),
   *   deriveConstraint: (request: { headers: Record<string, string> }) => request.headers['x-tenant'],
   *   validate: (value) => {
   *     if (typeof value !== 'string') throw new TypeError(`a tenant is a string, got ${value}`)
   *   },
   * })
   * try {
   *   app.get('/', { constraints: { tenant: 7 } }, async () => 'hello')
   * } catch (error) {
   *   console.log((error as Error).message) // a tenant is a string, got 7
   * }
   * ```
   */
  validate?(value: unknown): void
  /** Whether a request that has a value matches only routes with the constraint. @default `false` @see name */
  mustMatchWhenDerived?: boolean
}
