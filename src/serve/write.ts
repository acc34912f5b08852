/** Writes a reply to the network: head, body or stream, trailers. The last stage of the request. */
import { AsyncResource } from 'node:async_hooks'
import { finished } from 'node:stream'
import { errorCodes } from '../errors.ts'
import { disown, isObject, once } from '../values.ts'
import type { Exchange } from './exchange.ts'
import type { Failure } from './hooks.ts'
import { headRefused, streamClosed, streamFailed } from './lines.ts'
import { bytesOf, guardChunks } from './payload/bytes.ts'
import { guardLength } from './payload/content-length.ts'
import { discard, hold, isStream, type Source } from './payload/held-streams.ts'
import { endWithTrailers } from './payload/trailers.ts'
import { EMPTY, webStream } from './serialize.ts'
import { bodiless, type Wire } from './wire/wire.ts'

/** Writes the payload after onSend: nothing, text, bytes or a stream. Calls `failed` if an error reply can still be sent. */
export function write(x: Exchange, payload: unknown, failed: Failure): void {
  if (x.timed && !isBound(x.wire)) x.place = new AsyncResource('touchstone.answer')
  x.wire.expireUnread(x.plan.app.bodies, x.trailers !== null)
  try {
    writePayload(x, payload, failed)
  } catch (error) {
    failed(x, error) // a method of a stream that is not one of node, or a header without a text
  }
}

/** Whether code around the server, such as an agent, binds the listeners of this response: it decides where they run. */
function isBound(wire: Wire): boolean {
  return wire.made && Object.hasOwn(wire.response, 'on')
}

function writePayload(x: Exchange, payload: unknown, failed: Failure): void {
  if (payload === undefined || payload === null) writeEmpty(x, failed)
  else if (typeof payload === 'string' || Buffer.isBuffer(payload)) writeWhole(x, payload, failed)
  else if (isStream(payload)) writeStream(x, payload, failed)
  else writeWeb(x, payload, failed)
}

/** Writes what an onSend hook has put in the place of the payload: a web stream or a `Response`. Nothing else can be sent. */
function writeWeb(x: Exchange, payload: unknown, failed: Failure): void {
  const stream = isObject(payload) ? webStream(x, payload) : null
  if (stream === EMPTY) writeEmpty(x, failed)
  else if (stream !== null) {
    hold(x, stream)
    writeStream(x, stream, failed)
  } else {
    disown(payload)
    failed(x, new errorCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof payload))
  }
}

function writeEmpty(x: Exchange, failed: Failure): void {
  const { headers } = x
  const status = x.wire.statusCode
  const head = x.wire.method === 'HEAD'
  if (bodiless(status)) x.trailers = null
  // A handler that knows the length need not create the body for HEAD.
  if (!bodiless(status) && (!head || (x.plan.headTwin && !headers['content-length'])))
    headers['content-length'] = '0'
  // RFC 9110 forbids it. An application that says 0 knows of browsers which would wait for a body.
  else if (status < 200 || (status === 204 && String(headers['content-length']) !== '0'))
    delete headers['content-length']
  if (!writeHead(x, failed)) return
  if (head || x.trailers === null) x.wire.end()
  else endTrailed(x, undefined)
}

function writeWhole(x: Exchange, payload: string | Buffer, failed: Failure): void {
  const { headers, wire } = x
  if (bodiless(wire.statusCode)) {
    x.trailers = null
    delete headers['content-length']
    delete headers['content-type']
    if (writeHead(x, failed)) wire.end()
    return
  }
  const head = wire.method === 'HEAD'
  const length = Buffer.byteLength(payload)
  // A declared HEAD route may set the content-length of a body that it does not create. An automatic one has that of its GET.
  if (!head || x.plan.headTwin || !headers['content-length']) headers['content-length'] = String(length)
  if (!writeHead(x, failed)) return
  // A string with as many bytes as characters is ASCII, which is copied faster as latin1.
  const encoding = length === payload.length ? 'latin1' : 'utf8'
  if (head) wire.end()
  else if (x.trailers === null) wire.end(payload, encoding)
  else {
    wire.response.write(payload, encoding)
    endTrailed(x, payload)
  }
}

/** False if a name or a value of a header is invalid in HTTP. */
function writeHead(x: Exchange, failed: Failure): boolean {
  if (x.trailers !== null) announceTrailers(x)
  frameOnce(x)
  try {
    x.wire.writeHead(x.headers)
    x.status = 'written'
    if (x.trailers === null) x.cancellation?.stopTime()
    return true
  } catch (error) {
    refused(x, error, failed)
    return false
  }
}

/** RFC 9112, 6.1 and 6.2: a message has one framing, and none where it has no body. */
function frameOnce({ headers, wire }: Exchange): void {
  if (headers['transfer-encoding'] === undefined && wire.getHeader('transfer-encoding') === undefined) return
  delete headers['content-length']
  if (!bodiless(wire.statusCode)) return
  wire.retract({ 'transfer-encoding': undefined })
  delete headers['transfer-encoding']
}

/** Turns a reply with an invalid header into a 500 without its headers. */
function refused(x: Exchange, error: unknown, failed: Failure): void {
  const { wire } = x
  if (!wire.headersSent) wire.withdraw(x.headers) // those before the invalid one are already set
  x.headers = {}
  wire.statusCode = 500
  failed(x, error)
}

/** Pipes a stream, with backpressure. If the source fails, the connection ends; if the client leaves, the source does. */
function writeStream(x: Exchange, payload: Source, failed: Failure): void {
  if (bodiless(x.wire.statusCode)) {
    discard(payload, x.log)
    delete x.headers['content-length']
    if (writeHead(x, failed)) x.wire.end()
    return
  }
  const source = payload.readableObjectMode ? bytesOf(payload) : payload
  if (x.wire.method === 'HEAD') writeHeadOf(x, payload, source, failed)
  else pipe(x, payload, source, failed)
}

function pipe(x: Exchange, payload: Source, source: Source, failed: Failure): void {
  const { wire } = x
  const res = wire.response
  const trailed = x.trailers !== null
  if (trailed) announceTrailers(x)
  let open = true // until the source ends, or the client closes the connection
  let unguard = (): void => {}
  const broken = (error: unknown): void => {
    open = false
    x.held?.unfollow('answer')
    if (res.headersSent) {
      streamFailed(x, error)
      wire.breakOff()
      return
    }
    source.unpipe?.(res) // nothing is sent yet: an error reply is still possible
    unguard()
    retract(x)
    failed(x, error)
  }
  const abandon = (error: unknown): void => {
    discard(source, x.log)
    broken(error)
  }
  const over = (error?: unknown): void => {
    if (!open) return
    if (!error && isDrainedDuplex(source)) source.once('close', over)
    // A source may be destroyed without an error. If it has not ended by now, it never will.
    else if (error || source.readableEnded === false) broken(error)
    else open = false
  }
  // The first of them: a client that has left before is no failure of the source.
  finished(wire.carrier, { readable: false }, (error) => {
    x.cancellation?.stopTime()
    if (!open) return
    open = false
    if (error) streamClosed(x, error)
    discard(source, x.log)
  })
  finished(source, { writable: false }, over)

  try {
    unguard = beginStream(x, source, abandon)
  } catch (error) {
    open = false
    discard(source, x.log)
    refused(x, error, failed)
    return
  }
  x.status = 'written' // from here on, other failures are only logged; the listener above handles those of the source
  try {
    if (trailed) source.on('end', () => endTrailed(x, null))
    source.pipe(res, { end: !trailed })
  } catch (error) {
    abandon(error)
    return
  }
  x.held?.follow('answer', payload, (error) => open && abandon(error))
}

/** Sets the headers of an answer that is a stream. Returns what ends the checks of its chunks and of its length. */
function beginStream(x: Exchange, source: Source, wrong: (error: Error) => void): () => void {
  const { response } = x.wire
  if (response.headersSent) {
    x.log.warn("response will send, but you shouldn't use res.writeHead in stream mode")
    return () => {}
  }
  frameOnce(x)
  x.wire.setHeaders(x.headers)
  const unguardChunks = source.readableObjectMode === undefined ? guardChunks(response, wrong) : () => {}
  const unguardLength = guardLength(response, wrong)
  return () => {
    unguardLength()
    unguardChunks()
  }
}

/** Node tells of a duplex stream without data before it has ended. */
function isDrainedDuplex({ writableFinished, readableEnded, destroyed }: Source): boolean {
  return writableFinished === true && readableEnded === false && !destroyed
}

/** Waits for the first bytes of a stream, as GET does: it may fail before them. Nothing of it is sent. */
function writeHeadOf(x: Exchange, payload: Source, source: Source, failed: Failure): void {
  const { turn } = x
  const begun = once((error?: unknown): void => {
    x.held?.unfollow('answer')
    source.removeListener('readable', begun)
    discard(source, x.log)
    if (turn !== x.turn) return // the time was over before
    if (error && !x.plan.headTwin) {
      failed(x, error)
      return
    }
    if (error) x.log.error({ err: error }, 'Error on Stream found for HEAD route')
    if (writeHead(x, failed)) x.wire.end()
  })
  if (typeof source.readableLength !== 'number') {
    begun() // an older stream does not say when it has bytes
    return
  }
  finished(source, { writable: false }, (error) => begun(error))
  x.wire.settled(() => begun())
  source.once('readable', begun)
  x.held?.follow('answer', payload, begun)
}

/** Discards a reply of which nothing is sent yet, so that an error reply can follow. */
function retract(x: Exchange): void {
  x.wire.retract(x.headers) // what is set on the raw response stays
  x.status = 'answering'
}

function announceTrailers(x: Exchange): void {
  delete x.headers['content-length'] // a message has one framing
  if (!x.wire.multiplexed) x.headers['transfer-encoding'] = 'chunked' // HTTP/2 frames every message
  x.headers.trailer = [...x.trailers!.keys()].join(' ')
}

// null: the last one was removed while the body was sent.
function endTrailed(x: Exchange, payload: unknown): void {
  if (x.trailers === null) x.wire.end()
  else endWithTrailers(x.wire, x.trailers, x.reply, payload, x.log)
}

// ── the last resort

/** The reply when every error handler and the default one have failed. It uses no hooks and no schema, which may fail too. */
export function writeBare(x: Exchange, status: number, body: string): void {
  const { wire } = x
  wire.retract()
  const own = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  const { 'transfer-encoding': _, trailer: __, ...headers } = x.headers
  wire.statusCode = status
  x.headers = { ...headers, ...own } // what onResponse hooks see
  try {
    wire.writeHead(x.headers)
  } catch (error) {
    headRefused(x, error)
    wire.retract()
    x.headers = own
    wire.writeHead(own)
  }
  if (wire.method === 'HEAD') wire.end()
  else wire.end(body)
}
