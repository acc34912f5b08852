// Carriers send the exchanges of a case: through inject, or a socket in one of its modes.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Exchange, SendForm, Transport } from '../../spec/case.ts'
import type { Application, Recorder, WireAnswer, WireRequest } from '../contract/adapter.ts'
import { NotAskedError } from '../contract/faults.ts'
import type { CanonicalAnswer } from '../contract/result.ts'
import { faultOverFetch } from './fetch-carrier.ts'
import { takesChunks } from './modes.ts'
import { canonicalAnswer, rawBytes, wireRequest } from './requests.ts'
import { Connection, LONGEST_ANSWER, requestBytes } from './socket.ts'

export interface Carried {
  answer?: CanonicalAnswer
  answers?: CanonicalAnswer[]
  /** All headers of each answer, those of the connection too. */
  headers: Record<string, string | string[]>[]
  closed?: boolean
}

export interface Carrier {
  transport: Transport
  carry(exchange: Exchange, send: SendForm, slot: string): Promise<Carried>
  /** Opens the connection of this name, and sends nothing. */
  connect(name: string): Promise<void>
  disconnect(name: string): Promise<void>
  /** Whether the connection of this name is open; undefined if there never was one. */
  stateOf(name: string): 'open' | 'closed' | undefined
  close(): void
  /** How many pieces were written one by one: while they are, the time is that of the client. */
  readonly written?: number
}

export function injectCarrier(app: Application): Carrier {
  return {
    transport: 'inject',
    async carry(_, send) {
      const request = wireRequest(send)
      const answer = await app.inject(request)
      return { answer: canonicalAnswer(answer, request.method), headers: [answer.headers] }
    },
    connect: async () => undefined,
    disconnect: async () => undefined,
    stateOf: () => undefined,
    close: () => undefined,
  }
}

/** The same over `fetch`. Only an adapter that has it is asked so. */
export function fetchCarrier(app: Application): Carrier {
  return {
    ...injectCarrier(app),
    transport: 'fetch',
    async carry(exchange, send) {
      const fault = faultOverFetch(exchange)
      if (fault !== undefined) throw new NotAskedError(fault)
      const request = wireRequest(send)
      const answer = await app.fetch!(request)
      return { answer: canonicalAnswer(answer, request.method), headers: [answer.headers] }
    },
  }
}

export function portlessCarrier(transport: Transport, app: Application): Carrier {
  return transport === 'fetch' ? fetchCarrier(app) : injectCarrier(app)
}

/** How long a connection may take to close after an answer that closes it. */
const CLOSING = 500

/** What of a request is written one byte at a time; the rest of a long body follows in larger pieces. */
const SPLIT_BYTES = 2048

/** More than a server takes before it may refuse the rest. */
const LARGE = 65_536
/** How long the second try of a request waits for a refusal of its head, in milliseconds. */
const EARLY = 500

export class SocketCarrier implements Carrier {
  readonly transport: Transport
  port = 0
  host = '127.0.0.1'
  /** The server is that of a peer, which may do anything. */
  peer = false
  written = 0
  readonly #connections = new Map<string, Promise<Connection>>()
  readonly #opened = new Map<string, Connection>()
  /** Connections whose last answer was read: the server has said that it ends them. */
  readonly #last = new WeakSet<Connection>()
  /** Answers come in the order of the requests: each reader waits for the one before. */
  #reading: Promise<unknown> = Promise.resolve()
  readonly #recorder: Recorder

  constructor(recorder: Recorder, transport: Transport = 'socket') {
    this.#recorder = recorder
    this.transport = transport
  }

  async carry(exchange: Exchange, send: SendForm, slot: string): Promise<Carried> {
    const connection = await this.#connection(send.on ?? slot, send.on !== undefined)
    const request = send.raw === undefined ? this.#request(exchange, send) : null
    const method = request?.method ?? 'GET'
    const pieces = request ? requestBytes(request) : rawBytes(send.raw ?? '')
    if (this.transport === 'pipelined') return this.#carryPipelined(connection, Buffer.concat(pieces), method)
    if (send.readWhen !== undefined) connection.pause()
    await this.#writeAll(connection, pieces, send.restWhen)
    if (send.abortWhen !== undefined) {
      await this.#recorder.gate(send.abortWhen)
      connection.destroy()
      return { headers: [] }
    }
    if (send.readWhen !== undefined) {
      await this.#recorder.gate(send.readWhen)
      connection.resume()
    }
    let answers = await connection.inTurn(() => readAnswers(connection, method, 1))
    if (answers.length === 0 && wasRefusedEarly(connection, pieces))
      answers = await this.#carryHeadFirst(pieces, method)
    if (answers.some(({ headers }) => headers['connection'] === 'close')) this.#last.add(connection)
    const carried: Carried = { headers: answers.map((answer) => answer.headers) }
    const canonical = answers.map((answer) => canonicalAnswer(answer, method))
    if (canonical[0]) carried.answer = canonical[0]
    if (exchange.expect.closed !== undefined)
      carried.closed = await connection.waitForEnd(exchange.expect.closed ? CLOSING : 20)
    else if (send.raw === undefined && !connection.isAwaited) refuseStray(connection, canonical[0])
    return carried
  }

  async connect(name: string): Promise<void> {
    await this.#connection(name, true)
  }

  async disconnect(name: string): Promise<void> {
    ;(await this.#connections.get(name))?.destroy()
  }

  stateOf(name: string): 'open' | 'closed' | undefined {
    const connection = this.#opened.get(name)
    return connection && (connection.closed ? 'closed' : 'open')
  }

  close(): void {
    for (const opening of this.#connections.values())
      opening.then(
        (connection) => connection.destroy(),
        () => undefined,
      )
  }

  #request(exchange: Exchange, send: SendForm): WireRequest {
    const request = wireRequest(send)
    if (this.transport !== 'chunked' || !request.body || !takesChunks(exchange)) return request
    const { 'content-length': _, ...headers } = request.headers
    const middle = request.body.length >> 1
    const chunks = [request.body.subarray(0, middle), request.body.subarray(middle)]
    return {
      ...request,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: null,
      chunks: chunks.filter((chunk) => chunk.length > 0),
    }
  }

  /** The head and the first piece of the body travel together, so that a server that has seen the head has both. */
  async #writeAll(connection: Connection, pieces: Buffer[], restWhen: string | undefined): Promise<void> {
    const first = restWhen === undefined ? 0 : 2
    if (first > 0) await this.#write(connection, Buffer.concat(pieces.slice(0, first)))
    if (restWhen !== undefined) await this.#recorder.gate(restWhen)
    for (const piece of pieces.slice(first)) await this.#write(connection, piece)
  }

  async #write(connection: Connection, piece: Buffer): Promise<void> {
    if (this.transport !== 'split') return connection.write(piece)
    const single = Math.min(piece.length, SPLIT_BYTES)
    // A server may answer and close before the whole request is sent.
    for (let at = 0; at < single && !connection.closed; at++) {
      await connection.write(piece.subarray(at, at + 1))
      this.written++
      await nextTurn() // a server in this process reads what is there before more comes
    }
    if (piece.length > single && !connection.closed) await connection.write(piece.subarray(single))
  }

  /** As a client that waits for `100 Continue` for a while: what refuses a request after its head is read. */
  async #carryHeadFirst(pieces: Buffer[], method: string): Promise<WireAnswer[]> {
    const again = await this.#connection('again')
    const bytes = Buffer.concat(pieces)
    await again.write(bytes.subarray(0, LARGE))
    await again.waitForBytes(EARLY)
    if (!again.closed && again.stray.length === 0) await again.write(bytes.subarray(LARGE))
    return readAnswers(again, method, 1)
  }

  /** Writes immediately, and reads after the answers of earlier requests were read. */
  async #carryPipelined(connection: Connection, bytes: Buffer, method: string): Promise<Carried> {
    const before = this.#reading
    const wrote = connection.write(bytes)
    const mine = before
      .then(() => wrote)
      .then(async () => {
        const [answer] = await readAnswers(connection, method, 1)
        if (answer) return answer
        // An earlier answer closed the connection, so the request has to be sent again.
        const again = await this.#connection('again')
        await again.write(bytes)
        const [second] = await readAnswers(again, method, 1)
        if (second?.headers['connection'] === 'close') this.#last.add(again)
        return second
      })
    this.#reading = mine.catch(() => undefined)
    const answer = await mine
    if (!answer) throw new Error('the connection ended without an answer, twice')
    return { headers: [answer.headers], answer: canonicalAnswer(answer, method) }
  }

  /** A connection that an exchange names stays the same in each mode. */
  async #connection(slot: string, named = false): Promise<Connection> {
    const name = this.transport === 'pipelined' && slot !== 'again' ? 'pipeline' : slot
    const opening = this.#connections.get(name)
    const known = await opening?.catch(() => undefined) // a connection that was refused is tried again
    // Another request may have replaced the connection meanwhile.
    if (opening !== this.#connections.get(name)) return this.#connection(slot, named)
    const keeps = named || (this.transport !== 'fresh' && !(known && this.#last.has(known)))
    // An answer that is still awaited has not come in time: it is not the answer to the next request.
    const late = this.peer && known?.isAwaited === true
    const clean = named || this.transport === 'pipelined' || (known?.stray.length === 0 && !late)
    if (known && keeps && !known.closed && clean) return known
    known?.destroy()
    const opened = Connection.open(this.port, this.host, this.peer ? LONGEST_ANSWER : undefined)
    this.#connections.set(name, opened)
    this.#opened.set(name, await opened)
    return opened
  }
}

/**
 * A server may answer and close before it has read a large body. What is written to it then is answered with a reset, which takes the answer
 * with it if the client has not read it (RFC 9112, section 9.6).
 */
function wasRefusedEarly(connection: Connection, pieces: Buffer[]): boolean {
  const { code } = (connection.failure ?? {}) as NodeJS.ErrnoException
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return size > LARGE && (code === 'EPIPE' || code === 'ECONNRESET')
}

async function readAnswers(connection: Connection, method: string, count: number): Promise<WireAnswer[]> {
  const answers: WireAnswer[] = []
  while (answers.length < count) {
    const answer = await connection.answer(method)
    if (!answer) break
    answers.push(answer)
  }
  return answers
}

/** Bytes behind an answer would be read as the next one: the framing of this one is wrong. */
function refuseStray(connection: Connection, answer: CanonicalAnswer | undefined): void {
  if (connection.stray.length > 0) {
    throw new Error(
      `${connection.stray.length} bytes came after the answer ${answer?.status ?? ''} and belong to no request`,
    )
  }
  if (!answer)
    throw new Error(
      `the connection ended without an answer${connection.failure ? `: ${connection.failure.message}` : ''}`,
    )
}
