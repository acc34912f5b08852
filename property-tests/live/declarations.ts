/** What a context declares beside its routes: most of it right, and used by the requests of the same program. */
import fc from 'fast-check'
import type { FunctionForm, Json, Program, Statement } from '../../spec/case.ts'
import { errorHandler, handler, hook } from './bodies.ts'
import { given } from './given.ts'
import { asked } from './seen.ts'

type Declared = fc.Arbitrary<Program>
const programs = (...all: readonly Program[]): Declared => fc.constantFrom(...all)
const one = (arbitrary: fc.Arbitrary<Statement>): Declared => arbitrary.map((statement) => [statement])
const traced = (what: string): FunctionForm => ({
  style: 'async',
  params: ['request', 'reply'],
  do: [{ trace: what }],
})

/** A call that may be refused, and what the instance says afterwards. */
const attempts: Declared = fc
  .tuple(
    fc.constantFrom<Json[]>(
      ['app.removeContentTypeParser', 'text/plain'], ['app.removeContentTypeParser', ['application/json']], ['app.removeAllContentTypeParsers'],
      ['app.decorate', 'da', 'late', ['missing']], ['app.decorate', 'da', 'once'], ['app.decorate', 'db', 'twice'], ['app.decorateRequest', 'da', 'r', ['missing']],
      ['app.decorateReply', 'da', 'r'], ['app.addSchema', { $id: 'sa', type: 'object', properties: { a: { type: 'string' } } }],
      ['app.addSchema', { $id: 'sb', type: 'integer' }], ['app.setSchemaController', {}],
      ['app.addContentTypeParser', 'a/b', { parseAs: 'none' }, { $fn: 'async' }], ['app.addContentTypeParser', ['text/plain', 'a/b'], { $fn: 'async' }],
      ['app.addContentTypeParser', 'application/json', { parseAs: 'string' }, { $call: ['app.getDefaultJsonParser', 'error', 'ignore'] }],
      ['app.addHook', 'onRequest', { $fn: 'async' }], ['app.setErrorHandler', 5],
    ), // biome-ignore format: a list of calls
    fc.array(asked, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([args, asks, twice]): Program => {
    const call: Statement = { attempt: [{ call: args as [string] }, { return: 'called' }], as: 'c1' }
    return [
      ...(twice ? [call] : []),
      call,
      { trace: { $pick: [{ $get: 'c1' }, ['returned']] } },
      ...asks.map((value): Statement => ({ trace: value })),
    ]
  })

const parser: Declared = one(
  fc
    .record({
      type: fc.constantFrom<Json>('application/json', 'text/plain', '*', 'a/b', 'a/b; v=X', ['a/c', 'a/d'], { $regexp: ['^a/', ''] }),
      options: fc.option(fc.oneof(given('parser'), fc.constantFrom<Json>({ parseAs: 'buffer' }, { parseAs: 'string', bodyLimit: 8 })), { freq: 1, nil: undefined }),
      how: fc.constantFrom('async' as const, 'callback' as const),
      label: fc.constantFrom('p1', 'p2'),
    })
    .map(({ type, options, how, label }): Statement => {
      const params = ['request', 'body']
      const parsed: Program = [{ trace: `${label} parses` }, { return: { a: label, n: 1 } }]
      return { addContentTypeParser: { type, ...(options === undefined ? {} : { options }), do: { style: how, params, do: parsed } } }
    }), // biome-ignore format: one line for each part
)

/** Hooks of the application itself. */
const life: Declared = fc.oneof(
  fc
    .tuple(fc.constantFrom('onReady', 'onClose', 'preClose'), fc.constantFrom('1', '2', '3'), fc.constantFrom(0, 1, 3))
    .map(([name, label, ticks]): Program => [
      { addHook: [name, { style: 'async', do: [{ trace: `${name} ${label}` }, ...(ticks > 0 ? [{ tick: ticks }] : []), { trace: `${name} ${label} over` }] }] },
    ]),
  programs(
    [{ addHook: ['onRegister', { style: 'sync', params: ['instance', 'options'], do: [{ trace: { registers: { $get: 'instance.prefix' } } }, { call: ['instance.addHook', 'onRequest', { $function: { style: 'async', params: ['request', 'reply'], do: [{ trace: 'of onRegister' }] } }] }] }] }],
    [{ addHook: ['onRegister', { style: 'sync', params: ['instance', 'options'], do: [{ attempt: [{ call: ['instance.decorate', 'da', { $get: 'instance.prefix' }] }], as: 'c2' }] }] }],
    [{ addHook: ['onRoute', { style: 'sync', params: ['route'], do: [{ trace: [{ $get: 'route.method' }, { $get: 'route.url' }, { $get: 'route.prefix' }, { $get: 'route.routePath' }] }] }] }],
    [{ addHook: ['onRoute', { style: 'sync', params: ['route'], do: [
      { let: ['own', { $function: traced('of onRoute') as Json }] },
      { if: { $defined: 'route.preHandler.1' }, then: [{ set: ['route.preHandler', [{ $get: 'route.preHandler.0' }, { $get: 'route.preHandler.1' }, { $get: 'own' }]] }], else: [
        { if: { $defined: 'route.preHandler' }, then: [{ set: ['route.preHandler', [{ $get: 'route.preHandler' }, { $get: 'own' }]] }], else: [{ set: ['route.preHandler', [{ $get: 'own' }]] }] }] },
    ] }] }],
    [{ addHook: ['onRoute', { style: 'sync', params: ['route'], do: [{ set: ['route.config', { own: 'of onRoute' }] }] }] }],
    [{ addHook: ['onRoute', { style: 'sync', params: ['route'], do: [{ if: { $not: { $defined: 'route.schema' } }, then: [{ set: ['route.schema', { querystring: { type: 'object', properties: { n: { type: 'integer' } } } }] }] }] }] }],
  ),
) // biome-ignore format: one line for each hook

const compiler: Declared = programs(
  [{ setValidatorCompiler: { style: 'sync', do: [{ return: { $function: { params: ['data'], do: [{ return: { value: { n: 'compiled' } } }] } } }] } }],
  [{ setValidatorCompiler: { style: 'sync', do: [{ return: { $function: { params: ['data'], do: [{ return: true }] } } }] } }],
  [{ setSerializerCompiler: { style: 'sync', do: [{ return: { $function: { params: ['data'], do: [{ return: 'compiled' }] } } }] } }],
  [{ setReplySerializer: { style: 'sync', do: [{ return: 'serialized' }] } }],
  [{ setSchemaErrorFormatter: { style: 'sync', params: ['errors', 'part'], do: [{ return: { $error: { message: 'formatted', props: { part: { $get: 'part' } } } } }] } }],
  [{ call: ['app.setSchemaController', { compilersFactory: { buildSerializer: { $function: { params: ['schemas'], do: [{ return: { $function: { params: ['definition'], do: [{ return: { $function: { params: ['data'], do: [{ return: 'built' }] } } }] } } }] } } } }] }],
  [{ call: ['app.setSchemaController', { compilersFactory: { buildValidator: { $function: { params: ['schemas'], do: [{ return: { $function: { params: ['definition'], do: [{ return: { $function: { params: ['data'], do: [{ return: { value: { n: 'built' } } }] } } }] } } }] } } } }] }],
) // biome-ignore format: one line for each compiler

/** Shared schemas, those that are changed once they were handed over, and lists of them. */
const schemas: Declared = programs(
  [{ addSchema: { $id: 'sa', type: 'object', properties: { a: { type: 'string' } } } }],
  [{ addSchema: { $id: 'sb', type: 'integer' } }],
  [{ let: ['own', { $id: 'sc', type: 'object', properties: { n: { type: 'integer' } } }] }, { addSchema: { $get: 'own' } }, { set: ['own.properties.n', { type: 'string' }] }],
  [{ trace: { $sharedSchemas: true } }, { attempt: [{ call: ['app.addSchema', { $id: 'sd', type: 'string' }] }], as: 'c3' }, { trace: { $sharedSchemas: true } }],
) // biome-ignore format: one line for each

const plugins: Declared = programs(
  [{ register: { do: [{ throw: { $error: 'in a plugin' } }] } }, { after: { style: 'sync', params: ['error'], do: [{ trace: { $type: 'error' } }] } }, { after: { style: 'sync', params: ['error'], do: [{ trace: { $type: 'error' } }] } }],
  [{ register: { wrap: { name: 'newer', fastify: '3.x' }, do: [] } }, { after: { style: 'sync', params: ['error'], do: [{ trace: { $get: 'error.code' } }] } }],
  [{ register: { wrap: { name: 'p' }, do: [{ trace: { $call: ['app.hasPlugin', 'p'] } }] } }],
  [{ register: { wrap: { $get: 'metadata' } as never, name: 'first', do: [] } }, { register: { wrap: { $get: 'metadata' } as never, name: 'second', do: [] } }],
  [{ bearerAuth: { keys: ['k1'] } }], [{ bearerAuth: { keys: ['k2'], addHook: false } }, { get: '/bearer', hooks: [['onRequest', { $get: 'app.verifyBearerAuth' } as never]], do: [{ send: 'let in' }] }],
  [{ after: { style: 'sync', params: [], do: [{ trace: 'after' }, { attempt: [{ addContentTypeParser: { type: 'application/json', options: { parseAs: 'string' }, do: { style: 'async', params: ['request', 'body'], do: [{ return: { a: 'late' } }] } } }], as: 'c4' }, { trace: { $pick: [{ $get: 'c4' }, ['returned']] } }] } }],
  [{ after: { style: 'sync', params: [], do: [{ attempt: [{ addHook: ['onRequest', traced('late hook')] }], as: 'c5' }] } }],
) // biome-ignore format: one line for each

const decorators: Declared = programs(
  [{ decorate: ['da', 'of the instance'] }],
  [{ decorate: ['da', { own: 1 }] }],
  [{ decorateRequest: ['da', ''] }],
  [{ decorateRequest: ['da', { $function: [{ return: 'r' }] }] }],
  [{ decorateReply: ['da', null] }],
)

export const declaration: Declared = fc.oneof(
  { weight: 7, arbitrary: one(hook.map((it): Statement => ({ addHook: it }))) },
  { weight: 3, arbitrary: one(errorHandler.map((it): Statement => ({ setErrorHandler: it }))) },
  { weight: 3, arbitrary: one(fc.tuple(handler, fc.option(hook, { freq: 1, nil: null })).map(([fn, it]): Statement => ({ setNotFoundHandler: fn, ...(it !== null && /^pre(Handler|Validation)$/.test(it[0]) ? { hooks: [it] } : {}) }))) },
  { weight: 3, arbitrary: attempts },
  { weight: 3, arbitrary: parser },
  { weight: 3, arbitrary: life },
  { weight: 2, arbitrary: compiler },
  { weight: 3, arbitrary: schemas },
  { weight: 3, arbitrary: plugins },
  { weight: 2, arbitrary: decorators },
) // biome-ignore format: one line for each kind
