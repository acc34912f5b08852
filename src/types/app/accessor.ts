/** Decorators that are computed. No runtime. */

/** A property that is computed on each access. */
export interface Accessor<This> {
  /**
   * Computes the value; `this` is the instance, request or reply.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone().decorateRequest('what', {
   *   getter() {
   *     return `${this.method} ${this.url}`
   *   },
   * })
   * app.get('/a', async (request) => request.what)
   * console.log((await app.inject('/a')).body) // GET /a
   * ```
   */
  getter(this: This): unknown
  /**
   * Runs on an assignment.
   * @default an assignment throws a TypeError
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * let level = 'low'
   * const app = touchstone().decorate('level', {
   *   getter: () => level,
   *   setter: (value: string) => {
   *     level = value.toLowerCase()
   *   },
   * })
   * app.level = 'HIGH'
   * console.log(app.level) // high
   * ```
   */
  setter?(this: This, value: never): void
}
/** The type of a property that was declared with a `V`. */
export type Property<V> = V extends { getter: (...args: never[]) => infer T } ? T : V
