/**
 * What the stages of a request need of the connection under it: a request that has arrived, and the answer that is sent. The stages
 * see nothing else of HTTP: `transport/` has the wire over the objects of node.
 */
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type {
  HeaderValue,
  RawRequest,
  RawResponse,
  RequestHeaders,
  RequestPayload,
} from '../../types/http.ts'
import type { Bodies } from '../bodies/bodies.ts'

/** The headers of an answer by name in lower case. */
export type AnswerHeaders = Record<string, HeaderValue>

/** A message as it arrived. */
export interface Arrived {
  readonly method: string
  url: string
  /** for example `1.1` */
  readonly httpVersion: string
  /** whether the connection frames messages itself, several at a time: HTTP/2 */
  readonly multiplexed: boolean
  /** the connection, for what the framework itself looks at: its addresses and time-outs */
  readonly peer: Socket
  /** all of them; made when somebody looks */
  readonly headers: RequestHeaders
  /** Whether a header may be there, by its name in lower case. Cheaper than to read `headers`. */
  mayHave(name: string): boolean
  /** the header that gives the type of the body, or its length */
  readonly contentType: string | undefined
  readonly contentLength: string | undefined
  /** whether a body follows whose length is not known */
  readonly chunked: boolean
  /** The whole body, where it has arrived with its head and nobody has looked at the request of node; null: it is a stream, that request. */
  takeBody(): Buffer | null
  /** what the body is collected from where it has not arrived: the request of node, or what emits the same */
  readonly source: RequestPayload
  /** whether the body arrives a turn of the event loop after its head, also if `takeBody` has it: that of an injected request */
  readonly bodyFollows: boolean
  /** what the runtime has given with the request; empty for one that did not come through `fetch` */
  readonly platform: readonly unknown[]
  /** whether the client has left before the request was complete, or answered */
  readonly aborted: boolean
}

/** One request, and its answer. */
export interface Wire extends Arrived {
  /** whether the objects of node are there already; otherwise they are made when somebody looks */
  readonly made: boolean
  /** the connection as code of the application sees it: that of the request of node */
  readonly socket: Socket
  /** the request and the response of node, which code of the application sees, and which carry streams */
  readonly request: RawRequest
  readonly response: RawResponse
  /** the stream that ends when an answer which is sent in pieces has left, or fails */
  readonly carrier: Writable

  statusCode: number
  /** whether the head of the answer has been written */
  readonly headersSent: boolean
  /** whether the answer has been ended: nothing can be added to it */
  readonly ended: boolean
  /** Headers that code of the application, or `close()` of the server, has set on the response of node. */
  getHeader(name: string): HeaderValue
  getHeaders(): AnswerHeaders
  /** Takes away one that code of the application has set there. Does nothing once the head has been written. */
  removeHeader(name: string): void
  /** Keeps the connection for no other request. */
  setLast(): void

  /** Begins the answer. Throws what node throws for a header that is not one of HTTP; the answer can then be begun again. */
  writeHead(headers: AnswerHeaders): void
  /** Sets headers of an answer that is sent in pieces; its head leaves with the first of them. Throws as `writeHead`. */
  setHeaders(headers: AnswerHeaders): void
  /** Sends the rest of the answer, whole. */
  end(body?: string | Buffer, encoding?: BufferEncoding): void
  /** Adds fields behind a body that is sent in pieces. Throws for one that is not a header of HTTP. */
  addTrailers(fields: Readonly<Record<string, string>>): void
  /** Takes back these headers, or all that are set on the response of node. Nothing has been sent. */
  retract(headers?: AnswerHeaders): void
  /** Takes back those of an answer that could not begin, and the message of its status. */
  withdraw(headers: AnswerHeaders): void
  /** Ends an answer of which some is sent, so that the client does not take it for whole. */
  breakOff(): void

  /** Called once: when the answer has left, or could not (`error`), or when the connection has closed. Both may be called. */
  watch(left: (error?: Error) => void, gone: () => void): void
  /** Called once, when the answer has left or never will. */
  settled(done: (error?: NodeJS.ErrnoException | null) => void): void

  /** The connection, if several bodies can arrive on it at the same time. */
  readonly shared: object | null
  /** Ends a request that is not complete, as if its client had left. */
  abandon(error: Error): void
  /** Called before the answer is written: ends what is left of a body that nobody has read, once the answer has left. */
  expireUnread(bodies: Bodies, trailers: boolean): void
}

/** `platform` of every other request. */
export const NO_PLATFORM: readonly unknown[] = Object.freeze([])

/** Whether an answer with this status never has a body. */
export function bodiless(status: number): boolean {
  return status === 204 || status === 304 || status < 200
}

/** Cookies in both lists are those of an application that has copied one to the other. */
export function joinCookies(known: HeaderValue, own: HeaderValue): string[] {
  const added = [own ?? []].flat().map(String)
  return [
    ...[known ?? []]
      .flat()
      .map(String)
      .filter((one) => !added.includes(one)),
    ...added,
  ]
}
