/** The parser of the engine: what it takes, what it leaves to node, its limits at both sides, and a head that is cut at each byte. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areBlankLines, bitOf, FOREIGN, Head, lineAt, MORE, placesOf } from './head.ts'

const LIMITS = { head: 16_384, headers: 128 }
const LINE = 'GET /a HTTP/1.1\r\n'
const HOST = 'Host: a\r\n'

function read(text: string, limits = LIMITS, before = ''): { head: Head; end: number } {
  const head = new Head()
  const end = head.read(Buffer.from(before + text, 'latin1'), before.length, limits)
  return { head, end }
}

const METHODS =
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE SEARCH PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK'.split(
    ' ',
  )

test('each method that the engine reads, and none that differs in a letter', () => {
  for (const method of METHODS) {
    const text = `${method} / HTTP/1.1\r\n${HOST}\r\n`
    const { head, end } = read(text)
    assert.equal(end, text.length, method)
    assert.equal(head.method, method)
    assert.equal(read(text.toLowerCase()).end, FOREIGN, method)
    assert.equal(read(`${method}X / HTTP/1.1\r\n${HOST}\r\n`).end, FOREIGN, method)
    assert.equal(read(`${method.slice(0, -1)}~ / HTTP/1.1\r\n${HOST}\r\n`).end, FOREIGN, method)
    for (let cut = 1; cut <= method.length; cut++) assert.equal(read(method.slice(0, cut)).end, MORE, method)
  }
  for (const other of ['CONNECT', 'LINK', 'BREW', 'X', '', ' ', '\r\n', '{', 'G{'])
    assert.equal(read(`${other} / HTTP/1.1\r\n${HOST}\r\n`).end, FOREIGN, other)
  for (const beginning of ['B', 'GX', 'get', 'GETX', '\r', 'G\t'])
    assert.equal(read(beginning).end, FOREIGN, beginning)
})

const TAKEN: [headers: string, keeps: boolean, length: number][] = [
  [HOST, true, -1],
  ['hOsT:a\r\n', true, -1],
  ['Host:\t a\r\n', true, -1],
  ['Host: a \r\n', true, -1],
  [`${HOST}Connection: keep-alive\r\n`, true, -1],
  [`${HOST}CONNECTION: KEEP-ALIVE\r\n`, true, -1],
  [`${HOST}Connection: close\r\n`, false, -1],
  [`${HOST}connection:CLOSE\r\n`, false, -1],
  [`${HOST}Connectiom: x\r\n`, true, -1],
  [`${HOST}Content-Length: 0\r\n`, true, 0],
  [`${HOST}CONTENT-LENGTH: 007\r\n`, true, 7],
  [`${HOST}Content-Length: 1234567890\r\n`, true, 1_234_567_890],
  [`${HOST}Content-Length: 123456789012345\r\n`, true, 123_456_789_012_345],
  [`${HOST}Content-Lengti: x\r\n`, true, -1],
  [`${HOST}Content-Type: text/plain\r\nContent-Typo: b\r\n`, true, -1],
  [`${HOST}Expecs: 1\r\nUpgradf: 1\r\nTransfer-Encodinh: 1\r\nProxy-Connectiom: 1\r\n`, true, -1],
  [`${HOST}Hoss: b\r\nX-Empty:\r\nX-High: \xe9\xff\r\nX-Tab: a\tb\r\n`, true, -1],
  ["!#$%&'*+-.^_`|~09AZaz: x\r\nHost: a\r\n", true, -1],
]

test('heads that are taken: where they end, and what is known of them', () => {
  for (const [headers, keeps, length] of TAKEN)
    for (const before of ['', 'some bytes of a body']) {
      const text = `${LINE}${headers}\r\n`
      const { head, end } = read(`${text}and more`, LIMITS, before)
      assert.equal(end, before.length + text.length, headers)
      assert.equal(head.keepsAlive, keeps, headers)
      assert.equal(head.length, length, headers)
      assert.equal(head.lengthAt >= 0, length >= 0, headers)
      assert.equal(head.typeAt >= 0, headers.includes('Content-Type'), headers)
      assert.equal(head.start, before.length + LINE.length, headers)
      assert.equal(head.targetStart, before.length + 4)
      assert.equal(head.targetEnd, before.length + 6)
    }
})

const LEFT = [
  '', // without a Host
  'Host:\r\n',
  'Host: \r\n',
  'Host: a\r\nHost: a\r\n',
  'Connection: keep-alive, x\r\n',
  'Connection: clos\r\n',
  'Connection: closer\r\n',
  'Connection: close \r\n',
  'Connection:\r\n',
  'Connection: keep-alive\r\nConnection: close\r\n',
  'Content-Length:\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 1 \r\n',
  'Content-Length: 1x\r\n',
  'Content-Length: /\r\n',
  'Content-Length: :\r\n',
  'Content-Length: 1\r\nContent-Length: 1\r\n',
  'Content-Length: 0\r\nContent-Length: 0\r\n',
  'Content-Length: 1234567890123456\r\n',
  'Content-Type: a\r\nContent-Type: b\r\n',
  'Content-Type: a \r\n',
  'Content-Type: a\t\r\n',
  'Expect: 100-continue\r\n',
  'UPGRADE: x\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Proxy-Connection: close\r\n',
  ': a\r\n',
  'X A: b\r\n',
  'X\r\n',
  ' X: a\r\n',
  'X: a\n',
  'X: a\rY: b\r\n',
  'X: a\x00\r\n',
  'X: a\x7f\r\n',
  'X{: a\r\n',
]

test('heads that are left to node', () => {
  for (const headers of LEFT) {
    const host = headers.startsWith('Host:') || headers === '' ? '' : HOST
    assert.equal(read(`${LINE}${host}${headers}\r\n`).end, FOREIGN, JSON.stringify(headers))
  }
  const lines = [
    'GET  /a HTTP/1.1\r\n',
    'GET a HTTP/1.1\r\n',
    'GET * HTTP/1.1\r\n',
    'GET http://a/ HTTP/1.1\r\n',
    'GET /a# HTTP/1.1\r\n',
    'GET /\x7f HTTP/1.1\r\n',
    'GET /\xe9 HTTP/1.1\r\n',
    'GET /a HTTP/1.0\r\n',
    'GET /a HTTP/1.2\r\n',
    'GET /a  HTTP/1.1\r\n',
    'GET /a HTTP/1.1\n',
    'GET /a HTTP/1.1 \r\n',
    'GET /a\r\n',
    'GET\t/a HTTP/1.1\r\n',
    'GET /a HTTP/1.1\r\r\n',
  ]
  for (const line of lines) assert.equal(read(`${line}${HOST}\r\n`).end, FOREIGN, JSON.stringify(line))
  assert.equal(read(`${LINE}${HOST}\r\r\n`).end, FOREIGN)
  assert.equal(read(`${LINE}${HOST}\n`).end, FOREIGN)
  assert.equal(read('GET /!"$~ HTTP/1.1\r\nHost: a\r\n\r\n').end > 0, true)
})

test('a head that is cut at any byte needs more', () => {
  const whole = `${LINE}${HOST}Content-Type: text/plain\r\nContent-Length: 12\r\nConnection: close\r\nX-A:  b c\r\n\r\n`
  for (let cut = 1; cut < whole.length; cut++) {
    assert.equal(read(whole.slice(0, cut)).end, MORE, JSON.stringify(whole.slice(0, cut)))
    assert.equal(read(whole.slice(0, cut), LIMITS, 'before').end, MORE)
  }
  assert.equal(read(whole).end, whole.length)
})

test('a wrong byte, or a wrong length, is seen where the bytes end', () => {
  for (const part of [
    'GET x',
    'GET /a\r',
    'GET /a HTTQ',
    `${LINE}(`,
    `${LINE}X (`,
    `${LINE}X: a\n`,
    `${LINE}X: a\x00`,
  ])
    assert.equal(read(part).end, FOREIGN, JSON.stringify(part))
  for (const length of ['x', '1x', '-', '1 ', '1234567890123456'])
    assert.equal(read(`${LINE}Content-Length: ${length}`).end, FOREIGN, length)
  assert.equal(read(`${LINE}Content-Length: 1\r\nContent-Length:`).end, FOREIGN)
  for (const length of ['', '1', '123456789012345'])
    assert.equal(read(`${LINE}Content-Length: ${length}`).end, MORE)
  assert.equal(read(`${LINE}Content-Lengti: x`).end, MORE)
})

test('the limits: one byte, one header and one digit below, at and above', () => {
  const text = `${LINE}${HOST}\r\n`
  for (const before of ['', 'before']) {
    assert.equal(read(text, { ...LIMITS, head: text.length + 1 }, before).end, before.length + text.length)
    assert.equal(read(text, { ...LIMITS, head: text.length }, before).end, before.length + text.length)
    assert.equal(read(text, { ...LIMITS, head: text.length - 1 }, before).end, FOREIGN)
    for (let cut = 1; cut < text.length; cut++) {
      const part = text.slice(0, cut)
      assert.equal(read(part, { ...LIMITS, head: cut + 1 }, before).end, MORE, `${cut} below`)
      assert.equal(read(part, { ...LIMITS, head: cut }, before).end, FOREIGN, `${cut} at`)
    }
  }
  const of = (count: number): string => `${LINE + HOST + 'X: a\r\n'.repeat(count - 1)}\r\n`
  for (const headers of [1, 2, 128]) {
    assert.equal(read(of(headers), { ...LIMITS, headers }).end, of(headers).length)
    assert.equal(read(of(headers + 1), { ...LIMITS, headers }).end, FOREIGN)
  }
})

test('one head after another leaves nothing of the first', () => {
  const first = `${LINE}${HOST}Content-Type: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\n`
  const second = `PUT /longer HTTP/1.1\r\n${HOST}\r\n`
  const bytes = Buffer.from(first + second)
  const head = new Head()
  assert.equal(head.read(bytes, 0, LIMITS), first.length)
  assert.equal(lineAt(bytes, head.typeAt), 'a')
  assert.equal(lineAt(bytes, head.lengthAt), '3')
  const { names } = head
  assert.equal(head.read(bytes, first.length, LIMITS), bytes.length)
  const { method, length, lengthAt, typeAt, keepsAlive } = head
  assert.deepEqual([method, length, lengthAt, typeAt, keepsAlive], ['PUT', -1, -1, -1, true])
  assert.equal(bytes.toString('latin1', head.targetStart, head.targetEnd), '/longer')
  for (const name of ['host', 'content-type', 'content-length', 'connection'])
    assert.notEqual(names & bitOf(name.length, name.charCodeAt(0)), 0, name)
  assert.equal(head.names, bitOf(4, 'H'.charCodeAt(0)))
  assert.equal(bitOf(4, 'H'.charCodeAt(0)), bitOf(4, 'h'.charCodeAt(0)))
})

test('the places of the headers are those of their names and values, without the blanks around', () => {
  const bytes = Buffer.from(`${LINE}Host:a\r\nX-A: \t b c \t\r\nX-B:\r\nX-C:  \r\n\r\n`)
  const places = placesOf(bytes, LINE.length)
  const texts: string[] = []
  for (let at = 0; at < places.length; at += 2)
    texts.push(bytes.toString('latin1', places[at], places[at + 1]))
  assert.deepEqual(texts, ['Host', 'a', 'X-A', 'b c', 'X-B', '', 'X-C', ''])
})

test('blank lines are ends of lines alone', () => {
  for (const text of ['', '\r', '\n', '\r\n\r\n', '\n\r'])
    assert.equal(areBlankLines(Buffer.from(text)), true)
  for (const text of [' ', '\r\n ', 'x\r\n', '\r\nx', '\t'])
    assert.equal(areBlankLines(Buffer.from(text)), false)
})
