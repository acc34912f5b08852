// What the explorer draws and copies, as data: contexts, the lifecycle, the trend, commands and tests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRoute, treeOf } from '../../spec/app-tree.ts'
import type { App, Exchange } from '../../spec/case.ts'
import { loadSuite } from '../../spec/load.ts'
import { askFixtureOf, curlOf, replayOf, serveFixtureOf, serveOf } from './code/copy-command.ts'
import { typescriptOf } from './code/copy-typescript.ts'
import { differencesOf, observedText } from './code/exchange-text.ts'
import { lifecycleOf } from './lifecycle.ts'
import { countsText, shareOf, stateOf, worstOf } from './states.ts'
import { chartOf } from './trend-chart.ts'

const app: App = {
  do: [
    { decorateRequest: ['root', 'R'] },
    { addHook: ['onRequest', [{ trace: 'first' }]] },
    { addHook: ['preHandler', [{ trace: { $concat: ['second ', { $get: 'request.url' }] } }]] },
    {
      register: {
        name: 'wrapped',
        wrap: true,
        do: [{ decorate: ['open', 1] }, { setErrorHandler: [{ trace: 'caught' }] }],
      },
    },
    {
      register: {
        name: 'child',
        prefix: '/c',
        do: [{ addSchema: { $id: 's' } }, { get: '/x/:id', do: [{ trace: 'handled' }, { send: 1 }] }],
      },
    },
  ],
}

test('the application is a tree of contexts with what each declares', () => {
  const tree = treeOf(app)
  assert.deepEqual(
    tree.children.map(({ name, wrapped, prefix }) => [name, wrapped, prefix]),
    [
      ['wrapped', true, ''],
      ['child', false, '/c'],
    ],
  )
  assert.deepEqual(
    tree.children[0]?.declares.map(({ kind, name }) => `${kind} ${name}`.trim()),
    ['decorator open', 'error handler'],
  )
  assert.equal(findRoute(tree, 'GET', '/c/x/7?y=1')?.name, 'GET /c/x/:id')
  assert.equal(findRoute(tree, 'POST', '/c/x/7'), null)
})

test('the lifecycle tells what ran, what was watched and where the way was left', () => {
  const whole = lifecycleOf(app, ['first', 'second /c/x/7', 'handled'])
  assert.deepEqual(
    whole?.stages.filter(({ state }) => state === 'ran').map(({ name, labels }) => [name, ...labels]),
    [
      ['onRequest', 'first'],
      ['preHandler', 'second /c/x/7'],
      ['handler', 'handled'],
    ],
  )
  assert.equal(whole?.left, null)
  const short = lifecycleOf(app, ['first', 'caught', 'odd'])
  assert.equal(short?.left, 'onRequest')
  assert.deepEqual(
    short?.failure.map(({ name, state }) => [name, state]),
    [['error handler', 'ran']],
  )
  assert.deepEqual(short?.beside, ['odd'])
  assert.equal(lifecycleOf({ do: [] }, []), null)
})

test('commands are quoted for a shell', () => {
  const send = { method: 'POST', url: "/it's", json: { a: "'$(x)`" }, headers: { 'x-a': ['1', '2'] } }
  assert.equal(
    curlOf({ id: 'e', polarity: 'positive', send, expect: {} } as Exchange),
    `curl -i --path-as-is -X POST -H 'content-type: application/json' -H 'x-a: 1' -H 'x-a: 2' --data-binary '{"a":"'\\''$(x)\`"}' 'http://127.0.0.1:3000/it'\\''s'`,
  )
  const raw = curlOf({ id: 'e', polarity: 'positive', send: { raw: 'GET /% HTTP/1.1\r\n\r\n' }, expect: {} })
  assert.equal(raw, "printf 'GET /%% HTTP/1.1\\r\\n\\r\\n' | nc 127.0.0.1 3000")
  assert.equal(
    replayOf('a[b c]#d', 'exec:python3 x.py', 'inject'),
    "npx touchstone conform --implementation 'exec:python3 x.py' --filter 'a[b c]#d' --transport inject",
  )
  assert.equal(serveFixtureOf('first'), 'npx touchstone fixtures serve first --port 3000')
  assert.equal(
    askFixtureOf('a#b', 'first'),
    "npx touchstone conform http://127.0.0.1:3000 --fixture first --filter 'a#b'",
  )
})

test('a test imports the implementation that it is copied for, or names it where it has no such interface', () => {
  const { id, area, file, body } = loadSuite({ files: ['cases/encapsulation/decorators.json'] }).cases.find(
    (one) => one.id === 'enc-decorator-tree',
  )!
  const exchange = body.exchanges[0]!
  const copied = (implementation: string, version: string): string =>
    typescriptOf({ ...body, id, area, file }, exchange, { implementation, version })
  assert.match(copied('touchstone', '0.1.0'), /from 'touchstone'[\s\S]*const app = touchstone\(/)
  for (const name of ['fastify', 'fastify-5'])
    assert.match(
      copied(name, '5.12.8'),
      /import fastify from 'fastify' \/\/ npm install fastify@5\.12\.8[\s\S]*const app = fastify\(/,
    )
  assert.match(copied('express', '5.3.0'), /implementations: \['express'\]/)
  const wrapped: App = { do: [{ register: { name: 'w', wrap: true, do: [] } }] }
  const text = typescriptOf({ ...body, id, area, file, app: wrapped }, exchange, {
    implementation: 'fastify-4.17',
    version: '4.17.0',
  })
  assert.match(text, /import plugin from 'fastify-plugin'/)
})

test('the line for curl has a line that starts its application', () => {
  assert.equal(serveOf('a[b]', 'touchstone'), "npx touchstone serve 'a[b]' --port 3000")
  assert.equal(
    serveOf('a', 'npm:fastify@5.12.8'),
    "npx touchstone serve 'a' --implementation npm:fastify@5.12.8 --port 3000",
  )
})

test('states: the worst is told first, and a skipped one is not counted', () => {
  assert.equal(worstOf({ pass: 3, known: 1, crash: 1 }), 'crash')
  assert.equal(worstOf({ pass: 1, skip: 2 }), 'pass')
  assert.equal(worstOf({}), 'absent')
  assert.deepEqual(shareOf({ pass: 2, known: 1, skip: 4, pending: 1 }), { passed: 2, total: 3, skipped: 4 })
  assert.equal(countsText({ pass: 2, fail: 1 }), '1 fail, 2 pass')
  const cell = (outcome: 'pass' | 'fail' | 'crash') => ({ outcome, milliseconds: 0 })
  assert.equal(stateOf('unexpected-pass', cell('pass')), 'unexpected-pass')
  assert.equal(stateOf('known', cell('fail')), 'known')
  assert.equal(stateOf('known', cell('pass')), 'pass')
  assert.equal(stateOf('fail', cell('crash')), 'crash')
  assert.equal(stateOf('pass', undefined), 'absent')
})

test('the part of an answer that a difference is about is marked', () => {
  const seen = {
    answer: { status: 200, headers: { a: '1' }, text: '{"b":1}' },
    trace: [],
    probes: {},
    log: [],
  }
  const marks = (pointer: string) => [...differencesOf({}, seen, { pointer })]
  assert.deepEqual(marks('/status'), ['/status'])
  assert.deepEqual(marks('/headers/A'), ['/headers/a'])
  assert.deepEqual(marks('/json/b'), ['/json/b'])
  assert.deepEqual(marks('/json/c'), ['/json'], 'what is missing is marked in the value around it')
  assert.deepEqual(
    observedText(seen, '/json/b').map(({ text, part }) => [part, text]),
    [
      ['/status', 'status 200'],
      ['/headers/a', 'a: 1'],
      ['', ''],
      ['/json', '{'],
      ['/json/b', '  "b": 1'],
      ['/json', '}'],
    ],
  )
  assert.deepEqual(
    observedText(seen).map(({ text }) => text),
    ['status 200', 'a: 1', '', '{"b":1}'],
  )
})

test('the trend has a line for each implementation, on a scale that tells them apart', () => {
  const point = { report: 'r', known: 0, unexpected: 0, skipped: 0, parts: {} }
  const chart = chartOf([
    { ...point, implementation: 'a', version: '1', passed: 90, total: 100 },
    { ...point, implementation: 'a', version: '2', passed: 100, total: 100 },
    { ...point, implementation: 'b', version: '1', passed: 95, total: 100 },
    { ...point, implementation: 'b', version: '2', passed: 0, total: 0 },
  ])
  assert.deepEqual(
    chart.lines.map(({ name, dots }) => [name, dots.length]),
    [
      ['a', 2],
      ['b', 1],
    ],
  )
  assert.equal(chart.ticks[0]?.text, '90 %')
  assert.ok((chart.lines[0]?.dots[0]?.y ?? 0) > (chart.lines[0]?.dots[1]?.y ?? 0))
  assert.deepEqual(chartOf([]).lines, [])
})
