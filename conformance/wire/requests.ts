// Turns a request of a case into headers and bytes, the same for every transport.

import type { SendForm } from '../../spec/case.ts'
import type { WireAnswer, WireRequest } from '../contract/adapter.ts'
import { keepHeaders } from '../contract/beside.ts'
import { bytesOf, resolveFixed, textOf } from '../contract/fixed-values.ts'
import type { CanonicalAnswer } from '../contract/result.ts'
import { quoted, shellWord } from '../contract/shell.ts'

/** Sent with every request, so that all transports carry the same; a case overrides them, and null removes one. */
const DEFAULT_HEADERS = { host: 'localhost:80', 'user-agent': 'touchstone-conformance' }

export function wireRequest(send: SendForm): WireRequest {
  const headers: WireRequest['headers'] = { ...DEFAULT_HEADERS }
  const body = bodyOf(send)
  const contentType = send.contentType ?? (send.json === undefined ? undefined : 'application/json')
  if (contentType !== undefined) headers['content-type'] = contentType
  if (send.chunks) headers['transfer-encoding'] = 'chunked'
  else if (body && body.length > 0) headers['content-length'] = String(body.length)
  for (const [name, value] of Object.entries(send.headers ?? {})) {
    const key = name.toLowerCase()
    if (value === null) delete headers[key]
    else headers[key] = Array.isArray(value) ? value.map(textOf) : textOf(value)
  }
  return {
    method: send.method ?? 'GET',
    url: textOf(send.url),
    headers,
    body: body && body.length > 0 ? body : null,
    chunks: send.chunks ? send.chunks.map(bytesOf) : null,
  }
}

function bodyOf(send: SendForm): Buffer | null {
  if (send.json !== undefined) return Buffer.from(JSON.stringify(resolveFixed(send.json)))
  if (send.text !== undefined) return bytesOf(send.text)
  return null
}

export function rawBytes(raw: string | string[]): Buffer[] {
  return (Array.isArray(raw) ? raw : [raw]).map((piece) => Buffer.from(textOf(piece), 'latin1'))
}

/** Headers that belong to the connection, not to the answer. */
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export function canonicalAnswer(answer: WireAnswer, method: string): CanonicalAnswer {
  const headers: CanonicalAnswer['headers'] = {}
  for (const name of Object.keys(answer.headers).sort()) {
    if (!OF_THE_CONNECTION.has(name)) headers[name] = answer.headers[name] as string
  }
  // inject shows the body of a HEAD response; a socket does not carry one.
  const body = method === 'HEAD' ? Buffer.alloc(0) : answer.body
  const text = textOfBody(body)
  const canonical = {
    status: answer.status,
    headers,
    text,
    ...(Object.keys(answer.trailers).length > 0 ? { trailers: answer.trailers } : {}),
    ...(answer.broken ? { broken: true as const } : {}),
  }
  return keepHeaders(canonical, answer.headers)
}

/** Reports keep what was observed: of a body of more bytes only the beginning. */
const LARGE = 1_000_000
const SHOWN = 100

function textOfBody(body: Buffer): string {
  if (body.length > LARGE) return `${body.toString('utf8', 0, SHOWN)}… (${body.length} bytes)`
  const text = body.toString('utf8')
  return Buffer.from(text, 'utf8').equals(body) ? text : `base64:${body.toString('base64')}`
}

/** The request as a command line, to try it by hand. */
export function curlOf(send: SendForm, address?: string): string {
  const { hostname = '127.0.0.1', port = '$PORT' } = address === undefined ? {} : new URL(address)
  if (send.raw !== undefined)
    return `printf %s ${quoted(rawBytes(send.raw).join(''))} | nc ${hostname} ${port || '80'}`
  const request = wireRequest(send)
  const parts = ['curl', '-i', '-X', shellWord(request.method)]
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'host' || name === 'user-agent' || name === 'content-length') continue
    for (const one of Array.isArray(value) ? value : [value]) parts.push('-H', quoted(`${name}: ${one}`))
  }
  const body = request.chunks ? Buffer.concat(request.chunks) : request.body
  if (body) parts.push('--data-binary', quoted(shorten(body.toString('utf8'))))
  const base = address === undefined ? '"http://127.0.0.1:$PORT"' : ''
  return [...parts, `${base}${quoted(`${address?.replace(/\/$/, '') ?? ''}${request.url}`)}`].join(' ')
}

function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
