/** Findings are told by cause, without secrets, and apart from what a baseline knows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Finding, type FuzzReport, findingOf } from '../engine/finding.ts'
import { curlOf, testOf } from '../report/snippets.ts'
import { textReport } from '../report/text.ts'
import type { WireRequest } from '../target/target.ts'
import { accepting, EMPTY, faultOfBaseline } from './baseline.ts'
import { causesOf } from './causes.ts'
import { revealed, secretsOf } from './secrets.ts'
import { triaged } from './triage.ts'

function found(check: string, route: string, why: string, about: Partial<Finding> = {}): Finding {
  const requests: WireRequest[] = [{ method: 'GET', url: '/a', headers: {} }]
  return {
    ...findingOf({ check, key: route, why }, route, { requests, answer: null, phase: 'random' }),
    ...about,
  }
}

function reportOf(findings: Finding[]): FuzzReport {
  return {
    ...{
      format: 'touchstone-fuzz/1',
      target: 'app.mjs',
      form: { name: 'default', kind: 'instance' },
      seed: 1,
    },
    ...{ requests: 9, seconds: 0, warnings: [], notes: [], ended: 'complete', findings },
    routes: [{ route: 'GET /a', requests: 9, statuses: { 200: 9 } }],
  }
}

test('one place of an exception, one keyword at one place, one status are one cause; the shortest comes first', () => {
  const long = { requests: [1, 2].map(() => ({ method: 'GET', url: '/a', headers: {} })) }
  const place = '(at load (/app/rows.js:3:9))'
  const causes = causesOf([
    found('no-5xx', 'GET /a', `The answer is 500: Error: no row 7 ${place}`, long),
    found('no-5xx', 'GET /b', `The answer is 500: Error: no row 12 ${place}`),
    found('no-5xx', 'GET /c', 'The answer is 500: {"statusCode":500,"error":"Internal Server Error"}'),
    found('no-5xx', 'GET /d', 'The answer is 500: {"statusCode":500,"error":"Internal Server Error"}'),
    found('response-dropped', 'GET /a', '/items/0/by is in the payload and not in the answer'),
    found('response-dropped', 'GET /b', '/items/3/by is in the payload and not in the answer'),
    found('use-after-delete', 'GET /a/:id', 'the same words'),
    found('use-after-delete', 'GET /b/:id', 'the same words'),
    found('mine', 'GET /a', 'There are 3 of "x".'),
    found('mine', 'GET /b', 'There are 4 of "y".'),
  ])
  assert.deepEqual(
    causes.map(({ check, findings }) => [check, ...findings.map(({ route }) => route)]),
    [
      ['no-5xx', 'GET /b', 'GET /a'],
      ['no-5xx', 'GET /c'],
      ['no-5xx', 'GET /d'],
      ['response-dropped', 'GET /a', 'GET /b'],
      ['use-after-delete', 'GET /a/:id'],
      ['use-after-delete', 'GET /b/:id'],
      ['mine', 'GET /a', 'GET /b'],
    ],
  )
})

test('a baseline keeps its reasons apart, and tells what is gone; a wrong one is told with its place', () => {
  const [one, two] = [found('no-5xx', 'GET /a', 'a'), found('no-5xx', 'GET /b', 'b')]
  const baseline = accepting(accepting(EMPTY, [one.id, 'hang-00000000'], 'later'), [one.id], 'by design')
  const { findings, known = [], gone } = triaged(reportOf([one, two]), {}, baseline)
  assert.deepEqual(
    [findings.map(({ id }) => id), known.map(({ accepted }) => accepted)],
    [[two.id], ['by design']],
  )
  assert.deepEqual(gone, [{ id: 'hang-00000000', why: 'later' }])
  for (const [content, fault] of [
    [{}, /^it has to be \{ "format"/],
    [{ ...EMPTY, known: [{ id: 'x', why: 'y' }] }, /known\[0\]\.id is the id of a finding, .* not "x"/],
    [{ ...EMPTY, known: [{ id: one.id, why: ' ' }] }, /known\[0\]\.why says why no-5xx-/],
  ] as const)
    assert.match(faultOfBaseline(content) ?? 'right', fault)
})

test('the text of a finding has at most 15 lines, whatever its requests are', () => {
  const request = {
    method: 'POST',
    url: '/a',
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(9000)}"`,
  }
  for (const count of [1, 2, 5, 30]) {
    const finding = found('no-5xx', 'POST /a', 'why', {
      requests: Array.from({ length: count }, () => request),
    })
    const text = textReport(reportOf([finding]), {
      module: 'app.mjs',
      snippets: 'none',
      color: false,
      replayOptions: '',
    })
    const lines = text.split('\n').slice(0, text.split('\n').findIndex((line) => line.includes('--only')) + 1)
    assert.ok(lines.length <= 15, `${count} requests: ${lines.length} lines`)
    assert.ok(lines.every((line) => line.length < 700))
    assert.ok(count < 12 || lines.some((line) => / … \d+ more requests/.test(line)))
  }
})

const KEY = 'k-0123456789'
const GIVEN = {
  headers: { authorization: `Bearer ${KEY}`, 'x-tenant': 'acme-tenant' },
  identities: [
    { name: 'short', headers: { 'x-user': '7' } },
    {
      name: 'ada',
      login: { url: '/login', body: { user: 'ada', password: 'correct horse' }, token: '/token' },
    },
  ],
}

test('secrets of the user are names of variables in what is told, also in requests that carry them altered', () => {
  const headers = { authorization: `Bearer ${KEY}`, 'x-tenant': 'acme-tenant', 'x-user': '7' }
  const login = {
    method: 'POST',
    url: '/login',
    headers: {},
    body: '{"user":"ada","password":"correct horse"}',
  }
  const answer = {
    status: 200,
    headers: { 'set-cookie': ['sid=s-1; Path=/'] },
    body: '{"n":7,"passwordHash":"h\\"x"}',
  }
  const finding = found('no-5xx', 'GET /a', `The answer is 500: the key ${KEY} is odd`, {
    requests: [
      login,
      { method: 'GET', url: `/a?key=${KEY}`, headers },
      { method: 'GET', url: '/a', headers: { authorization: `Bearer ${KEY.slice(0, -1)}` } },
      { method: 'GET', url: '/a', headers: { cookie: 'sid=a-token-of-the-login' } },
      { method: 'GET', url: '/a', headers: { authorization: 'Bearer another-key' } },
    ],
    answer,
  })
  const report = triaged(reportOf([finding]), GIVEN)
  const whole = triaged(reportOf([finding]), { ...GIVEN, areShown: true })
  assert.deepEqual(whole.findings, [finding])
  const text = JSON.stringify(report)
  for (const secret of [KEY, KEY.slice(0, -1), 'correct horse', 'a-token-of-the-login', 's-1', 'h\\\\\\"x'])
    assert.ok(!text.includes(secret), secret)
  assert.ok(text.includes('acme-tenant') && text.includes('\\"n\\":7') && text.includes('Bearer another-key'))
  assert.deepEqual(
    report.findings[0]!.requests.map((one) => one.body ?? one.headers),
    [
      '{"user":"ada","password":"$SECRET_PASSWORD"}',
      {
        authorization: 'Bearer $SECRET_AUTHORIZATION',
        'x-tenant': 'acme-tenant',
        'x-user': '$SECRET_X_USER',
      },
      { authorization: 'Bearer $SECRET_AUTHORIZATION_ALTERED' },
      { cookie: 'sid=$SECRET_COOKIE' },
      { authorization: 'Bearer another-key' },
    ],
  )
  const own = triaged({ ...reportOf([finding]), found: ['another-key'] }, GIVEN)
  assert.doesNotMatch(JSON.stringify(own), /another-key/, 'what the run has found in the application')
  assert.match(
    report.notes.at(-1)!,
    /set SECRET_AUTHORIZATION, SECRET_PASSWORD, SECRET_X_USER, SECRET_AUTHORIZATION_ALTERED, SECRET_COOKIE for/,
  )
  // What is saved is sent again with the secrets of the next run.
  assert.deepEqual(
    revealed(report.findings[0]!.requests.slice(0, 2), secretsOf(GIVEN)),
    finding.requests.slice(0, 2),
  )
})

test('curl and the printed test read a secret from the environment', () => {
  const url = '/a?key=$SECRET_KEY'
  const request = { method: 'GET', url, headers: { authorization: 'Bearer $SECRET_AUTHORIZATION' } }
  assert.equal(
    curlOf(request),
    `curl -i -H 'authorization: Bearer '"$SECRET_AUTHORIZATION" 'http://127.0.0.1:3000/a?key='"$SECRET_KEY"`,
  )
  const code = testOf(found('no-5xx', 'GET /a', 'why', { requests: [request] }), './app.mjs', 'node')
  assert.match(
    code,
    /"url":"\/a\?key=" \+ process\.env\.SECRET_KEY,"headers":\{"authorization":"Bearer " \+ process\.env\.SECRET_AUTHORIZATION\}/,
  )
})
