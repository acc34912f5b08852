/** Values of options: what each may be. A wrong one is refused where it is declared, and not by each request. */

import { isFunction, isObject, isThenable, type Properties, shown } from './values.ts'

/** Whether a value is right, and the words that say what is. */
type Check = readonly [isRight: (value: unknown) => boolean, right: string]

const BOOLEAN: Check = [(value) => typeof value === 'boolean', 'a boolean']
const TEXT: Check = [(value) => typeof value === 'string', 'a string']
const FUNCTION: Check = [isFunction, 'a function']
const SIGNAL: Check = [(value) => value instanceof EventTarget && 'aborted' in value, 'an AbortSignal']
const COUNT: Check = [
  (value) =>
    typeof value === 'string' ? /^\d+$/.test(value) : Number.isInteger(value) && Number(value) >= 0,
  'an integer >= 0',
]
const HEADER: Check = [
  (value) => value === false || /^[\w!#$%&'*+.^`|~-]+$/.test(typeof value === 'string' ? value : ''),
  'the name of a header, or false',
]
const PAYLOAD: Check = [
  (value) => !['function', 'symbol', 'bigint'].includes(typeof value),
  'a string, a Buffer, a stream or what JSON can say',
]
const AJV_PLUGINS: Check = [
  (value) => Array.isArray(value) && value.every((one) => isFunction(Array.isArray(one) ? one[0] : one)),
  'a list of functions, or of [function, options]',
]
const TIMED: Check = [
  (value) => isFunction(value) && value.constructor.name !== 'AsyncFunction',
  'a synchronous function that says for which requests',
]
const OBJECT: Check = [isOptions, 'an object']

/** Whether a value can have options: instances of classes can; lists, maps, `Headers` and promises cannot. */
export function isOptions(value: unknown): value is Properties {
  return isObject(value) && !(Symbol.iterator in value) && !isThenable(value)
}

/** A value that is falsy leaves the option out, as on 4.17. */
const orOff = ([isRight, right]: Check): Check => [(value) => !value || isRight(value), right]

const VALUES = {
  factory: {
    requestIdHeader: HEADER,
    return503OnClosing: BOOLEAN,
    strictResponses: BOOLEAN,
    hideServerErrors: BOOLEAN,
    http2: BOOLEAN,
    logger: [
      (value) => typeof value === 'boolean' || value === '' || isOptions(value),
      'a boolean, the options of pino or a logger',
    ],
    http: orOff(OBJECT),
    https: orOff(OBJECT),
    schemaController: orOff(OBJECT),
    serializerOpts: orOff(OBJECT),
    constraints: orOff(OBJECT),
    routerOptions: orOff(OBJECT),
    clientErrorHandler: FUNCTION,
    clientAddress: FUNCTION,
    frameworkErrors: FUNCTION,
    genReqId: FUNCTION,
    childLoggerFactory: FUNCTION,
    allowErrorHandlerOverride: BOOLEAN,
    rewriteUrl: FUNCTION,
    serverFactory: FUNCTION,
    serverTiming: TIMED,
  },
  router: {
    buildPrettyMeta: FUNCTION,
    onBadUrl: FUNCTION,
    defaultRoute: FUNCTION,
    onMaxParamLength: FUNCTION,
    compile: BOOLEAN,
  },
  ajv: { onCreate: FUNCTION, plugins: AJV_PLUGINS },
  route: {
    config: orOff(OBJECT),
    path: orOff(TEXT),
    childLoggerFactory: orOff(FUNCTION),
  },
  listen: {
    path: TEXT,
    backlog: COUNT,
    exclusive: BOOLEAN,
    ipv6Only: BOOLEAN,
    readableAll: BOOLEAN,
    writableAll: BOOLEAN,
    reusePort: BOOLEAN,
    signal: SIGNAL,
    listenTextResolver: FUNCTION,
  },
  inject: {
    headers: OBJECT,
    cookies: OBJECT,
    simulate: OBJECT,
    query: [(value) => typeof value === 'string' || isObject(value), 'an object or a string'],
    authority: TEXT,
    remoteAddress: TEXT,
    payload: PAYLOAD,
    body: PAYLOAD,
    server: OBJECT,
    validate: BOOLEAN,
    autoStart: BOOLEAN,
    payloadAsStream: BOOLEAN,
    signal: SIGNAL,
  },
  simulate: { end: BOOLEAN, split: BOOLEAN, error: BOOLEAN, close: BOOLEAN },
} satisfies Record<string, Record<string, Check>>

/** The first option with a wrong value, in words; null for none. `undefined` and `null` leave an option out. */
export function wrongValue(place: keyof typeof VALUES, options: Properties): string | null {
  const checks: Record<string, Check> = VALUES[place]
  for (const name in checks) {
    const value = options[name]
    if (value === undefined || value === null) continue
    const [isRight, right] = checks[name]!
    if (!isRight(value)) return `${name} is ${shown(value)} and must be ${right}`
  }
  return null
}

const SLASHES: readonly unknown[] = ['both', 'slash', 'no-slash']

/** `levels`: those of the logger, as far as they are known. */
export function wrongLevel({ logLevel: level }: Properties, levels: readonly string[] | null): string | null {
  return level && (typeof level !== 'string' || levels?.includes(level) === false)
    ? `logLevel is ${shown(level)} and must be ${levels === null ? 'a string' : `one of ${levels.join(', ')}`}`
    : null
}

/** What routes and plugins both have. `levels`: those of the logger, as far as they are known. */
export function wrongInScope(options: Properties, levels: readonly string[] | null): string | null {
  const { logSerializers: serializers, prefixTrailingSlash: slash } = options
  const level = wrongLevel(options, levels)
  if (level !== null) return level
  if (serializers && !isOptions(serializers))
    return `logSerializers is ${shown(serializers)} and must be an object of functions`
  for (const [name, serialize] of Object.entries(serializers || {}))
    if (!isFunction(serialize)) return `logSerializers.${name} is ${shown(serialize)} and must be a function`
  if (slash && !SLASHES.includes(slash))
    return `prefixTrailingSlash is ${shown(slash)} and must be one of ${SLASHES.join(', ')}`
  return null
}

const PARTS = { name: 'a string', storage: 'a function', deriveConstraint: 'a function' }

/** The first strategy of `constraints` without one of its parts. As with 4.17 the router asserts what they are. */
export function wrongStrategy(constraints: unknown): string | null {
  for (const [key, strategy] of Object.entries(Object(constraints))) {
    if (!isObject(strategy)) return `constraints.${key} is ${shown(strategy)} and must be an object`
    for (const [part, right] of Object.entries(PARTS))
      if (strategy[part] === undefined) return `constraints.${key}.${part} is undefined and must be ${right}`
  }
  return null
}
