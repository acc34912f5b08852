// What an application leaves behind when it has closed fails the last exchange of its case.

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Case } from '../../spec/case.ts'
import { fromFastifyLike } from '../adapters/fastify-like.ts'
import { executeCase } from '../run/execute.ts'

const body = {
  id: 'left',
  app: { do: [{ get: '/', do: [{ send: { a: 1 } }] }] },
  exchanges: [{ id: 'one', polarity: 'positive', send: { url: '/' }, expect: { status: 200 } }],
} as unknown as Case // what no run looks at is left out

type Send = (payload: Record<string, unknown>) => void

/** A framework with one route, which does something at each request. */
function framework(does: (payload: Record<string, unknown>) => unknown): () => unknown {
  return () => {
    let handler: (request: object, reply: { send: Send }) => unknown
    return {
      get: (_url: string, given: unknown, last?: unknown) => {
        handler = (last ?? given) as typeof handler
      },
      ready: async () => undefined,
      close: async () => undefined,
      inject: () =>
        new Promise((resolve) => {
          const send: Send = (payload) => {
            does(payload)
            resolve({ statusCode: 200, headers: {}, rawPayload: Buffer.alloc(0) })
          }
          handler({}, { send })
        }),
    }
  }
}

async function verdictOf(does: (payload: Record<string, unknown>) => unknown, told = new Set<string>()) {
  const parts = { name: 'x', version: '1', wrap: () => undefined, bearerAuth: null, leavesInputs: true, told }
  const cells = await executeCase(fromFastifyLike(framework(does), parts), body, ['inject'])
  const { outcome, reason } = cells.get('inject')!.get('one')!
  return `${outcome} ${reason ?? ''}`
}

const deprecate = (code: string) => () => process.emitWarning('use b', { type: 'FastifyDeprecation', code })

test('nothing is left', async () => {
  assert.equal(await verdictOf(() => setTimeout(() => undefined, 0)), 'pass ')
  assert.equal(await verdictOf(() => setInterval(() => undefined, 60_000).unref()), 'pass ')
  assert.equal(await verdictOf(deprecate('D1')), 'pass ')
})

test('a timer that keeps the process alive', async () => {
  let timer: NodeJS.Timeout | undefined
  const verdict = await verdictOf(() => {
    timer = setTimeout(() => undefined, 60_000)
  })
  clearTimeout(timer)
  assert.match(verdict, /^fail a timer keeps the process alive/)
})

test('an object of the application that a request has changed', async () => {
  assert.match(await verdictOf((payload) => Object.assign(payload, { b: 2 })), /^fail .* a payload\.b$/)
})

test('a deprecation that is told again, and listeners without end', async () => {
  const told = new Set<string>()
  assert.equal(await verdictOf(deprecate('D2'), told), 'pass ')
  assert.match(
    await verdictOf(deprecate('D2'), told),
    /^fail a deprecation is told again in one process: D2 use b/,
  )
  const target = new EventEmitter()
  const many = (): void => {
    for (let n = 0; n < 11; n++) target.on('x', () => n)
  }
  assert.match(await verdictOf(many), /^fail Possible EventEmitter memory leak/)
})
