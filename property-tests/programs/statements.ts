/** Random programs over every statement of an application: what plugins, hooks and handlers declare and do, in any order. */
import fc from 'fast-check'
import type { FunctionForm, Json, Program, Statement } from '../../spec/case.ts'
import { mostly, name, prefix, routeOptions, schema, shared, url, value } from './values.ts'

type Statements = fc.Arbitrary<Statement>
const statement = <T>(arbitrary: fc.Arbitrary<T>): Statements => arbitrary as unknown as Statements

const label = fc.integer({ min: 1, max: 9 })
const trace = statement(fc.record({ trace: label }))

/** What a handler or a hook does with the reply before it answers. */
const touch: Statements = fc.oneof(
  trace,
  statement(fc.record({ code: mostly([200, 201, 204, 304, 404, 418, 500], [99, 600, 'x', 200.5, '202', null]) })),
  statement(fc.record({ header: fc.tuple(mostly(['x-a', 'X-B', 'set-cookie', 'content-length', 'etag'], ['', 'a b', 5]), mostly(['v', 7, ['a', 'b']], [null, { $undefined: true }, 'a\nb', true])) })),
  statement(fc.record({ type: mostly(['text/html', 'application/json', 'application/xml; charset=latin1'], ['', 5]) })),
  statement(fc.record({ tick: fc.constantFrom(1, 2) })),
  statement(fc.record({ call: fc.constantFrom<Json[]>(['reply.removeHeader', 'x-a'], ['reply.headers', { 'x-h': 'h' }], ['reply.getHeaders'], ['reply.getHeader', 'x-a'], ['reply.hasHeader', 'x-a'], ['request.getValidationFunction', 'body'], ['reply.getSerializationFunction', 200], ['reply.status', 202]) })),
  statement(fc.record({ serializer: fc.constantFrom<FunctionForm>({ style: 'sync', do: [{ return: 'own text' }] }) })),
  statement(fc.record({ trailer: fc.constantFrom<[Json, FunctionForm]>(['x-t', { style: 'callback', params: ['reply', 'payload'], do: [{ return: 'tv' }] }]) })),
) // biome-ignore format: one line for each statement

/** What ends a handler. */
const end: Statements = fc.oneof(
  { weight: 6, arbitrary: statement(fc.record({ send: value })) },
  { weight: 4, arbitrary: statement(fc.record({ return: value })) },
  { weight: 2, arbitrary: statement(fc.record({ throw: value })) },
  { weight: 1, arbitrary: statement(fc.record({ redirect: fc.constantFrom<Json[]>(['/a'], [301, '/a'], ['/a', 301], [5], ['/é']) })) },
  { weight: 1, arbitrary: fc.constant<Statement>({ callNotFound: true }) },
) // biome-ignore format: as above

const style = fc.constantFrom('async' as const, 'callback' as const)

const handler: fc.Arbitrary<FunctionForm> = fc
  .tuple(fc.array(touch, { maxLength: 3 }), end, fc.option(end, { freq: 6, nil: null }), fc.constantFrom('async', 'async', 'sync'))
  .map(([before, last, more, how]) => ({
    style: how as 'async',
    do: [...before.filter((one) => how === 'async' || !Object.hasOwn(one, 'tick')), last, ...(more === null ? [] : [more])],
  })) // biome-ignore format: one line of parts

const REQUEST_HOOKS = [
  'onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse', 'onError', 'onTimeout',
] // biome-ignore format: one line of hooks
/** In these a payload is returned. */
const PAYLOAD_HOOKS = new Set(['preParsing', 'preSerialization', 'onSend'])

const hookBody = (hook: string): fc.Arbitrary<Program> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(trace).map((one): Program => one) },
    { weight: 2, arbitrary: fc.tuple(trace, touch).map((two): Program => two) },
    { weight: 1, arbitrary: fc.tuple(trace, end).map((two): Program => two) },
    ...(PAYLOAD_HOOKS.has(hook) && hook !== 'preParsing'
      ? [{ weight: 1, arbitrary: value.map((it): Program => [{ return: it }]) }]
      : []),
  )

const requestHook: fc.Arbitrary<[string, FunctionForm]> = fc
  .constantFrom(...REQUEST_HOOKS)
  .chain((hook) =>
    fc
      .tuple(hookBody(hook), fc.constantFrom('async', 'callback'))
      .map(([body, how]): [string, FunctionForm] => [hook, { style: how as 'async', do: body }]),
  )

const routeHook: fc.Arbitrary<Program> = fc.constantFrom<Program>(
  [{ trace: { $get: 'args.0.url' } }],
  [{ set: ['args.0.url', '/moved'] }],
  [{ set: ['args.0.method', 'PUT'] }],
  [{ set: ['args.0.schema', { querystring: { type: 'object', required: ['q'] } }] }],
  [{ set: ['args.0.config', { own: 1 }] }],
  [{ throw: { $error: 'no route' } }],
)

const addHook: Statements = fc.oneof(
  { weight: 8, arbitrary: statement(fc.record({ addHook: requestHook })) },
  { weight: 2, arbitrary: routeHook.map((body): Statement => ({ addHook: ['onRoute', { style: 'sync', do: body }] })) },
  { weight: 1, arbitrary: label.map((at): Statement => ({ addHook: ['onRegister', { style: 'sync', do: [{ trace: at }] }] })) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('onReady', 'onClose', 'preClose'), fc.array(trace, { minLength: 1, maxLength: 2 }), style).map(([hook, body, how]): Statement => ({ addHook: [hook, { style: how, do: body }] })) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom<Json>('onReady', 'onClose'), fc.constantFrom<Json>({ $error: 'in a hook' }, null, 'text')).map(([hook, thrown]): Statement => ({ addHook: [hook, [{ throw: thrown }]] })) },
) // biome-ignore format: one line for each kind

const route: Statements = fc
  .record({
    how: fc.constantFrom('get', 'get', 'post', 'delete', 'head', 'all', 'route'),
    url,
    method: mostly(['GET', 'POST', 'PUT', 'OPTIONS', ['GET', 'POST'], 'HEAD', 'get'], ['NONE', 5, [], null]),
    options: fc.option(routeOptions, { freq: 3, nil: null }),
    schema: fc.option(schema, { freq: 3, nil: null }),
    hooks: fc.option(fc.array(requestHook, { minLength: 1, maxLength: 2 }), { freq: 4, nil: null }),
    errorHandler: fc.option(handler, { freq: 8, nil: null }),
    handler,
  })
  .map((r): Statement => {
    const more = {
      ...(r.options === null ? {} : { options: r.options }),
      ...(r.schema === null ? {} : { schema: r.schema }),
      ...(r.hooks === null ? {} : { hooks: r.hooks }),
      ...(r.errorHandler === null ? {} : { errorHandler: r.errorHandler }),
      do: r.handler,
    }
    return r.how === 'route'
      ? { route: { method: r.method, url: r.url }, ...more }
      : ({ [r.how]: r.url, ...more } as Statement)
  })

const compiler: Statements = fc.oneof(
  fc.constantFrom<Statement>(
    { setValidatorCompiler: { style: 'sync', do: [{ return: { $function: { params: ['data'], do: [{ return: true }] } } }] } },
    { setValidatorCompiler: { style: 'sync', do: [{ return: { $function: { params: ['data'], do: [{ return: { error: { $error: 'refused' } } }] } } }] } },
    { setValidatorCompiler: { style: 'sync', do: [{ return: { $function: { params: ['data'], do: [{ return: { value: { v: 1 } } }] } } }] } },
    { setSerializerCompiler: { style: 'sync', do: [{ return: { $function: { params: ['data'], do: [{ return: 'compiled' }] } } }] } },
    { setReplySerializer: { style: 'sync', do: [{ return: 'serialized' }] } },
    { setSchemaErrorFormatter: { style: 'sync', do: [{ return: { $error: 'formatted' } }] } },
  ),
) // biome-ignore format: one line for each compiler

const parser: Statements = fc
  .record({
    type: mostly(['application/json', 'text/plain', '*', 'application/x', ['application/y', 'text/css'], { $regexp: ['^application/z', ''] }], [5, '', [], null]),
    options: fc.option(fc.constantFrom<Json>({ parseAs: 'string' }, { parseAs: 'buffer' }, { bodyLimit: 3 }, { parseAs: 'x' }), { nil: undefined }),
    body: fc.constantFrom<Program>([{ return: { parsed: true } }], [{ throw: { $error: { message: 'bad body', statusCode: 422 } } }], [{ return: { $undefined: true } }]),
    how: fc.constantFrom('async', 'callback'),
  })
  .map(({ type, options, body, how }): Statement => {
    const params = options === undefined || (options as { parseAs?: string }).parseAs === undefined ? ['request', 'stream'] : ['request', 'body']
    return { addContentTypeParser: { type, ...(options === undefined ? {} : { options }), do: { style: how as 'async', params, do: body } } }
  }) // biome-ignore format: one line for each part

/** Other methods of an instance, with right and wrong arguments. What they return or throw is a probe. */
const call: Statements = fc
  .tuple(
    fc.constantFrom<Json[]>(
      ['app.hasRoute', { method: 'GET', url: '/a' }],
      ['app.hasDecorator', 'da'],
      ['app.hasRequestDecorator', 'da'],
      ['app.hasReplyDecorator', 'da'],
      ['app.hasContentTypeParser', 'text/plain'],
      ['app.removeContentTypeParser', 'text/plain'],
      ['app.removeContentTypeParser', ['application/json']],
      ['app.removeAllContentTypeParsers'],
      ['app.hasPlugin', 'p'],
      ['app.getSchema', 'sa'],
      ['app.addHook', 'onNothing', { $fn: 'noop' }],
      ['app.addHook', 'onRequest', 5],
      ['app.addHook', 5],
      ['app.setErrorHandler', 5],
      ['app.setNotFoundHandler', 5],
      ['app.register', 5],
      ['app.get', '/a'],
      ['app.get', '/a', 5],
      ['app.route', 5],
      ['app.route', {}],
      ['app.addContentTypeParser', 'x/y'],
      ['app.addSchema', 5],
      ['app.decorate', 'da', 1, ['none']],
      ['app.decorateRequest', 'da', { getter: { $function: [{ return: 'got' }] } }],
      ['app.setSchemaController', {}],
      ['app.hasConstraintStrategy', 'version'],
      ['app.getDefaultJsonParser', 'error', 'ignore'],
      ['app.withTypeProvider'],
    ),
    fc.constantFrom('c1', 'c2'),
  )
  .map(([args, as]): Statement => ({ attempt: [{ call: args as [string] }, { return: 'called' }], as }))

const plain: Statements = fc.oneof(
  { weight: 12, arbitrary: route },
  { weight: 5, arbitrary: addHook },
  { weight: 2, arbitrary: statement(fc.record({ decorate: fc.tuple(name, value) })) },
  { weight: 2, arbitrary: statement(fc.record({ decorateRequest: fc.tuple(name, fc.constantFrom<Json>('v', null, 5, '')) })) },
  { weight: 2, arbitrary: statement(fc.record({ decorateReply: fc.tuple(name, fc.constantFrom<Json>('v', null, 5, { $function: [{ return: 'r' }] })) })) },
  { weight: 2, arbitrary: statement(fc.record({ addSchema: shared })) },
  { weight: 2, arbitrary: handler.map((fn): Statement => ({ setErrorHandler: fn })) },
  { weight: 2, arbitrary: fc.tuple(handler, fc.option(requestHook, { freq: 3, nil: null })).map(([fn, hook]): Statement => ({ setNotFoundHandler: fn, ...(hook === null || !/^pre(Handler|Validation)$/.test(hook[0]) ? {} : { hooks: [hook] }) })) },
  { weight: 2, arbitrary: parser },
  { weight: 2, arbitrary: compiler },
  { weight: 2, arbitrary: call },
  { weight: 1, arbitrary: trace },
  { weight: 1, arbitrary: fc.constantFrom<Statement>({ throw: { $error: 'in a plugin' } }, { throw: null }, { tick: 1 }) },
) // biome-ignore format: one line for each statement

/** Statements that contain others. */
function nested(inner: fc.Arbitrary<Program>): Statements {
  const register = fc
    .record({
      do: inner,
      prefix: fc.option(prefix, { freq: 2, nil: null }),
      wrap: fc.option(fc.constantFrom<Json>(true, { name: 'p' }, { name: 'q', dependencies: ['p'] }, { decorators: { fastify: ['da'] } }), { freq: 3, nil: null }),
      style,
      form: fc.constantFrom('function', 'function', 'promise', 'module'),
      options: fc.option(fc.constantFrom<Json>({ o: 1 }, { logLevel: 'error' }, { $function: [{ return: { prefix: '/f' } }] }), { freq: 5, nil: null }),
    })
    .map(({ do: body, prefix: at, wrap, style: how, form, options }): Statement => ({
      register: {
        do: body,
        style: how,
        form: form as 'function',
        ...(at === null || (options as { $function?: Json } | null)?.$function ? {} : { prefix: at as string }),
        ...(wrap === null ? {} : { wrap: wrap as true }),
        ...(options === null ? {} : { options }),
      },
    })) // biome-ignore format: one line for each part
  return fc.oneof(
    { weight: 5, arbitrary: register },
    {
      weight: 1,
      arbitrary: inner.map((body): Statement => ({ after: { style: 'sync', params: [], do: body } })),
    },
    {
      weight: 1,
      arbitrary: inner.map((body): Statement => ({ ready: { style: 'sync', params: [], do: body } })),
    },
    {
      weight: 1,
      arbitrary: inner.map(
        (body): Statement => ({
          addHook: ['onReady', { style: 'async', do: [{ attempt: body, as: 'late' }] }],
        }),
      ),
    },
    { weight: 1, arbitrary: inner.map((body): Statement => ({ attempt: body, as: 'a' })) },
  )
}

function programs(depth: number): fc.Arbitrary<Program> {
  const each = depth === 0 ? plain : fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: nested(programs(depth - 1)) })
  return fc.array(each, { minLength: 1, maxLength: depth === 2 ? 5 : 3 })
} // biome-ignore format: one line for each choice

export const program: fc.Arbitrary<Program> = programs(2)
