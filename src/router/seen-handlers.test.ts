// What code that wraps the handlers of find-my-way sees, as agents do that trace requests.

import assert from 'node:assert/strict'
import { createRequire, Module } from 'node:module'
import { after, before, test } from 'node:test'
import touchstone from '../index.ts'

interface Library {
  prototype: { on(...args: unknown[]): unknown }
}

const library = createRequire(import.meta.url)('find-my-way') as Library
const { on } = library.prototype
const { require: own } = Module.prototype
const seen: unknown[][] = []

before(() => {
  library.prototype.on = function (...args) {
    const [, path] = args
    const at = args.findIndex((arg) => typeof arg === 'function')
    const handler = args[at] as (...given: unknown[]) => unknown
    args[at] = (...given: { url?: string; headers?: object; statusCode?: number }[]) => {
      const [request, response] = given
      seen.push([path, request?.url, typeof request?.headers, response?.statusCode])
      return handler(...given)
    }
    return on.apply(this, args)
  }
})
after(() => {
  library.prototype.on = on
})

const ask = async (constraints = false): Promise<string[]> => {
  const app = touchstone({ logger: false })
  app.get('/plain', async () => 'plain')
  app.get('/users/:id', async (request) => request.params.id)
  app.register(async (child) => child.setNotFoundHandler((_request, reply) => reply.code(404).send('none')), {
    prefix: '/below',
  })
  if (constraints)
    app.get('/at', { constraints: { host: 'a.example' } }, async (request) => `at ${request.hostname}`)
  const answers: string[] = []
  for (const url of ['/plain?a=1', '/users/7', '/below/x', '/nothing', '/%zz'])
    answers.push((await app.inject(url)).body.slice(0, 20))
  if (constraints) answers.push((await app.inject({ url: '/at', headers: { host: 'a.example' } })).body)
  await app.close()
  return answers
}

const ANSWERS = ['plain', '7', 'none', '{"message":"Route GE', '{"error":"Bad Reques']

test('without a replaced require the library is not asked whether handlers are wrapped', async () => {
  seen.length = 0
  assert.deepEqual(await ask(), ANSWERS)
  assert.ok(seen.every(([path]) => path !== '/plain'))
})

test('a wrapped handler is called with the objects of node, for each kind of path', async () => {
  seen.length = 0
  Module.prototype.require = Object.assign(
    function (this: Module, id: string) {
      return own.call(this, id)
    },
    { ...own },
  ) as typeof own
  try {
    assert.deepEqual(await ask(true), [...ANSWERS, 'at a.example'])
  } finally {
    Module.prototype.require = own
  }
  assert.deepEqual(seen, [
    ['/plain', '/plain?a=1', 'object', 200],
    ['/users/:id', '/users/7', 'object', 200],
    ['/below/*', '/below/x', 'object', 200],
    ['/*', '/nothing', 'object', 200],
    ['/at', '/at', 'object', 200],
  ])
})
