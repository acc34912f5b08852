/** Tests of a server's findings are run where they can be repeated: what its test does not show is unstable. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Finding, FuzzReport, WireRequest } from '../index.ts'
import type { ChildTask } from './messages.ts'
import { tryTests } from './try-tests.ts'

const ask = (method: string, url: string): WireRequest => ({ method, url, headers: {} })
const finding = (id: string, about: Partial<Finding>): Finding =>
  ({
    ...{ id, severity: 'error', check: 'no-5xx', key: id, why: id, route: 'GET /things/:id' },
    ...{ answer: null, phase: 'reach', requests: [], ...about },
  }) as Finding

test('a test calls the reset of the configuration as the run does', async (t) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => asked.push(`${request.method} ${request.url} ${chunk}`))
    request.on('end', () => response.end(asked.length > 0 ? '{"is":"reset"}' : ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'reset-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'touchstone.config.mjs')
  writeFileSync(
    path,
    `export default { fuzz: { reset: async (app) => {
      await app.inject({ method: 'PUT', url: '/reset', payload: { all: true } })
      if (JSON.parse((await app.inject('/state')).body).is !== 'reset') throw new Error('no reset')
    } } }`,
  )
  const findings = [finding('whole', { requests: [ask('GET', '/things')], route: 'GET /things' })]
  const report = {
    ...{ target: `http://127.0.0.1:${port}`, form: null, routes: [], findings },
    setup: { file: path, calls: ['reset'] },
  } as unknown as FuzzReport
  const task = { module: null, config: { path } } as ChildTask
  const [tried] = await tryTests(task, report, { imports: [], signal: new AbortController().signal })
  assert.equal(tried!.reason, 'its test passes in a new process.')
  assert.deepEqual(asked, ['PUT /reset {"all":true}'])
})

test('the tests of a server', async (t) => {
  let next = 0
  const server = createServer((request, response) => {
    const made = request.method === 'POST' ? JSON.stringify({ id: `thing-${next++}` }) : ''
    response.statusCode = request.url === '/things/thing-0' ? 500 : 200
    response.end(made)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const links = [{ from: 0, to: 1, pointer: '/id', value: 'thing-0' }]
  const sequence = [ask('POST', '/things'), ask('GET', '/things/thing-0')]
  const findings = [
    // The thing that the test makes is another one, for which the server is right.
    finding('linked', { requests: sequence, links }),
    // Which thing it is cannot be made again, so that it is not tried.
    finding('named', { requests: [ask('GET', '/things/thing-7')] }),
    finding('unmade', { requests: sequence }),
    finding('whole', { requests: [ask('GET', '/things')], route: 'GET /things' }),
  ]
  const routes = ['POST /things', 'GET /things', 'GET /things/:id'].map((route) => ({
    ...{ route, requests: 1, statuses: {} },
  }))
  const report = {
    target: `http://127.0.0.1:${port}/`,
    form: null,
    findings,
    routes,
  } as unknown as FuzzReport
  const task = { module: null } as ChildTask
  const how = { imports: [], signal: new AbortController().signal }
  next = 1
  const reasons = async (): Promise<(string | undefined)[]> =>
    (await tryTests(task, report, how)).map(({ reason }) => reason)
  const passes = 'its test passes in a new process.'
  assert.deepEqual(await reasons(), [passes, undefined, undefined, passes])
  next = 0
  assert.deepEqual(await reasons(), [undefined, undefined, undefined, passes])
})
