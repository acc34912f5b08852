/** The wire over the objects of node: `http`, `https`, the compatibility API of `http2`, and injected requests. */

import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { finished, type Writable } from 'node:stream'
import { http2 } from '../../late.ts'
import type { Bodies } from '../../serve/bodies/bodies.ts'
import { type AnswerHeaders, bodiless, joinCookies, NO_PLATFORM, type Wire } from '../../serve/wire/wire.ts'
import type {
  HeaderValue,
  RawRequest,
  RawResponse,
  RequestHeaders,
  RequestPayload,
} from '../../types/http.ts'
import { once } from '../../values.ts'
import { assertValidHeaders, streamOf } from './http2.ts'

export class NodeWire implements Wire {
  readonly request: RawRequest
  readonly response: RawResponse
  /** the cookies that the application has set on the response of node, beside which others were set here */
  #cookies: HeaderValue
  #last = false

  constructor(request: RawRequest, response: RawResponse) {
    this.request = request
    this.response = response
  }

  // ── the request
  get made(): boolean {
    return true
  }
  get method(): string {
    return this.request.method!
  }
  get url(): string {
    return this.request.url!
  }
  set url(url: string) {
    this.request.url = url
  }
  get httpVersion(): string {
    return this.request.httpVersion
  }
  get multiplexed(): boolean {
    return this.request.httpVersionMajor > 1
  }
  get peer(): Socket {
    return this.request.socket
  }
  get socket(): Socket {
    return this.request.socket
  }
  get headers(): RequestHeaders {
    return this.request.headers
  }
  mayHave(name: string): boolean {
    return isSent(name, this.request.rawHeaders)
  }
  get contentType(): string | undefined {
    return this.request.headers['content-type']
  }
  get contentLength(): string | undefined {
    return this.request.headers['content-length']
  }
  get chunked(): boolean {
    const { headers } = this.request
    if (headers['transfer-encoding'] !== undefined) return true
    return headers['content-length'] === undefined && streamOf(this.request)?.endAfterHeaders === false // HTTP/2 needs no length
  }
  get bodyFollows(): boolean {
    return false
  }
  takeBody(): null {
    return null
  }
  get source(): RequestPayload {
    return this.request
  }
  get platform(): readonly unknown[] {
    return NO_PLATFORM
  }
  get aborted(): boolean {
    const { request, response } = this
    const stream = streamOf(response)
    if (request.aborted || stream !== undefined) return request.aborted
    return !response.writableFinished && (response.destroyed || request.socket?.destroyed === true)
  }

  // ── the answer
  get carrier(): Writable {
    return streamOf(this.response) ?? this.response // the compatibility API emits `finish` for a response that broke off, too
  }
  get statusCode(): number {
    return this.response.statusCode
  }
  set statusCode(status: number) {
    this.response.statusCode = status
  }
  get headersSent(): boolean {
    return this.response.headersSent
  }
  get ended(): boolean {
    return this.response.writableEnded
  }
  getHeader(name: string): HeaderValue {
    return this.response.getHeader(name)
  }
  getHeaders(): AnswerHeaders {
    return this.response.getHeaders()
  }
  removeHeader(name: string): void {
    const { response } = this
    if (name === 'connection' && this.#last) return
    // Of one that is not there node would keep that it was removed, and leave out its own.
    if (!response.headersSent && response.hasHeader(name)) response.removeHeader(name)
  }
  setLast(): void {
    this.#last = true
    if (!this.multiplexed) this.response.setHeader('connection', 'close')
  }

  writeHead(headers: AnswerHeaders): void {
    const { response } = this
    const sent = this.#withCookies(headers) as OutgoingHttpHeaders // for a value that is undefined, node throws
    // After writeHead with such a status, node sends no body in an error reply either. setHeader throws before that.
    if (bodiless(response.statusCode)) this.setHeaders(sent)
    if (this.multiplexed) assertValidHeaders(sent)
    response.writeHead(response.statusCode, sent)
  }
  setHeaders(headers: AnswerHeaders): void {
    const sent = this.#withCookies(headers) as OutgoingHttpHeaders // as above
    if (this.multiplexed) assertValidHeaders(sent)
    for (const [name, value] of Object.entries(sent)) this.response.setHeader(name, value!)
  }
  // Each cookie is a header by itself, so those of both remain: node would replace its own.
  #withCookies(headers: AnswerHeaders): AnswerHeaders {
    const own = headers['set-cookie']
    if (own === undefined) return headers
    const known = this.response.getHeader('set-cookie')
    if (known === undefined) return headers
    this.#cookies ??= known
    return { ...headers, 'set-cookie': joinCookies(known, own) }
  }
  end(body?: string | Buffer, encoding?: BufferEncoding): void {
    if (body === undefined) this.response.end()
    else this.response.end(body, encoding ?? 'utf8')
  }
  addTrailers(fields: Readonly<Record<string, string>>): void {
    assertValidHeaders(fields) // HTTP/2 and an injected response take any text
    this.response.addTrailers(fields)
  }
  retract(headers?: AnswerHeaders): void {
    const names = headers === undefined ? this.response.getHeaderNames() : Object.keys(headers)
    for (const name of names) this.response.removeHeader(name)
    if (headers?.['set-cookie'] === undefined || this.#cookies === undefined) return
    this.response.setHeader('set-cookie', this.#cookies)
    this.#cookies = undefined
  }
  withdraw(headers: AnswerHeaders): void {
    this.retract(headers)
    this.response.statusMessage = '' // it belongs to the former status; node sets that of the next one
  }
  breakOff(): void {
    const stream = streamOf(this.response)
    if (stream === undefined) this.response.destroy()
    else stream.close(http2().constants.NGHTTP2_INTERNAL_ERROR) // after `destroy` the client would be told of no error
  }

  // ── how it ends
  watch(left: (error?: Error) => void, gone: () => void): void {
    const { response, request } = this
    response.on('finish', left)
    response.on('error', left)
    response.on('close', gone)
    // Of HTTP/2 the response says nothing when the client of a HEAD request leaves before its answer.
    if (request.method === 'HEAD') streamOf(request)?.on('close', gone)
    if (response.socket === null && request.socket) watchQueue(request.socket, response, gone)
  }
  settled(done: (error?: NodeJS.ErrnoException | null) => void): void {
    const over = once(done)
    const { request, response } = this
    finished(response, over)
    if (response.socket === null && request.socket && streamOf(response) === undefined)
      watchQueue(request.socket, response, () => over(prematureClose()))
    if (this.request.method === 'HEAD') streamOf(this.request)?.once('close', () => over()) // as above
  }

  // ── the body
  get shared(): object | null {
    return streamOf(this.request)?.session ?? null
  }
  abandon(error: Error): void {
    const stream = streamOf(this.request)
    if (stream === undefined) this.request.destroy(error)
    else stream.close(http2().constants.NGHTTP2_CANCEL)
  }
  expireUnread(bodies: Bodies, trailers: boolean): void {
    const { request, response } = this
    if (request.complete !== false) return
    const stream = streamOf(request)
    if (stream === undefined) {
      const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
      if (coding === undefined && length === '0') return
      response.once('finish', () => bodies.watch(request, () => request.destroy()))
    } else if (stream.endAfterHeaders === false) {
      stream.once('finish', () => {
        if (request.complete) return
        if (!trailers)
          stream.close() // no error, as RFC 9113, 8.1 has it
        else bodies.watch(request, () => stream.close()) // they are sent after this event
      })
    }
  }
}

/** The error of node for a connection that closed before the answer had left. */
export function prematureClose(): NodeJS.ErrnoException {
  return Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
}

function isSent(name: string, rawHeaders: readonly string[] | undefined): boolean {
  if (rawHeaders === undefined || rawHeaders.length === 0) return true // made by hand: only `headers` may be set
  const first = name.charCodeAt(0)
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]!
    if (sent.length !== name.length || asLower(sent.charCodeAt(0)) !== first) continue
    if (sent.toLowerCase() === name) return true
  }
  return false
}

function asLower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}

const queues = new WeakMap<object, Set<() => void>>() // socket → those whose answers waited for that of another one

// A pipelined request whose answer has not begun is told nothing by node when the connection closes.
function watchQueue(socket: Socket, response: RawResponse, gone: () => void): void {
  let queue = queues.get(socket)
  if (queue === undefined) {
    const waiting = new Set<() => void>()
    queue = waiting
    queues.set(socket, queue)
    socket.once('close', () => {
      for (const one of waiting) one()
    })
  }
  queue.add(gone)
  response.once('finish', () => queue.delete(gone))
}
