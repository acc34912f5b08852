/** Writes a reply to the network: head, body or stream, trailers. The last stage of the request. */
import type { OutgoingHttpHeaders } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { errorCodes } from '../errors.ts'
import { disown, isFunction, once } from '../values.ts'
import { expireUnread } from './body.ts'
import type { Exchange } from './exchange.ts'
import type { Failure } from './hooks.ts'
import { assertValidHeaders, breakOff, streamOf } from './http2/stream.ts'
import { bytesOf } from './payload/bytes.ts'
import { guardLength } from './payload/content-length.ts'
import { endWithTrailers } from './payload/trailers.ts'

/** A node stream, or an older one, which has `close` or `abort` instead of `destroy`. */
type Source = Readable & {
  close?: (done: () => void) => void
  abort?: () => void
  writableFinished?: boolean
}

/** Writes the payload after onSend: nothing, text, bytes or a stream. Calls `failed` if an error reply can still be sent. */
export function write(x: Exchange, payload: unknown, failed: Failure): void {
  if (x.raw.complete === false) expireUnread(x)
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

/** Whether a response with this status never has a body. */
function bodiless(status: number): boolean {
  return status === 204 || status === 304 || status < 200
}

function writeEmpty(x: Exchange, failed: Failure): void {
  const { headers } = x
  const status = x.res.statusCode
  const head = x.raw.method === 'HEAD'
  if (bodiless(status)) x.trailers = null
  if (!bodiless(status) && (!head || x.plan.headTwin)) headers['content-length'] = '0'
  // RFC 9110 forbids it. An application that says 0 knows of browsers which would wait for a body.
  else if (status < 200 || (status === 204 && String(headers['content-length']) !== '0'))
    delete headers['content-length']
  if (!writeHead(x, failed)) return
  if (head || x.trailers === null) x.res.end()
  else endTrailed(x, undefined)
}

function writeWhole(x: Exchange, payload: string | Buffer, failed: Failure): void {
  const { headers, res } = x
  const status = res.statusCode
  if (bodiless(status)) {
    x.trailers = null
    delete headers['content-length']
    delete headers['content-type']
    if (writeHead(x, failed)) res.end()
    return
  }
  const head = x.raw.method === 'HEAD'
  const length = Buffer.byteLength(payload)
  // A declared HEAD route may set the content-length of a body that it does not create. An automatic one has that of its GET.
  if (!head || x.plan.headTwin || !headers['content-length']) headers['content-length'] = String(length)
  if (!writeHead(x, failed)) return
  // A string with as many bytes as characters is ASCII. Node copies it faster as latin1.
  const encoding = length === payload.length ? 'latin1' : 'utf8'
  if (head) res.end()
  else if (x.trailers === null) res.end(payload, encoding)
  else {
    res.write(payload, encoding)
    endTrailed(x, payload)
  }
}

/** False if node refuses a header, whose name or value is invalid in HTTP. */
function writeHead(x: Exchange, failed: Failure): boolean {
  const { res } = x
  const { statusCode } = res
  if (x.trailers !== null) announceTrailers(x)
  try {
    // After writeHead with such a status, node sends no body in an error reply either. setHeaders throws before that.
    if (bodiless(statusCode)) setHeaders(x)
    if (x.raw.httpVersionMajor > 1) assertValidHeaders(sendable(x.headers))
    res.writeHead(statusCode, sendable(x.headers))
    x.status = 'written'
    return true
  } catch (error) {
    refused(x, error, failed)
    return false
  }
}

/** The headers as node takes them. For a value that is undefined, node throws an error, and `refused` replies. */
function sendable(headers: Exchange['headers']): OutgoingHttpHeaders {
  return headers as OutgoingHttpHeaders // except for values that are undefined
}

function setHeaders({ raw, res, headers }: Exchange): void {
  if (raw.httpVersionMajor > 1) assertValidHeaders(sendable(headers))
  for (const [name, value] of Object.entries(sendable(headers))) res.setHeader(name, value!)
}

/** Turns a reply with an invalid header into a 500 without its headers. */
function refused(x: Exchange, error: unknown, failed: Failure): void {
  const { res } = x
  if (!res.headersSent) {
    for (const name of Object.keys(x.headers)) res.removeHeader(name) // those before the invalid one are already set
    res.statusMessage = '' // it belongs to the former status; node sets the one of 500
  }
  x.headers = {}
  res.statusCode = 500
  failed(x, error)
}

/** Pipes a stream, with backpressure. If the source fails, the connection ends; if the client leaves, the source does. */
function writeStream(x: Exchange, source: Source, failed: Failure): void {
  const { res } = x
  if (bodiless(res.statusCode)) {
    destroySource(x, source)
    delete x.headers['content-length']
    if (writeHead(x, failed)) res.end()
    return
  }
  if (x.raw.method === 'HEAD') {
    writeHeadOf(x, source, failed)
    return
  }
  pipe(x, source, failed)
}

function pipe(x: Exchange, source: Source, failed: Failure): void {
  const { res } = x
  if (x.trailers !== null) announceTrailers(x)
  let open = true // until the source ends, or the client closes the connection
  let unguard = (): void => {}
  const broken = (error: unknown): void => {
    open = false
    if (res.headersSent) {
      x.log.warn({ err: error }, 'response terminated with an error with headers already sent')
      breakOff(res)
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
  // The compatibility API of HTTP/2 emits `finish` for a response that broke off, too; its stream does not.
  finished(streamOf(res) ?? res, { readable: false }, (error) => {
    if (!open) return
    open = false
    if (error) x.log.info({ res: x.reply }, 'stream closed prematurely')
    destroySource(x, source)
  })

  try {
    if (!res.headersSent) {
      setHeaders(x)
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
    if (writeHead(x, failed)) x.res.end()
  })
  if (typeof source.readableLength !== 'number') {
    begun() // an older stream does not say when it has bytes
    return
  }
  finished(source, { writable: false }, (error) => begun(error))
  finished(x.res, () => begun())
  source.once('readable', begun)
}

/** Discards a reply of which nothing is sent yet, so that an error reply can follow. */
function retract(x: Exchange): void {
  for (const name of x.res.getHeaderNames()) x.res.removeHeader(name)
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
  if (x.raw.httpVersionMajor < 2) x.headers['transfer-encoding'] = 'chunked' // HTTP/2 frames every message
  x.headers.trailer = [...x.trailers!.keys()].join(' ')
}

function endTrailed(x: Exchange, payload: unknown): void {
  endWithTrailers(x.res, x.trailers!, x.reply, payload, x.log)
}

// ── the last resort

/** The reply when every error handler and the default one have failed. It uses no hooks and no schema, which may fail too. */
export function writeBare(x: Exchange, status: number, body: string): void {
  const { res } = x
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  const own = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  const { 'transfer-encoding': _, trailer: __, ...headers } = x.headers
  try {
    if (x.raw.httpVersionMajor > 1) assertValidHeaders(sendable(headers))
    res.writeHead(status, { ...sendable(headers), ...own })
  } catch {
    for (const name of res.getHeaderNames()) res.removeHeader(name)
    res.writeHead(status, own)
  }
  res.end(x.raw.method === 'HEAD' ? undefined : body)
}
