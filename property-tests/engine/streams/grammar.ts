/** Requests by the grammar of HTTP/1.1, with bodies of a length, in chunks, or none. */
import fc from 'fast-check'
import {
  bytes, field, fields, LOOKING, method, odd, range, SENDING, TOUCHING, target, usually, version,
} from './parts.ts' // biome-ignore format: a list of names

/** A request in parts, so that each can be broken by itself. */
export interface Parts {
  method: string
  target: string
  version: string
  /** lines without their ends */
  fields: string[]
  body: string
}

const CRLF = '\r\n'

export const textOf = ({ method: verb, target: to, version: of, fields: lines, body }: Parts): string =>
  [`${verb} ${to} ${of}`, ...lines, '', body].join(CRLF)

const without: fc.Arbitrary<Parts> = fc.record({
  method,
  target: target([...LOOKING, ...TOUCHING]),
  version,
  fields,
  body: fc.constant(''),
})

/** What a server is asked most of the time: nothing in it needs node:http. */
const plain: fc.Arbitrary<Parts> = fc.record({
  method: usually(['GET'], fc.constantFrom('HEAD', 'HEAD', 'HEAD', 'DELETE', 'OPTIONS'), 4),
  target: fc.oneof(
    { arbitrary: fc.constantFrom(...LOOKING), weight: 3 },
    { arbitrary: odd, weight: 1 },
    { arbitrary: fc.constantFrom(...TOUCHING), weight: 1 },
  ),
  version: fc.constant('HTTP/1.1'),
  fields: fc.array(field, { maxLength: 2 }).map((others) => ['host: a', ...others]),
  body: fc.constant(''),
})

const CONTENTS = [
  '{"n":1}', '{"n":1}', '{"n":"x"}', '{"n":', '', 'text', '{}', 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', '\r\n', '0\r\n\r\n', '123456789',
] as const // biome-ignore format: a list of bodies

const content = usually<string>(CONTENTS, fc.oneof(bytes(range(0, 255), 20), bytes('ab', 300)))

const extension = fc.constantFrom('', '', '', '', ';a', ';a=b', ';a="b c"', '; a=b')
const trailer = fc.constantFrom('', '', '', 'x-t: 1\r\n', 'content-length: 5\r\n', 'x-t:\r\nx-u: 2\r\n')

const chunk = fc
  .tuple(content, extension, fc.constantFrom('0', '', ''), fc.boolean())
  .map(([text, after, zero, isUpper]) => {
    const size = text.length.toString(16)
    return text === '' ? '' : `${zero}${isUpper ? size.toUpperCase() : size}${after}${CRLF}${text}${CRLF}`
  })

/** A body in chunks. */
const chunked = fc
  .tuple(fc.array(chunk, { maxLength: 3 }), fc.constantFrom('0', '0', '000'), extension, trailer)
  .map(([chunks, last, ends, lines]) => `${chunks.join('')}${last}${ends}${CRLF}${lines}${CRLF}`)

const framed = fc.oneof(
  { arbitrary: content.map((body) => ({ body, line: `content-length: ${body.length}` })), weight: 6 },
  {
    arbitrary: content.map((body) => ({
      body,
      line: `Content-Length:${String(body.length).padStart(3, '0')} `,
    })),
    weight: 1,
  },
  { arbitrary: chunked.map((body) => ({ body, line: 'transfer-encoding: chunked' })), weight: 3 },
  { arbitrary: chunked.map((body) => ({ body, line: 'Transfer-Encoding:Chunked' })), weight: 1 },
)

const mediaType = fc.constantFrom(
  'content-type: application/json', 'content-type: application/json', 'Content-Type: text/bytes', 'content-type: text/pieces',
  'content-type: text/unread', 'content-type: text/plain', 'content-type: x', 'x-none: 1',
) // biome-ignore format: a list of lines

const having: fc.Arbitrary<Parts> = fc
  .record({
    method: usually(['POST', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'GET'], method),
    target: target(SENDING),
    version,
    fields: fc.oneof({ arbitrary: fc.constant(['host: a']), weight: 2 }, { arbitrary: fields, weight: 1 }),
    framed,
    mediaType,
  })
  .map(({ framed: { body, line }, mediaType: type, fields: others, ...rest }) => ({
    ...rest,
    fields: [...others, type, line],
    body,
  }))

export const request: fc.Arbitrary<Parts> = fc.oneof(
  { arbitrary: plain, weight: 4 },
  { arbitrary: without, weight: 2 },
  { arbitrary: having, weight: 3 },
)
