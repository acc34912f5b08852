/** The bearer-token plugin, as a type. No runtime. */
import type { Root } from './context-type.ts'
import type { Done } from './http.ts'
import type { Reply, Request } from './instance.ts'
import type { WrappedPlugin } from './plugin.ts'

/** Options of the bearer-token plugin. Wrong ones fail the plugin with a code of the `FST_BEARER_AUTH_` family. */
export interface BearerAuthOptions {
  /** The keys that are accepted. Needed where there is no `auth`. */
  keys?: readonly string[] | ReadonlySet<string>
  /** Decides about a key that `keys` does not have. */
  auth?: (key: string, request: Request) => boolean | PromiseLike<boolean>
  /** Makes the body of a refusal. Default `{ error: message }`. */
  errorResponse?: (error: Error) => unknown
  /** The content type of a refusal. Default: JSON's. */
  contentType?: string
  /** The scheme before the key. Default `'Bearer'`. */
  bearerType?: string
  /** Whether the scheme is compared with its case (`'rfc6750'`, the default) or without (`'rfc6749'`). */
  specCompliance?: 'rfc6750' | 'rfc6749'
  /** Where to look at the header. `false`: nowhere by itself, use `instance.verifyBearerAuth` as a hook. Default `true`: `onRequest`. */
  addHook?: boolean | 'onRequest' | 'preParsing'
}

/** What the plugin decorates the instance with: the check, as a hook. */
export type VerifyBearerAuth = (request: Request, reply: Reply, done: Done) => unknown

/**
 * Requests of the context must carry `Authorization: Bearer <key>` with an accepted key, else they get a 401 with
 * `www-authenticate: Bearer` before their body is read. Keys are compared in constant time.
 *
 * @example
 * ```ts
 * import touchstone, { bearerAuth } from 'touchstone'
 *
 * const app = touchstone()
 * app.register(async (secret) => {
 *   secret.register(bearerAuth, { keys: ['a-key'] })
 *   secret.get('/secret', async () => 'told')
 * })
 * app.get('/open', async () => 'open')
 * const refused = await app.inject('/secret')
 * const told = await app.inject({ url: '/secret', headers: { authorization: 'Bearer a-key' } })
 * console.log(refused.statusCode, told.body, (await app.inject('/open')).body) // 401 told open
 * ```
 */
export type BearerAuth = WrappedPlugin<
  Root,
  BearerAuthOptions,
  { inst: { verifyBearerAuth: VerifyBearerAuth }; pend: {}; req: {}; rep: {}; schemas: {}; own: {} }
>
