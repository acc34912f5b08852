/** Short streams with a name, each of which is written at every cut: one of each kind, and what smuggles requests. */

const get = (target: string, ...fields: string[]): string =>
  [`GET ${target} HTTP/1.1`, 'host: a', ...fields, '', ''].join('\r\n')
const post = (target: string, body: string, ...fields: string[]): string =>
  [`POST ${target} HTTP/1.1`, 'host: a', 'content-type: application/json', ...fields, '', body].join('\r\n')
const lengthed = (target: string, body: string): string =>
  post(target, body, `content-length: ${body.length}`)
const chunks = (target: string, body: string, ...fields: string[]): string =>
  post(target, body, 'transfer-encoding: chunked', ...fields)

export const CORPUS: Readonly<Record<string, string>> = {
  'one request': get('/told', 'x-a: b'),
  'two requests': get('/told') + get('/'),
  'three, the second of which ends the connection': get('/') + get('/told', 'connection: close') + get('/'),
  'one that is taken, one that is handed over, one that is taken':
    get('/') + get('/told', 'expect: 100-continue') + get('/'),
  HEAD: get('/told').replace('GET', 'HEAD') + get('/'),
  'a length': lengthed('/json', '{"n":1}') + get('/'),
  'a length that is refused': lengthed('/small', '{"n": 12345}') + get('/'),
  'a body that nobody reads': lengthed('/closing', '{"n":1}') + get('/'),
  'an answer before the body': lengthed('/early', '{"n":1}') + get('/told'),
  chunks: chunks('/json', '3\r\n{"n\r\n4;a=b\r\n":1}\r\n0\r\nx-t: 1\r\n\r\n') + get('/'),
  'raw, and on': get('/raw', 'X-A: 1') + get('/'),
  'raw with a header of a strange name': get('/raw', '__proto__: 1', 'constructor: 2') + get('/'),
  'raw with a body': lengthed('/raw', '{"n":1}') + get('/'),
  hijacked: get('/hijack/pieces') + get('/'),
  piped: lengthed('/hijack/pipe', '{"n":1}') + get('/'),
  'an upgrade that nobody wants': get('/told', 'connection: upgrade', 'upgrade: h2c') + get('/'),
  'HTTP/1.0':
    get('/told', 'connection: keep-alive').replace('1.1', '1.0') + get('/').replace('1.1', '1.0') + get('/'),
  'absolute form': get('http://b/told') + get('/'),
  'asterisk form': get('*').replace('GET', 'OPTIONS') + get('/'),
  'empty lines before': `\r\n\r\n${get('/')}\r\n${get('/told')}`,
  'a later answer': get('/later') + get('/') + get('/turn'),
  'a context': get('/enter') + get('/context') + get('/enter/hook') + get('/context'),
  'two lengths': post('/json', '{"n":1}', 'content-length: 7', 'content-length: 7') + get('/'),
  'two different lengths': post('/json', '{"n":1}', 'content-length: 7', 'content-length: 1') + get('/'),
  'length and chunks': chunks('/json', '7\r\n{"n":1}\r\n0\r\n\r\n', 'content-length: 4') + get('/'),
  'length with a sign': post('/json', '{"n":1}', 'content-length: +7') + get('/'),
  'length with a blank': post('/json', '{"n":1}', 'content-length: 7 0') + get('/'),
  'two encodings': chunks('/json', '7\r\n{"n":1}\r\n0\r\n\r\n', 'transfer-encoding: identity') + get('/'),
  'blank before the colon': post('/json', '{"n":1}', 'content-length : 7') + get('/'),
  'folded line': get('/told', 'x-a: b', ' c') + get('/'),
  NUL: get('/told', 'x-a: b\u0000c') + get('/'),
  'line ends without CR': get('/told').replaceAll('\r\n', '\n') + get('/'),
  'one line end without CR': get('/told', 'x-a: b').replace('b\r\n', 'b\n') + get('/'),
  'line ends without LF': get('/told').replaceAll('\r\n', '\r'),
  'two hosts': get('/told', 'host: b') + get('/'),
  'no host': get('/told').replace('host: a\r\n', '') + get('/'),
  'what is behind the last': `${get('/told', 'connection: close')}xyz`,
  'what is no request': `${get('/told')}xyz\r\n\r\n`,
  'a large answer, and what is no request': `${get('/odd/large-stream')}xyz\r\n\r\n`,
  'answers before a socket that is destroyed':
    get('/') + get('/', 'expect: other') + lengthed('/json', '{"n":1}') + get('/socket/destroy'),
  'half a request': get('/') + get('/told', 'x-a: b').slice(0, -6),
  'half a body': get('/') + lengthed('/json', '{"n":1}').slice(0, -2),
  'a chunk that is no number': chunks('/json', '7g\r\n{"n":1}\r\n0\r\n\r\n') + get('/'),
  'a target above ASCII': get('/p/\u00e4') + get('/'),
}
