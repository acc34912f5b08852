// The carrier of HTTP/2, with TLS and without: an exchange is a stream, a slot is a connection.

import http2, { type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2'
import type { Exchange, SendForm, Transport } from '../../spec/case.ts'
import type { Recorder, WireAnswer, WireRequest } from '../contract/adapter.ts'
import { type Carried, type Carrier, SocketCarrier } from './carrier.ts'
import { CERTIFICATE } from './certificate.ts'
import { isHttp2 } from './http2.ts'
import { canonicalAnswer, wireRequest } from './requests.ts'

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

/** The carrier of any transport but inject. */
export function portCarrier(recorder: Recorder, transport: Transport): SocketCarrier | Http2Carrier {
  return isHttp2(transport) ? new Http2Carrier(recorder, transport) : new SocketCarrier(recorder, transport)
}
