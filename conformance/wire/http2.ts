// The carrier of HTTP/2, with TLS and without; which cases it can carry, and the options that an application needs for it.

import http2, { type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2'
import type { App, Case, Exchange, Json, SendForm, Transport } from '../../spec/case.ts'
import type { Recorder, WireAnswer, WireRequest } from '../contract/adapter.ts'
import type { Carried, Carrier } from './carrier.ts'
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts'
import { canonicalAnswer, wireRequest } from './requests.ts'

type Http2 = Transport & ('h2c' | 'h2')

export function isHttp2(transport: Transport): transport is Http2 {
  return transport === 'h2c' || transport === 'h2'
}

/** Options that choose the server, or its version of HTTP. */
const OF_THE_SERVER = ['http2', 'https', 'http', 'serverFactory']

/** Whether the application of a case can be one of HTTP/2, and the case does not say why not. */
export function takesHttp2({ app, except }: Case, transport: Http2): boolean {
  if (except?.[transport] !== undefined) return false
  if (app.options === undefined) return true
  if (!isPlain(app.options)) return false
  return Object.keys(app.options).every((name) => !name.startsWith('$') && !OF_THE_SERVER.includes(name))
}

function isPlain(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The application of a case, with the options that make it one of HTTP/2. */
export function withHttp2(app: App, transport: Transport): App {
  if (!isHttp2(transport)) return app
  const own = transport === 'h2' ? { https: { key: PRIVATE_KEY, cert: CERTIFICATE } } : {}
  return { ...app, options: { ...Object(app.options), http2: true, ...own } }
}

/** Headers of a connection of HTTP/1, which a request of HTTP/2 may not have. */
const OF_HTTP1 = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade|expect)$/i

/** Whether a request can travel as a stream: bytes and the end of a connection belong to HTTP/1. */
export function isCarried({ send, expect, except }: Exchange, transport: Http2): boolean {
  if (except?.[transport] !== undefined || send?.raw !== undefined || expect.closed !== undefined)
    return false
  const headers = Object.entries(send?.headers ?? {})
  return !headers.some(
    ([name, value]) => OF_HTTP1.test(name) || (name.toLowerCase() === 'host' && value === null),
  )
}

export class Http2Carrier implements Carrier {
  readonly transport: Transport
  port = 0
  host = '127.0.0.1'
  readonly #sessions = new Map<string, ClientHttp2Session>()
  readonly #recorder: Recorder

  constructor(recorder: Recorder, transport: Transport) {
    this.#recorder = recorder
    this.transport = transport
  }

  async carry(_exchange: Exchange, send: SendForm, slot: string): Promise<Carried> {
    const request = wireRequest(send)
    const pieces = request.chunks ?? (request.body ? [request.body] : [])
    const endStream = pieces.length === 0
    const stream = this.#session(slot).request(headersOf(request, this.transport), { endStream })
    const answering = answerOf(stream)
    for (const piece of pieces) stream.write(piece)
    if (!endStream) stream.end()
    if (send.abortWhen !== undefined) {
      answering.catch(() => undefined)
      await this.#recorder.gate(send.abortWhen)
      stream.close(http2.constants.NGHTTP2_CANCEL)
      return { headers: [] }
    }
    const answer = await answering
    return { answer: canonicalAnswer(answer, request.method), headers: [answer.headers] }
  }

  #session(slot: string): ClientHttp2Session {
    const known = this.#sessions.get(slot)
    if (known && !known.closed && !known.destroyed) return known
    const scheme = this.transport === 'h2' ? 'https' : 'http'
    const session = http2.connect(`${scheme}://${this.host}:${this.port}`, {
      ca: CERTIFICATE,
      servername: 'localhost',
      checkServerIdentity: () => undefined, // it is for localhost, and the address is another name of it
    })
    session.on('error', () => undefined) // the streams fail with it
    this.#sessions.set(slot, session)
    return session
  }

  close(): void {
    for (const session of this.#sessions.values()) session.destroy()
  }
}

function headersOf({ method, url, headers }: WireRequest, transport: Transport): OutgoingHttpHeaders {
  const { host, 'transfer-encoding': _, ...rest } = headers
  const scheme = transport === 'h2' ? 'https' : 'http'
  return {
    ':method': method,
    ':path': url,
    ':scheme': scheme,
    ':authority': Array.isArray(host) ? host[0] : host,
    ...rest,
  }
}

function answerOf(stream: ClientHttp2Stream): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let status = 0
    let headers: WireAnswer['headers'] = {}
    const trailers: WireAnswer['trailers'] = {}
    let failure: Error | null = null
    stream.on('response', (received) => {
      const { ':status': code, ...others } = received
      status = code ?? 0
      headers = Object.fromEntries(
        Object.entries(others).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
      )
    })
    stream.on('trailers', (received) => {
      for (const [name, value] of Object.entries(received)) trailers[name] = String(value)
    })
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('error', (error) => {
      failure = error
    })
    const end = (): WireAnswer => ({ status, headers, body: Buffer.concat(pieces), trailers })
    stream.on('end', () => {
      resolve(end())
      setImmediate(() => stream.close()) // a server that has answered may not read the rest of the body
    })
    stream.on('close', () => {
      if (status === 0) reject(failure ?? new Error('the stream ended without an answer'))
      else resolve({ ...end(), broken: true }) // unless it has ended
    })
  })
}
