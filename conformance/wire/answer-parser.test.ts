// The parser of answers sees exactly one answer at a time, whole or broken, however its bytes arrive.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerError, parseAnswer } from './answer-parser.ts'

const CHUNKED =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-t\r\n\r\n3\r\none\r\n4;e=1\r\ntwo!\r\n0\r\nx-t: end\r\n\r\n'
const LENGTH =
  'HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-A: 1\r\nx-a: 2\r\n\r\nno'
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

test('chunks and trailers are read, and what follows is left', () => {
  const answer = parseAnswer(bytes(CHUNKED + LENGTH), 'GET', false)
  assert.equal(answer?.body.toString(), 'onetwo!')
  assert.deepEqual(answer?.trailers, { 'x-t': 'end' })
  assert.equal(answer?.size, CHUNKED.length)
})

test('an answer is null for each beginning of it, and whole at its last byte', () => {
  for (const text of [CHUNKED, LENGTH]) {
    for (let end = 0; end < text.length; end++)
      assert.equal(parseAnswer(bytes(text.slice(0, end)), 'GET', false), null)
    assert.equal(parseAnswer(bytes(text), 'GET', false)?.broken, undefined)
  }
})

test('an answer that ends before its end is broken', () => {
  assert.equal(parseAnswer(bytes(CHUNKED.slice(0, -2)), 'GET', true)?.broken, true)
  assert.equal(parseAnswer(bytes(LENGTH.slice(0, -1)), 'GET', true)?.broken, true)
  assert.equal(parseAnswer(bytes('HTTP/1.1 200 OK\r\n'), 'GET', true)?.broken, true)
  assert.equal(parseAnswer(bytes(''), 'GET', true), null)
})

test('without a length the body goes to the end of the connection', () => {
  const text = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it'
  assert.equal(parseAnswer(bytes(text), 'GET', false), null)
  assert.equal(parseAnswer(bytes(text), 'GET', true)?.body.toString(), 'all of it')
})

test('HEAD, 204 and 304 have no body, and interim answers are passed over', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'
  assert.equal(parseAnswer(bytes(head), 'HEAD', false)?.size, head.length)
  assert.equal(parseAnswer(bytes('HTTP/1.1 204 No Content\r\n\r\n'), 'GET', false)?.status, 204)
  assert.equal(parseAnswer(bytes(`HTTP/1.1 100 Continue\r\n\r\n${LENGTH}`), 'POST', false)?.status, 404)
})

test('set-cookie stays a list, other repeated headers are joined', () => {
  const answer = parseAnswer(bytes(LENGTH), 'GET', false)
  assert.deepEqual(answer?.headers['set-cookie'], ['a=1', 'b=2'])
  assert.equal(answer?.headers['x-a'], '1, 2')
})

test('what is not HTTP is refused', () => {
  assert.throws(() => parseAnswer(bytes('nonsense\r\n\r\n'), 'GET', false), AnswerError)
  assert.throws(
    () => parseAnswer(bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'), 'GET', false),
    AnswerError,
  )
})
