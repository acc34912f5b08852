/** The parts of a request's head by the grammar of HTTP/1.1: methods, targets, fields. Every byte of them is legal. */
import fc from 'fast-check'
import { ODD } from '../application/routes-odd.ts'

export const usually = <T>(usual: readonly T[], seldom: fc.Arbitrary<T>, weight = 9): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constantFrom(...usual), weight }, { arbitrary: seldom, weight: 1 })

export const bytes = (allowed: string, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...allowed), minLength: 1, maxLength })

export const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).join('')

const TOKEN = `!#$%&'*+-.^_\`|~${range(0x30, 0x39)}${range(0x41, 0x5a)}${range(0x61, 0x7a)}`
const TARGET = range(0x21, 0x7e)
const VALUE = `\t${range(0x20, 0x7e)}${range(0x80, 0xff)}`

export const method = fc.oneof(
  { arbitrary: fc.constant('GET'), weight: 20 },
  { arbitrary: fc.constantFrom('HEAD', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'), weight: 9 },
  {
    arbitrary: fc.constantFrom(
      'TRACE', 'PROPFIND', 'SEARCH', 'M-SEARCH', 'PURGE', 'LINK', 'CONNECT', 'QUERY', 'PRI', 'SOURCE',
    ), // biome-ignore format: a list of methods
    weight: 1,
  },
)

export const LOOKING = [
  '/', '/', '/', '/told', '/told', '/turn', '/later', '/throw', '/never', '/p/1', '/any', '/nowhere', '/raw', '/raw',
] as const // biome-ignore format: a list of targets
export const TOUCHING = [
  '/raw/set', '/raw/events', '/raw/hints', '/raw/later', '/raw/socket', '/raw/end', '/raw/head', '/raw/destroy', '/socket/destroy',
  '/socket/end', '/hijack', '/hijack/pieces', '/hijack/pipe', '/hijack/destroy', '/hijack/half', '/enter', '/enter/hook', '/context', '/context',
  '/early', '/closing',
] as const // biome-ignore format: a list of targets
export const SENDING = [
  '/json', '/json', '/echo', '/echo', '/echo', '/small', '/slow', '/early', '/closing', '/raw', '/any', '/hijack/pipe', '/nowhere', '/',
] as const // biome-ignore format: a list of targets

/** Large answers are seldom asked for: they cost as much as a hundred others. */
export const odd = fc
  .constantFrom(...Object.keys(ODD).filter((kind) => !kind.startsWith('large')))
  .map((kind) => `/odd/${kind}`)

const queries = fc.constantFrom(
  '?', '?a=1', '?a=1&a=2', '?a=%20', '?%', '?a=b;c', '#f', '/', '?\u00e4', '?x=[]{}|^"<>`',
) // biome-ignore format: a list of queries

const queried = (path: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: path, weight: 6 },
    { arbitrary: fc.tuple(path, queries).map((both) => both.join('')), weight: 1 },
  )

const strange = fc.oneof(
  bytes(TARGET, 12).map((text) => `/${text}`),
  fc.constantFrom(
    '*', '//', '/../', '/%00', '/%zz', 'http://a/told', 'http://b:80/told?x', 'https://a/', 'a:80', 'told', '?', '/odd/large',
    '/odd/large-stream', '/\u00ff', '/%C3%A9',
  ), // biome-ignore format: a list of targets
  bytes('ab', 300).map((text) => `/p/${text}`),
)

export const target = (paths: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: queried(usually(paths, odd, 3)), weight: 20 }, { arbitrary: strange, weight: 1 })

const NAMES = [
  'x-a', 'x-a', 'X-B', 'accept', 'Cookie', 'user-agent', 'accept-version', 'If-None-Match', 'age', 'x-forwarded-for',
] as const // biome-ignore format: a list of names

/** A field that nobody acts on. */
export const field = fc
  .tuple(
    usually(NAMES, bytes(TOKEN, 10)),
    fc.constantFrom(' ', ' ', ' ', ' ', '', '  ', '\t', ' \t '),
    usually(['1', 'b', '*/*', 'a=b', 'a, b', '', 'gzip;q=0.5', '\u00e4'], bytes(VALUE, 12)),
    fc.constantFrom('', '', '', ' ', '\t'),
  )
  .map(([name, ...rest]) => `${name}:${rest.join('')}`)

/** Fields that say what becomes of the connection or the message, in legal forms. */
const special = fc.constantFrom(
  'Connection: close', 'connection: close', 'Connection: Close', 'connection: keep-alive', 'Connection: Keep-Alive', 'connection: x, close',
  'connection: keep-alive, close', 'connection: close, keep-alive', 'connection:', 'connection: upgrade', 'connection: Upgrade, keep-alive', 'connection: foo',
  'upgrade: websocket', 'Upgrade: h2c', 'expect: 100-continue', 'Expect: 100-Continue', 'expect: other', 'keep-alive: timeout=5', 'te: trailers',
  'proxy-connection: close', 'trailer: x-t', 'host: b', 'Host: a', 'content-type: text/plain', 'accept-encoding: gzip', 'x-long: '.padEnd(130, 'l'),
) // biome-ignore format: a list of lines

const host = fc.constantFrom(
  'host: a', 'host: a', 'host: a', 'Host: a:80', 'HOST:a', 'host:', 'host: [::1]:3000', 'host:  a ',
) // biome-ignore format: a list of lines

export const fields = fc
  .tuple(
    host,
    fc.array(fc.oneof({ arbitrary: field, weight: 4 }, { arbitrary: special, weight: 1 }), { maxLength: 4 }),
    fc.nat(5),
  )
  .map(([first, others, at]) => [...others.slice(0, at), first, ...others.slice(at)])

export const version = usually(['HTTP/1.1'], fc.constant('HTTP/1.0'), 12)
