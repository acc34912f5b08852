// The two transports of a case: inject, and a socket whose connections are kept from one exchange to the next.

import type { Exchange, SendForm, Transport } from '../spec/case.ts'
import type { Application, Recorder, WireAnswer } from './adapter.ts'
import { canonicalAnswer, rawBytes, wireRequest } from './requests.ts'
import type { CanonicalAnswer } from './result.ts'
import { Connection, requestBytes } from './socket.ts'

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
  close(): void
}

export function injectCarrier(app: Application): Carrier {
  return {
    transport: 'inject',
    async carry(_, send) {
      const request = wireRequest(send)
      const answer = await app.inject(request)
      return { answer: canonicalAnswer(answer, request.method), headers: [answer.headers] }
    },
    close: () => undefined,
  }
}

/** How long a connection may take to close after an answer that closes it. */
const CLOSING = 500

export class SocketCarrier implements Carrier {
  readonly transport = 'socket'
  port = 0
  readonly #connections = new Map<string, Connection>()
  readonly #recorder: Recorder

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  async carry(exchange: Exchange, send: SendForm, slot: string): Promise<Carried> {
    const connection = await this.#connection(exchange.connection ?? slot)
    const request = send.raw === undefined ? wireRequest(send) : null
    const method = request?.method ?? 'GET'
    for (const piece of request ? requestBytes(request) : rawBytes(send.raw ?? ''))
      await connection.write(piece)
    if (send.abortWhen !== undefined) {
      await this.#recorder.gate(send.abortWhen)
      connection.destroy()
      return { headers: [] }
    }
    const answers = await readAnswers(connection, method, exchange.expect.responses?.length ?? 1)
    const carried: Carried = { headers: answers.map((answer) => answer.headers) }
    const canonical = answers.map((answer) => canonicalAnswer(answer, method))
    if (exchange.expect.responses) carried.answers = canonical
    else if (canonical[0]) carried.answer = canonical[0]
    if (exchange.expect.closed !== undefined)
      carried.closed = await connection.waitForEnd(exchange.expect.closed ? CLOSING : 20)
    else if (send.raw === undefined) refuseStray(connection, canonical[0])
    return carried
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.destroy()
  }

  async #connection(name: string): Promise<Connection> {
    const known = this.#connections.get(name)
    if (known && !known.closed && known.stray.length === 0) return known
    known?.destroy()
    const opened = await Connection.open(this.port)
    this.#connections.set(name, opened)
    return opened
  }
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
      `${connection.stray.length} bytes came after the answer ${answer?.status ?? ''} and belong to none`,
    )
  }
  if (!answer)
    throw new Error(
      `the connection ended without an answer${connection.failure ? `: ${connection.failure.message}` : ''}`,
    )
}
