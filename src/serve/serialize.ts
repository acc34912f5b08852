/** Payload + status + media type → text, bytes or a stream. Detects the kind of a payload and chooses its serializer. */
import { Readable } from 'node:stream'
import { errorCodes } from '../errors.ts'
import { disown, isError, isFunction } from '../values.ts'
import type { Exchange } from './exchange.ts'
import { essenceOf, ofType } from './media-type.ts'
import { hold } from './payload/held-streams.ts'
import { Later, type ResponseLevel, type ResponseSerializers, type Serialize } from './plan.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const BYTES_TYPE = 'application/octet-stream'

/** A payload that is ready for onSend, or a value that preSerialization hooks and a serializer process first. */
export interface Prepared {
  readonly payload: unknown
  readonly serialize: boolean
}

const ready = (payload: unknown): Prepared => ({ payload, serialize: false })

/**
 * Sets the content type of the payload, and decides whether it needs a serializer. A text needs one if the schema of a library
 * judges it; preSerialization hooks do not get it.
 */
export function prepare(x: Exchange, payload: unknown): Prepared {
  const prepared = typed(x, payload)
  return typeof payload === 'string' && judgesText(x) ? { payload, serialize: true } : prepared
}

function typed(x: Exchange, payload: unknown): Prepared {
  if (payload === undefined) return ready(undefined)
  const type = contentType(x)
  if (payload !== null && typeof payload === 'object') {
    if ('pipe' in payload && typeof payload.pipe === 'function') {
      hold(x, payload)
      return ready(payload)
    }
    const bytes = bytesOf(payload)
    if (bytes !== null) {
      if (type === undefined) x.headers['content-type'] = BYTES_TYPE
      return ready(bytes)
    }
    const stream = webStream(x, payload)
    if (stream !== null) {
      hold(x, stream)
      return ready(stream === EMPTY ? undefined : stream)
    }
  }
  if (typeof payload === 'string' && type === undefined) {
    x.headers['content-type'] = TEXT_TYPE
    return ready(payload)
  }
  if (x.serializer !== null) {
    return typeof payload === 'string'
      ? ready(x.serializer.call(x.reply, payload))
      : { payload, serialize: true }
  }
  if (type === undefined) x.headers['content-type'] = JSON_TYPE
  else if (essenceOf(type).includes('json')) x.headers['content-type'] = withCharset(String(type))
  else return ready(payload)
  return { payload, serialize: typeof payload !== 'string' }
}

function contentType(x: Exchange): unknown {
  return x.headers['content-type'] ?? x.wire.getHeader('content-type')
}

function withCharset(type: string): string {
  if (type.includes('charset')) return type
  const trimmed = type.trim()
  return trimmed.endsWith(';') ? `${trimmed} charset=utf-8` : `${trimmed}; charset=utf-8`
}

function bytesOf(payload: object): Buffer | null {
  if (Buffer.isBuffer(payload)) return payload
  if (ArrayBuffer.isView(payload)) return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  if (payload instanceof ArrayBuffer) return Buffer.from(payload)
  return null
}

/** A `Response` without a body. */
export const EMPTY: unique symbol = Symbol('an empty Response')

/**
 * The stream of a web stream or of a `Response`, whose status and headers replace those of the reply; its cookies are added. null for
 * anything else.
 */
export function webStream(x: Exchange, payload: object): Readable | typeof EMPTY | null {
  // By its tag, not by `instanceof`: it may come from another realm or another implementation of fetch.
  const tag: unknown = Reflect.get(payload, Symbol.toStringTag)
  if (tag === 'ReadableStream') return fromWeb(payload as ReadableStream) // as its tag says
  if (tag !== 'Response') return null
  const response = payload as Response // as its tag says
  if (response.bodyUsed) throw new errorCodes.FST_ERR_REP_RESPONSE_BODY_CONSUMED()
  x.wire.statusCode = response.status
  x.statusSet = true
  for (const [name, value] of response.headers) x.reply.header(name, value) // each cookie by itself
  return response.body === null ? EMPTY : fromWeb(response.body)
}

function fromWeb(stream: ReadableStream): Readable {
  if (stream.locked) throw new errorCodes.FST_ERR_REP_READABLE_STREAM_LOCKED()
  return Readable.fromWeb(stream)
}

/** Serializes a value with the serializer of the reply, of its context, of the response schema, or with JSON.stringify. */
function serialize(x: Exchange, payload: unknown, mayBeBytes: boolean): string | Buffer | Later {
  if (x.serializer !== null) return x.serializer.call(x.reply, payload)
  if (!x.plan.app.strictResponses) return written(x, payload, mayBeBytes)
  const text = written(x, payload, false)
  const finite = <T extends string | Buffer>(known: T): T => {
    refuseNotFinite(readBack(known), payload, '')
    return known
  }
  return text instanceof Later ? new Later(text.text.then(finite)) : finite(text)
}

/** The text that is sent, or its bytes if nobody looks at it. An error has the `config` of the route as `serialization`. */
export function textOf(x: Exchange, payload: unknown): string | Buffer | Later {
  try {
    const text = serialize(x, payload, x.plan.onSend === null && x.trailers === null)
    if (typeof text === 'string' || !(text instanceof Later)) return text
    return new Later(text.text.catch((error) => failed(x, error)))
  } catch (error) {
    return failed(x, error)
  }
}

function failed(x: Exchange, error: unknown): never {
  if (isError(error) && Object.isExtensible(error)) Object.assign(error, { serialization: x.plan.config })
  throw error
}

/** The text at once, for handlers that serialize by hand. */
export function serializeNow(x: Exchange, payload: unknown): string {
  const text = serialize(x, payload, false)
  if (!(text instanceof Later)) return text as string // no bytes were asked for
  disown(text.text)
  throw new errorCodes.FST_ERR_REP_ASYNC_SCHEMA('response')
}

// A schema of a library judges every payload, and a JSON Schema no text.
function judgesText(x: Exchange): boolean {
  const { serializers, replySerializer } = x.plan
  if (serializers === null || serializers.plain || x.serializer !== null || replySerializer !== null)
    return false
  const chosen = chooseSerializer(serializers, x.wire.statusCode, x.headers['content-type'])
  return typeof chosen === 'function' && chosen.standard !== undefined
}

// undefined if the text is not JSON, as a custom serializer may write it: such text is not checked.
function readBack(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {}
  return undefined
}

function written(x: Exchange, payload: unknown, mayBeBytes: boolean): string | Buffer | Later {
  const { replySerializer, serializers } = x.plan
  if (replySerializer !== null) return replySerializer(payload, x.wire.statusCode) // not as a method: the plan is not for applications
  if (serializers !== null) {
    const chosen = chooseSerializer(serializers, x.wire.statusCode, x.headers['content-type'])
    if (typeof chosen === 'function')
      return serializers.plain
        ? writtenBy(chosen, payload, mayBeBytes)
        : judged(x, serializers, chosen, payload)
    if (chosen !== null) undeclared(x, serializers, chosen)
  }
  return JSON.stringify(payload)
}

function writtenBy(chosen: Serialize, payload: unknown, mayBeBytes: boolean): string | Buffer {
  return mayBeBytes && chosen.answer !== undefined ? chosen.answer(payload) : chosen(payload)
}

// A schema of a library, or the option responseValidation, looks at the payload before it is written.
function judged(
  x: Exchange,
  { check }: ResponseSerializers<Exchange>,
  chosen: Serialize,
  payload: unknown,
): string | Later {
  check?.(x, payload, chosen)
  if (chosen.standard === undefined) return chosen(payload)
  return chosen.standard.write(payload, !essenceOf(x.headers['content-type']).includes('json'))
}

// JSON has no NaN and no Infinity: they are written as null. Only values that are part of the response are checked.
function refuseNotFinite(left: unknown, given: unknown, pointer: string): void {
  if (typeof left !== 'object') return
  const toJSON = read(given, 'toJSON')
  const source = isFunction(toJSON) ? toJSON.call(given) : given
  if (left === null && typeof source === 'number' && !Number.isFinite(source)) {
    throw new errorCodes.FST_ERR_REP_NOT_FINITE(String(source), pointer === '' ? 'the payload' : pointer)
  }
  if (left === null) return
  for (const [key, child] of Object.entries(left)) {
    refuseNotFinite(child, read(source, key), `${pointer}/${key}`)
  }
}

/** A property of any value; undefined if the value is not an object. */
function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/**
 * The serializer for a status: of the exact status, else of its class (`2xx`), else of `default`. Returns null if nothing is
 * declared for the status, and the content map itself if it has no entry for the media type.
 */
export function chooseSerializer(
  from: ResponseSerializers<Exchange>,
  status: number,
  type: unknown,
): Serialize | ReadonlyMap<string, Serialize> | null {
  let level = from.known.get(status)
  if (level === undefined) from.known.set(status, (level = levelOf(from, status)))
  if (level === null || typeof level === 'function') return level
  return ofType(level, essenceOf(type)) ?? level
}

function levelOf({ byStatus }: ResponseSerializers<Exchange>, status: number): ResponseLevel | null {
  const exact = byStatus.get(String(status)) ?? byStatus.get(`${Math.trunc(status / 100)}xx`)
  return exact ?? byStatus.get('default') ?? null
}

// The content map does not declare the type of this response, so no schema filters it. Throws with `strictResponses`, else
// warns once for each route.
function undeclared(
  x: Exchange,
  from: ResponseSerializers<Exchange>,
  level: ReadonlyMap<string, Serialize>,
): void {
  const { plan } = x
  const error = new errorCodes.FST_ERR_RESPONSE_CONTENT_TYPE_UNDECLARED(
    x.wire.method,
    plan.url,
    String(x.wire.statusCode),
    essenceOf(x.headers['content-type']),
    [...level.keys()].join(', '),
  )
  if (plan.app.strictResponses) throw error
  if (from.warned) return
  from.warned = true
  x.log.warn({ err: error }, 'a response was sent without a schema')
}
