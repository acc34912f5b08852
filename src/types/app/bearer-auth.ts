/** The bearer-token plugin, as a type. No runtime. */
import type { Root } from '../context-type.ts'
import type { Done } from '../http.ts'
import type { WrappedPlugin } from '../plugin.ts'
import type { Reply, Request } from './instance.ts'

/** Options of the bearer-token plugin. Wrong ones fail the plugin with a code of the `FST_BEARER_AUTH_` family. */
export interface BearerAuthOptions {
  /** The accepted keys. Required if there is no `auth`.
   * @default none
   * @throws `FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE` for anything but an array or a Set.
   * @throws `FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE` if a key is not a non-empty string.
   * @see `BearerAuth` */
  keys?: readonly string[] | ReadonlySet<string>
  /**
   * Decides about a key that `keys` does not contain.
   * @default refuses the key
   * @throws `FST_BEARER_AUTH_INVALID_AUTH_OPTION` for anything but a function.
   * @example
   * ```ts
   * import touchstone, { bearerAuth } from 'touchstone'
   *
   * const app = touchstone()
   * app.register(bearerAuth, {
   *   auth: async (key) => key.startsWith('user-'),
   *   bearerType: 'Token',
   *   errorResponse: (error) => ({ refused: error.message }),
   * })
   * app.get('/', async () => 'welcome')
   * const ask = async (authorization: string) => (await app.inject({ url: '/', headers: { authorization } })).body
   * console.log(await ask('Token user-1'), await ask('Bearer user-1')) // welcome {"refused":"invalid authorization header"}
   * ```
   */
  auth?: (key: string, request: Request) => boolean | PromiseLike<boolean>
  /** Creates the body of a refusal.
   * @default { error: message }
   * @see `auth` */
  errorResponse?: (error: Error) => unknown
  /**
   * The content type of a refusal.
   * @default 'application/json; charset=utf-8'
   * @example
   * ```ts
   * import touchstone, { bearerAuth } from 'touchstone'
   * const app = touchstone()
   * app.register(bearerAuth, { keys: ['a-key'], contentType: 'text/plain', errorResponse: (error) => error.message })
   * app.get('/', async () => 'welcome')
   * const { headers, body } = await app.inject('/')
   * console.log(headers['content-type'], '-', body) // text/plain - missing authorization header
   * ```
   */
  contentType?: string
  /** The scheme before the key.
   * @default 'Bearer'
   * @see `auth` */
  bearerType?: string
  /**
   * Whether the scheme is compared with its case (`'rfc6750'`) or without (`'rfc6749'`).
   * @default 'rfc6750'
   * @example
   * ```ts
   * import touchstone, { bearerAuth } from 'touchstone'
   * const app = touchstone()
   * app.register(bearerAuth, { keys: ['a-key'], specCompliance: 'rfc6749' })
   * app.get('/', async () => 'welcome')
   * const answer = await app.inject({ url: '/', headers: { authorization: 'bearer a-key' } })
   * console.log(answer.body) // welcome
   * ```
   */
  specCompliance?: 'rfc6750' | 'rfc6749'
  /**
   * The hook that checks the header. `true` is `onRequest`; `false` adds none: use `instance.verifyBearerAuth` as a hook.
   * @default true
   * @example
   * ```ts
   * import touchstone, { bearerAuth } from 'touchstone'
   * const app = await touchstone().register(bearerAuth, { keys: ['a-key'], addHook: false })
   * app.get('/open', async () => 'open')
   * app.get('/secret', { onRequest: app.verifyBearerAuth }, async () => 'told')
   * console.log((await app.inject('/open')).statusCode, (await app.inject('/secret')).statusCode) // 200 401
   * ```
   */
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
