/** Security schemes: which hooks of a route check which credentials. No runtime. */

/** What a hook checks. */
export interface SecurityMark {
  /** The name of the scheme in the document. @see Secures */
  readonly name: string
  /** A Security Scheme Object of OpenAPI. @see Secures */
  readonly scheme: { readonly type: string; readonly [field: string]: unknown }
}

/**
 * Marks a hook that checks credentials, and returns it. Each route that runs the hook as `onRequest`, `preParsing`, `preValidation` or
 * `preHandler` has the scheme in its OpenAPI document and in `routesOf`. A second mark replaces the first.
 * @throws `TST_ERR_OPENAPI_SECURITY` for anything but a function, a name of letters, digits, `.`, `_` and `-`, and an object with a `type`.
 * @example
 * ```ts
 * import touchstone, { secures } from 'touchstone'
 * const app = touchstone()
 * const session = secures(
 *   async (request: { headers: Record<string, unknown> }) => {
 *     if (request.headers['cookie'] === undefined) throw new Error('no session')
 *   },
 *   { name: 'session', scheme: { type: 'apiKey', in: 'cookie', name: 'sid' } },
 * )
 * app.register(async (inner) => {
 *   inner.addHook('onRequest', session)
 *   inner.get('/me', async () => 'Ada')
 * })
 * app.get('/open', async () => 'open')
 * const { paths, components } = await app.openapi()
 * console.log(paths['/me']!['get']!.security, paths['/open']!['get']!.security) // [ { session: [] } ] undefined
 * console.log(components!.securitySchemes) // { session: { type: 'apiKey', in: 'cookie', name: 'sid' } }
 * ```
 */
export type Secures = <F extends (...args: never[]) => unknown>(hook: F, mark: SecurityMark) => F
