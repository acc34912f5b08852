/** Reads the body of a request: chooses the parser by media type, enforces the limit, and calls the parser. */
import { AsyncResource } from 'node:async_hooks'
import { finished } from 'node:stream'
import { errorCodes } from '../errors.ts'
import type { RequestPayload } from '../types/http.ts'
import { isFunction, isThenable, once, shown } from '../values.ts'
import type { Exchange } from './exchange.ts'
import { type Failure, settle, undefinedError } from './hooks.ts'
import { abandon, streamOf } from './http2/stream.ts'
import { parseMediaType } from './media-type.ts'
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
  OPTIONS: false,
  DELETE: false,
}

/** Reads and parses the body if there is one, then runs the next stage. */
export function readBody(x: Exchange, next: Next, failed: Failure): void {
  const always = READS[x.raw.method!]
  if (always === undefined) {
    next(x)
    return
  }
  const { headers } = x.raw
  const type = headers['content-type']
  const length = headers['content-length']
  const chunked =
    headers['transfer-encoding'] !== undefined ||
    (length === undefined && streamOf(x.raw)?.endAfterHeaders === false) // HTTP/2 needs no length
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
  parse(x, parser, length, next, failed)
}

// A body schema describes JSON, or the media types that it lists. A body that it does not describe must not reach the handler.
function refused(x: Exchange, parser: BodyParser): boolean {
  const { bodySchema } = x.plan
  if (bodySchema === null) return false
  if (bodySchema === 'plain') return parser.builtInText
  return x.mediaType === null || !bodySchema.has(x.mediaType.essence)
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
  const run = (input: unknown): void => {
    let result: unknown
    try {
      result = parser.parse(x.request, input, done)
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
    x.plan.app.bodies.watch(x.raw, (error) => {
      if (!parsed) refuse(x, error, done)
      else if (!x.res.headersSent) abandon(x.raw, error)
    })
    run(x.stream)
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
  const limit = x.plan.bodyLimit ?? parser.limit
  const expected = Number(declared) // NaN without a content-length: every comparison below is then false
  const source = x.stream
  if (expected > limit) refuse(x, new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), failed)
  else if (!isReadable(source)) failed(new errorCodes.FST_ERR_HOOK_INVALID_PAYLOAD(shown(source)))
  else {
    const turn = (bytes: Buffer): void => whole(parser.as === 'string' ? bytes.toString('utf8') : bytes)
    gather(x, source, limit, expected, turn, failed)
  }
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
    if (x.stream !== x.raw) source.destroy?.() // a decompressor would continue
    refuse(x, error, failed)
  }
  const body = x.plan.app.bodies.collect(sharedConnection(x), give)

  // The listeners keep the bytes in memory: they are removed when the body is complete, before the request ends.
  const stop = (): void => {
    body.close()
    source.removeListener('data', onData)
    source.removeListener('end', onEnd)
    source.removeListener('error', onError)
  }
  const onData = (chunk: Buffer | string): void => {
    const fits = body.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    if (body.received > limit || source.receivedEncodedLength! > limit)
      give(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    else if (!fits) give(new errorCodes.FST_ERR_CTP_BODIES_TOO_LARGE())
  }
  const onEnd = (): void => {
    stop()
    if (!Number.isNaN(expected) && (source.receivedEncodedLength || body.received) !== expected) {
      refuse(x, new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH(), failed)
      return
    }
    whole(body.bytes())
  }
  const onError = (error: unknown): void => {
    stop()
    failed(asBadRequest(error ?? new errorCodes.FST_ERR_SEND_UNDEFINED_ERR()))
  }
  try {
    source.on('data', onData)
    source.on('end', onEnd)
    source.on('error', onError)
    // A stream of a preParsing hook can be destroyed without an error: without this the request would get no reply.
    // The listener stays, since the stream may also fail after the body is complete. Such an error has no effect.
    if (source !== x.raw) finished(source, (error) => error && onError(error))
    source.resume()
  } catch {
    body.close()
    failed(new errorCodes.FST_ERR_HOOK_INVALID_PAYLOAD(shown(source)))
  }
}

/** The connection, if several bodies can arrive on it at the same time. */
function sharedConnection(x: Exchange): object | null {
  return streamOf(x.raw)?.session ?? null
}

/** Called before the reply is written: ends what is left of a body that nobody has read, once the reply has left. */
export function expireUnread(x: Exchange): void {
  const { raw, res, plan, trailers } = x
  const stream = streamOf(x.raw)
  if (stream === undefined) {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
    if (coding === undefined && length === '0') return
    res.once('finish', () => plan.app.bodies.watch(raw, () => raw.destroy()))
  } else if (stream.endAfterHeaders === false) {
    stream.once('finish', () => {
      if (raw.complete) return
      if (trailers === null)
        stream.close() // no error, as RFC 9113, 8.1 has it
      else plan.app.bodies.watch(raw, () => stream.close()) // they are sent after this event
    })
  }
}

// A preParsing hook may return any value instead of a stream.
function isReadable(stream: unknown): stream is RequestPayload {
  return typeof stream === 'object' && stream !== null && isFunction(Reflect.get(stream, 'on'))
}

// The rest of the body is not read. The connection closes, or node would take it for the next request.
function refuse(x: Exchange, error: unknown, failed: (error: unknown) => void): void {
  if (x.raw.httpVersionMajor < 2) x.headers['connection'] = 'close'
  failed(error)
}

function asBadRequest(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) Reflect.set(error, 'statusCode', 400) // no effect on a frozen error
  return error
}
