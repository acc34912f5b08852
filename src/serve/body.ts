/** Reads the body of a request: chooses the parser by media type, enforces the limit, and calls the parser. */
import { AsyncResource } from 'node:async_hooks'
import { finished } from 'node:stream'
import { errorCodes } from '../errors.ts'
import type { RequestPayload } from '../types/http.ts'
import { isFunction, isThenable, once, shown } from '../values.ts'
import { readStatus } from './error-reply.ts'
import type { Exchange } from './exchange.ts'
import { type Failure, settle, undefinedError } from './hooks.ts'
import { ofType, parseMediaType } from './media-type.ts'
import { discard } from './payload/held-streams.ts'
import type { BodyParser } from './plan.ts'

/** The next stage. It takes no payload. */
type Next = (x: Exchange) => void

/** true: the body is always read; false: only if a header announces one. The body of any other method is never read. */
const READS: Readonly<Record<string, boolean>> = {
  POST: true,
  PUT: true,
  PATCH: true,
  TRACE: true,
  SEARCH: true,
  QUERY: true,
  OPTIONS: false,
  DELETE: false,
}

/** Reads and parses the body if there is one, then runs the next stage. */
export function readBody(x: Exchange, next: Next, failed: Failure): void {
  const { method } = x.wire
  const { bodyMethods, strictBodies } = x.plan.app
  const reads = READS[method] ?? (bodyMethods?.has(method) ? false : undefined)
  const always = reads === false ? strictBodies : reads
  if (always === undefined) {
    next(x)
    return
  }
  const { contentType: type, contentLength: length, chunked } = x.wire
  if (method === 'QUERY' && !x.plan.is404 && (type === undefined || (!chunked && !Number(length)))) {
    const { FST_ERR_ROUTE_MISSING_CONTENT_TYPE: NoType, FST_ERR_ROUTE_MISSING_CONTENT: NoBody } = errorCodes
    failed(x, type === undefined ? new NoType(method) : new NoBody(method))
    return
  }
  if (type === undefined) {
    if (!always || (!chunked && (length === undefined || length === '0'))) {
      next(x)
      return
    }
  } else if (!always && !chunked && length === undefined) {
    next(x)
    return
  }
  const media = type === undefined ? null : parseMediaType(type)
  x.mediaType = media
  const malformed = type !== undefined && media === null
  const parser = malformed ? null : x.plan.parsers.choose(media)
  if (parser === null || refused(x, parser)) {
    if (x.plan.is404 && !malformed) next(x)
    else failed(x, new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type ?? 'undefined'))
    return
  }
  if (x.wire.bodyFollows && parser.as !== 'stream') setImmediate(take, x, parser, length, next, failed)
  else take(x, parser, length, next, failed)
}

function take(
  x: Exchange,
  parser: BodyParser,
  length: string | undefined,
  next: Next,
  failed: Failure,
): void {
  const body = parser.atOnce && parser.as !== 'stream' ? x.wire.takeBody() : null
  if (body !== null) parseHere(x, parser, body, next, failed)
  else parse(x, parser, length, next, failed)
}

function limitOf({ plan }: Exchange, parser: BodyParser): number {
  return plan.bodyLimit ?? parser.limit
}

/** A body that has arrived with its head, and that nobody else has looked at. */
function parseHere(x: Exchange, parser: BodyParser, body: Buffer, next: Next, failed: Failure): void {
  if (body.length > limitOf(x, parser)) {
    refuse(x, new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), (error) => failed(x, error))
    return
  }
  let fault: unknown
  let value: unknown
  const { parse } = parser // its `this` is nothing of ours
  parse(
    x.request,
    parser.as === 'string' ? body.toString('utf8') : body,
    (error: unknown, parsed: unknown) => {
      fault = error
      value = parsed
    },
  )
  if (fault) {
    failed(x, fault)
    return
  }
  x.request.body = value
  next(x)
}

// A body schema describes JSON, or the media types that it lists. A body that it does not describe must not reach the handler.
function refused(x: Exchange, parser: BodyParser): boolean {
  const { bodySchema } = x.plan
  if (bodySchema === null) return false
  if (bodySchema === 'plain') return parser.builtInText
  return x.mediaType === null || ofType(bodySchema, x.mediaType.essence) === undefined
}

function parse(
  x: Exchange,
  parser: BodyParser,
  length: string | undefined,
  next: Next,
  failed: Failure,
): void {
  // The events of the body run in the async context of the socket. The next stages need the one that the hooks have set.
  const place = new AsyncResource('touchstone.body')
  let parsed = false
  const done = once((error?: unknown, body?: unknown): void => {
    parsed = true
    place.runInAsyncScope(goOn, null, error, body)
  })
  const goOn = (error: unknown, body: unknown): void => {
    if (error) {
      failed(x, error)
      return
    }
    x.request.body = body
    next(x)
  }
  const { parse } = parser
  const run = (input: unknown): void => {
    let result: unknown
    try {
      result = parse(x.request, input, done)
    } catch (error) {
      done(error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
      return
    }
    if (isThenable(result))
      settle(
        result,
        (body) => done(null, body),
        (error) => done(error || undefinedError()),
      )
  }
  if (parser.as === 'stream') {
    // A parser may be done before the body is, and leave the stream to the handler.
    const { wire } = x
    x.plan.app.bodies.watch(wire.request, (error) => {
      if (!parsed) refuse(x, error, done)
      else if (!wire.headersSent) wire.abandon(error)
    })
    x.held?.follow('body', x.stream, (error) => done(asBadRequest(error)))
    if (!parsed) run(x.stream === undefined ? wire.request : x.stream)
  } else collect(x, parser, length, run, done)
}

/** Buffers the whole body, never more than the limit. */
function collect(
  x: Exchange,
  parser: BodyParser,
  declared: string | undefined,
  whole: (body: string | Buffer) => void,
  failed: (error: unknown) => void,
): void {
  const limit = limitOf(x, parser)
  const expected = Number(declared) // NaN without a content-length: every comparison below is then false
  const turn = (bytes: Buffer): void => whole(parser.as === 'string' ? bytes.toString('utf8') : bytes)
  if (expected > limit) {
    refuse(x, new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), failed)
    return
  }
  const body = x.wire.takeBody()
  if (body !== null) {
    turn(body)
    return
  }
  const source = x.stream === undefined ? x.wire.source : x.stream
  if (isReadable(source)) gather(x, source, limit, expected, turn, failed)
  else failed(new errorCodes.FST_ERR_HOOK_INVALID_PAYLOAD(shown(source)))
}

function gather(
  x: Exchange,
  source: RequestPayload,
  limit: number,
  expected: number,
  whole: (body: Buffer) => void,
  failed: (error: unknown) => void,
): void {
  const give = (error: unknown): void => {
    stop()
    if (x.stream !== undefined) discard(source, x.log) // a decompressor would continue
    refuse(x, error, failed)
  }
  const body = x.plan.app.bodies.collect(x.wire.shared, give)
  if (x.cancellation !== null) x.cancellation.interrupt = give

  // The listeners keep the bytes in memory: they are removed when the body is complete, before the request ends.
  const stop = (): void => {
    body.close()
    if (x.cancellation !== null) x.cancellation.interrupt = null
    x.held?.unfollow('body')
    unlisten(source, onData, onEnd, onError)
  }
  const onData = (chunk: unknown): void => {
    if (!body.open) return // a stream that is not of node's classes may go on
    const bytes = bytesOf(chunk)
    if (bytes === null) {
      give(new errorCodes.FST_ERR_HOOK_INVALID_PAYLOAD(`a stream of ${shown(chunk)}`))
      return
    }
    const fits = body.add(bytes)
    if (body.received > limit || source.receivedEncodedLength! > limit)
      give(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    else if (!fits) give(new errorCodes.FST_ERR_CTP_BODIES_TOO_LARGE())
  }
  const onEnd = (): void => {
    if (!body.open) return
    stop()
    if (!Number.isNaN(expected) && (source.receivedEncodedLength || body.received) !== expected)
      refuse(x, new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH(), failed)
    else whole(body.bytes())
  }
  const onError = (error: unknown): void => {
    stop()
    failed(asBadRequest(error ?? Object.assign(new errorCodes.FST_ERR_SEND_UNDEFINED_ERR(), BAD_REQUEST)))
  }
  try {
    source.on('data', onData)
    source.on('end', onEnd)
    source.on('error', onError)
    // A stream of a preParsing hook can be destroyed without an error: without this the request would get no reply.
    // The listener stays, since the stream may also fail after the body is complete. Such an error has no effect.
    if (source === x.stream && isFunction(source.pipe)) finished(source, (error) => error && onError(error))
    source.resume()
    x.held?.follow('body', source, (error) => body.open && onError(error))
  } catch {
    body.close()
    failed(new errorCodes.FST_ERR_HOOK_INVALID_PAYLOAD(shown(source)))
  }
}

function unlisten(
  source: RequestPayload,
  onData: (chunk: unknown) => void,
  onEnd: () => void,
  onError: (error: unknown) => void,
): void {
  try {
    source.removeListener('data', onData)
    source.removeListener('end', onEnd)
    source.removeListener('error', onError)
  } catch {} // a method of a stream that is not one of node
}

// A preParsing hook may return any value instead of a stream, also one whose getters throw.
function isReadable(stream: unknown): stream is RequestPayload {
  if (typeof stream !== 'object' || stream === null) return false
  try {
    return ['on', 'removeListener'].every((name) => isFunction(Reflect.get(stream, name)))
  } catch {
    return false
  }
}

/** null for what is no bytes, such as a piece of a stream of objects: it has no length, and nothing that is counted would be right again. */
function bytesOf(chunk: unknown): Buffer | null {
  if (Buffer.isBuffer(chunk)) return chunk
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return chunk instanceof Uint8Array ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : null
}

// The rest of the body is not read. The connection closes, or node would take it for the next request.
function refuse(x: Exchange, error: unknown, failed: (error: unknown) => void): void {
  if (!x.wire.multiplexed) x.headers['connection'] = 'close'
  failed(error)
}

const BAD_REQUEST = { statusCode: 400 }

// A stream of a preParsing hook may know a better status, as a hook that throws does.
function asBadRequest(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  const isOne = (readStatus(error, 'statusCode') ?? readStatus(error, 'status')) !== null
  if (!isOne) Reflect.set(error, 'statusCode', 400) // no effect on a frozen error
  return error
}
