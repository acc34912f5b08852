/** The answer to an injected request: the same members as that of light-my-request has, in the same order. */
import { Readable } from 'node:stream'
import type { AnswerHeaders } from '../serve/wire/wire.ts'
import { nameOfStatus } from '../status-names.ts'
import type { RawRequest, RawResponse } from '../types/http.ts'
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
  headers.connection ??= 'keep-alive'
  return headers
}

/** What an answer is made of. */
export interface Sent {
  readonly statusCode: number
  readonly headers: Record<string, string | string[]>
  readonly body: string | Buffer
  readonly encoding: BufferEncoding
  /** the objects of node, made when somebody looks */
  pair(): Pair
}

export function answerOf(sent: Sent): object {
  return new Maker(sent)
}

/** What an answer was made of. As a property it is found behind a proxy, too. */
const kSent = Symbol('touchstone.sent')

interface Answer {
  readonly headers: Sent['headers']
  readonly statusCode: number
  readonly statusMessage: string
  readonly trailers: object
  readonly rawPayload: Buffer
  readonly payload: string
  readonly body: string
  json(): unknown
  stream(): Readable
}

/** A function, since as that of the library the answer is no instance of a class. */
function make(this: { -readonly [Name in keyof Answer]: Answer[Name] }, sent: Sent): void {
  const { statusCode, headers, body, encoding } = sent
  Object.defineProperty(this, 'raw', RAW)
  this.headers = headers
  this.statusCode = statusCode
  this.statusMessage = nameOfStatus(statusCode) ?? 'unknown'
  this.trailers = {}
  Object.defineProperty(this, 'cookies', COOKIES)
  this.rawPayload = typeof body === 'string' ? Buffer.from(body, encoding) : Buffer.from(body)
  this.payload = typeof body === 'string' && encoding === 'latin1' ? body : this.rawPayload.toString()
  this.body = this.payload
  this.json = () => JSON.parse(this.payload)
  this.stream = () => Readable.from(body === '' ? [] : [this.rawPayload])
  Object.defineProperty(this, kSent, { value: sent, enumerable: false })
}
make.prototype = Object.prototype

const Maker: new (sent: Sent) => object = Object(make)

// Properties whose functions are the same for all answers: otherwise V8 would make a shape for each answer.
const RAW: PropertyDescriptor = {
  get(this: { readonly [kSent]: Sent }): unknown {
    const { request, response } = this[kSent].pair()
    const value = { res: response, req: request }
    Object.defineProperty(this, 'raw', { ...DATA, value })
    return value
  },
  set(this: object, value: unknown): void {
    Object.defineProperty(this, 'raw', { ...DATA, value })
  },
  enumerable: true,
  configurable: true,
}
const COOKIES: PropertyDescriptor = {
  get(this: object): unknown {
    return cookiesOf(this)
  },
  enumerable: true,
  configurable: true,
}
const DATA = { writable: true, enumerable: true, configurable: true }
