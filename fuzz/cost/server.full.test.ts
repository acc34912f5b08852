/** A server of its own process, known by its document alone: memory, concurrent requests, and a property that is shown elsewhere. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import type { CheckId } from '../engine/checks.ts'
import { fuzz } from '../fuzz.ts'
import { UrlTarget } from '../target/url-target.ts'

/** Lists with items, with the mistake that it is given. */
const SERVER = `
import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
const [mistake] = process.argv.slice(1)
const lists = new Map()
const kept = []
let next = 1
const shown = ({ id, name, items }) => ({ id, name, size: items.length, open: true, rank: id, items })
const server = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  const answer = (status, body) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const [, root, id, below] = request.url.split(/[/?]/)
  if (root === 'health') {
    if (mistake === 'memory') kept.push(Buffer.alloc(32768, 'x'))
    return answer(200, { ok: true })
  }
  if (root !== 'lists') return answer(404, {})
  if (id === undefined && request.method === 'GET') return answer(200, [...lists.values()].slice(-20).map(shown))
  const name = text && JSON.parse(text).name
  if (text && (typeof name !== 'string' || name.length > 9)) return answer(400, {})
  if (id === undefined && name === '') return answer(400, {})
  if (id === undefined) {
    lists.set(next, { id: next, name, items: [] })
    return answer(201, shown(lists.get(next++)))
  }
  const list = lists.get(Number(id))
  if (!list) return answer(404, {})
  if (below) {
    const before = list.items
    await turn()
    list.items = [...(mistake === 'lost' ? before : list.items), name]
    return answer(201, { name })
  }
  const { size, ...rest } = shown(list)
  answer(200, mistake === 'missing' ? rest : { ...rest, size })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const named = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1, maxLength: 9 } },
  required: ['name'],
  additionalProperties: false,
}
const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1, maximum: 1e6 } }
const refused = { 400: { description: 'wrong' }, 404: { description: 'none' } }
const ok = (status = 200) => ({ responses: { [status]: json({}), ...refused } })
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1' },
  paths: {
    '/health': { get: ok() },
    '/lists': { get: ok(), post: { requestBody: { required: true, ...json(named) }, ...ok(201) } },
    '/lists/{id}': { get: { parameters: [id], ...ok() } },
    '/lists/{id}/items': {
      post: { parameters: [id], requestBody: { required: true, ...json(named) }, ...ok(201) },
    },
  },
}

async function started(mistake: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER, mistake], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, url: `http://127.0.0.1:${String(port).trim()}` }
}

const checks: CheckId[] = ['memory-growth', 'lost-update', 'response-lossy']
const FOUND: readonly (readonly [mistake: string, found: readonly string[]])[] = [
  // Only Linux tells which process listens on a port.
  ['memory', process.platform === 'linux' ? ['memory-growth GET /health'] : []],
  ['lost', ['lost-update POST /lists/:id/items']],
  ['missing', ['response-lossy GET /lists/:id']],
  ['none', []],
]

for (const [mistake, expected] of FOUND)
  test(`a server with the mistake ${mistake}: ${expected.join() || 'nothing is told'}`, async () => {
    const { child, url } = await started(mistake)
    try {
      const { findings } = await fuzz(new UrlTarget(url, DOCUMENT), { checks, maxRequests: 2500 })
      assert.deepEqual(
        findings.map(({ check, route }) => `${check} ${route}`),
        expected,
      )
    } finally {
      child.kill('SIGKILL')
    }
  })
