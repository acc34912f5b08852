// Wording apart from behaviour: a text that the implementation writes itself does not break a rule, one that it is given does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Case, Exchange } from '../../spec/case.ts'
import type { AssertionResult, Outcome } from '../contract/result.ts'
import { judgeAll } from './expectations.ts'
import { withoutWording } from './wording.ts'

const TEXT = { $type: 'string' }
const refusal = {
  statusCode: 415,
  code: 'E_TYPE',
  error: 'Unsupported Media Type',
  message: 'Unsupported: x/y',
}

function wordsOf(expect: Exchange['expect'], app: object[] = [], url = '/'): Exchange['expect'] | null {
  const exchange = { id: 'a', polarity: 'positive', send: { url }, expect } as Exchange
  const body = { id: 'c', rules: [], app: { do: app }, exchanges: [exchange] } as unknown as Case
  return withoutWording(body, exchange)
}

test('the message of an error is wording; its status, its code and its form are not', () => {
  assert.deepEqual(wordsOf({ status: 415, json: refusal })?.json, { ...refusal, message: TEXT })
  assert.deepEqual(wordsOf({ rejects: { $subset: { message: 'no such hook' } } })?.rejects, {
    $subset: { message: TEXT },
  })
  assert.deepEqual(wordsOf({ probes: { seen: { name: 'Error', message: 'twice' } } })?.probes, {
    seen: { name: 'Error', message: TEXT },
  })
})

test('a text of the application, a value of a route and a URL are behaviour', () => {
  assert.equal(wordsOf({ status: 500, json: refusal }, [{ throw: { message: 'Unsupported: x/y' } }]), null)
  assert.equal(wordsOf({ status: 200, json: { message: 'hello' } }), null)
  assert.equal(wordsOf({ status: 200, text: 'hello' }), null)
  const missing = { ...refusal, message: 'Route GET:/none not found' }
  assert.deepEqual(wordsOf({ status: 404, json: missing }, [], '/none')?.json, {
    ...missing,
    message: { $contains: '/none' },
  })
})

test('of a body as bytes all but the message stays, and its length is that of the message', () => {
  const relaxed = wordsOf({
    status: 415,
    text: '{"statusCode":415,"message":"Unsupported: x/y"}',
    headers: { 'content-length': '47', 'x-a': '1' },
  })
  const { $regex = '' } = Object(relaxed?.text) as { $regex?: string }
  assert.match('{"statusCode":415,"message":"another \\" one"}', new RegExp($regex))
  assert.doesNotMatch('{"message":"another one","statusCode":415}', new RegExp($regex))
  assert.deepEqual(relaxed?.headers, { 'content-length': { $any: true }, 'x-a': '1' })
})

test('where the application makes texts of its own, nothing is taken for wording', () => {
  const app = [{ setErrorHandler: { do: [{ send: { $concat: ['a', 'b'] } }] } }]
  assert.equal(wordsOf({ status: 415, json: refusal }, app), null)
  const behaviour = [{ setSchemaErrorFormatter: { $behaviour: 'formatter/join' } }]
  assert.equal(wordsOf({ status: 415, json: refusal }, behaviour), null)
})

test('a wording that differs is a verdict of its own, and a failure of touchstone, whose texts these are', () => {
  const body = { id: 'c', rules: [], exchanges: [{ id: 'a' }] } as unknown as Case
  const one = { id: 'c', area: 'x', file: 'x/c.json', body }
  const of = (outcome: Outcome, implementation: string) => {
    const cells = { inject: { outcome, milliseconds: 0 } }
    const result: AssertionResult = { id: 'c#a', case: 'c', exchange: 'a', cells }
    const known = [{ match: 'c#a', kind: 'bug' as const, reason: 'other words' }]
    const [plain, listed] = [[], known].map((expected) =>
      judgeAll([result], [one], expected, { whole: true, implementation }),
    )
    assert.deepEqual(listed?.complaints, [])
    return [plain?.assertions[0]?.verdict, listed?.assertions[0]?.verdict]
  }
  assert.deepEqual(of('wording', 'mine'), ['wording', 'wording'])
  assert.deepEqual(of('wording', 'touchstone'), ['fail', 'known'])
  assert.deepEqual(of('pass', 'mine'), ['pass', 'unexpected-pass'])
})
