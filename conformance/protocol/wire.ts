// Requests and answers as they travel in a line: headers as ordered pairs, bodies as base64.

import type { WireAnswer, WireRequest } from '../contract/adapter.ts'
import { parseFields } from '../wire/answer-parser.ts'
import type { AnswerForm, Fields, WireForm } from './messages-schema.ts'

export function formOfRequest({ method, url, headers, body, chunks }: WireRequest): WireForm {
  return {
    method,
    url,
    headers: pairsOf(headers),
    ...(body ? { body64: body.toString('base64') } : {}),
    ...(chunks ? { chunks64: chunks.map((piece) => piece.toString('base64')) } : {}),
  }
}

export function requestOfForm({ method, url, headers, body64, chunks64 }: WireForm): WireRequest {
  const record: WireRequest['headers'] = {}
  for (const [name, value] of headers) {
    const before = record[name]
    record[name] = before === undefined ? value : [before, value].flat()
  }
  return {
    method,
    url,
    headers: record,
    body: body64 === undefined ? null : Buffer.from(body64, 'base64'),
    chunks: chunks64 ? chunks64.map((piece) => Buffer.from(piece, 'base64')) : null,
  }
}

export function formOfAnswer({ status, headers, body, trailers, broken }: WireAnswer): AnswerForm {
  return {
    status,
    headers: pairsOf(headers),
    body64: body.toString('base64'),
    ...(Object.keys(trailers).length > 0 ? { trailers: pairsOf(trailers) } : {}),
    ...(broken ? { broken: true as const } : {}),
  }
}

export function answerOfForm({ status, headers, body64, trailers, broken }: AnswerForm): WireAnswer {
  return {
    status,
    headers: recordOf(headers),
    body: Buffer.from(body64, 'base64'),
    trailers: Object.fromEntries(
      Object.entries(recordOf(trailers ?? [])).map(([name, value]) => [name, String(value)]),
    ),
    ...(broken ? { broken: true } : {}),
  }
}

function pairsOf(headers: Record<string, string | string[]>): Fields {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
}

/** As an answer on a socket is read: names in lower case, cookies as a list, anything else that is repeated with commas. */
function recordOf(fields: Fields): Record<string, string | string[]> {
  return parseFields(fields.map(([name, value]) => `${name}:${value}`))
}
