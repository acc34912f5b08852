/** What hooks and handlers look at: members of the request, of the reply and of their context. */
import fc from 'fast-check'
import type { Json, Program } from '../../spec/case.ts'

const MEMBERS = [
  'request.method', 'request.url', 'request.routerPath', 'request.routerMethod', 'request.is404', 'request.params.id', 'request.query',
  'request.body', 'request.headers.x-a', 'request.raw.headers.x-a', 'request.headers.content-type', 'request.hostname', 'request.ip',
  'request.ips', 'request.protocol', 'request.routeConfig', 'request.context.config', 'request.routeOptions.url',
  'request.routeOptions.method', 'request.routeOptions.bodyLimit', 'request.routeOptions.version', 'request.validationError.message',
  'request.validationError.validationContext', 'request.da', 'reply.da', 'app.da', 'request.server.prefix', 'reply.sent', 'reply.statusCode',
  'app.prefix', 'reply.request.method', 'request.server.da', 'reply.context.config.own', 'reply.server.prefix',
] // biome-ignore format: a list of members

const CALLS: readonly Json[][] = [
  ['reply.getHeaders'], ['reply.getHeader', 'set-cookie'], ['reply.getHeader', 'x-a'], ['reply.hasHeader', 'x-a'],
  ['reply.hasTrailer', 'x-t'], ['app.hasDecorator', 'da'], ['app.hasPlugin', 'p'], ['app.hasContentTypeParser', 'text/plain'],
  ['app.hasContentTypeParser', 'application/json'], ['app.hasRoute', { method: 'GET', url: '/r0' }], ['app.getSchema', 'sa'],
  ['app.hasRequestDecorator', 'da'], ['app.hasReplyDecorator', 'da'],
] // biome-ignore format: a list of calls

export const seen: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...MEMBERS).map((path): Json => ({ $get: path })) },
  { weight: 3, arbitrary: fc.constantFrom(...CALLS).map((call): Json => ({ $call: call })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Json>(
      { $within: true },
      { $sharedSchemas: true },
      { $same: [{ $get: 'app.errorHandler' }, { $get: 'handlerOfRoot' }] },
      { $type: 'payload' },
      { $keys: { $get: 'request.query' } },
    ),
  },
)

/** What can be asked of an instance while it is declared. */
export const asked: fc.Arbitrary<Json> = fc.oneof(
  fc
    .constantFrom<Json[]>(
      ['app.hasContentTypeParser', 'text/plain'], ['app.hasContentTypeParser', 'application/json'], ['app.hasContentTypeParser', 'a/b'],
      ['app.hasDecorator', 'da'], ['app.hasDecorator', 'db'], ['app.getSchema', 'sa'],
      ['app.hasRequestDecorator', 'da'], ['app.hasReplyDecorator', 'da'], ['app.hasRoute', { method: 'GET', url: '/r0' }],
      ['app.hasRoute', { method: 'HEAD', url: '/r0' }], ['app.hasConstraintStrategy', 'host'],
    ) // biome-ignore format: a list of calls
    .map((call): Json => ({ $call: call })),
  fc.constantFrom<Json>(
    { $sharedSchemas: true },
    { $get: 'app.prefix' },
    { $get: 'app.da' },
    { $type: 'app.validatorCompiler' },
    { $type: 'app.serializerCompiler' },
    { $same: [{ $get: 'app.errorHandler' }, { $get: 'handlerOfRoot' }] },
  ),
)

export const look: fc.Arbitrary<Program> = seen.map((value) => [{ trace: value }])
