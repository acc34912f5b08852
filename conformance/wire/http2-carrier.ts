// The carrier of HTTP/2, with TLS and without: an exchange is a stream, a slot is a connection.

import { once } from 'node:events'
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
    const stream = this.#session(send.on ?? slot).request(headersOf(request, this.transport), { endStream })
    const { restWhen, readWhen } = send
    const answering = answerOf(stream, readWhen === undefined ? undefined : this.#recorder.gate(readWhen))
    answering.catch(() => undefined) // it may fail while the rest of the body waits
    for (const [index, piece] of pieces.entries()) {
      if (index === 1 && restWhen !== undefined) await this.#recorder.gate(restWhen)
      stream.write(piece)
    }
    if (!endStream) stream.end()
    if (send.abortWhen !== undefined) {
      await this.#recorder.gate(send.abortWhen)
      stream.close(http2.constants.NGHTTP2_CANCEL)
      return { headers: [] }
    }
    const answer = await answering
    return { answer: canonicalAnswer(answer, request.method), headers: [answer.headers] }
  }

  async connect(name: string): Promise<void> {
    const session = this.#session(name)
    if (session.connecting) await once(session, 'connect')
  }

  async disconnect(name: string): Promise<void> {
    this.#sessions.get(name)?.destroy()
  }

  stateOf(name: string): 'open' | 'closed' | undefined {
    const session = this.#sessions.get(name)
    return session && (session.destroyed ? 'closed' : 'open')
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

/** Takes nothing of the body before `mayRead`. */
function answerOf(stream: ClientHttp2Stream, mayRead?: Promise<void>): Promise<WireAnswer> {
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
    const read = (): void => void stream.on('data', (piece: Buffer) => pieces.push(piece))
    if (mayRead === undefined) read()
    else void mayRead.then(read)
    stream.on('error', (error) => {
      failure = error
    })
    const end = (): WireAnswer => ({ status, headers, body: Buffer.concat(pieces), trailers })
    stream.on('end', () => {
      if (status !== 0) resolve(end())
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
