/** Each stream that fails × each moment at which it is handed in: no process ends, each client gets one answer, the next one is served. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import touchstone from '../../src/index.ts'
import { declare, METHODS, METHODS_OF_NODE, MOMENTS, type Moment, STREAMS } from './hostile-streams.ts'

/** Milliseconds after which an answer that a stream without an end holds open is left. */
const PATIENCE = 30
/** The same for an answer that nothing holds open: as long as a busy machine takes. */
const LIMIT = 20_000

/** What the client sees: a status, or that the connection has closed; `open` where the stream, which never ends, holds it. */
function ask(
  port: number,
  { method, path, headers = {}, body, leaves }: Moment,
  patience: number,
): Promise<string> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    })
    asked.on('error', () => resolve('closed'))
    asked.on('response', (response) => {
      response.on('error', () => {}).on('close', () => resolve(String(response.statusCode)))
      response.resume()
    })
    asked.end(body)
    const left = setTimeout(
      () => {
        resolve('open')
        asked.destroy()
      },
      leaves ? 3 : patience,
    )
    asked.on('close', () => clearTimeout(left))
  })
}

for (const engine of ['node', 'fast'] as const)
  for (const [kind, make] of STREAMS)
    test(`${engine}: a stream that ${kind}`, { timeout: 60_000 }, async () => {
      const app = touchstone({ engine, closeTimeout: 200 })
      declare(app, make)
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      try {
        for (const [name, moment] of MOMENTS) {
          const seen = await ask(port, moment, PATIENCE)
          assert.match(seen, /^(\d{3}|closed|open)$/, name)
          await turn() // an error that nothing handles fails the test
          assert.equal(
            await ask(port, { method: 'GET', path: '/fine' }, LIMIT),
            '200',
            `${name}: the next request`,
          )
        }
      } finally {
        await app.close()
      }
    })

const SERVE = fileURLToPath(new URL('../../../src/serve/', import.meta.url))
/** A method that is called on a value which, by its name, may be a stream of the application. */
const CALL = /\b(?:source|stream|payload)\??\.(\w+)\??\.?\(/g

test('each method that src/ calls on a stream of the application fails in a row', () => {
  const called = new Set<string>()
  for (const name of readdirSync(SERVE, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
      for (const [, method] of readFileSync(join(SERVE, name), 'utf8').matchAll(CALL)) called.add(method!)
  const known: readonly string[] = [...METHODS, ...METHODS_OF_NODE]
  assert.deepEqual(
    [...called].filter((method) => !known.includes(method)),
    [],
  )
  assert.ok(called.size > 6, [...called].join())
})
