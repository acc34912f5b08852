/** What hooks and handlers do: they look, change the request and the reply, and answer, by the request in one of two ways. */
import fc from 'fast-check'
import type { FunctionForm, Json, Program } from '../../spec/case.ts'
import { given } from './given.ts'
import { look, seen } from './seen.ts'

const programs = (...all: readonly Program[]): fc.Arbitrary<Program> => fc.constantFrom(...all)

const PLAIN_VALUES: readonly Json[] = [
  'text', 7, true, null, '', { a: 'b' }, { a: 1, n: '2', more: true }, { n: 5 }, [1, 2], { a: { $date: '2020-01-02T03:04:05.000Z' } },
  { a: '2020-01-02T03:04:05.000Z' }, { message: 'm', a: 'x' }, { a: 'späte Ö' },
] // biome-ignore format: a list of values

/** What is sent or returned. */
const payload: fc.Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PLAIN_VALUES) },
  { weight: 2, arbitrary: given('payload', 'config') },
  { weight: 2, arbitrary: seen.map((value): Json => ({ seen: value })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Json>(
      { $buffer: 'bytes' },
      { $stream: { chunks: ['a', 'b'] } },
      { $stream: { chunks: [], error: 'broken' } },
      { $undefined: true },
    ),
  },
  { weight: 1, arbitrary: fc.constant<Json>({ body: { $get: 'request.body' }, query: { $get: 'request.query' }, id: { $get: 'request.params.id' } }) },
) // biome-ignore format: one line for each kind

const failure: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  { $error: { message: 'an error', code: 'E_PLAIN' } },
  { $error: { message: 'teapot', statusCode: 418, code: 'E_TEA' } },
  { $error: { message: 'with headers', code: 'E_HEADERS', headers: { 'X-A': 'of the error', 'x-e': 'e' } } },
  { $error: { message: 'by status', code: 'E_STATUS', status: 503 } },
  { $error: { message: 'client', code: 'E_CLIENT', statusCode: 400, props: { validation: [] } } },
)

/** What changes the reply and goes on. */
const touch: fc.Arbitrary<Program> = fc.oneof(
  { weight: 5, arbitrary: look },
  { weight: 3, arbitrary: programs(
    [{ header: ['x-a', 'v'] }], [{ header: ['X-A', 'w'] }], [{ header: ['x-b', 7] }], [{ header: ['set-cookie', 'm=1'] }],
    [{ header: ['content-length', '4'] }], [{ header: ['x-a', 'a\nb'] }],
  ) },
  { weight: 2, arbitrary: given('cookies').map((value): Program => [{ header: ['set-cookie', value] }, { header: ['set-cookie', 'n=2'] }]) },
  { weight: 1, arbitrary: given('headers').map((value): Program => [{ call: ['reply.headers', value] }]) },
  { weight: 3, arbitrary: programs([{ code: 200 }], [{ code: 201 }], [{ code: 202 }], [{ code: 404 }], [{ code: 500 }], [{ code: 204 }], [{ type: 'text/html' }], [{ type: 'application/json' }]) },
  { weight: 1, arbitrary: programs(
    [{ call: ['reply.removeHeader', 'x-a'] }],
    [{ trailer: ['x-t', { style: 'callback', params: ['reply', 'payload'], do: [{ return: 'tv' }] }] }],
    [{ trailer: ['x-t', { style: 'callback', params: ['reply', 'payload'], do: [{ return: 'tv' }] }] }, { call: ['reply.removeTrailer', 'x-t'] }],
    [{ serializer: { style: 'sync', do: [{ return: 'own text' }] } }],
  ) },
  { weight: 2, arbitrary: programs(
    [{ set: ['request.headers', { 'x-a': 'set' }] }], [{ set: ['request.body', { n: 9, a: 'set' }] }], [{ set: ['request.query', { n: 'set' }] }],
    [{ set: ['request.da', 'of the request'] }], [{ set: ['reply.da', 'of the reply'] }],
  ) },
  { weight: 1, arbitrary: programs(
    [{ call: ['request.log.child', { bound: 1 }], as: 'child' }, { set: ['reply.log', { $get: 'child' }] }],
    [{ call: ['request.log.child', { bound: 2 }], as: 'child' }, { set: ['request.log', { $get: 'child' }] }],
    [{ call: ['request.log.info', 'own line'] }], [{ call: ['reply.log.warn', { own: 1 }, 'own line'] }], [{ call: ['app.log.info', 'own line'] }],
  ) },
  { weight: 1, arbitrary: given('texts', 'numbers').chain((schema) => programs(
    [{ trace: { $call: ['request.validateInput', { n: '5', a: 5 }, schema] } }],
    [{ trace: { $call: ['reply.serializeInput', { n: 5, a: 'a', more: 1 }, schema] } }],
    [{ call: ['reply.compileSerializationSchema', schema], as: 'write' }, { trace: { $call: ['write', { n: 5, a: 'a', more: 1 }] } }],
    [{ call: ['request.compileValidationSchema', schema], as: 'judge' }, { trace: { $call: ['judge', { n: 'x' }] } }, { trace: { $type: 'judge.errors' } }, { trace: { $call: ['judge', { n: 1 }] } }, { trace: { $type: 'judge.errors' } }],
    [{ trace: { $call: ['request.validateInput', { n: 'x', a: 'a' }, 'body'] } }],
    [{ call: ['request.getValidationFunction', 'body'], as: 'judge' }, { if: { $defined: 'judge' }, then: [{ trace: { $call: ['judge', { n: 'x' }] } }, { trace: { $type: 'judge.errors' } }, { trace: { $call: ['judge', { n: 1, a: 'a' }] } }, { trace: { $type: 'judge.errors' } }] }],
    [{ call: ['reply.getSerializationFunction', '200'], as: 'write' }, { if: { $defined: 'write' }, then: [{ trace: { $call: ['write', { n: 5, a: 'a', more: 1 }] } }] }],
  )) },
) // biome-ignore format: one line for each statement

/** What answers. */
const end: fc.Arbitrary<Program> = fc.oneof(
  { weight: 7, arbitrary: payload.map((value): Program => [{ send: value }]) },
  { weight: 5, arbitrary: payload.map((value): Program => [{ return: value }]) },
  { weight: 3, arbitrary: failure.map((value): Program => [{ throw: value }]) },
  { weight: 1, arbitrary: failure.map((value): Program => [{ send: value }]) },
  { weight: 2, arbitrary: programs([{ redirect: ['/moved'] }], [{ redirect: [301, '/moved'] }]) },
  { weight: 2, arbitrary: fc.constant<Program>([{ callNotFound: true }]) },
  { weight: 1, arbitrary: fc.constant<Program>([{ return: { $response: { status: 207, headers: { 'x-w': 'web' }, body: 'of the web' } } }]) },
  { weight: 1, arbitrary: fc.constant<Program>([{ hijack: true }, { call: ['reply.raw.end', 'raw'] }]) },
  { weight: 1, arbitrary: failure.map((value): Program => [{ call: ['app.errorHandler', value, { $get: 'request' }, { $get: 'reply' }], await: true }]) },
) // biome-ignore format: one line for each way

/** By a header of the request in one way or the other. */
const branched = (one: fc.Arbitrary<Program>): fc.Arbitrary<Program> =>
  fc.oneof(
    { weight: 2, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc
        .tuple(one, one)
        .map(
          ([yes, no]): Program => [
            { if: { $eq: [{ $get: 'request.raw.headers.x-v' }, '1'] }, then: yes, else: no },
          ],
        ),
    },
  )

const several = (least: number, most: number): fc.Arbitrary<Program> =>
  fc.array(branched(touch), { minLength: least, maxLength: most }).map((all) => all.flat())

const pause: fc.Arbitrary<Program> = programs([], [], [{ tick: 1 }], [{ tick: 3 }])

export const handler: fc.Arbitrary<FunctionForm> = fc
  .tuple(pause, several(0, 3), branched(end))
  .map(([wait, before, last]): FunctionForm => ({ style: 'async', do: [...wait, ...before, ...last] }))

/** Of an error: answers, or throws for the next handler. */
export const errorHandler: fc.Arbitrary<FunctionForm> = fc
  .tuple(
    several(0, 2),
    fc.oneof(
      { weight: 5, arbitrary: payload.map((value): Program => [{ send: value }]) },
      { weight: 2, arbitrary: payload.map((value): Program => [{ return: value }]) },
      { weight: 1, arbitrary: programs([{ throw: { $get: 'error' } }], [{ throw: { $error: { message: 'of the handler', code: 'E_HANDLER' } } }], [{ send: { $get: 'error' } }]) },
    ),
  )
  .map(([before, last]): FunctionForm => ({
    style: 'async',
    do: [{ trace: { handles: { $get: 'error.code' } } }, ...before, ...last],
  })) // biome-ignore format: as above

const HOOKS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
] as const

function hookBody(hook: string): fc.Arbitrary<Program> {
  const payloads =
    hook === 'onSend'
      ? programs([{ return: 'by a hook' }])
      : hook === 'preSerialization'
        ? programs([{ return: { a: 'by a hook', n: 1 } }])
        : hook === 'onError'
          ? programs([{ hijack: true }, { call: ['reply.raw.end', 'raw'] }])
          : /^(onRequest|preValidation|preHandler)$/.test(hook)
            ? programs(
                [{ throw: { $error: { message: 'refused', statusCode: 403, code: 'E_REFUSED' } } }],
                [{ send: 'by a hook' }],
              )
            : programs([])
  return fc
    .tuple(
      hook === 'onResponse' ? programs([]) : pause, // nothing waits for it
      several(0, 2),
      fc.oneof({ weight: 5, arbitrary: programs([]) }, { weight: 1, arbitrary: payloads }),
    )
    .map(([wait, middle, last]) => [...wait, ...middle, ...last])
}

/** A hook says that it runs; `label` tells it from others. */
export const hook: fc.Arbitrary<[string, FunctionForm]> = fc.constantFrom(...HOOKS).chain((name) =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(fc.constantFrom('1', '2', '3'), hookBody(name))
        .map(([label, body]): [string, FunctionForm] => [
          name,
          { style: 'async', do: [{ trace: `${name} ${label}` }, ...body] },
        ]),
    },
    {
      weight: 1,
      arbitrary: fc.constant<[string, FunctionForm]>([name === 'onError' ? 'onRequest' : name, { style: 'callback', do: [{ trace: `${name} callback` }] }]),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<[string, FunctionForm]>(
        ['onRequest', { style: 'callback', params: ['request', 'reply'], do: [{ within: { $get: 'request.raw.url' } }] }],
        ['preParsing', { style: 'callback', params: ['request', 'reply', 'payload'], do: [{ within: { $get: 'request.raw.url' } }] }],
        ['preHandler', { style: 'callback', params: ['request', 'reply'], do: [{ within: 'later' }] }],
      ),
    },
  ),
) // biome-ignore format: one line for each kind
