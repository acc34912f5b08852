// A runtime is found by its name or its path, and what is none is told with what would be right.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExpectations } from '../judge/expectations.ts'
import { connectableOn, findRuntime, ownRuntime, shownName } from './runtimes.ts'

test('this runtime is found by its name, its major version and its path', () => {
  const version = process.versions.node
  const own = { kind: 'node', version, path: process.execPath }
  for (const name of ['node', `node${version.split('.')[0]}`, process.execPath])
    assert.deepEqual(findRuntime(name), own)
  assert.equal(ownRuntime(), `node-${version}`)
})

test('what is not there is told', () => {
  const none = { PATH: '/none' }
  assert.equal(findRuntime('bun', none), 'There is no bun on this machine: install it, or name its path.')
  assert.match(String(findRuntime('node1', none)), /^There is no node 1 on this machine/)
  assert.match(String(findRuntime('rhino')), /"rhino" is no runtime: write node, node22, bun, deno/)
  assert.match(String(findRuntime('/none/bun')), /There is no file \/none\/bun/)
  assert.match(String(findRuntime('/bin/true')), /does not say that it is Node\.js, Bun or Deno/)
})

test('an implementation runs behind the protocol, with what is known of it', () => {
  const runtime = { kind: 'deno' as const, version: '2.0.0', path: '/a b/deno' }
  assert.match(
    connectableOn(runtime, 'npm:fastify@5'),
    /^exec:"\/a b\/deno" run --allow-all --quiet \S+touchstone\.js adapter-host --name-runtime npm:fastify@5$/,
  )
  assert.equal(shownName(connectableOn(runtime, 'npm:fastify@5')), 'npm:fastify@5 on /a b/deno')
  assert.equal(shownName('exec:python3 adapter.py'), 'exec:python3 adapter.py')
  assert.deepEqual(
    readExpectations('fastify-5+bun-1.0.0', '5.0.0').expected,
    readExpectations('fastify-5', '5.0.0').expected,
  )
})
