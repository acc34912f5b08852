/** Payload + status + media type → what goes on the wire: which kind a payload is, and which serializer it takes. */
import { Readable } from 'node:stream'
import { errorCodes } from '../errors.ts'
import type { Exchange, Loose, ResponseSerializers, Serialize } from '../types/plan.ts'
import { requestLog } from './exchange.ts'
import { essenceOf } from './media-type.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const BYTES_TYPE = 'application/octet-stream'

/** A payload that is ready for onSend, or a value that preSerialization and a serializer still have to see. */
export interface Prepared {
  payload: unknown
  serialize: boolean
}

const prepared: Prepared = { payload: undefined, serialize: false } // reused: the corridor reads it at once

/** Gives the payload its content type and says whether it goes through a serializer. */
export function prepare(x: Exchange, payload: unknown): Prepared {
  prepared.serialize = false
  prepared.payload = payload
  if (payload === undefined) return prepared
  const type = contentType(x)
  if (payload !== null && typeof payload === 'object') {
    if (typeof (payload as Loose).pipe === 'function') return prepared
    const bytes = bytesOf(payload)
    if (bytes !== null) {
      if (type === undefined) x.headers['content-type'] = BYTES_TYPE
      prepared.payload = bytes
      return prepared
    }
    const stream = webStream(x, payload)
    if (stream !== null) {
      prepared.payload = stream === EMPTY ? undefined : stream
      return prepared
    }
  }
  if (typeof payload === 'string' && type === undefined) {
    x.headers['content-type'] = TEXT_TYPE
    return prepared
  }
  if (x.serializer !== null) {
    if (typeof payload === 'string') prepared.payload = x.serializer(payload)
    else prepared.serialize = true
    return prepared
  }
  if (type === undefined) x.headers['content-type'] = JSON_TYPE
  else if (essenceOf(type).includes('json')) x.headers['content-type'] = withCharset(String(type))
  else return prepared
  prepared.serialize = typeof payload !== 'string'
  return prepared
}

function contentType(x: Exchange): unknown {
  return x.headers['content-type'] ?? x.res.getHeader('content-type')
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

const EMPTY = Symbol('an empty Response')

// A web Response brings its own status and headers; a web ReadableStream is read like any stream.
function webStream(x: Exchange, payload: object): Readable | typeof EMPTY | null {
  const kind = Object.prototype.toString.call(payload)
  if (kind === '[object ReadableStream]') return Readable.fromWeb(payload as never)
  if (kind !== '[object Response]') return null
  const response = payload as Response
  if (response.bodyUsed) throw new errorCodes.FST_ERR_REP_RESPONSE_BODY_CONSUMED()
  x.res.statusCode = response.status
  x.statusSet = true
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') x.headers[name] = response.headers.getSetCookie()
    else x.headers[name] = value
  }
  return response.body === null ? EMPTY : Readable.fromWeb(response.body as never)
}

/** Serializes a value with the reply's own serializer, the context's, the route's response schema, or plainly. */
export function serialize(x: Exchange, payload: unknown): unknown {
  if (x.serializer !== null) return x.serializer(payload)
  if (!x.plan.app.strictResponses) return written(x, payload)
  const text = written(x, payload)
  refuseNotFinite(readBack(text), payload, '')
  return text
}

// What a serializer of the application writes need not be JSON: of another form nothing is known.
function readBack(text: unknown): unknown {
  try {
    return JSON.parse(text as string)
  } catch {}
  return undefined
}

function written(x: Exchange, payload: unknown): unknown {
  const { plan } = x
  if (plan.replySerializer !== null) return plan.replySerializer(payload, x.res.statusCode)
  if (plan.serializers !== null) {
    const chosen = chooseSerializer(plan.serializers, x.res.statusCode, x.headers['content-type'])
    if (chosen !== null) return chosen(payload)
    if (chosenLevel !== null) undeclared(x, chosenLevel)
  }
  return JSON.stringify(payload)
}

// JSON has no word for these numbers: null was written in their place. What does not leave is not looked at.
function refuseNotFinite(left: unknown, given: unknown, pointer: string): void {
  if (left === null && typeof given === 'number' && !Number.isFinite(given)) {
    throw new errorCodes.FST_ERR_REP_NOT_FINITE(String(given), pointer === '' ? 'the payload' : pointer)
  }
  if (typeof left !== 'object' || left === null) return
  const toJSON = (given as Loose | null | undefined)?.['toJSON']
  const source = (typeof toJSON === 'function' ? toJSON.call(given) : given) as Loose | null | undefined
  for (const [key, child] of Object.entries(left)) refuseNotFinite(child, source?.[key], `${pointer}/${key}`)
}

let chosenLevel: ReadonlyMap<string, Serialize> | null = null // the content map that had no entry, for the warning

/** Exact status, then its class, then `default`: the first level that exists decides. */
export function chooseSerializer(from: ResponseSerializers, status: number, type: unknown): Serialize | null {
  chosenLevel = null
  let level = from.known.get(status)
  if (level === undefined) from.known.set(status, (level = levelOf(from, status)))
  if (level === null) return null
  if (typeof level === 'function') return level
  const entry = level.get(essenceOf(type))
  if (entry === undefined) chosenLevel = level
  return entry ?? null
}

function levelOf(
  { byStatus }: ResponseSerializers,
  status: number,
): Serialize | ReadonlyMap<string, Serialize> | null {
  const exact = byStatus.get(String(status)) ?? byStatus.get(`${Math.trunc(status / 100)}xx`)
  return exact ?? byStatus.get('default') ?? null
}

// The content map declares other types than the one sent: nothing limits what leaves. Said once a route, or refused.
function undeclared(x: Exchange, level: ReadonlyMap<string, Serialize>): void {
  const { plan } = x
  const error = new errorCodes.FST_ERR_RESPONSE_CONTENT_TYPE_UNDECLARED(
    x.raw.method,
    plan.url,
    String(x.res.statusCode),
    essenceOf(x.headers['content-type']),
    [...level.keys()].join(', '),
  )
  if (plan.app.strictResponses) throw error
  if (plan.serializers!.warned) return
  plan.serializers!.warned = true
  requestLog(x).warn({ err: error }, 'a response was sent without a schema')
}
