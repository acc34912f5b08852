/** The answer to an injected request: the same members as that of light-my-request has, in the same order. */
import { Readable } from 'node:stream'
import type { AnswerHeaders } from '../serve/wire/wire.ts'
import type { RawRequest, RawResponse } from '../types/http.ts'
import { nameOfStatus } from '../values.ts'
import { cookiesOf } from './library.ts'

interface Pair {
  readonly request: RawRequest
  readonly response: RawResponse
}

/** As with node's, tests that replace `Date` do not stop it. */
const Clock = Date
let second = -1
let date = ''

function dateNow(): string {
  const now = Clock.now()
  const current = Math.floor(now / 1000)
  if (current !== second) {
    second = current
    date = new Clock(now).toUTCString()
  }
  return date
}

/** The headers as texts, with those that node adds. */
export function headersOf(given: AnswerHeaders): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const name in given) {
    const value = given[name]
    headers[name] = Array.isArray(value) ? value.map(String) : String(value)
  }
  headers.date = dateNow()
  headers.connection = 'keep-alive'
  return headers
}

/** `pair`: the objects of node, made when somebody looks. */
export function answerOf(
  statusCode: number,
  headers: Record<string, string | string[]>,
  body: string | Buffer,
  encoding: BufferEncoding,
  pair: () => Pair,
): object {
  const rawPayload = typeof body === 'string' ? Buffer.from(body, encoding) : Buffer.from(body)
  const payload = encoding === 'latin1' && typeof body === 'string' ? body : rawPayload.toString()
  let raw: { res: unknown; req: unknown } | undefined
  const answer = {
    get raw() {
      if (raw === undefined) {
        const { request, response } = pair()
        raw = { res: response, req: request }
      }
      return raw
    },
    set raw(value) {
      raw = value
    },
    headers,
    statusCode,
    statusMessage: nameOfStatus(statusCode) ?? 'unknown',
    trailers: {},
    get cookies() {
      return cookiesOf(this)
    },
    rawPayload,
    payload,
    body: payload,
    json: (): unknown => JSON.parse(answer.payload),
    stream: (): Readable => Readable.from(body === '' ? [] : [rawPayload]),
  }
  return answer
}
