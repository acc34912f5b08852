/** What a response and a request of HTTP/2 need beside those of HTTP/1: the compatibility API of Node.js hides some differences. */
import { type OutgoingHttpHeaders, validateHeaderName, validateHeaderValue } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import type { RawRequest, RawResponse } from '../../types/http.ts'

/** The stream of a request or a response; undefined if it is not one of HTTP/2. */
export function streamOf(raw: RawRequest | RawResponse): ServerHttp2Stream | undefined {
  const { stream }: { stream?: ServerHttp2Stream } = Object(raw)
  return stream
}

/** Throws what node throws for a header of HTTP/1. It sends any text over HTTP/2, and a proxy could split a response there. */
export function assertValidHeaders(headers: OutgoingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name)
    for (const one of Array.isArray(value) ? value : [value]) validateHeaderValue(name, one as string) // it refuses undefined, too
  }
}
