// `requires` is right: for each capability an adapter without it, which no case that it runs sends what it did not declare. What a
// case sends is seen where it arrives, at the methods of an instance and of a reply, and not read from its data.

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { before, test } from 'node:test'
import { type LoadedCase, loadSuite } from '../../spec/load.ts'
import * as touchstone from '../../src/index.ts'
import { fromFastifyLike } from '../adapters/fastify-like.ts'
import { adapter as whole } from '../adapters/touchstone.ts'
import type { Adapter } from '../contract/adapter.ts'
import { CAPABILITIES } from '../contract/requirements.ts'
import { executeCase } from '../run/execute.ts'

const METHODS: Record<string, string[]> = {
  decorators: [
    'decorate',
    'decorateRequest',
    'decorateReply',
    'hasDecorator',
    'hasRequestDecorator',
    'hasReplyDecorator',
  ],
  'shared-schemas': ['addSchema', 'getSchema', 'getSchemas'],
  compilers: ['setValidatorCompiler', 'setSerializerCompiler'],
  'schema-error-formatter': ['setSchemaErrorFormatter'],
  'error-handler': ['setErrorHandler'],
  'not-found-handler': ['setNotFoundHandler'],
  'content-type-parsers': [
    'addContentTypeParser',
    'hasContentTypeParser',
    'removeContentTypeParser',
    'removeAllContentTypeParsers',
    'getDefaultJsonParser',
  ],
  'reply-serializer': ['setReplySerializer'],
  'instance-methods': [
    'hasRoute',
    'findRoute',
    'printRoutes',
    'printPlugins',
    'addConstraintStrategy',
    'addresses',
  ],
}

const REPLY_METHODS: Record<string, string> = {
  redirect: 'redirects',
  trailer: 'trailers',
  hijack: 'hijack',
  callNotFound: 'not-found-handler',
  serializer: 'reply-serializer',
}

const ROUTES = ['route', 'get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all']
const REQUEST_HOOKS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
  'onTimeout',
  'onRequestAbort',
]
const PARTS: Record<string, string> = {
  body: 'validation',
  querystring: 'validation',
  query: 'validation',
  params: 'validation',
  headers: 'validation',
  response: 'response-schemas',
}
const ROUTE_OPTIONS: Record<string, string> = {
  errorHandler: 'error-handler',
  validatorCompiler: 'compilers',
  serializerCompiler: 'compilers',
  schemaErrorFormatter: 'schema-error-formatter',
}

/** What the case under way has used so far. */
const using = new AsyncLocalStorage<Set<string>>()
const note = (capability: string | undefined): void => {
  if (capability !== undefined) using.getStore()?.add(capability)
}

type Loose = Record<string, unknown>
const isObject = (value: unknown): value is Loose => value !== null && typeof value === 'object'

/** Methods on the root instance are those of all instances, which inherit from it. */
function watched(instance: Loose): Loose {
  const watch = (method: string, look: (args: unknown[]) => void): void => {
    const original = instance[method] as (...args: unknown[]) => unknown
    if (typeof original !== 'function') return
    instance[method] = function (this: unknown, ...args: unknown[]) {
      look(args)
      return original.apply(this, args)
    }
  }
  for (const [capability, methods] of Object.entries(METHODS))
    for (const method of methods) watch(method, () => note(capability))
  watch('addHook', ([name]) => {
    if (typeof name === 'string') note(REQUEST_HOOKS.includes(name) ? 'hooks' : hookOfApplication(name))
  })
  for (const method of ROUTES)
    watch(method, (args) => {
      for (const options of args) if (isObject(options)) noteRoute(options)
    })
  return instance
}

function hookOfApplication(name: string): string | undefined {
  const known = ['onRoute', 'onRegister', 'onReady', 'onListen', 'preClose', 'onClose']
  return known.includes(name) ? 'application-hooks' : undefined
}

/** Own data properties alone: a getter of an application must not run once more. */
function noteRoute(options: Loose): void {
  const read = (of: Loose, key: string): unknown => Object.getOwnPropertyDescriptor(of, key)?.value
  for (const [key, capability] of Object.entries(ROUTE_OPTIONS))
    if (read(options, key) !== undefined) note(capability)
  for (const hook of REQUEST_HOOKS) if (read(options, hook) !== undefined) note('hooks')
  const schema = read(options, 'schema')
  if (!isObject(schema)) return
  for (const [part, capability] of Object.entries(PARTS))
    if (read(schema, part) !== undefined) note(capability)
  const body = read(schema, 'body')
  if (isObject(body) && read(body, 'content') !== undefined) note('body-content-map')
}

const OPTIONS: Record<string, string> = {
  handlerTimeout: 'time-limits',
  strictResponses: 'strict-responses',
  responseValidation: 'response-validation',
}

function create(options?: unknown): unknown {
  if (options !== undefined) note('factory-options')
  for (const [key, capability] of Object.entries(OPTIONS))
    if (isObject(options) && Object.hasOwn(options, key)) note(capability)
  const make = (touchstone as unknown as { default: (options?: unknown) => Loose }).default
  return watched(options === undefined ? make() : make(options))
}

const bearerAuth = touchstone.bearerAuth as unknown as (...args: unknown[]) => unknown
/** What the plugin declares is not sent by the case. */
const quiet = touchstone.plugin(((...args: unknown[]) => using.exit(() => bearerAuth(...args))) as never)

const watching = fromFastifyLike(create, {
  name: 'watching',
  version: '1',
  wrap: touchstone.plugin as never,
  bearerAuth: quiet,
})

const suite = loadSuite()
const usedBy = new Map<LoadedCase, Set<string>>()

type Methods = Record<string, (...args: unknown[]) => unknown>

/** Where the methods of all replies stand: behind the classes of the contexts. */
async function methodsOfReplies(): Promise<{ reply: Methods }> {
  const app = touchstone.default()
  let methods: object | null = null
  app.get('/', (_request, reply) => {
    methods = reply
    return ''
  })
  await app.inject('/')
  await app.close()
  while (methods !== null && !Object.hasOwn(methods, 'hijack')) methods = Object.getPrototypeOf(methods)
  assert.ok(methods)
  // Not the object itself: replies are thenables, and would be awaited.
  return { reply: methods as Methods }
}

before(async () => {
  const { reply } = await methodsOfReplies()
  const originals = Object.keys(REPLY_METHODS).map((name) => [name, reply[name]] as const)
  for (const [name, original] of originals)
    reply[name] = function (this: unknown, ...args: unknown[]) {
      note(REPLY_METHODS[name])
      return original?.apply(this, args)
    }
  for (const one of suite.cases) {
    const used = new Set<string>()
    usedBy.set(one, used)
    const quick = { ...one.body, timeoutMs: 300 }
    await using.run(used, () => executeCase(watching, quick, ['inject']))
  }
  for (const [name, original] of originals) if (original) reply[name] = original
})

for (const capability of CAPABILITIES) {
  test(`no case sends ${capability} to an adapter without it`, async () => {
    const sent: string[] = []
    const without: Adapter = {
      ...whole,
      lacks: [capability],
      build: () => Promise.reject(new Error('this case needs what is not declared')),
    }
    for (const [one, used] of usedBy) {
      if (!used.has(capability)) continue
      const cells = (await executeCase(without, one.body, ['inject'])).get('inject')
      if ([...(cells?.values() ?? [])].some(({ outcome }) => outcome !== 'skip')) sent.push(one.id)
    }
    assert.deepEqual(sent, [])
  })
}

test('what is watched is used, so that the tests above compare something', () => {
  const all = new Set([...usedBy.values()].flatMap((used) => [...used]))
  const watchedFor = [
    ...Object.keys(METHODS),
    ...Object.values(REPLY_METHODS),
    ...Object.values(PARTS),
    ...Object.values(OPTIONS),
    'hooks',
    'application-hooks',
    'factory-options',
    'body-content-map',
  ]
  assert.deepEqual(
    [...new Set(watchedFor)].filter((one) => !all.has(one)),
    [],
  )
})
