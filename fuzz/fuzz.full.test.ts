/** The fuzzer on small applications: each has one fault, and it is found, smallest, and nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import touchstone from '../src/index.ts'
import { fuzz } from './fuzz.ts'

const number = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 0, maximum: 500 } },
  required: ['n'],
} as const

test('a 500 at a limit, shrunk to that value', async () => {
  const app = touchstone()
  app.post('/n', { schema: { body: number } }, async ({ body }) => {
    if (body.n >= 500) throw new Error('too much')
    return 'ok'
  })
  const { findings } = await fuzz(app, { maxRequests: 300, seed: 5 })
  assert.deepEqual(
    findings.map(({ check, route, requests }) => [check, route, requests.map(({ body }) => body)]),
    [['no-5xx', 'POST /n', ['{"n":500}']]],
  )
})

test('a value that a validator of the application takes though its schema refuses it', async () => {
  const app = touchstone()
  const schema = { body: number }
  app.post('/n', { schema, validatorCompiler: () => () => true }, async () => 'ok')
  const { findings } = await fuzz(app, { maxRequests: 300, seed: 5 })
  assert.ok(findings.length > 0)
  assert.ok(findings.every(({ check, decoded }) => check === 'invalid-rejected' && decoded !== undefined))
})

test('schemas of libraries: values are aimed by their JSON Schemas, and the library says which are refused', async () => {
  const app = touchstone()
  const body = z.object({ n: z.number().int().min(0).max(500) }).refine(({ n }) => n !== 7)
  const schema = { body, response: { 200: z.object({ n: z.number().transform((n) => n * 2) }) } }
  app.post('/n', { schema }, async ({ body: { n } }) => {
    if (n >= 500) throw new Error('too much')
    return { n }
  })
  app.post('/open', { schema: { body }, attachValidation: true }, async () => 'x')
  const { findings } = await fuzz(app, { maxRequests: 600, seed: 5 })
  assert.deepEqual(
    findings.map(({ check, route, requests }) => [check, route, requests.map((one) => one.body)]),
    [['no-5xx', 'POST /n', ['{"n":500}']]],
  )
})

test('an application without a fault has none', async () => {
  const app = touchstone()
  app.post('/n', { schema: { body: number } }, async ({ body }) => body)
  const report = await fuzz(app, { maxRequests: 2000, seed: 5 })
  assert.deepEqual(report.findings, [])
  assert.equal(report.ended, 'max-requests')
})

test('the profile says how much of a contract is expected', async () => {
  const app = () => {
    const application = touchstone()
    const body = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } } as const
    const response = { 200: { type: 'object', properties: { n: { type: 'integer' } } } } as const
    application.post('/n', { schema: { body, response } }, async ({ body: { n } }) => ({ n, secret: 'x' }))
    return application
  }
  const checks = ['undeclared-status', 'response-dropped'] as const
  const found = async (profile?: 'lenient' | 'strict') => {
    const { findings } = await fuzz(app, { checks, maxRequests: 60, ...(profile ? { profile } : {}) })
    return findings.map(({ check, why }) => `${check}: ${why.slice(0, 18)}`).sort()
  }
  assert.deepEqual(await found(), [])
  assert.deepEqual(await found('lenient'), [])
  assert.deepEqual(await found('strict'), [
    'response-dropped: /secret is in the ',
    'undeclared-status: The answer is 400,',
  ])
  await assert.rejects(
    fuzz(app, { profile: 'hard' as 'strict' }),
    /The profile is lenient or strict, not "hard"/,
  )
})
