/** Every option of the factory, of routes, plugins, `listen` and `inject`, with values of every kind: what is not right is refused, and the error names it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { OPTION_NAMES } from './declare/option-names.ts'
import touchstone, { type Options } from './index.ts'
import { isPlainObject } from './values.ts'

/** A value of every kind. */
const VALUES: Readonly<Record<string, unknown>> = {
  text: 'nope',
  "''": '',
  5: 5,
  0: 0,
  '-1': -1,
  1.5: 1.5,
  NaN: Number.NaN,
  true: true,
  false: false,
  null: null,
  list: [],
  numbers: [5],
  object: {},
  function: () => {},
  symbol: Symbol('s'),
  bigint: 5n,
  promise: Promise.resolve({}),
  map: new Map(),
}

const COUNT = '5 0 null'
const FLAG = 'true false null'
const TEXT = "text '' null"
/** What is falsy leaves it out, as on 4.17. */
const OFF = "false '' 0 NaN null"
const FUNCTION = `function ${OFF}`
const OBJECT = `object ${OFF}`
const HOOK = 'function list null'
const ANY = Object.keys(VALUES).join(' ')

/** The kinds of values that are right, by option. */
const RIGHT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  factory: {
    ajv: OBJECT,
    allowErrorHandlerOverride: FLAG,
    allowUnsafeRegex: FLAG,
    bodyLimit: '5 null',
    bodyTimeout: COUNT,
    caseSensitive: FLAG,
    childLoggerFactory: FUNCTION,
    clientAddress: FUNCTION,
    clientErrorHandler: FUNCTION,
    closeTimeout: COUNT,
    codeGeneration: FLAG,
    codedJsonErrors: FLAG,
    connectionBodyLimit: COUNT,
    connectionTimeout: COUNT,
    constraints: OBJECT,
    disableRequestLogging: `${FLAG} function`,
    engine: 'null',
    exposeHeadRoutes: FLAG,
    forceCloseConnections: FLAG,
    frameworkErrors: FUNCTION,
    genReqId: FUNCTION,
    handlerTimeout: COUNT,
    hideServerErrors: FLAG,
    http: OBJECT,
    http2: FLAG,
    http2SessionTimeout: COUNT,
    https: `true ${OBJECT}`,
    ignoreDuplicateSlashes: FLAG,
    ignoreTrailingSlash: FLAG,
    jsonDepthLimit: COUNT,
    jsonShorthand: FLAG,
    keepAliveTimeout: COUNT,
    line: '5 null',
    logController: OFF,
    logHostAs: 'null',
    logger: "object true false '' null",
    loggerInstance: 'null',
    maxParamLength: COUNT,
    maxRequestsPerSocket: COUNT,
    onConstructorPoisoning: 'null',
    onProtoPoisoning: 'null',
    pluginTimeout: COUNT,
    portInHostname: FLAG,
    queryContext: 'null',
    querystringParser: FUNCTION,
    refuseBadUrls: FLAG,
    refuseLongParams: FLAG,
    requestIdHeader: "text '' true false null",
    requestIdLogLabel: TEXT,
    requestTimeout: COUNT,
    responseValidation: 'null',
    return503OnClosing: FLAG,
    rewriteUrl: FUNCTION,
    routerOptions: OBJECT,
    schemaController: OBJECT,
    schemaErrorFormatter: FUNCTION,
    serializerOpts: OBJECT,
    serverTiming: FUNCTION,
    serverFactory: OFF, // a function has to return a server
    strictBodies: FLAG,
    syncPlugins: FLAG,
    strictResponses: FLAG,
    totalBodyLimit: COUNT,
    trustHops: FLAG,
    trustProxy: `5 true list function ${OFF}`,
    unsafePatterns: 'null',
    useSemicolonDelimiter: FLAG,
  },
  route: {
    attachValidation: ANY,
    bodyLimit: '5',
    handlerTimeout: '5',
    childLoggerFactory: FUNCTION,
    config: OBJECT,
    constraints: 'object null',
    errorHandler: 'function',
    exposeHeadRoute: ANY,
    handler: 'function',
    logLevel: `text ${OFF}`, // without a logger, no level is known
    logSerializers: OBJECT,
    method: '',
    onError: HOOK,
    onRequest: HOOK,
    onRequestAbort: HOOK,
    onResponse: HOOK,
    onSend: HOOK,
    onTimeout: HOOK,
    path: `text ${OFF}`,
    preHandler: HOOK,
    preParsing: HOOK,
    preSerialization: HOOK,
    preValidation: HOOK,
    prefixTrailingSlash: OFF,
    schema: 'object null',
    schemaErrorFormatter: 'function null',
    serializerCompiler: 'function null',
    url: '',
    validatorCompiler: 'function null',
    version: OFF,
  },
  'route schema': {
    body: 'object true false',
    querystring: 'object true false',
    query: 'object true false',
    params: 'object true false',
    headers: 'object true false',
    response: 'object null',
  },
  plugin: { prefix: TEXT, logLevel: `text ${OFF}`, logSerializers: OBJECT },
  listen: {
    port: COUNT,
    host: "'' 0 NaN false null", // what is falsy is node's own default
    path: 'text null',
    backlog: COUNT,
    exclusive: FLAG,
    ipv6Only: FLAG,
    readableAll: FLAG,
    writableAll: FLAG,
    signal: 'null',
    listenTextResolver: 'function null',
  },
  inject: {
    url: 'text',
    path: 'text',
    method: '',
    headers: 'object',
    payload: ANY.replace(/function|symbol|bigint/g, ''),
    body: ANY.replace(/function|symbol|bigint/g, ''),
    query: "object promise map text ''",
    cookies: 'object',
    simulate: 'object',
    authority: TEXT,
    remoteAddress: TEXT,
    server: 'object null',
    validate: FLAG,
    autoStart: FLAG,
    signal: 'null',
    payloadAsStream: FLAG,
  },
}

const handler = async (): Promise<string> => 'ok'

/** What uses an option where it is declared; refused in time, or accepted. */
const USE: Readonly<Record<string, (options: object) => Promise<void>>> = {
  factory: (options) => boot({ ...options, ...quiet(options) }, () => {}),
  route: (options) =>
    boot({}, (app) => void app.route({ method: 'GET', url: '/', handler, ...options } as never)),
  'route schema': (schema) =>
    boot({}, (app) => void app.route({ method: 'POST', url: '/', handler, schema } as never)),
  plugin: (options) => boot({}, (app) => void app.register(async () => {}, options)),
  listen: async (options) => {
    const app = touchstone()
    const place = 'path' in options ? {} : { port: 0, host: '127.0.0.1' }
    await app.listen({ ...place, ...options }).finally(() => app.close())
  },
  inject: async (options) => {
    const app = touchstone()
    app.all('/*', handler)
    const place = Object.keys(options).some((name) => name === 'url' || name === 'path') ? {} : { url: '/' }
    const { autoStart } = options as { autoStart?: boolean }
    const sent = app.inject({ ...place, ...options })
    if (autoStart !== false) await sent
    await app.close()
  },
}

/** A logger writes nothing into the report. */
function quiet({ logger }: { logger?: unknown }): object {
  return logger === true || (isPlainObject(logger) && Object.keys(logger).length === 0)
    ? { logger: { level: 'silent' } }
    : {}
}

async function boot(options: object, declare: (app: ReturnType<typeof touchstone>) => void): Promise<void> {
  const app = touchstone(options as Options)
  try {
    declare(app)
    await app.ready()
  } finally {
    await app.close().catch(() => {})
  }
}

for (const [place, options] of Object.entries(RIGHT)) {
  test(`${place}: what is not right is refused`, async () => {
    const names: readonly string[] = OPTION_NAMES[place as keyof typeof OPTION_NAMES].own
    assert.deepEqual([...names].sort(), Object.keys(options).sort(), 'every option has a row')
    for (const name of names) {
      const right = options[name]!.split(' ')
      for (const [kind, value] of Object.entries(VALUES)) {
        const fault = await USE[place]!({ [name]: value }).then(
          () => null,
          (error: Error) => error,
        )
        const what = `${name}: ${inspect(value)}`
        if (right.includes(kind)) assert.equal(fault, null, what)
        else assertClear(fault, name, value, what)
      }
    }
  })
}

/** The error has a code, names the option and shows a plain value, or as 4.17 its type. */
function assertClear(fault: Error | null, name: string, value: unknown, what: string): void {
  assert.ok(fault, `${what} is accepted`)
  assert.ok('code' in fault && typeof fault.code === 'string', `${what} gives no code: ${fault}`)
  const said = fault.message.replaceAll(' ', '')
  assert.match(said, new RegExp(WORDS[name] ?? name, 'i'), what)
  const plain = value && Object(value) !== value
  assert.ok(
    !plain || [String(value), typeof value, 'numeric'].some((one) => said.includes(one)),
    `${what}: ${said}`,
  )
}

/** Other words for an option: a name that is not found is shown by the resolver, and a url may be a path. */
const WORDS: Readonly<Record<string, string>> = { host: 'host|nope', path: 'path|url' }
