// The byte fuzzer itself: it sees every wrong server, names the smallest stream, and finds nothing where both sides are equal.
// Then the streams with a name, at every cut.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SEED } from '../property/settings.ts'
import { seedOf } from '../run/check.ts'
import { isCutOff, isRefusedLate } from './compare.ts'
import { Field } from './field.ts'
import { type Outcome, sideOf, watchedNode } from './lane.ts'
import { CORPUS } from './streams/corpus.ts'
import { everyCut, shortStream } from './streams/random.ts'
import { escaped, type Stream } from './streams/stream.ts'
import { WRONG, type Wrong, wrongSide } from './wrong-servers.ts'

test('an answer that is cut off by a refusal may be cut anywhere, if its handler was told', () => {
  const refused = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}'
  const outcome = (answers: string, events: string[]): Outcome => ({
    ...{ seen: [{ method: 'GET', url: '/', context: null, events }], answers: answers + refused },
    ...{ progress: [], then: 'closed', rest: '', last: 'closed' },
  })
  const [plain, raw] = ['/', '/odd/1'].map(
    (url): Stream => ({ config: 'usual', end: 'wait', patient: false, pieces: [`GET ${url}`] }),
  ) as [Stream, Stream]
  const whole = outcome('1\r\na\r\n2\r\nbc\r\n', ['response 200'])
  assert.equal(isCutOff(plain, whole, outcome('1\r\na\r\n', ['abort'])), true)
  assert.equal(isCutOff(plain, whole, outcome('1\r\na\r\n', ['response 200'])), false)
  assert.equal(isCutOff(plain, whole, outcome('1\r\nb\r\n', ['abort'])), false)
  assert.equal(isCutOff(raw, whole, { ...outcome('', ['response 200']), answers: '1\r\na\r\n' }), true)
  assert.equal(isCutOff(plain, whole, { ...outcome('', ['response 200']), answers: '1\r\na\r\n' }), false)
  const none = { ...outcome('', ['abort']), answers: '' }
  const some = { ...none, answers: '1\r\na\r\n' }
  const connect = { ...raw, pieces: ['GET /odd/1\r\n\r\nCONNECT /'] }
  assert.equal(isCutOff(connect, none, some), true)
  assert.equal(isCutOff(connect, none, { ...some, then: 'open' }), false)
  assert.equal(isCutOff(raw, none, some), false)
})

test('a refusal may come late behind an answer that closes, and behind no other', () => {
  const answer = (connection: string): Outcome => ({
    ...{ seen: [], progress: [], then: 'closed', rest: '', last: 'closed' },
    answers: `HTTP/1.1 200 OK\r\nconnection: ${connection}\r\nContent-Length: 1\r\n\r\na`,
  })
  const refused = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}'
  const [closes, keeps] = [answer('close'), answer('keep-alive')]
  const late = (one: Outcome): Outcome => ({ ...one, answers: one.answers + refused })
  assert.equal(isRefusedLate(closes, late(closes)), true)
  assert.equal(isRefusedLate(late(closes), closes), true)
  assert.equal(isRefusedLate(keeps, late(keeps)), false)
  assert.equal(isRefusedLate(closes, late({ ...closes, last: 'open' })), false)
})

/** What is found in some hundred streams. */
async function found(wrong: Wrong, most: number, endOnFailure: boolean) {
  const field = new Field([sideOf('node'), watchedNode], wrongSide(wrong), 8)
  const streams = fc.array(shortStream, { maxLength: most, size: 'max' })
  const check = (some: Stream[]): Promise<void> => field.compare(some, ['right', 'wrong'])
  const seed = seedOf(SEED, 'wrong')
  const details = await fc.check(fc.asyncProperty(streams, check), { seed, numRuns: 200, endOnFailure })
  await field.close()
  assert.ok(details.failed)
  return { streams: details.counterexample?.[0], message: (details.errorInstance as Error).message }
}

for (const [name, wrong] of Object.entries(WRONG)) {
  test(`the fuzzer sees ${name}`, async () => {
    const { message } = await found(wrong, 60, true)
    assert.match(message, wrong.shows)
  })
}

test('what it finds is one stream, and what both sides made of it', async () => {
  const { streams, message } = await found(WRONG['a header of the answer too many']!, 6, false)
  assert.equal(streams?.length, 1)
  assert.match(message, /^the answers differ; servers with "/)
  assert.match(message, /'\w+ \/told[^ ]* HTTP\/1\.1\\r\\n'/)
  assert.match(message, / {2}right:\n {4}saw /)
  assert.match(message, / {2}wrong:\n[\s\S]*'x-wrong: 1\\r\\n'/)
})

test('bytes are shown so that each can be told from each other', () => {
  assert.equal(escaped("a\r\n\u0000\u00ff'\\\t"), "'a\\r\\n'\n'\\x00\\xff\\'\\\\\\t'")
  assert.equal(escaped(''), "''")
})

test('every cut of the streams with a name has the same effect with node:http and with the engine', async () => {
  const field = new Field([sideOf('node'), watchedNode], sideOf('fast'))
  for (const [name, text] of Object.entries(CORPUS)) {
    assert.ok(text.length < 300, name)
    const cuts = everyCut({ config: 'usual', pieces: [text], end: 'wait', patient: true })
    await field.compare(cuts, ['node:http', 'the engine'])
  }
  await field.close()
})

test('a client that goes on writing to a server that refuses it may lose what it has not read', async () => {
  const field = new Field([sideOf('node'), watchedNode], sideOf('fast'))
  const pieces = [
    'GET /odd/large-stream HTTP/1.1\r\nhost: a\r\n\r\nx',
    'GET /told HTTP/1.1\r\nhost: a\r\n\r\n',
  ]
  const one: Stream = { config: 'usual', pieces, end: 'wait', patient: false }
  assert.equal(await field.difference(one, ['node:http', 'the engine']), null)
  await field.close()
})
