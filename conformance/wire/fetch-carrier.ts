// The carrier of `fetch`: what can be a `Request` is sent as one, and the `Response` is read as an answer.

import type { App, Exchange, Transport } from '../../spec/case.ts'
import type { WireAnswer, WireRequest } from '../contract/adapter.ts'
import { NotAskedError } from '../contract/faults.ts'

/** The application of a case, with the address of its client where the runtime would know it. */
export function withClient(app: App, transport: Transport): App {
  const { options = {} } = app
  const isPlain = options !== null && typeof options === 'object' && !Array.isArray(options)
  if (transport !== 'fetch' || !isPlain || Object.keys(options).some((name) => name.startsWith('$')))
    return app
  return { ...app, options: { ...options, clientAddress: { $function: [{ return: '127.0.0.1' }] } } }
}

/** Why an exchange cannot be asked over `fetch`: what it sends or expects is of a connection. Undefined if it can. */
export function faultOverFetch({ send, expect, except }: Exchange): string | undefined {
  if (except?.fetch !== undefined) return except.fetch
  if (expect.trailers !== undefined) return 'a Response has no trailers'
  const { status } = expect
  if (typeof status === 'number' && (status < 200 || status > 599))
    return `a Response has no status ${status}`
  if (Object.keys(expect.headers ?? {}).some((name) => OF_CONNECTION.test(name)))
    return 'a Response has no header of its connection'
  if (send?.raw !== undefined) return 'a Request is no bytes'
  return undefined
}

const OF_CONNECTION = /^(connection|date|keep-alive|transfer-encoding|trailer)$/i

/** The request as a `Request`. Throws where it cannot be one, such as a GET with a body. */
export function requestOf({ method, url, headers, body, chunks }: WireRequest): Request {
  const list: [string, string][] = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  const place = url.startsWith('/') ? `http://localhost:80${url}` : new URL(url, 'http://localhost:80').href
  const payload = chunks === null ? body : streamOf(chunks)
  try {
    return new Request(place, {
      method,
      headers: list,
      ...(payload === null ? {} : { body: payload, duplex: 'half' }),
    })
  } catch (error) {
    throw new NotAskedError(`this request is no Request: ${(error as Error).message}`)
  }
}

function streamOf(chunks: readonly Buffer[]): ReadableStream<Uint8Array> {
  const left = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift()
      if (chunk === undefined) controller.close()
      else if (chunk.length > 0) controller.enqueue(chunk)
    },
  })
}

/** What the `Response` has, as an answer of any transport. */
export async function answerOf(response: Response): Promise<WireAnswer> {
  const headers: WireAnswer['headers'] = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const answer = { status: response.status, headers, trailers: {} }
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of response.body ?? []) pieces.push(piece)
    return { ...answer, body: Buffer.concat(pieces) }
  } catch {
    return { ...answer, body: Buffer.concat(pieces), broken: true }
  }
}

export const isPortless = (transport: Transport): boolean => transport === 'inject' || transport === 'fetch'
