/** The bearer-token plugin, which uses only the public interface: requests to its context need an accepted key. */
import { wrapPlugin } from '../boot/plugin.ts'
import { errorCodes } from '../errors.ts'
import { crypto } from '../late.ts'
import { secures } from '../security.ts'
import type { BearerAuth, BearerAuthOptions } from '../types/app/bearer-auth.ts'
import type { Instance, Reply, Request } from '../types/app/instance.ts'
import { shown } from '../values.ts'

type Verify = (request: Request, reply: Reply) => Promise<unknown>

async function bearerAuthPlugin(instance: Instance, options: BearerAuthOptions): Promise<void> {
  const settings = check(options)
  const verify = marked(verifier(settings))
  // A child context that registers the plugin again has its own keys, and a decorator that verifies them.
  if (!Object.hasOwn(instance, 'verifyBearerAuth')) instance.decorate('verifyBearerAuth', verify)
  const { addHook = true } = options
  if (addHook === 'preParsing')
    instance.addHook(
      'preParsing',
      marked((request, reply) => verify(request, reply)),
    )
  else if (addHook) instance.addHook('onRequest', verify)
}

/** Documents say that requests need a key. */
function marked(hook: Verify): Verify {
  return secures(hook, { name: 'bearerAuth', scheme: { type: 'http', scheme: 'bearer' } })
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
    const separated = header.charAt(wanted.length) === ' ' // RFC 6750, 2.1: a tab is none
    const fits = (caseless ? scheme.toLowerCase() : scheme) === wanted && separated && key !== ''
    if (fits && (accepted(settings.digests, key) || (await settings.auth?.(key, request)) === true))
      return undefined
    return refuse(reply, settings, 'invalid authorization header')
  }
}

// Digests have the same length and all of them are compared, so the time reveals neither the length of a key nor a prefix.
function accepted(digests: readonly Buffer[], key: string): boolean {
  const given = digest(key)
  let found = false
  for (const one of digests) found = crypto().timingSafeEqual(one, given) || found
  return found
}

function digest(text: string): Buffer {
  return crypto().createHash('sha256').update(text).digest()
}

function refuse(reply: Reply, { errorResponse, contentType, scheme }: Settings, message: string): unknown {
  const error = new Error(message)
  if (contentType !== undefined) reply.type(contentType)
  reply.code(401).header('www-authenticate', scheme)
  return reply.send(errorResponse === undefined ? { error: message } : errorResponse(error))
}

/** The wrapped plugin: it protects the context that registers it, and all its descendants. */
export const bearerAuth = wrapPlugin(bearerAuthPlugin, {
  name: 'touchstone-bearer-auth',
  fastify: '4.x',
}) as unknown as BearerAuth // the type of a wrapped plugin has no value at run time
