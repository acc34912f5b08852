// Servers that are asked over HTTP alone: what lies, redirects, ends or is another fixture is a verdict.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  askedOf,
  caseOf,
  closeServers,
  listening,
  ofFixture,
  serving,
  told,
} from '../fixtures/fixture-peer.ts'
import { addressOf, isFixtureCommand, isPeer, isRemote } from './address.ts'
import { connectPeer } from './peer-adapter.ts'

const folder = mkdtempSync(join(tmpdir(), 'peers-'))
after(() => rmSync(folder, { recursive: true }))

test('a server that serves the fixture is asked for answers and notes', async () => {
  const at = await serving(() => false, { skips: ['/left'] })
  const adapter = await connectPeer({ connectable: 'test', at })
  assert.deepEqual([adapter.name, adapter.version], ['mine', '1.2.3'])
  const results = await askedOf(at, [caseOf('c', '/a', '/noted'), caseOf('left', '/a')])
  assert.deepEqual(told(results), ['pass', 'pass', 'skip its "skips" has /left'])
})

test('what a server says of itself is checked, and no redirect is followed', async () => {
  const cases = [caseOf('c', '/a')]
  const answering = (status: number, headers: Record<string, string>, body: string) =>
    serving((request, response) => {
      if (request.url !== '/-/fixture') return false
      response.writeHead(status, headers).end(body)
      return true
    })
  const all: [Promise<{ host: string; port: number }>, RegExp][] = [
    [
      serving(() => false, { fixture: 'other' }),
      /^skip the fixture mine is not built: the server answers for "other"$/,
    ],
    [
      answering(302, { location: 'http://192.0.2.1/' }, ''),
      /redirects to http:\/\/192\.0\.2\.1\/, which is not followed/,
    ],
    [answering(404, {}, '{}'), /GET \/-\/fixture answers 404: right would be 200 with /],
    [answering(200, {}, '<html>'), /answers no JSON/],
    [answering(200, {}, '{"notes": []}'), /does not say which fixture it is/],
  ]
  for (const [at, reason] of all) assert.match(told(await askedOf(await at, cases))[0] ?? '', reason)
})

test('an answer that lies about itself is a verdict of its own request', async () => {
  const server = createTcp((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const [, url] = String(bytes).split(' ')
      const said = '{"fixture": "mine"}'
      if (url === '/-/fixture')
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${said.length}\r\n\r\n${said}`)
      else if (url === '/short') socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nfine')
      else if (url === '/long') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nfine')
      else if (url === '/no-http') socket.end('SSH-2.0\r\n\r\n')
      else if (url === '/none') socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine')
    })
  })
  const results = await askedOf(await listening(server), [
    caseOf('c', '/short', '/long', '/no-http', '/none', '/fine'),
  ])
  const [short, long, noHttp, none, fine] = told(results)
  assert.equal(short, 'fail /broken')
  assert.match(long ?? '', /^error 2 bytes came after the answer 200/)
  assert.match(noHttp ?? '', /^error not a status line: "SSH-2\.0"/)
  assert.match(none ?? '', /^error the connection ended without an answer/)
  assert.equal(fine, 'pass')
})

test('a server that is not there any more is asked three times, and nothing counts as having run', async () => {
  const at = await serving(() => {
    closeServers() // once it has said who it is
    return false
  })
  const results = await askedOf(
    at,
    ['a', 'b', 'c', 'd'].map((id) => caseOf(id, '/x')),
  )
  for (const one of told(results))
    assert.match(one, /^skip the fixture mine could not be asked: connect ECONNREFUSED/)
})

test('a server that ends in a request crashes in this one, and is not asked the rest', async () => {
  const at = await serving((request) => {
    if (request.url === '/dies') {
      closeServers()
      request.socket.destroy()
    }
    return request.url === '/dies'
  })
  const [fine, dies, next, later] = told(
    await askedOf(at, [caseOf('a', '/fine', '/dies', '/next'), caseOf('b', '/x')]),
  )
  assert.equal(fine, 'pass')
  assert.equal(dies, 'crash the server ended: nobody listens any more')
  assert.equal(next, 'skip not run: in a request before it, the server ended: nobody listens any more')
  assert.match(later ?? '', /^skip the fixture mine was not asked to its end: connect ECONNREFUSED/)
})

test('where nobody listens nothing is asked, and the message says what to do', async () => {
  const at = await serving(() => false)
  closeServers()
  await assert.rejects(askedOf(at, [caseOf('a', '/x')]), {
    name: 'UnusableError',
    message: `test could not be reached: connect ECONNREFUSED 127.0.0.1:${at.port}. Start the server, or name the base URL at which it listens.`,
  })
})

test('a fixture whose functions note says so where its server has no notes', async () => {
  const at = await serving(() => false, { notes: 'none' })
  const [first = ''] = told(await askedOf(at, [caseOf('c', '/noted')]))
  assert.match(first, /^error GET \/-\/fixture has no list "notes", and functions .* note: right/)
})

const SERVER = `
const [, , fixture, port] = process.argv
require('node:http').createServer((request, response) => {
  if (request.url === '/dies') process.exit(3)
  if (request.url === '/no-http') return request.socket.end('no HTTP\\r\\n\\r\\n')
  if (request.url === '/-/fixture' && fixture === 'nonsense') return response.end('It works!')
  response.end(request.url === '/-/fixture' ? JSON.stringify({ fixture }) : 'fine')
}).listen(Number(port), '127.0.0.1')
`

test('a command is started for a fixture, and again after a request that ends it', async () => {
  const file = join(folder, 'server.cjs')
  writeFileSync(file, SERVER)
  const command = [process.execPath, file, '{fixture}', '{port}']
  const results = await askedOf({ command }, [
    caseOf('a', '/x', '/no-http', '/y', '/dies', '/z'),
    caseOf('b', '/y'),
  ])
  const crash = 'crash the server ended with exit code 3'
  const unasked = 'skip not run: in a request before it, the server ended with exit code 3'
  const strange = 'error not a status line: "no HTTP"'
  assert.deepEqual(told(results), ['pass', strange, 'pass', crash, unasked, 'pass'])
})

test('each fixture has a fresh start, whatever the one before it has come to', async () => {
  const file = join(folder, 'each.cjs')
  writeFileSync(file, `if (process.argv[2] === 'ends') throw new Error('no such file')\n${SERVER}`)
  const command = [process.execPath, file, '{fixture}', '{port}']
  const began = performance.now()
  const results = await askedOf(
    { command },
    ['ends', 'dies', 'nonsense', 'mine'].flatMap((fixture) =>
      ['a', 'b', 'c', 'd', 'e'].map((id) =>
        ofFixture(fixture, caseOf(id, fixture === 'dies' ? '/dies' : '/x')),
      ),
    ),
    'ends',
  )
  const [ends, dies, nonsense, mine] = [0, 5, 10, 15].map((from) => [
    ...new Set(told(results.slice(from, from + 5))),
  ])
  assert.equal(ends?.length, 1)
  assert.match(
    ends?.[0] ?? '',
    /^skip the fixture ends is not built, or does not start: .*Error: no such file/,
  )
  assert.deepEqual(dies, ['crash the server ended with exit code 3'])
  assert.deepEqual(nonsense, [
    'skip the fixture nonsense is not built: GET /-/fixture answers no JSON: right would be 200 with {"fixture": "NAME", "notes": []}',
  ])
  assert.deepEqual(mine, ['pass'])
  // Two seconds for a server that may be about to start, and not twenty.
  assert.ok(performance.now() - began < 15_000)
})

test('a command that does not serve a fixture skips it, and says why', async () => {
  const ends = [process.execPath, '-e', 'console.error("no port"); process.exit(1)', '{port}']
  const none = ['/no/such/program', '{port}']
  const [first = '', second = ''] = told(
    await askedOf({ command: ends }, [caseOf('a', '/x'), caseOf('b', '/y')]),
  )
  assert.match(
    first,
    /^skip the fixture mine is not built, or does not start: the server ended with exit code 1, and said: no port$/,
  )
  assert.equal(second, first)
  const deep = "function deep(n) { if (n) deep(n - 1); else throw new TypeError('no such plugin') }; deep(9)"
  const thrown = told(
    await askedOf({ command: [process.execPath, '-e', deep, '{port}'] }, [caseOf('a', '/x')]),
  )
  assert.match(thrown[0] ?? '', /exit code 1, and said: .*TypeError: no such plugin/s)
  assert.match(
    told(await askedOf({ command: none }, [caseOf('a', '/x')]))[0] ?? '',
    /is not built, or does not start: there is no program/,
  )
})

test('an address is a base URL of this machine, without a path', () => {
  assert.deepEqual(addressOf('http://127.0.0.1:8080'), { host: '127.0.0.1', port: 8080 })
  assert.deepEqual(addressOf('http://[::1]:81/'), { host: '::1', port: 81 })
  assert.match(String(addressOf('http://127.0.0.1:8080/api')), /has more than a host and a port/)
  assert.match(String(addressOf('https://127.0.0.1')), /is not asked over TLS/)
  assert.match(String(addressOf('ftp://127.0.0.1')), /is not asked over ftp: write the base URL/)
  assert.match(String(addressOf('http://')), /is not a URL: write the base URL/)
  assert.deepEqual(
    ['http://localhost:1', 'http://[::1]:1', 'http://10.0.0.1', 'http://example.com'].map(isRemote),
    [false, false, true, true],
  )
  assert.ok(isFixtureCommand('exec:python3 app.py {fixture} {port}') && isPeer('http://127.0.0.1'))
  assert.ok(!isPeer('exec:python3 adapter.py') && !isPeer('touchstone'))
})
