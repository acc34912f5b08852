/** Writes a reply to the network: head, body or stream, trailers. The last stage of the request. */
import { AsyncResource } from 'node:async_hooks'
import { finished, type Readable } from 'node:stream'
import { errorCodes } from '../errors.ts'
import { disown, isFunction, once } from '../values.ts'
import type { Exchange } from './exchange.ts'
import type { Failure } from './hooks.ts'
import { bytesOf } from './payload/bytes.ts'
import { guardLength } from './payload/content-length.ts'
import { endWithTrailers } from './payload/trailers.ts'
import { bodiless } from './wire/wire.ts'

/** A node stream, or an older one, which has `close` or `abort` instead of `destroy`. */
type Source = Readable & {
  close?: (done: () => void) => void
  abort?: () => void
  writableFinished?: boolean
}

/** Writes the payload after onSend: nothing, text, bytes or a stream. Calls `failed` if an error reply can still be sent. */
export function write(x: Exchange, payload: unknown, failed: Failure): void {
  if (x.timed) x.place = new AsyncResource('touchstone.answer')
  x.wire.expireUnread(x.plan.app.bodies, x.trailers !== null)
  if (payload === undefined || payload === null) {
    writeEmpty(x, failed)
  } else if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
    writeWhole(x, payload, failed)
  } else if (isStream(payload)) {
    try {
      writeStream(x, payload.readableObjectMode ? bytesOf(payload) : payload, failed)
    } catch (error) {
      failed(x, error) // a method of a stream that is not one of node
    }
  } else {
    disown(payload)
    failed(x, new errorCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof payload))
  }
}

function isStream(payload: unknown): payload is Source {
  if (typeof payload !== 'object' || payload === null) return false
  try {
    return isFunction(Reflect.get(payload, 'pipe')) && isFunction(Reflect.get(payload, 'on'))
  } catch {} // a getter that throws
  return false
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
  try {
    x.wire.writeHead(x.headers)
    x.status = 'written'
    return true
  } catch (error) {
    refused(x, error, failed)
    return false
  }
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
function writeStream(x: Exchange, source: Source, failed: Failure): void {
  if (bodiless(x.wire.statusCode)) {
    destroySource(x, source)
    delete x.headers['content-length']
    if (writeHead(x, failed)) x.wire.end()
    return
  }
  if (x.wire.method === 'HEAD') {
    writeHeadOf(x, source, failed)
    return
  }
  pipe(x, source, failed)
}

function pipe(x: Exchange, source: Source, failed: Failure): void {
  const { wire } = x
  const res = wire.response
  if (x.trailers !== null) announceTrailers(x)
  let open = true // until the source ends, or the client closes the connection
  let unguard = (): void => {}
  const broken = (error: unknown): void => {
    open = false
    if (res.headersSent) {
      x.log.warn({ err: error }, 'response terminated with an error with headers already sent')
      wire.breakOff()
      return
    }
    source.unpipe?.(res) // nothing is sent yet: an error reply is still possible
    unguard()
    retract(x)
    failed(x, error)
  }
  const over = (error?: unknown): void => {
    if (!open) return
    if (!error && source.writableFinished && source.readableEnded === false && !source.destroyed) {
      source.once('close', over) // node tells of a duplex stream without data before it has ended
      return
    }
    // A source may be destroyed without an error. If it has not ended by now, it never will.
    if (error || source.readableEnded === false) broken(error)
    else open = false
  }
  finished(source, { writable: false }, over)
  finished(wire.carrier, { readable: false }, (error) => {
    if (!open) return
    open = false
    if (error) x.log.info({ res: x.reply }, 'stream closed prematurely')
    destroySource(x, source)
  })

  try {
    if (!res.headersSent) {
      wire.setHeaders(x.headers)
      unguard = guardLength(res, (error) => {
        destroySource(x, source)
        broken(error)
      })
    } else x.log.warn("response will send, but you shouldn't use res.writeHead in stream mode")
  } catch (error) {
    open = false
    destroySource(x, source)
    refused(x, error, failed)
    return
  }
  x.status = 'written' // from here on, other failures are only logged; the listener above handles those of the source
  try {
    if (x.trailers !== null) source.on('end', () => endTrailed(x, source))
    source.pipe(res, { end: x.trailers === null })
  } catch (error) {
    destroySource(x, source)
    broken(error)
  }
}

/** Waits for the first bytes of a stream, as GET does: it may fail before them. Nothing of it is sent. */
function writeHeadOf(x: Exchange, source: Source, failed: Failure): void {
  const begun = once((error?: unknown): void => {
    source.removeListener('readable', begun)
    destroySource(x, source)
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
}

/** Discards a reply of which nothing is sent yet, so that an error reply can follow. */
function retract(x: Exchange): void {
  x.wire.retract(x.headers) // what is set on the raw response stays
  x.status = 'answering'
}

function destroySource(x: Exchange, source: Source): void {
  source.on('error', () => {}) // an error that it emits because it was destroyed is expected
  if (typeof source.destroy === 'function') source.destroy()
  else if (typeof source.close === 'function') source.close(() => {})
  else if (typeof source.abort === 'function') source.abort()
  else x.log.warn('stream payload does not end properly')
}

function announceTrailers(x: Exchange): void {
  delete x.headers['content-length'] // a message has one framing
  if (!x.wire.multiplexed) x.headers['transfer-encoding'] = 'chunked' // HTTP/2 frames every message
  x.headers.trailer = [...x.trailers!.keys()].join(' ')
}

function endTrailed(x: Exchange, payload: unknown): void {
  endWithTrailers(x.wire, x.trailers!, x.reply, payload, x.log)
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
  } catch {
    wire.retract()
    x.headers = own
    wire.writeHead(own)
  }
  if (wire.method === 'HEAD') wire.end()
  else wire.end(body)
}
