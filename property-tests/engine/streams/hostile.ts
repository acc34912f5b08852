/** Streams that break the grammar: one rule of one request, or any bytes of the whole. */
import fc from 'fast-check'
import { type Parts, textOf } from './grammar.ts'

type Break = (parts: Parts) => string

const changed =
  (change: (parts: Parts) => Partial<Parts>): Break =>
  (parts) =>
    textOf({ ...parts, ...change(parts) })
const adding = (...lines: string[]): Break => changed(({ fields }) => ({ fields: [...fields, ...lines] }))
const before = (...lines: string[]): Break => changed(({ fields }) => ({ fields: [...lines, ...fields] }))
const replacing =
  (from: string | RegExp, to: string): Break =>
  (parts) =>
    textOf(parts).replace(from, to)

/** In place of the length that is there, or as one more. */
const lengthOf = (value: string): Break =>
  changed(({ fields }) => ({
    fields: [...fields.filter((line) => !/^content-length/i.test(line)), `content-length: ${value}`],
  }))
const encoding = (value: string): Break =>
  changed(({ fields }) => ({
    fields: [...fields.filter((line) => !/^transfer-encoding/i.test(line)), `transfer-encoding: ${value}`],
  }))

/** One rule each. Most are what smuggles requests past a proxy. */
export const BREAKS: readonly Break[] = [
  // two lengths, and lengths that are none
  adding('content-length: 3', 'content-length: 3'), adding('content-length: 3', 'content-length: 4'), adding('content-length: 0'),
  lengthOf('3, 3'), lengthOf('3,4'), lengthOf('3\t'), lengthOf('+3'), lengthOf('-1'), lengthOf(' 3'), lengthOf('3 '), lengthOf('3 4'), lengthOf('0x3'),
  lengthOf('3.0'), lengthOf('1e1'), lengthOf(''), lengthOf('\t3'), lengthOf('03'), lengthOf('00'), lengthOf('-0'), lengthOf('3;'), lengthOf('99999999999999999999'),
  lengthOf('18446744073709551616'), lengthOf('9007199254740993'), lengthOf('2000000'), lengthOf('1_0'), lengthOf('\u00b2'),
  before('content-length : 3'), adding('content-length\t: 3'), adding('content-length:3\u000b'), adding('content_length: 3'), adding('content-length'),
  // length and chunks, and encodings that are none
  adding('content-length: 3', 'transfer-encoding: chunked'), adding('transfer-encoding: chunked', 'content-length: 3'), adding('transfer-encoding: chunked'),
  encoding('identity'), encoding('gzip'), encoding('gzip, chunked'), encoding('chunked, gzip'), encoding('chunked, chunked'), encoding('xchunked'),
  encoding('chunkedx'), encoding(' chunked'), encoding('chunked '), encoding('\u000bchunked'), encoding('"chunked"'), encoding('chunked;q=1'), encoding(''),
  encoding('CHUNKED'), adding('transfer-encoding: chunked', 'transfer-encoding: chunked'), adding('transfer-encoding: chunked', 'transfer-encoding: identity'),
  adding('transfer-encoding : chunked'), adding('transfer_encoding: chunked'), adding('x: y\ntransfer-encoding: chunked'), adding('x: y\rtransfer-encoding: chunked'),
  // ends of lines
  replacing(/\r\n/g, '\n'), replacing('\r\n', '\n'), replacing(/\r\n(?=\r\n)/, '\n'), replacing(/\r\n\r\n/, '\n\n'), replacing(/\r\n\r\n/, '\r\n\n'),
  replacing(/\r\n/g, '\r'), replacing('\r\n', '\r'), replacing('\r\n', '\r\r\n'), replacing('\r\n', '\n\r'), replacing(/\r\n\r\n/, '\r\n\r'), replacing(/\r\n\r\n/, '\r\n \r\n'),
  // names and values
  replacing(/^host/im, ' host'), replacing(/^host:/im, 'host :'), replacing(/^host:/im, 'host\t:'), replacing(/^host:/im, 'ho st:'), replacing(/^host:/im, ':'),
  replacing(/^host: */im, 'host'), replacing(/^host:/im, 'h\u00f6st:'), replacing(/^host:/im, 'host\u0000:'), adding('x: a\u0000b'), adding('x: a\u0001b'), adding('x: a\u007fb'), adding('x: a\u000bb'),
  adding('x: a', ' folded'), adding('x: a', '\tfolded'), before(' folded: 1'), adding('x:', ' folded'), adding('x: a', ' '), adding(': empty'), adding('x'), adding('x{}: 1'), adding('"x": 1'),
  // hosts
  adding('host: b'), adding('host: a'), before('Host: b'), replacing(/^host:.*\r\n/im, ''), replacing(/^host:.*$/im, 'host: a b'), replacing(/^host:.*$/im, 'host: a, b'), replacing(/^host:.*$/im, 'host: a/b'), replacing(/^host:.*$/im, 'host: @'),
  // the first line
  replacing(' ', '  '), replacing(' ', '\t'), replacing(/ HTTP/, '  HTTP'), replacing(/ HTTP/, ''), replacing(/ HTTP.*/, ''), replacing('HTTP/1.1', 'HTTP/1.2'), replacing('HTTP/1.1', 'HTTP/2.0'), replacing('HTTP/1.1', 'HTTP/0.9'),
  replacing('HTTP/1.1', 'http/1.1'), replacing('HTTP/1.1', 'HTTP/1.1 '), replacing('HTTP/1.1', 'HTTP/01.1'), replacing('HTTP/1.1', 'HTTP/1.10'), replacing('HTTP/1.1', 'HTTP/11'), replacing('HTTP', 'HTTPS'), replacing('HTTP', 'ICE'), replacing('HTTP', 'RTSP'),
  changed(({ method }) => ({ method: method.toLowerCase() })), changed(({ method }) => ({ method: `${method}X` })), changed(() => ({ method: 'BREW' })), changed(({ method }) => ({ method: ` ${method}` })),
  changed(({ method }) => ({ method: `\r\n${method}` })), changed(({ method }) => ({ method: `\n${method}` })), changed(({ method }) => ({ method: `\r\n\r\n\r\n${method}` })), changed(({ method }) => ({ method: `\r${method}` })),
  changed(({ target }) => ({ target: `${target} x` })), changed(({ target }) => ({ target: `${target}\u0000` })), changed(({ target }) => ({ target: `${target}\u007f` })), changed(({ target }) => ({ target: `${target}\u0080` })), changed(({ target }) => ({ target: `${target}\t` })),
  changed(({ target }) => ({ target: target.slice(1) })), changed(({ target }) => ({ target: `http://a${target}` })), changed(({ target }) => ({ target: `HTTP://a${target}` })), changed(({ target }) => ({ target: `//a${target}` })), changed(() => ({ target: '' })),
  // what follows
  (parts) => `${textOf(parts)}x`, (parts) => `${textOf(parts)}\r\n`, (parts) => `${textOf(parts)}\r\n\r\n`, (parts) => `${textOf(parts)}\u0000`, (parts) => `${textOf(parts)} `, (parts) => `${textOf(parts)}\n`,
  (parts) => textOf(parts).slice(0, -1), (parts) => textOf(parts).slice(0, -3), (parts) => textOf(parts).slice(0, textOf(parts).length >> 1),
  // chunks
  replacing(/\r\n(0+)([;\r])/, '\r\n-0$2'), replacing(/\r\n(\d)([;\r])/, '\r\n +$1$2'), replacing(/\r\n(\d)([;\r])/, '\r\n0x$1$2'), replacing(/\r\n(\d)([;\r])/, '\r\n$1 $2'), replacing(/\r\n(\d)([;\r])/, '\r\n$1g$2'),
  replacing(/\r\n(\d)\r\n/, '\r\n$1\n'), replacing(/\r\n0\r\n/, '\r\n0\n'), replacing(/\r\n0\r\n/, '\r\nffffffffffffffff\r\n'), replacing(/\r\n0\r\n/, '\r\n10000000000000000\r\n'), replacing(/\r\n0\r\n/, '\r\n\r\n'), replacing(/;a/, ';\u0000'), replacing(/;a/, ';a\n'),
  // heads that are long
  adding(`x: ${'l'.repeat(16_400)}`), adding(...Array.from({ length: 120 }, (_, at) => `x-${at}: 1`)), changed(() => ({ target: `/${'t'.repeat(16_400)}` })), adding(...Array.from({ length: 2001 }, () => 'a: b')),
] // biome-ignore format: several of a kind in a line

/** Long heads are seldom: each costs as much as ten others. */
const LONG = 4
const broken = fc.oneof(
  { arbitrary: fc.constantFrom(...BREAKS.slice(0, -LONG)), weight: 200 },
  { arbitrary: fc.constantFrom(...BREAKS.slice(-LONG)), weight: 1 },
)

export const brokenOne = (parts: fc.Arbitrary<Parts>): fc.Arbitrary<string> =>
  fc.tuple(parts, broken).map(([one, breaks]) => breaks(one))

interface Mutation {
  at: number
  how: 'insert' | 'delete' | 'replace' | 'twice' | 'cut'
  byte: string
}

const BYTES = [
  '\u0000',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\t',
  ':',
  '\u007f',
  '\u0080',
  '\u00ff',
  ',',
  ';',
  '0',
  '1',
  '-',
  '+',
  'x',
  'a',
  '/',
  '\u000b',
  '\u00a0',
  '\r\n\r\n',
] as const

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1_000_000),
  how: fc.constantFrom('insert', 'delete', 'replace', 'insert', 'delete', 'replace', 'twice', 'cut'),
  byte: fc.oneof(
    { arbitrary: fc.constantFrom(...BYTES), weight: 4 },
    { arbitrary: fc.nat(255).map((code) => String.fromCharCode(code)), weight: 1 },
  ),
})

function mutated(text: string, { at, how, byte }: Mutation): string {
  const place = at % (text.length + 1)
  const [head, tail] = [text.slice(0, place), text.slice(place)]
  if (how === 'insert') return head + byte + tail
  if (how === 'delete') return head + tail.slice(1)
  if (how === 'replace') return head + byte + tail.slice(1)
  // A line that stands twice; the rest of the stream that does not come.
  if (how === 'twice') return head + /^[^\n]*\n?/.exec(tail)![0] + tail
  return head
}

export const mutatedOne = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([whole, mutations]) => mutations.reduce(mutated, whole))
