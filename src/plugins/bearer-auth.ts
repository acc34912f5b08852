/** The bearer-token plugin, written on the public interface alone: routes of its context want an accepted key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { wrapPlugin } from '../boot/plugin.ts'
import { errorCodes, shown } from '../errors.ts'

/** Options of the bearer-token plugin. */
export interface BearerAuthOptions {
  /** the accepted tokens */
  keys?: Iterable<string>
  /** decides about a key that is in no list; it may be async */
  auth?: (key: string, request: unknown) => boolean | PromiseLike<boolean>
  /** the body of a refusal; default `{ error: message }` */
  errorResponse?: (error: Error) => unknown
  /** the content type of a refusal; default JSON */
  contentType?: string
  /** the scheme; default 'Bearer' */
  bearerType?: string
  /** 'rfc6750': the scheme is compared with its case; 'rfc6749': without */
  specCompliance?: 'rfc6750' | 'rfc6749'
  /** false: nothing is hooked, `instance.verifyBearerAuth` is there to be used; default true */
  addHook?: boolean | 'onRequest' | 'preParsing'
}

interface Host {
  addHook(name: string, hook: Verify): unknown
  decorate(name: string, value: unknown): unknown
}
interface Asked {
  raw: { headers: { authorization?: string } }
}
interface Answer {
  header(name: string, value: string): Answer
  type(type: string): Answer
  code(status: number): Answer
  send(payload: unknown): unknown
}
type Verify = (request: Asked, reply: Answer, ...rest: unknown[]) => Promise<unknown>

async function bearerAuthPlugin(instance: Host, options: BearerAuthOptions): Promise<void> {
  const settings = check(options)
  const verify = verifier(settings)
  // A child that registers with keys of its own verifies with those.
  if (!Object.hasOwn(instance, 'verifyBearerAuth')) instance.decorate('verifyBearerAuth', verify)
  const { addHook = true } = options
  if (addHook !== false) instance.addHook(addHook === true ? 'onRequest' : addHook, verify)
}

interface Settings extends BearerAuthOptions {
  digests: Buffer[]
  scheme: string
}

function check(options: BearerAuthOptions): Settings {
  const { keys, auth, bearerType = 'Bearer' } = options
  const list = typeof keys === 'object' && keys !== null && Symbol.iterator in keys ? [...keys] : null
  if (list === null && auth === undefined) {
    throw new errorCodes.FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE(shown(keys))
  }
  for (const key of list ?? []) {
    if (typeof key === 'string' && key !== '') continue
    throw new errorCodes.FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE(shown(key))
  }
  if (auth !== undefined && typeof auth !== 'function') {
    throw new errorCodes.FST_BEARER_AUTH_INVALID_AUTH_OPTION(shown(auth))
  }
  return { ...options, digests: (list ?? []).map(digest), scheme: bearerType }
}

function verifier(settings: Settings): Verify {
  const caseless = settings.specCompliance === 'rfc6749'
  const wanted = caseless ? settings.scheme.toLowerCase() : settings.scheme
  return async (request, reply) => {
    const header = request.raw.headers.authorization
    if (!header) return refuse(reply, settings, 'missing authorization header')
    const scheme = header.slice(0, wanted.length)
    const key = header.slice(wanted.length).trim()
    const separated = /\s/.test(header.charAt(wanted.length))
    const fits = (caseless ? scheme.toLowerCase() : scheme) === wanted && separated && key !== ''
    if (fits && (accepted(settings.digests, key) || (await settings.auth?.(key, request)) === true))
      return undefined
    return refuse(reply, settings, 'invalid authorization header')
  }
}

// Digests have one length and every one is compared, so the time tells neither a key's length nor where it differs.
function accepted(digests: readonly Buffer[], key: string): boolean {
  const given = digest(key)
  let found = false
  for (const one of digests) found = timingSafeEqual(one, given) || found
  return found
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refuse(reply: Answer, { errorResponse, contentType, scheme }: Settings, message: string): unknown {
  const error = new Error(message)
  if (contentType !== undefined) reply.type(contentType)
  reply.code(401).header('www-authenticate', scheme)
  return reply.send(errorResponse === undefined ? { error: message } : errorResponse(error))
}

/** The plugin, wrapped: it guards the context that registers it and all below. */
export const bearerAuth = wrapPlugin(bearerAuthPlugin, { name: 'touchstone-bearer-auth', fastify: '4.x' })
