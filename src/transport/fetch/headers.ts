/** What a `Request` says in the form of node, and the head of an answer in that of a `Response`. */
import { errorCodes } from '../../errors.ts'
import { type AnswerHeaders, bodiless } from '../../serve/wire/wire.ts'
import type { RequestHeaders } from '../../types/http.ts'
import { isFunction, isObject, shown } from '../../values.ts'

/** Fields of one connection, which the runtime writes itself. Without trailers there is no `trailer`. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
])

/** Where a request goes to. */
export interface Target {
  readonly host: string
  /** the path with its query */
  readonly path: string
  readonly secure: boolean
}

/** The parts of an absolute URL as the runtime has normalised it; null: it is not one of HTTP. */
export function targetOf(url: string): Target | null {
  const secure = url.startsWith('https://')
  if (!secure && !url.startsWith('http://')) return null
  const from = secure ? 8 : 7
  const mark = url.indexOf('#')
  const whole = mark < 0 ? url : url.slice(0, mark)
  const at = whole.slice(from).search(/[/?]/)
  if (at < 0) return { host: whole.slice(from), path: '/', secure }
  const path = whole.slice(from + at)
  return { host: whole.slice(from, from + at), path: path[0] === '/' ? path : `/${path}`, secure }
}

/** What is wrong with the first argument of `fetch`: null if it is a `Request`. One of another implementation is one, too. */
export function faultOf(given: unknown): Error | null {
  if (isObject(given) && typeof given.url === 'string' && typeof given.method === 'string') {
    const { headers } = given
    if (isObject(headers) && isFunction(headers.get) && isFunction(headers.forEach)) {
      if (targetOf(given.url) !== null) return null
      return new errorCodes.TST_ERR_FETCH_REQUEST(`one with the URL ${shown(given.url)}`)
    }
  }
  return new errorCodes.TST_ERR_FETCH_REQUEST(shown(given))
}

/** The headers as an object. Without a `Host` there is that of the URL, as a client would send it. */
export function headersOf({ headers }: Request, host: string): RequestHeaders {
  const own: RequestHeaders = {}
  headers.forEach((value, name) => {
    if (name !== 'set-cookie') own[name] = value
    else if (Array.isArray(own[name])) own[name].push(value)
    else own[name] = [value]
  })
  own.host ??= host
  return own
}

/** Throws for a status that no `Response` has: those of interim answers, and 205 with a body. */
export function assertStatus(status: number, hasBody: boolean): void {
  if (status < 200 || status > 599) throw new errorCodes.TST_ERR_FETCH_STATUS(status, '200 to 599')
  if (status === 205 && hasBody)
    throw new errorCodes.TST_ERR_FETCH_STATUS('205 with a body', '205 without one')
}

/** Makes the answer. A text is given as bytes: for a text `Response` would add a content-type. */
export function responseOf(
  head: { readonly status: number; readonly text: string; readonly headers: AnswerHeaders },
  body: ReadableStream<Uint8Array> | Uint8Array | null,
): Response {
  const pairs: [string, string][] = []
  for (const name in head.headers) {
    const value = head.headers[name]
    if (OF_CONNECTION.has(name.toLowerCase())) continue
    if (Array.isArray(value)) for (const one of value) pairs.push([name, String(one)])
    else pairs.push([name, String(value)])
  }
  const { status, text: statusText } = head
  const sent = bodiless(status) || status === 205 ? null : body
  return new Response(sent, { status, statusText, headers: pairs })
}
